import pino, { type Logger } from 'pino';
import { expect } from 'vitest';
import type { TurnOutcome, TurnRequest } from '../../src/services/chat/turn.ts';

/** Shorter questions could be in a log by chance. */
const minLength = 12;
const asked = new Set<string>();

/** Remembers a question of a test, which no log may repeat. */
export function rememberQuestion(question: unknown): void {
  if (typeof question === 'string' && question.length >= minLength) asked.add(question);
}

/** Customers of the examples have addresses, so that a row in a log shows too. */
const address = /[\w.+-]+@[\w-]+\.[a-z]{2,}/i;

/** Fails if what a process has written holds a secret, an e-mail address, or a question of the same test file. */
export function expectDiscreetLog(said: readonly string[], secrets: readonly string[]): void {
  const log = said.join('');
  const texts = [...secrets.filter(({ length }) => length >= minLength), ...asked];
  const leaked = texts.filter((text) => log.includes(JSON.stringify(text).slice(1, -1)));
  expect([...leaked, ...(address.exec(log) ?? [])], 'what must not be in a log').toEqual([]);
}

/** Pino's `error`. */
const errorLevel = 50;

/** The log of a service in the process of a test. */
export interface TestLog {
  readonly logger: Logger;
  /** Remembers the questions of turns as well. */
  runTurn(request: TurnRequest): Promise<TurnOutcome>;
  /** Reads the log as {@link expectDiscreetLog} does. */
  [Symbol.dispose](): void;
}

/**
 * Collects what is logged on any level.
 * @param onFault gets each line of an error
 */
export function openTestLog(
  runTurn: TestLog['runTurn'],
  secrets: readonly string[],
  onFault: (line: string) => void,
): TestLog {
  const said: string[] = [];
  const write = (line: string): void => {
    said.push(line);
    if ((JSON.parse(line) as { level: number }).level >= errorLevel) onFault(line);
  };
  return {
    logger: pino({ level: 'trace' }, { write }),
    runTurn(request) {
      rememberQuestion(request.input);
      return runTurn(request);
    },
    [Symbol.dispose]: () => expectDiscreetLog(said, secrets),
  };
}
