import { createServer } from 'node:net';
import { Client, Pool } from 'pg';
import { describe, expect, test } from 'vitest';
import { postgresFixture } from '../../../test/fixtures/engine.ts';
import { AppError } from '../../errors.ts';
import type { QueryEngine, Row } from '../query-engine.ts';
import { createPostgresEngine } from './engine.ts';
import { createPostgresDriver } from './statement.ts';

const databaseUrl = process.env['TEST_DATABASE_URL'] ?? '';

async function rowsOf(engine: QueryEngine, sql: string): Promise<Row[]> {
  await using result = await engine.query({ sql, params: [] }, { timeoutMs: 30_000 });
  const rows: Row[] = [];
  for await (const chunk of result.chunks) {
    rows.push(...chunk);
  }
  return rows;
}

function caught(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('a source that is down', () => {
  test('a source that is down leaves the engine up: queries and ping say so, without host or password', async () => {
    await using engine = await createPostgresEngine({ url: 'postgres://ada:hunter2@127.0.0.1:1/warehouse' });
    for (const error of [await caught(rowsOf(engine, 'SELECT 1')), await caught(engine.ping())]) {
      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({ code: 'DATA_SOURCE_UNAVAILABLE' });
      expect(String(error)).not.toMatch(/hunter2|ada|127\.0\.0\.1|warehouse/);
    }
    await expect(engine.describeTable('orders')).rejects.toMatchObject({ code: 'DATA_SOURCE_UNAVAILABLE' });
  });

  test('a source that is down that accepts and never answers is given up in time', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await using engine = await createPostgresEngine({
      url: `postgres://127.0.0.1:${port}/x`,
      connectionTimeoutMs: 200,
    });
    await expect(engine.ping()).rejects.toMatchObject({ code: 'DATA_SOURCE_UNAVAILABLE' });
    await expect(engine.ping(AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
    server.close();
  });

  test.each(['', 'mysql://localhost/x', 'localhost:5432'])('%j is no url', async (url) => {
    const error = await caught(createPostgresEngine({ url }));
    expect(error).toMatchObject({ code: 'VALIDATION_FAILED', issues: [{ path: 'url' }] });
  });
});

describe.skipIf(databaseUrl === '')('a source that is up', () => {
  test('a backend that is terminated amid a query fails that query only', async () => {
    await using fixture = await postgresFixture(databaseUrl);
    const observer = new Client({ connectionString: databaseUrl });
    await observer.connect();
    const failing = caught(rowsOf(fixture.engine, 'SELECT pg_sleep(600)'));
    const schema = fixture.qualifiedName.split('.')[0];
    // Not what opens its transaction, which is active for a moment, too.
    const terminateSleeping = () =>
      observer.query(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND wait_event = 'PgSleep'",
        [schema],
      );
    await expect.poll(async () => (await terminateSleeping()).rowCount, { interval: 5 }).toBe(1);
    expect(await failing).toMatchObject({ code: 'DATA_SOURCE_UNAVAILABLE' });
    expect(await rowsOf(fixture.engine, 'SELECT 1')).toEqual([[1]]);
    // Idle connections may be cut too: the pool replaces them, and the process lives.
    await observer.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1',
      [schema],
    );
    await expect.poll(() => caught(rowsOf(fixture.engine, 'SELECT 1'))).toBeUndefined();
    await observer.end();
  });

  test('a statement cannot make its transaction writable, and leaves no setting behind', async () => {
    await using fixture = await postgresFixture(databaseUrl);
    const { engine, qualifiedName } = fixture;
    await expect(
      rowsOf(engine, "SELECT set_config('transaction_read_only', 'off', true)"),
    ).rejects.toBeInstanceOf(AppError);
    await expect(rowsOf(engine, "SELECT nextval('no_such_sequence')")).rejects.toBeInstanceOf(AppError);
    await expect(
      rowsOf(engine, `WITH gone AS (DELETE FROM ${qualifiedName} RETURNING id) SELECT * FROM gone`),
    ).rejects.toMatchObject({ code: 'SQL_NOT_ALLOWED' });
    await expect(rowsOf(engine, 'SELECT 1 AS a INTO more')).rejects.toMatchObject({
      code: 'SQL_NOT_ALLOWED',
    });
    await rowsOf(engine, "SELECT set_config('work_mem', '123MB', false)");
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await rowsOf(engine, "SELECT current_setting('work_mem')")).not.toEqual([['123MB']]);
    }
  });

  test('a result that is read to its end leaves no transaction open', async () => {
    await using fixture = await postgresFixture(databaseUrl);
    const observer = new Client({ connectionString: databaseUrl });
    await observer.connect();
    await rowsOf(fixture.engine, 'SELECT generate_series(1, 50000)');
    await caught(rowsOf(fixture.engine, 'SELECT nope'));
    const open = async () => {
      const { rows } = await observer.query(
        "SELECT state FROM pg_stat_activity WHERE application_name = $1 AND state <> 'idle'",
        [fixture.qualifiedName.split('.')[0]],
      );
      return rows;
    };
    await expect.poll(open).toEqual([]);
    await observer.end();
  });

  test('a cancellation that comes before the statement has begun is repeated', async () => {
    const name = `lost_cancellation_${process.pid}`;
    const pool = new Pool({ connectionString: databaseUrl, application_name: name });
    const observer = new Client({ connectionString: databaseUrl });
    await observer.connect();
    const asked: number[] = [];
    const driver = createPostgresDriver(
      { sql: 'SELECT pg_sleep(600)', params: [] },
      {
        pool,
        // The first one is lost, as PostgreSQL loses one that finds no statement.
        async cancel(pid) {
          asked.push(pid);
          if (asked.length > 1) await observer.query('SELECT pg_cancel_backend($1)', [pid]);
        },
        timezone: 'UTC',
        schema: undefined,
        statementTimeoutMs: 60_000,
      },
    );
    const sleeping = async () => {
      const of = "WHERE application_name = $1 AND state = 'active' AND query LIKE '%pg_sleep%'";
      return (await observer.query(`SELECT pid FROM pg_stat_activity ${of}`, [name])).rowCount;
    };
    const failure = caught(driver.start());
    await expect.poll(sleeping).toBe(1);
    await driver.letGo(failure.then(() => undefined));
    expect(asked.length).toBeGreaterThan(1);
    expect(await failure).toMatchObject({ code: '57014' });
    // The server sends the error before it says that the statement has ended.
    await expect.poll(sleeping).toBe(0);
    await observer.end();
    await pool.end();
  });

  test('a row that would not fit into memory fails its statement, and nothing else', async () => {
    await using fixture = await postgresFixture(databaseUrl);
    const { engine } = fixture;
    for (const sql of [
      "SELECT repeat('x', 20000000)",
      "SELECT i, CASE i WHEN 5000 THEN repeat('x', 20000000) END FROM generate_series(1, 10000) i",
    ]) {
      const other = rowsOf(engine, "SELECT 'other' FROM pg_sleep(0.1)");
      expect(await caught(rowsOf(engine, sql)), sql).toMatchObject({ code: 'QUERY_LIMIT' });
      expect(await other).toEqual([['other']]);
    }
    const [[text] = []] = await rowsOf(engine, "SELECT repeat('x', 10000000)");
    expect(String(text)).toHaveLength(10_000_000);
    const rows = await rowsOf(engine, "SELECT repeat('x', 5000) FROM generate_series(1, 10000)");
    expect(rows).toHaveLength(10_000);
  });

  test('types of its own come as text, arrays and records as what they are', async () => {
    await using fixture = await postgresFixture(databaseUrl);
    const rows = await rowsOf(
      fixture.engine,
      `SELECT ARRAY[[1, 2], [NULL, 4]] AS nested, ARRAY[1.50, NULL] AS decimals, ARRAY[true, false] AS flags,
        ARRAY[date '2024-01-01'] AS days, ARRAY['a"b\\c', 'NULL', '', '{}'] AS texts, row(1, 'a') AS record,
        '10.0.0.1'::inet AS address, '{"b": 1e2}'::jsonb AS doc, 12::smallint AS small, 'c'::char(3) AS padded,
        'NaN'::numeric AS nan, 12345678901234567890::numeric AS huge, '[3:4]={7,8}'::int[] AS bounds`,
    );
    expect(rows).toEqual([
      [
        [
          [1, 2],
          [null, 4],
        ],
        ['1.50', null],
        [true, false],
        ['2024-01-01'],
        ['a"b\\c', 'NULL', '', '{}'],
        '(1,a)',
        '10.0.0.1',
        { b: 100 },
        12,
        'c  ',
        null,
        '12345678901234567890',
        [7, 8],
      ],
    ]);
  });
});
