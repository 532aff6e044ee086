import { describe, expect, it } from 'vitest';
import { fault, readerOf, type Said, say, textsOf, turnOfTheLoop } from '../../test/fixtures/run-log.ts';
import { newPrefix, openWay, RedisOperator, redisUrl } from '../../test/support/redis.ts';
import { createRedisRunLog, type RedisRunLog, type RedisRunLogOptions } from './redis-run-log.ts';

/** Nodes on keys of their own, and an operator; all gone at the end. */
function openCluster() {
  const prefix = newPrefix();
  const stack = new AsyncDisposableStack();
  const operator = stack.use(new RedisOperator(prefix));
  return {
    operator,
    node: (options: Partial<RedisRunLogOptions> = {}): RedisRunLog<Said> =>
      stack.use(createRedisRunLog<Said>({ url: redisUrl, prefix, ...options })),
    /** A node whose way to Redis can be cut. */
    async cuttableNode(options: Partial<RedisRunLogOptions> = {}) {
      const way = stack.use(await openWay());
      return { way, log: stack.use(createRedisRunLog<Said>({ url: way.url, prefix, ...options })) };
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const texts = (from: number, to: number) => numbers(from, to).map((sort) => `event ${sort}`);
const soon = { timeout: 20_000, interval: 20 };

describe.skipIf(!redisUrl)('a run log on Redis', () => {
  it('uses two connections however many runs and readers there are, and leaves nothing that stays', async () => {
    await using cluster = openCluster();
    const [a, b] = [cluster.node(), cluster.node()];
    const runs = numbers(1, 50).map(String);
    const read = await Promise.all(
      runs.map(async (runId) => {
        const writer = await a.open(runId);
        const readers = await Promise.all([readerOf(b, runId), readerOf(b, runId), readerOf(a, runId)]);
        const all = Promise.all(readers.map(textsOf));
        for (const sort of numbers(1, 20)) {
          await writer.append([say(sort)]);
          if (sort % 5 === 0) await turnOfTheLoop();
        }
        await writer.close();
        return all;
      }),
    );
    for (const each of read.flat()) expect(each).toEqual(texts(1, 20));
    expect(await cluster.operator.connections()).toHaveLength(4);
    const lives = await cluster.operator.lives();
    expect(lives.length).toBeGreaterThanOrEqual(100);
    expect(Math.min(...lives)).toBeGreaterThan(0);
  });

  it('a run log on Redis keeps a finished log for the grace period, or until it is trimmed', async () => {
    await using cluster = openCluster();
    const [a, b] = [cluster.node({ graceMs: 2_000 }), cluster.node()];
    for (const runId of ['kept', 'trimmed']) {
      const writer = await a.open(runId);
      await writer.append([say(1)]);
      await b.trim(runId);
      expect(await b.isLive(runId)).toBe(true);
      await writer.close([say(2)]);
    }
    expect(await textsOf(await readerOf(b, 'trimmed'))).toEqual(['event 1', 'event 2']);
    await a.trim('trimmed');
    expect(await b.read('trimmed', 0)).toBeNull();
    expect(await b.lastSort('trimmed')).toBeNull();
    expect((await cluster.operator.keys()).filter((key) => key.includes('trimmed'))).toEqual([]);
    expect(await b.lastSort('kept')).toBe(2);
    expect(await textsOf(await readerOf(a, 'kept', 1))).toEqual(['event 2']);
    await expect.poll(() => b.read('kept', 0), soon).toBeNull();
  });

  it('a run log on Redis has one writer per run on all nodes, and its readers reach the end when another follows', async () => {
    await using cluster = openCluster();
    const [a, b] = [cluster.node(), cluster.node()];
    const opened = await Promise.allSettled([a.open('run'), b.open('run'), a.open('run'), b.open('run')]);
    const writers = opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(writers).toHaveLength(1);
    for (const result of opened) {
      if (result.status === 'rejected') expect(result.reason).toEqual(fault('live'));
    }
    const readers = await Promise.all([readerOf(a, 'run'), readerOf(b, 'run')]);
    await writers[0]?.append([say(1)]);
    await writers[0]?.close();
    const next = await b.open('run');
    await next.append([say(5)]);
    for (const reader of readers) expect(await textsOf(reader)).toEqual(['event 1']);
    const later = await Promise.all([readerOf(a, 'run'), readerOf(b, 'run')]);
    await next.close();
    for (const reader of later) expect(await textsOf(reader)).toEqual(['event 5']);
  });

  it('a run log on Redis loses and repeats nothing when its connections are killed', async () => {
    await using cluster = openCluster();
    const [a, b] = [cluster.node(), cluster.node()];
    const writer = await a.open('run');
    let killed = 0;
    const reading = Promise.all([1, 2].map(async () => textsOf(await readerOf(b, 'run'))));
    for (const sort of numbers(1, 2_000)) {
      await writer.append([say(sort)]);
      if (sort % 10 === 0) await turnOfTheLoop();
      if (sort % 400 === 0) killed += await cluster.operator.killConnections();
    }
    killed += await cluster.operator.killConnections();
    await writer.close();
    for (const read of await reading) expect(read).toEqual(texts(1, 2_000));
    expect(killed).toBeGreaterThanOrEqual(4);
    expect(await textsOf(await readerOf(b, 'run', 1_990))).toEqual(texts(1_991, 2_000));
  });

  it('a run log on Redis says a run again to a Redis that has lost it, and hears aborts as before', async () => {
    await using cluster = openCluster();
    const [a, b] = [cluster.node({ leaseMs: 1_000 }), cluster.node({ leaseMs: 1_000 })];
    const writer = await a.open('run');
    const reader = await readerOf(b, 'run');
    await writer.append(numbers(1, 30).map((sort) => say(sort)));
    expect((await reader.nextBatch())?.entries).toHaveLength(30);
    await cluster.operator.forget();
    await writer.append([say(31)]);
    const rest = textsOf(reader);
    await expect.poll(() => b.lastSort('run'), soon).toBe(31);
    expect(await b.abort('run')).toBe(true);
    await expect.poll(() => writer.signal.aborted, soon).toBe(true);
    await writer.close([say(32)]);
    expect(await rest).toEqual(['event 31', 'event 32']);
    expect(await textsOf(await readerOf(b, 'run'))).toEqual(texts(1, 32));
  });

  it('a run log on Redis goes on here while Redis is gone, and catches up', async () => {
    await using cluster = openCluster();
    const a = await cluster.cuttableNode({ patienceMs: 200 });
    const b = cluster.node();
    const [written, ended] = [await a.log.open('written'), await a.log.open('ended')];
    const elsewhere = await b.open('elsewhere');
    const [here, far, endedFar, told] = await Promise.all([
      readerOf(a.log, 'written'),
      readerOf(b, 'written'),
      readerOf(b, 'ended'),
      readerOf(a.log, 'elsewhere'),
    ]);
    await Promise.all([written.append([say(1)]), elsewhere.append([say(1)])]);
    expect((await told.nextBatch())?.entries).toHaveLength(1);
    a.way.cut();
    const startedMs = performance.now();
    await written.append([say(2)]);
    await expect(a.log.open('new')).rejects.toEqual(fault('unavailable'));
    await expect(a.log.read('elsewhere', 0)).rejects.toEqual(fault('unavailable'));
    await expect(a.log.abort('elsewhere')).rejects.toEqual(fault('unavailable'));
    await expect(a.log.ping()).rejects.toEqual(fault('unavailable'));
    await expect(told.nextBatch()).rejects.toEqual(fault('unavailable'));
    await ended.close([say(1)]);
    expect(performance.now() - startedMs).toBeLessThan(8_000);
    await written.append([say(3)]);
    expect(await a.log.abort('written')).toBe(true);
    expect(written.signal.aborted).toBe(true);
    a.way.mend();
    await expect.poll(() => b.lastSort('written'), soon).toBe(3);
    await written.close([say(4)]);
    expect(await textsOf(here)).toEqual(texts(1, 4));
    expect(await textsOf(far)).toEqual(texts(1, 4));
    expect(await textsOf(endedFar)).toEqual(texts(1, 1));
    expect(await told.nextBatch()).toBeNull();
    await (await a.log.open('new')).close();
    expect(a.log.readerCount()).toBe(0);
  });

  it('a run log on Redis gives the run of a node that is gone to another, and tells the first when it comes back', async () => {
    await using cluster = openCluster();
    const a = await cluster.cuttableNode({ leaseMs: 1_000 });
    const b = cluster.node({ leaseMs: 1_000 });
    const old = await a.log.open('run');
    await old.append([say(1)]);
    const reader = await readerOf(b, 'run');
    expect((await reader.nextBatch())?.entries).toHaveLength(1);
    await expect(b.open('run')).rejects.toEqual(fault('live'));
    a.way.cut();
    const waiting = reader.nextBatch();
    waiting.catch(() => {});
    await expect.poll(() => b.isLive('run'), soon).toBe(false);
    expect(await b.abort('run')).toBe(false);
    // Nobody says so any more: the readers find out.
    await expect(waiting).rejects.toEqual(fault('lost'));
    const next = await b.open('run');
    await next.append([say(7)]);
    const local = await readerOf(a.log, 'run', 1);
    a.way.mend();
    await expect(local.nextBatch()).rejects.toEqual(fault('lost'));
    await expect(old.append([say(2)])).rejects.toEqual(fault('lost'));
    await expect(old.close()).rejects.toEqual(fault('lost'));
    await next.close();
    expect(await textsOf(await readerOf(a.log, 'run'))).toEqual(['event 7']);
  });

  it('a run log on Redis keeps a run that stays silent for longer than its lease', async () => {
    await using cluster = openCluster();
    const [a, b] = [cluster.node({ leaseMs: 1_000 }), cluster.node({ leaseMs: 1_000 })];
    const writer = await a.open('run');
    const reading = textsOf(await readerOf(b, 'run'));
    const openedAt = performance.now();
    await expect.poll(() => performance.now() - openedAt, soon).toBeGreaterThan(3_000);
    await expect(b.open('run')).rejects.toEqual(fault('live'));
    await writer.close([say(1)]);
    expect(await reading).toEqual(['event 1']);
  });

  it('shuts down soon after Redis was gone for many heartbeats', async () => {
    await using cluster = openCluster();
    const a = await cluster.cuttableNode({ leaseMs: 80 });
    const [open, ended] = [await a.log.open('open'), await a.log.open('ended')];
    a.way.cut();
    await ended.close();
    for (let i = 0; i < 3; i += 1) await expect(a.log.ping()).rejects.toEqual(fault('unavailable'));
    await a.log[Symbol.asyncDispose]();
    expect(open.signal.aborted).toBe(true);
  }, 30_000);

  it('shuts down: writers are aborted, readers on all nodes end', async () => {
    await using cluster = openCluster();
    const [a, b] = [cluster.node(), cluster.node()];
    const writer = await a.open('run');
    await writer.append([say(1)]);
    const [here, there] = [textsOf(await readerOf(a, 'run', 1)), textsOf(await readerOf(b, 'run'))];
    await turnOfTheLoop();
    await a[Symbol.asyncDispose]();
    expect(writer.signal.aborted).toBe(true);
    expect(await here).toEqual([]);
    expect(await there).toEqual(['event 1']);
    expect(a.readerCount()).toBe(0);
    await expect(a.open('run')).rejects.toEqual(fault('unavailable'));
    expect(await a.read('run', 0)).toBeNull();
  });
});
