import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { duckDbFixture, type EngineFixture } from '../../../test/fixtures/engine.ts';
import type { EngineQuery, QueryEngine, QueryOptions, ResultStream, Row } from '../query-engine.ts';
import { createCachedQueries } from './cached-queries.ts';
import type { RefreshRule } from './refresh-key.ts';
import { createResultStore, type ResultStore } from './result-store.ts';

const minute = 60_000;
const megabyte = 2 ** 20;
const start = Date.UTC(2026, 0, 5, 12);

let fixture: EngineFixture;
beforeAll(async () => {
  fixture = await duckDbFixture();
});
afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
});

interface Source {
  readonly queries: Pick<QueryEngine, 'query'>;
  /** Statements that reached the engine. */
  readonly asked: string[];
  passMs(ms: number): void;
}

function source(
  refresh: RefreshRule = { everyMs: 10 * minute },
  {
    store = createResultStore(64 * megabyte),
    identity = 'orders',
  }: { store?: ResultStore; identity?: string } = {},
): Source {
  const asked: string[] = [];
  let time = start;
  const engine: QueryEngine = {
    ...fixture.engine,
    query: (query, options) => {
      asked.push(query.sql);
      return fixture.engine.query(query, options);
    },
  };
  return {
    queries: createCachedQueries({ engine, store, source: () => identity, refresh, now: () => time }),
    asked,
    passMs(ms) {
      time += ms;
    },
  };
}

interface Read {
  readonly rows: readonly Row[];
  readonly hit: boolean | undefined;
  readonly asOf: number | undefined;
}

async function read(
  { queries }: Source,
  query: string | EngineQuery,
  options: Partial<QueryOptions> = {},
): Promise<Read> {
  const statement = typeof query === 'string' ? { sql: query, params: [] } : query;
  return readAll(await queries.query(statement, { timeoutMs: 30_000, ...options }));
}

async function readAll(stream: ResultStream): Promise<Read> {
  await using result = stream;
  const rows: Row[] = [];
  for await (const chunk of result.chunks) rows.push(...chunk);
  return { rows, hit: result.reuse?.hit, asOf: result.reuse?.asOf.getTime() };
}

const sums = 'SELECT i % 5 AS bucket, sum(i) AS total FROM range(10000) t(i) GROUP BY 1 ORDER BY 1';
/** Fails on its last row, after others were read. */
const lateFailure =
  "SELECT CAST(CASE WHEN i < 99999 THEN '1' ELSE 'x' END AS integer) FROM range(100000) t(i)";
const endless =
  'SELECT count(*) FROM range(10000000) a(i) CROSS JOIN range(10000000) b(j) WHERE i * j % 7 = 3';

describe('results of a data source with a refresh key', () => {
  test('are reused, row for row and with their time, until the interval is over', async () => {
    const orders = source();
    const fresh = await read(orders, sums);
    orders.passMs(9 * minute);
    const reused = await read(orders, sums);
    orders.passMs(minute);
    const again = await read(orders, sums);
    expect(reused).toEqual({ ...fresh, hit: true });
    expect([fresh, again].map(({ hit, asOf }) => [hit, asOf])).toEqual([
      [false, start],
      [false, start + 10 * minute],
    ]);
    expect(orders.asked).toHaveLength(2);
  });

  test('have the same columns and values of every type, fresh and reused', async () => {
    const orders = source();
    const samples = 'SELECT * FROM samples ORDER BY id';
    const direct = await readAll(
      await fixture.engine.query({ sql: samples, params: [] }, { timeoutMs: 30_000 }),
    );
    const results = [await read(orders, samples), await read(orders, samples)];
    expect(results.map(({ hit }) => hit)).toEqual([false, true]);
    for (const { rows } of results) expect(rows).toEqual(direct.rows);
  });

  test('belong to one statement, its parameters, its time zone and its source', async () => {
    const store = createResultStore(64 * megabyte);
    const orders = source(undefined, { store });
    const others = source(undefined, { store, identity: 'others' });
    const one = { sql: 'SELECT $1 AS value', params: [1] };
    await read(orders, one);
    await read(orders, { ...one, params: ['1'] });
    await read(orders, { ...one, params: [2] });
    await read(orders, { ...one, sql: 'SELECT $1  AS value' });
    await read(orders, one, { timezone: 'Europe/Berlin' });
    await read(others, one);
    expect([orders.asked.length, others.asked.length]).toEqual([5, 1]);
    expect((await read(orders, one)).hit).toBe(true);
  });

  test('are reused until the source answers the refresh query differently, which it is asked once a second', async () => {
    const refresh = 'SELECT random()';
    const orders = source({ sql: refresh });
    const [first] = await Promise.all([read(orders, sums), read(orders, sums)]);
    orders.passMs(999);
    const reused = await read(orders, sums);
    orders.passMs(1);
    const again = await read(orders, sums);
    expect([first.hit, reused.hit, again.hit]).toEqual([false, true, false]);
    expect(orders.asked).toEqual([refresh, sums, refresh, sums]);
  });

  test('stay in use for as long as the answer to the refresh query is the same', async () => {
    const orders = source({ sql: 'SELECT max(id) FROM samples' });
    await read(orders, sums);
    orders.passMs(24 * 60 * minute);
    expect((await read(orders, sums)).hit).toBe(true);
  });

  test('are not reused while the refresh query fails', async () => {
    const orders = source({ sql: 'SELECT max(id) FROM nowhere' });
    expect((await read(orders, sums)).hit).toBe(false);
    expect((await read(orders, sums)).hit).toBe(false);
  });

  test.each(['CAST(now() AS date)', 'today()', 'current_date', 'get_current_timestamp()'])(
    'hold for a minute at most if the statement reads the clock by %s',
    async (clock) => {
      const orders = source({ sql: 'SELECT 1' });
      const today = `SELECT ${clock} AS today`;
      await read(orders, today);
      orders.passMs(minute - 1);
      expect((await read(orders, today)).hit).toBe(true);
      orders.passMs(1);
      expect((await read(orders, today)).hit).toBe(false);
    },
  );

  test('make room for newer ones', async () => {
    const orders = source(undefined, { store: createResultStore(megabyte) });
    const big = (n: number) => `SELECT repeat('x', 40000) AS text, ${n} AS n`;
    for (let n = 0; n < 30; n += 1) await read(orders, big(n));
    expect((await read(orders, big(29))).hit).toBe(true);
    expect((await read(orders, big(0))).hit).toBe(false);
  });
});

describe('equal queries at one moment', () => {
  test('run once, and each gets all rows', async () => {
    const orders = source();
    const results = await Promise.all(Array.from({ length: 50 }, () => read(orders, sums)));
    expect(orders.asked).toHaveLength(1);
    expect(results.filter(({ hit }) => !hit)).toHaveLength(1);
    expect(new Set(results.map(({ rows }) => JSON.stringify(rows))).size).toBe(1);
  });

  test('go on when one of them leaves, and end in the engine when the last does', async () => {
    const orders = source();
    const leaving = Array.from({ length: 3 }, () => new AbortController());
    const waiting = leaving.map(({ signal }) => read(orders, endless, { signal }));
    const outcomes = waiting.map((each) => each.catch((error: unknown) => error));
    await fixture.untilActive(1);
    leaving[0]?.abort('first');
    leaving[1]?.abort('second');
    expect(await Promise.all(outcomes.slice(0, 2))).toEqual(['first', 'second']);
    expect(await fixture.activeStatements()).toBe(1);
    leaving[2]?.abort('third');
    expect(await outcomes[2]).toBe('third');
    await fixture.untilActive(0);
    expect(orders.asked).toHaveLength(1);
  });

  test('fail together, and the next one asks again', async () => {
    const orders = source();
    const failed = await Promise.allSettled([read(orders, lateFailure), read(orders, lateFailure)]);
    expect(failed).toMatchObject([
      { status: 'rejected', reason: { code: 'SQL_FAILED' } },
      { status: 'rejected', reason: { code: 'SQL_FAILED' } },
    ]);
    await expect(read(orders, lateFailure)).rejects.toMatchObject({ code: 'SQL_FAILED' });
    expect(orders.asked).toHaveLength(2);
  });

  test('do not share a shorter time limit', async () => {
    const orders = source();
    const slow =
      'SELECT count(*) AS c FROM range(10000) a(i) CROSS JOIN range(1000) b(j) WHERE i * j % 7 = 3';
    const short = read(orders, slow, { timeoutMs: 20 });
    const long = read(orders, slow);
    await expect(short).rejects.toMatchObject({ code: 'QUERY_TIMEOUT' });
    expect((await long).rows).toHaveLength(1);
  });
});

describe('a result that is too large to be kept', () => {
  const large = 'SELECT i, repeat(chr(97 + (i % 26)::integer), 50) AS text FROM range(20000) t(i)';

  test('comes whole to everyone who asked, each time from the source', async () => {
    const orders = source(undefined, { store: createResultStore(megabyte) });
    const results = await Promise.all([read(orders, large), read(orders, large)]);
    results.push(await read(orders, large));
    for (const { rows, hit } of results) {
      expect(hit).toBe(false);
      expect(rows.map(([i]) => i)).toEqual(Array.from({ length: 20_000 }, (_, i) => i));
    }
    expect(orders.asked).toHaveLength(3);
  });

  test('ends in the engine when its reader leaves', async () => {
    const orders = source(undefined, { store: createResultStore(megabyte) });
    const reader = new AbortController();
    const result = await orders.queries.query(
      { sql: large, params: [] },
      { timeoutMs: 30_000, signal: reader.signal },
    );
    expect(await fixture.activeStatements()).toBe(1);
    reader.abort();
    await fixture.untilActive(0);
    await result[Symbol.asyncDispose]();
  });
});
