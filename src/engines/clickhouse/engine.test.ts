import { createClient } from '@clickhouse/client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runClickHouse } from '../../../test/fixtures/semantic/fixture.ts';
import { AppError, isAbortError } from '../../errors.ts';
import type { ObservableQueryEngine, Parameter, ResultStream, Row } from '../query-engine.ts';
import { createClickHouseEngine } from './engine.ts';

const { TEST_CLICKHOUSE_URL: url = '' } = process.env;
const database = `streamed_${process.pid}`;

async function readAll(result: ResultStream): Promise<{ columns: string[]; rows: Row[] }> {
  await using open = result;
  const rows: Row[] = [];
  for await (const chunk of open.chunks) rows.push(...chunk);
  return { columns: open.columns.map(({ name, columnType }) => `${name}:${columnType}`), rows };
}

const codeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    () => 'no error',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

describe.skipIf(url === '')('ClickHouse', () => {
  let engine: ObservableQueryEngine;
  // Also where the suite is skipped, for which no URL is needed.
  const observer = createClient({ url: url || 'http://127.0.0.1' });
  beforeAll(async () => {
    await runClickHouse(url, database, [
      `CREATE TABLE samples (id Int32, big Nullable(Int64), huge UInt256, price Nullable(Decimal(10, 2)), ratio Nullable(Float64),
        weight Float32, ok Nullable(Bool), day Nullable(Date32), seen_at Nullable(DateTime64(6)), local DateTime('Europe/Berlin'),
        name LowCardinality(Nullable(String)), tags Array(Nullable(String)), uid UUID, kind Enum8('a' = 1, 'b' = 2))
        ENGINE = MergeTree ORDER BY id`,
      `INSERT INTO samples SELECT 1, 9007199254740993, toUInt256('123456789012345678901234567890'), toDecimal64('19.90', 2), 0.1, 0.1, true,
        toDate32('2024-02-29'), toDateTime64('2024-01-31 23:59:59.123', 6), toDateTime('2024-07-01 02:00:00', 'Europe/Berlin'), 'Zoë "the" O\\'Neil',
        ['a', NULL], '00000000-0000-0000-0000-00000000000a', 'b'`,
      "INSERT INTO samples SELECT 2, NULL, 0, NULL, nan, -1.5, NULL, NULL, NULL, toDateTime('1970-01-02 00:00:00', 'Europe/Berlin'), NULL, [], '00000000-0000-0000-0000-000000000000', 'a'",
    ]);
    engine = await createClickHouseEngine({
      url,
      database,
      maxConcurrentQueries: 2,
      memoryLimitBytes: 200_000_000,
    });
  });
  afterAll(async () => {
    await engine?.[Symbol.asyncDispose]();
    await runClickHouse(url, 'default', [`DROP DATABASE ${database}`]);
    await observer.close();
  });

  const read = (sql: string, ...params: Parameter[]): ReturnType<typeof readAll> =>
    engine.query({ sql, params }, { timeoutMs: 30_000 }).then(readAll);

  /** Of this file's engine, as the server sees them. */
  async function untilIdle(count = 0): Promise<void> {
    await expect
      .poll(async () => {
        const result = await observer.query({
          query:
            "SELECT count() AS n FROM system.processes WHERE query LIKE '%sipHash64%' AND query NOT LIKE '%system.processes%'",
          format: 'JSONEachRow',
        });
        const [row] = await result.json<{ n: string | number }>();
        return Number(row?.n);
      })
      .toBe(count);
  }
  const endless = {
    sql: 'SELECT count() FROM numbers(1000000000000) WHERE sipHash64(number) = 1',
    params: [],
  };

  test('every type leaves as JSON carries it, and NULL as null', async () => {
    const { columns, rows } = await read('SELECT * FROM samples ORDER BY id');
    expect(columns.map((column) => column.split(':')[1])).toEqual([
      'Int64',
      'Int64',
      'Int64',
      'Decimal',
      'Double',
      'Double',
      'Boolean',
      'Date',
      'Timestamp',
      'Timestamp',
      'String',
      'Json',
      'String',
      'String',
    ]);
    expect(rows).toEqual([
      [
        1,
        '9007199254740993',
        '123456789012345678901234567890',
        '19.90',
        0.1,
        0.1,
        true,
        '2024-02-29',
        '2024-01-31T23:59:59.123',
        '2024-07-01T02:00:00.000',
        'Zoë "the" O\'Neil',
        ['a', null],
        '00000000-0000-0000-0000-00000000000a',
        'b',
      ],
      [
        2,
        null,
        0,
        null,
        null,
        -1.5,
        null,
        null,
        null,
        '1970-01-02T00:00:00.000',
        null,
        [],
        '00000000-0000-0000-0000-000000000000',
        'a',
      ],
    ]);
  });

  test('parameters are values, whatever they contain', async () => {
    const text = "x' OR 1=1 -- \\ \n\t\\N {p1:String}";
    const { rows } = await read(
      'SELECT {p1:String} AS t, {p2:Int64} AS n, {p3:Float64} AS f, {p4:Bool} AS b',
      text,
      '9007199254740993',
      0.5,
      true,
    );
    expect(rows).toEqual([[text, '9007199254740993', 0.5, true]]);
  });

  test('a million rows arrive in order and in pieces; a reader that stops early leaves the server idle', async () => {
    await using result = await engine.query(
      { sql: 'SELECT number AS i FROM numbers(1000000)', params: [] },
      { timeoutMs: 60_000 },
    );
    let next = 0;
    let chunks = 0;
    for await (const chunk of result.chunks) {
      chunks += 1;
      for (const [value] of chunk) if (value !== next++) throw new Error(`${String(value)} out of order`);
    }
    expect(next).toBe(1_000_000);
    expect(chunks).toBeGreaterThan(10);
    const early = await engine.query(
      { sql: 'SELECT number, sipHash64(number) FROM numbers(100000000)', params: [] },
      { timeoutMs: 60_000 },
    );
    for await (const chunk of early.chunks) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
    await untilIdle();
  });

  test('a failure of the first rows rejects the query, a later one rejects the reader', async () => {
    const failsAt = (row: number) => ({
      sql: `SELECT if(number >= ${row}, throwIf(number >= ${row}, 'secret'), 0) AS i FROM numbers(1000000)`,
      params: [],
    });
    expect(await codeOf(engine.query(failsAt(0), { timeoutMs: 30_000 }))).toBe('SQL_FAILED');
    const late = await engine.query(failsAt(900_000), { timeoutMs: 30_000 });
    expect(await codeOf(readAll(late))).toBe('SQL_FAILED');
  });

  test('aborting and the time limit stop the statement in the server', async () => {
    const controller = new AbortController();
    const pending = engine.query(endless, { timeoutMs: 60_000, signal: controller.signal });
    await untilIdle(1);
    controller.abort();
    await expect(pending).rejects.toSatisfy(isAbortError);
    await untilIdle();
    expect(await codeOf(engine.query(endless, { timeoutMs: 300 }))).toBe('QUERY_TIMEOUT');
    await untilIdle();
    await vi.waitFor(() => expect(engine.activity()).toEqual({ running: 0, waiting: 0 }));
  });

  test('a statement that needs too much memory is refused', async () => {
    expect(await codeOf(read('SELECT length(groupArray(toString(number))) FROM numbers(100000000)'))).toBe(
      'QUERY_LIMIT',
    );
  });

  test.each([
    'INSERT INTO samples (id) VALUES (9)',
    'DROP TABLE samples',
    'SET readonly = 0',
    'SYSTEM SHUTDOWN',
    'EXPLAIN SELECT 1',
    'SELECT 1; DROP TABLE samples',
    "SELECT 1 INTO OUTFILE '/tmp/inlay-clickhouse-escape.csv'",
    'SELECT 1 SETTINGS readonly = 0',
    '',
  ])('%j is refused', async (sql) => {
    expect(await codeOf(read(sql))).toMatch(/^SQL_(NOT_ALLOWED|FAILED)$/);
    expect((await read('SELECT count() AS n FROM samples')).rows).toEqual([[2]]);
  });

  test('errors of names say what is missing, errors of values do not show the value', async () => {
    await expect(read('SELECT nope FROM samples')).rejects.toMatchObject({
      code: 'SQL_FAILED',
      cause: { isOfStatement: true },
    });
    const error = await read('SELECT toInt32(assumeNotNull(name)) FROM samples WHERE id = 1').catch(String);
    expect(error).toContain('cannot be converted');
    expect(error).not.toContain('Neil');
  });

  test('tables are described as their queries are, under quoted and qualified names', async () => {
    const { columns } = await read('SELECT * FROM samples LIMIT 0');
    for (const name of ['samples', '"samples"', `${database}.samples`]) {
      const described = await engine.describeTable(name);
      expect(described?.map((column) => `${column.name}:${column.columnType}`)).toEqual(columns);
    }
    for (const name of ['nope', 'a.b.c', 'samples; SELECT 1', 'numbers(1)'])
      expect(await engine.describeTable(name)).toBeNull();
    expect(await engine.listTables()).toContainEqual({ schema: database, name: 'samples' });
  });

  test('a server that is down is unavailable, and tells nothing of the address', async () => {
    await using down = await createClickHouseEngine({ url: 'http://127.0.0.1:9', password: 'secret' });
    const error = await down
      .query({ sql: 'SELECT 1', params: [] }, { timeoutMs: 5_000 })
      .catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'DATA_SOURCE_UNAVAILABLE' });
    expect(`${error} ${error.cause}`).not.toMatch(/127|secret/);
    expect(await codeOf(down.ping())).toBe('DATA_SOURCE_UNAVAILABLE');
  });
});
