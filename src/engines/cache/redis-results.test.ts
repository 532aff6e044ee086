import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { duckDbFixture, type EngineFixture } from '../../../test/fixtures/engine.ts';
import { newPrefix, openWay, redisUrl } from '../../../test/support/redis.ts';
import { connectRedis, isReady } from '../../runs/redis-connection.ts';
import { freshRows } from '../row-batch.ts';
import { createCachedQueries } from './cached-queries.ts';
import { createRedisResults } from './redis-results.ts';
import { createResultStore, type KeptResult } from './result-store.ts';

const megabyte = 2 ** 20;

describe.skipIf(!redisUrl)('results that processes share on Redis', () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await duckDbFixture();
  });
  afterAll(async () => {
    await fixture[Symbol.asyncDispose]();
  });

  async function open(prefix: string, { url = redisUrl, maxBytes = 64 * megabyte } = {}) {
    const client = connectRedis(url, { replyMs: 1_000, name: 'inlay-test-results' });
    await isReady(client, 2_000);
    return createRedisResults({ client, prefix, maxBytes });
  }

  const result = (text: string): KeptResult => {
    const batch = freshRows([
      [text, null],
      ['Zoë\n', 1],
    ]);
    const columns = [
      { name: 'text', columnType: 'String' },
      { name: 'n', columnType: 'Int64' },
    ] as const;
    return {
      columns,
      batches: [batch, batch],
      asOf: new Date(1_767_600_000_000),
      bytes: 2 * batch.json().byteLength,
    };
  };

  test('come back as they were, from any process, until their time is over', async () => {
    const prefix = newPrefix();
    await using one = await open(prefix);
    await using two = await open(prefix);
    await one.set('a', result('kept'), 60_000);
    await one.set('b', result('short'), 1);
    const found = await two.get('a');
    expect(found).toMatchObject({
      columns: result('').columns,
      asOf: result('').asOf,
      bytes: result('kept').bytes,
    });
    expect(found?.batches.map((batch) => [batch.count, batch.rows()])).toEqual(
      result('kept').batches.map((batch) => [batch.count, batch.rows()]),
    );
    await expect.poll(() => two.get('b')).toBeUndefined();
    expect(await two.get('c')).toBeUndefined();
  });

  test('never exceed their size together', async () => {
    const prefix = newPrefix();
    await using shared = await open(prefix, { maxBytes: 20_000 });
    const text = 'x'.repeat(2_000);
    for (let n = 0; n < 12; n += 1) await shared.set(`r${n}`, result(text), 60_000 + n);
    await shared.set('r11', result(text), 90_000);
    const kept = await Promise.all(Array.from({ length: 12 }, (_, n) => shared.get(`r${n}`)));
    const present = kept.flatMap((each, n) => (each === undefined ? [] : [n]));
    expect(present).toEqual([8, 9, 10, 11]);
  });

  test('answer a query that another process has run', async () => {
    const prefix = newPrefix();
    const asked: string[] = [];
    const process = async () => {
      const shared = await open(prefix);
      const queries = createCachedQueries({
        engine: {
          ...fixture.engine,
          query: (query, options) => {
            asked.push(query.sql);
            return fixture.engine.query(query, options);
          },
        },
        store: createResultStore(megabyte, shared),
        source: () => 'orders',
        refresh: { everyMs: 24 * 60 * 60_000 },
      });
      const read = async () => {
        await using stream = await queries.query(
          { sql: 'SELECT 1 AS one', params: [] },
          { timeoutMs: 5_000 },
        );
        return { rows: (await Array.fromAsync(stream.chunks)).flat(), hit: stream.reuse?.hit };
      };
      return { shared, read };
    };
    const [one, two] = [await process(), await process()];
    await using _one = one.shared;
    await using _two = two.shared;
    expect(await one.read()).toEqual({ rows: [[1]], hit: false });
    await expect.poll(() => two.read()).toEqual({ rows: [[1]], hit: true });
    expect(asked.length).toBeLessThanOrEqual(2);
  });

  test('are not there while Redis cannot be reached, and queries go on', async () => {
    await using way = await openWay();
    await using shared = await open(newPrefix(), { url: way.url });
    way.cut();
    await shared.set('a', result('lost'), 60_000);
    expect(await shared.get('a')).toBeUndefined();
  });
});
