import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import type { NumberedEvent, RunLog, RunLogFault, RunReader } from './run-log.ts';

/** What the tests of run logs say and read. */
export interface Said {
  readonly text: string;
}

export const say = (sort: number | null, text = `event ${sort}`): NumberedEvent<Said> => ({
  sort,
  event: { text },
});

export const turnOfTheLoop = (): Promise<void> => setImmediate();

/** A reader of a log that must be there. */
export async function readerOf(log: RunLog<Said>, runId: string, after = 0): Promise<RunReader<Said>> {
  const reader = await log.read(runId, after);
  if (reader === null) throw new Error(`no log of ${runId}`);
  return reader;
}

/** What a reader is told up to the end. */
export async function textsOf(reader: RunReader<Said>): Promise<string[]> {
  const texts: string[] = [];
  for await (const { event } of reader) texts.push(event.text);
  return texts;
}

/** Matches the RunLogError of a fault. */
export const fault = (expected: RunLogFault): unknown =>
  expect.objectContaining({ name: 'RunLogError', fault: expected });
