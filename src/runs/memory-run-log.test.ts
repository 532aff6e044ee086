import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, expect, it, vi } from 'vitest';
import { fault, readerOf, type Said, say, textsOf, turnOfTheLoop } from '../../test/fixtures/run-log.ts';
import { createMemoryRunLog } from './memory-run-log.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('takes 100,000 events for a stalled reader at the cost of the log alone', async () => {
  const heldBytes = async (readers: number) => {
    await using log = createMemoryRunLog<Said>();
    const writer = await log.open('run');
    const stalled = await Promise.all(Array.from({ length: readers }, () => readerOf(log, 'run')));
    for (const reader of stalled) void reader.nextBatch();
    await collectGarbage();
    const before = process.memoryUsage();
    for (let sort = 1; sort <= 100_000; sort += 1) {
      await writer.append([say(sort, 'a delta of some length, as a model says them')]);
      if (sort % 1_000 === 0) await turnOfTheLoop();
    }
    await collectGarbage();
    const after = process.memoryUsage();
    expect(log.readerCount()).toBe(readers);
    return after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
  };
  const alone = await heldBytes(0);
  const stalled = await heldBytes(100);
  expect(alone).toBeLessThan(60 * 2 ** 20);
  // A queue of its own would cost each reader 8 bytes an event, 76 MiB in all; other tests' garbage is in the same heap.
  expect(stalled).toBeLessThan(alone + 10 * 2 ** 20);
});

it('drops finished logs, oldest first, before it refuses a live one', async () => {
  await using log = createMemoryRunLog<Said>({ maxTotalBytes: 300 });
  for (const runId of ['oldest', 'older', 'live']) {
    const writer = await log.open(runId);
    await writer.append([say(1, runId.padEnd(80))]);
    if (runId !== 'live') await writer.close();
  }
  const reader = await readerOf(log, 'oldest');
  const writer = await log.open('new');
  await writer.append([say(1, 'x'.repeat(80))]);
  expect(await log.read('oldest', 0)).toBeNull();
  expect(await textsOf(reader)).toEqual(['oldest'.padEnd(80)]);
  expect(await textsOf(await readerOf(log, 'older'))).toEqual(['older'.padEnd(80)]);
  await expect(writer.append([say(2, 'x'.repeat(250))])).rejects.toEqual(fault('full'));
  expect(await log.isLive('live')).toBe(true);
});

it('keeps a finished log for the grace period, or until it is trimmed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await using log = createMemoryRunLog<Said>({ graceMs: 5_000 });
  for (const runId of ['kept', 'trimmed']) {
    const writer = await log.open(runId);
    await log.trim(runId);
    await writer.close([say(1)]);
  }
  await log.trim('trimmed');
  expect(await log.read('trimmed', 0)).toBeNull();
  const reader = await readerOf(log, 'kept');
  vi.advanceTimersByTime(4_999);
  await (await readerOf(log, 'kept')).return();
  vi.advanceTimersByTime(1);
  expect(await log.read('kept', 0)).toBeNull();
  expect(await textsOf(reader)).toEqual(['event 1']);
  const again = await log.open('kept');
  expect(vi.getTimerCount()).toBe(0);
  await again.close();
});

it('shuts down: writers are aborted, readers end, timers are gone', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const log = createMemoryRunLog<Said>();
  const writer = await log.open('run');
  await (await log.open('finished')).close();
  const pending = (await readerOf(log, 'run')).nextBatch();
  await log[Symbol.asyncDispose]();
  expect(writer.signal.aborted).toBe(true);
  expect(await pending).toBeNull();
  expect([log.readerCount(), vi.getTimerCount()]).toEqual([0, 0]);
  await expect(log.open('run')).rejects.toEqual(fault('unavailable'));
  expect(await log.read('run', 0)).toBeNull();
});

async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const gc: unknown = runInNewContext('gc');
  if (typeof gc !== 'function') throw new Error('no gc');
  for (let i = 0; i < 3; i += 1) {
    gc();
    await turnOfTheLoop();
  }
}
