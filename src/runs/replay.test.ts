import { expect, it } from 'vitest';
import { createMemoryRunLog } from './memory-run-log.ts';
import { createReplay } from './replay.ts';
import type { NumberedEvent } from './run-log.ts';

const past: NumberedEvent<string>[] = [
  { sort: null, event: 'cutoff' },
  { sort: 1, event: 'one' },
  { sort: 4, event: 'four' },
];

it('reads what is known, then follows the live run', async () => {
  await using log = createMemoryRunLog<string>();
  const writer = await log.open('run');
  await writer.append([
    { sort: 4, event: 'four' },
    { sort: 5, event: 'five' },
  ]);
  const reader = createReplay(past, await log.read('run', 4));
  const first = await reader.nextBatch();
  expect(Buffer.from(first?.lines ?? []).toString()).toBe('"cutoff"\n"one"\n"four"\n');
  const rest: string[] = [];
  await writer.close([{ sort: 6, event: 'six' }]);
  for await (const { event } of reader) rest.push(event);
  expect(rest).toEqual(['five', 'six']);
  expect(await reader.nextBatch()).toBeNull();
  expect(log.readerCount()).toBe(0);
});

it('ends after what is known when nothing is live', async () => {
  const events: string[] = [];
  for await (const { event } of createReplay(past, null)) events.push(event);
  expect(events).toEqual(['cutoff', 'one', 'four']);
  const reader = createReplay(past, null);
  expect((await reader.nextBatch())?.entries).toHaveLength(3);
  expect(await reader.nextBatch()).toBeNull();
  expect(await reader.next()).toEqual({ done: true, value: undefined });
});

it('releases the live reader, also while it waits', async () => {
  await using log = createMemoryRunLog<string>();
  await log.open('run');
  const reader = createReplay<string>([], await log.read('run', 0));
  const pending = reader.nextBatch();
  await reader.return();
  expect(await pending).toBeNull();
  expect(log.readerCount()).toBe(0);
});
