import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fault, readerOf, type Said, say, textsOf, turnOfTheLoop } from '../../test/fixtures/run-log.ts';
import { newPrefix, redisUrl } from '../../test/support/redis.ts';
import { createMemoryRunLog } from './memory-run-log.ts';
import { createRedisRunLog } from './redis-run-log.ts';
import type { NumberedEvent, RunLog, RunReader } from './run-log.ts';

interface Options {
  readonly maxRunBytes?: number;
}

describe('in memory', () => conformance((options) => createMemoryRunLog(options), 200));

describe.skipIf(!redisUrl)('on Redis', () =>
  conformance((options) => createRedisRunLog({ url: redisUrl, prefix: newPrefix(), ...options }), 100),
);

describe.skipIf(!redisUrl)('on Redis, written on one node, read and aborted on another', () =>
  conformance((options) => acrossNodes(options), 100),
);

/** Two nodes as if they were one. */
function acrossNodes<T>(options: Options): RunLog<T> {
  const settings = { url: redisUrl, prefix: newPrefix(), ...options };
  const [writing, other] = [createRedisRunLog<T>(settings), createRedisRunLog<T>(settings)];
  return {
    open: (runId) => writing.open(runId),
    read: (runId, after) => other.read(runId, after),
    lastSort: (runId) => other.lastSort(runId),
    isLive: (runId) => other.isLive(runId),
    abort: (runId) => other.abort(runId),
    trim: (runId) => other.trim(runId),
    readerCount: (runId) => other.readerCount(runId),
    async [Symbol.asyncDispose]() {
      await Promise.all([writing[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
    },
  };
}

/** The rule of `read`, written the slow way. */
function isPast(all: readonly NumberedEvent<Said>[], index: number, after: number): boolean {
  const sort = all[index]?.sort ?? null;
  if (sort !== null) return sort > after;
  const before = all.slice(0, index).findLast((e) => e.sort !== null)?.sort ?? 0;
  return before >= after;
}

/** What every run log promises (run-log.ts). */
function conformance(create: <T>(options: Options) => RunLog<T>, numRuns: number): void {
  const open = <T = Said>(options: Options = {}): RunLog<T> => create<T>(options);

  it('gives every reader exactly its suffix, in order and once, however calls interleave', async () => {
    const action = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constant('append' as const), sizes: fc.array(fc.nat(300)) }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant('read' as const), after: fc.nat(40) }) },
      {
        weight: 4,
        arbitrary: fc.record({ kind: fc.constant('next' as const), reader: fc.nat() }),
      },
      { weight: 2, arbitrary: fc.constant({ kind: 'turn' as const }) },
      {
        weight: 1,
        arbitrary: fc.record({
          kind: fc.constant('big' as const),
          size: fc.integer({ min: 60_000, max: 140_000 }),
        }),
      },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { maxLength: 60 }),
        fc.array(fc.boolean()),
        async (actions, numbered) => {
          await using log = open();
          const writer = await log.open('run');
          const all: NumberedEvent<Said>[] = [];
          const readers: {
            reader: RunReader<Said>;
            after: number;
            called: Promise<Uint8Array | undefined>[];
          }[] = [];
          let sort = 0;
          const event = (size: number) => {
            const isNumbered = numbered[all.length % (numbered.length || 1)] ?? true;
            const next = say(isNumbered ? ++sort : null, `${all.length}:${'ü'.repeat(size)}`);
            all.push(next);
            return next;
          };
          for (const step of actions) {
            if (step.kind === 'append') await writer.append(step.sizes.map(event));
            else if (step.kind === 'big') await writer.append([event(step.size)]);
            else if (step.kind === 'turn') await turnOfTheLoop();
            else if (step.kind === 'read') {
              readers.push({
                reader: await readerOf(log, 'run', step.after),
                after: step.after,
                called: [],
              });
            } else {
              const follower = readers[step.reader % (readers.length || 1)];
              if (follower === undefined) continue;
              const { reader, called } = follower;
              called.push(reader.nextBatch().then((batch) => batch?.lines));
            }
          }
          await writer.close([event(1)]);
          for (const { reader, after, called } of readers) {
            const lines = await Promise.all(called);
            for (let batch = await reader.nextBatch(); batch !== null; batch = await reader.nextBatch()) {
              lines.push(batch.lines);
            }
            const text = lines.map((line) => Buffer.from(line ?? []).toString()).join('');
            const suffix = all.filter((_, i) => isPast(all, i, after));
            expect(text).toBe(suffix.map((e) => `${JSON.stringify(e.event)}\n`).join(''));
          }
          expect(log.readerCount()).toBe(0);
        },
      ),
      { numRuns },
    );
  });

  it('reads from any number on, before it is reached and after', async () => {
    await using log = open();
    const writer = await log.open('run');
    const early = await readerOf(log, 'run', 3);
    const earlyTexts = textsOf(early);
    await writer.append([say(null, 'zeroth'), say(2), say(3), say(null, 'third')]);
    await turnOfTheLoop();
    await writer.append([say(4)]);
    await writer.close();
    expect(await earlyTexts).toEqual(['third', 'event 4']);
    expect(await textsOf(await readerOf(log, 'run', 3))).toEqual(['third', 'event 4']);
    expect(await textsOf(await readerOf(log, 'run', 9))).toEqual([]);
    expect(await textsOf(await readerOf(log, 'run'))).toEqual([
      'zeroth',
      'event 2',
      'event 3',
      'third',
      'event 4',
    ]);
  });

  it('hands a waiting reader the events of one turn of the loop as one batch', async () => {
    await using log = open();
    const writer = await log.open('run');
    const reader = await readerOf(log, 'run');
    const waiting = reader.nextBatch();
    for (let sort = 1; sort <= 50; sort += 1) await writer.append([say(sort)]);
    const batch = await waiting;
    expect(batch?.entries.map((entry) => entry.sort)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
    expect(
      Buffer.from(batch?.lines ?? [])
        .toString()
        .split('\n'),
    ).toHaveLength(51);
    await reader.return();
  });

  it('encodes once: readers of the same entries share the same bytes', async () => {
    await using log = open();
    const writer = await log.open('run');
    let encoded = 0;
    const event = { text: 'counted', toJSON: () => ({ text: `encoded ${++encoded}` }) };
    await writer.append([{ sort: 1, event }]);
    const batches = await Promise.all(
      Array.from({ length: 3 }, async () => (await readerOf(log, 'run')).nextBatch()),
    );
    expect(encoded).toBe(1);
    expect(new Set(batches.map((batch) => batch?.lines.buffer)).size).toBe(1);
    expect(new Set(batches.map((batch) => batch?.entries[0]?.event)).size).toBe(1);
  });

  it('releases a reader at once, also while it waits, and counts what is left', async () => {
    await using log = open();
    await log.open('run');
    const [first, second] = [await readerOf(log, 'run'), await readerOf(log, 'run')];
    const pending = [first.nextBatch(), first.nextBatch()];
    expect([log.readerCount(), log.readerCount('run'), log.readerCount('other')]).toEqual([2, 2, 0]);
    await first.return();
    expect(log.readerCount('run')).toBe(1);
    expect(await Promise.all(pending)).toEqual([null, null]);
    expect(await first.nextBatch()).toBeNull();
    await first.return();
    await second[Symbol.asyncDispose]();
    expect(log.readerCount()).toBe(0);
  });

  it('serves 1,000 readers, each with everything, and releases them at the end', async () => {
    await using log = open();
    const writer = await log.open('run');
    const all = Array.from({ length: 1_000 }, async () => textsOf(await readerOf(log, 'run')));
    await expect.poll(() => log.readerCount('run')).toBe(1_000);
    for (let sort = 1; sort <= 100; sort += 1) {
      await writer.append([say(sort)]);
      if (sort % 10 === 0) await turnOfTheLoop();
    }
    await writer.close();
    const expected = Array.from({ length: 100 }, (_, i) => `event ${i + 1}`);
    for (const texts of await Promise.all(all)) expect(texts).toEqual(expected);
    expect(log.readerCount()).toBe(0);
  });

  it('aborts the writer of a live run, and nobody else', async () => {
    await using log = open();
    expect(await log.abort('run')).toBe(false);
    const writer = await log.open('run');
    expect([writer.signal.aborted, await log.isLive('run')]).toEqual([false, true]);
    expect(await log.abort('run')).toBe(true);
    expect(await log.abort('run')).toBe(true);
    await expect.poll(() => writer.signal.aborted).toBe(true);
    await writer.append([say(1, 'stopped')]);
    await writer.close();
    expect(await log.abort('run')).toBe(false);
    expect(await log.isLive('run')).toBe(false);
    expect(await textsOf(await readerOf(log, 'run'))).toEqual(['stopped']);
  });

  it('has one writer per run, and starts afresh after it closed', async () => {
    await using log = open();
    const writer = await log.open('run');
    await expect(log.open('run')).rejects.toEqual(fault('live'));
    await writer.append([say(1)]);
    const reader = await readerOf(log, 'run');
    await writer.close([say(2)]);
    await writer.close([say(3)]);
    await expect(writer.append([say(3)])).rejects.toEqual(fault('closed'));
    const again = await log.open('run');
    await again.close([say(7)]);
    expect(await textsOf(reader)).toEqual(['event 1', 'event 2']);
    expect(await textsOf(await readerOf(log, 'run'))).toEqual(['event 7']);
  });

  it('refuses what it cannot number or encode, all or none', async () => {
    await using log = open<unknown>();
    const writer = await log.open('run');
    await writer.append([{ sort: 5, event: 'five' }]);
    for (const sort of [5, 4, 0, -1, 6.5, Number.NaN]) {
      await expect(
        writer.append([
          { sort: 6, event: 'six' },
          { sort, event: 'bad' },
        ]),
      ).rejects.toThrow(RangeError);
    }
    await expect(
      writer.append([
        { sort: 6, event: 'six' },
        { sort: 7, event: 1n },
      ]),
    ).rejects.toThrow(TypeError);
    await expect(writer.append([{ sort: 6, event: undefined }])).rejects.toThrow(TypeError);
    await expect(writer.close([{ sort: 6, event: 1n }])).rejects.toThrow(TypeError);
    expect(await log.isLive('run')).toBe(false);
    const reader = await log.read('run', 0);
    expect((await reader?.nextBatch())?.entries.map((entry) => entry.event)).toEqual(['five']);
    expect(await reader?.nextBatch()).toBeNull();
  });

  it('tells the writer when the run is full, and still lets it close', async () => {
    await using log = open({ maxRunBytes: 100 });
    const writer = await log.open('run');
    await writer.append([say(1, 'x'.repeat(80))]);
    await expect(writer.append([say(2, 'y'.repeat(20))])).rejects.toEqual(fault('full'));
    await writer.close([say(2, 'the end')]);
    expect(await textsOf(await readerOf(log, 'run'))).toEqual(['x'.repeat(80), 'the end']);
  });
}
