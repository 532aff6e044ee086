import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { AppError } from '../../errors.ts';
import type { QueryEngine, Row } from '../query-engine.ts';
import { createDuckDbEngine, type DuckDbEngineOptions } from './engine.ts';

let folder: string;
let outside: string;

beforeAll(async () => {
  const base = await mkdtemp(path.join(tmpdir(), 'inlay-duckdb-test-'));
  folder = path.join(base, 'workspace');
  outside = path.join(base, 'outside.csv');
  await mkdir(path.join(folder, 'data', 'parts'), { recursive: true });
  await writeFile(outside, 'secret\n1\n');
  await writeFile(path.join(folder, 'data', 'notes.csv'), 'id;note\n1;NA\n2;fine\n');
  await writeFile(
    path.join(folder, 'data', 'events.ndjson'),
    '{"id": 1, "kind": "a"}\n{"id": 2, "kind": "b"}\n',
  );
  await writeFile(path.join(folder, 'data', 'list.json'), '[{"id": 7}]');
  await symlink(outside, path.join(folder, 'data', 'link.csv'));
  await symlink(path.dirname(outside), path.join(folder, 'data', 'up'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const part of [0, 1]) {
    await connection.run(
      `COPY (SELECT i, 'n' || i AS name FROM range(${part * 1000}, ${(part + 1) * 1000}) t(i))
       TO '${path.join(folder, 'data', 'parts', `part-${part}.parquet`)}'`,
    );
  }
  await connection.run(`ATTACH '${path.join(folder, 'shop.duckdb')}' AS shop`);
  await connection.run('CREATE TABLE shop.items AS SELECT 5 AS id');
  await connection.run('CREATE TABLE shop.many AS SELECT i FROM range(400000) t(i)');
  await connection.run(`CREATE VIEW shop.peek AS SELECT * FROM read_csv('${outside}')`);
  connection.disconnectSync();
  instance.closeSync();
});

afterAll(async () => {
  await rm(path.dirname(folder), { recursive: true, force: true });
});

async function rowsOf(engine: QueryEngine, sql: string, owner?: string): Promise<Row[]> {
  await using result = await engine.query({ sql, params: [] }, { timeoutMs: 30_000, owner });
  const rows: Row[] = [];
  for await (const chunk of result.chunks) {
    rows.push(...chunk);
  }
  return rows;
}

async function failureOf(options: Omit<DuckDbEngineOptions, 'folder'>): Promise<AppError> {
  try {
    await using _engine = await createDuckDbEngine({ folder, ...options });
  } catch (error) {
    if (error instanceof AppError) {
      return error;
    }
    throw error;
  }
  throw new Error('The engine came up.');
}

/** Bytes in a folder and those below it; files that go meanwhile count as nothing. */
async function bytesIn(directory: string): Promise<number> {
  const entries = await readdir(directory, { recursive: true }).catch(() => []);
  const sizes = await Promise.all(
    entries.map((entry) =>
      stat(path.join(directory, entry)).then(
        (file) => (file.isFile() ? file.size : 0),
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** The most that `measure` says while the work goes on. */
async function peakDuring(work: Promise<unknown>, measure: () => number | Promise<number>): Promise<number> {
  let peak = 0;
  let ended = false;
  const end = () => {
    ended = true;
  };
  work.then(end, end);
  while (!ended) {
    peak = Math.max(peak, await measure());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return peak;
}

describe('sources', () => {
  test('csv, parquet, json and ndjson, by file and glob, with the options of the readers', async () => {
    await using engine = await createDuckDbEngine({
      folder,
      tables: {
        notes: { file: 'data/notes.csv', options: { nullstr: ['NA', '-'], delim: ';', header: true } },
        parts: 'data/parts/*.parquet',
        events: 'data/events.ndjson',
        list: 'data/list.json',
        'raw.notes': { file: 'data/notes.csv', options: { types: { id: 'VARCHAR' } } },
      },
    });
    expect(await rowsOf(engine, 'SELECT * FROM notes ORDER BY id')).toEqual([
      [1, null],
      [2, 'fine'],
    ]);
    expect(await rowsOf(engine, 'SELECT count(*), max(i) FROM parts')).toEqual([[2000, 1999]]);
    expect(await rowsOf(engine, 'SELECT id, kind FROM events ORDER BY id')).toEqual([
      [1, 'a'],
      [2, 'b'],
    ]);
    expect(await rowsOf(engine, 'SELECT id FROM list')).toEqual([[7]]);
    expect(await engine.describeTable('raw.notes')).toEqual([
      { name: 'id', columnType: 'String' },
      { name: 'note', columnType: 'String' },
    ]);
  });

  test('large Parquet is read in place, and only its own files', async () => {
    await using engine = await createDuckDbEngine({
      folder,
      tables: { parts: 'data/parts/part-0.parquet' },
    });
    expect(await rowsOf(engine, 'SELECT count(*) FROM parts')).toEqual([[1000]]);
    const other = path.join(folder, 'data', 'parts', 'part-1.parquet');
    await expect(rowsOf(engine, `SELECT * FROM read_parquet('${other}')`)).rejects.toMatchObject({
      code: 'SQL_NOT_ALLOWED',
    });
  });

  test('a database file is read, and what its views reach for outside is not', async () => {
    await using engine = await createDuckDbEngine({ folder, database: 'shop.duckdb' });
    expect(await rowsOf(engine, 'SELECT id FROM items')).toEqual([[5]]);
    await expect(rowsOf(engine, 'SELECT * FROM peek')).rejects.toMatchObject({ code: 'SQL_NOT_ALLOWED' });
  });

  test('two engines may read one database file', async () => {
    await using one = await createDuckDbEngine({ folder, database: 'shop.duckdb' });
    await using two = await createDuckDbEngine({ folder, database: 'shop.duckdb' });
    expect(await Promise.all([one, two].map((engine) => rowsOf(engine, 'SELECT id FROM items')))).toEqual([
      [[5]],
      [[5]],
    ]);
  });

  test.each([
    '../outside.csv',
    'data/../../outside.csv',
    '/etc/passwd',
    'data/link.csv',
    'data/up/outside.csv',
    'data/l*.csv',
    'https://example.test/a.csv',
    's3://bucket/a.parquet',
    'data/notes.exe',
  ])('%s is refused as a table', async (file) => {
    expect(await failureOf({ tables: { t: file } })).toMatchObject({
      code: 'VALIDATION_FAILED',
      issues: [{ path: 'tables.t' }],
    });
  });

  test.each(['../outside.duckdb', '/etc/passwd', 'data/link.csv'])(
    '%s is refused as a database',
    async (database) => {
      expect(await failureOf({ database })).toMatchObject({ code: 'VALIDATION_FAILED' });
    },
  );

  test.each([
    [{ 'x); DROP TABLE y; --': 'data/notes.csv' }],
    [{ '"t"': 'data/notes.csv' }],
    [{ t: { file: 'data/notes.csv', options: { 'delim=1); --': 'x' } } }],
  ])('names that are none are refused: %j', async (tables) => {
    expect(await failureOf({ tables })).toMatchObject({ code: 'VALIDATION_FAILED' });
  });

  test('the value of an option stays a value', async () => {
    expect(
      await failureOf({
        tables: { t: { file: 'data/notes.csv', options: { delim: "'); DROP TABLE t; --" } } },
      }),
    ).toMatchObject({ code: 'DATA_SOURCE_UNAVAILABLE', issues: [{ path: 'tables.t' }] });
  });

  test('every problem is told at once', async () => {
    const error = await failureOf({
      tables: { gone: 'data/gone.csv', none: 'data/*.parquet', notes: 'data/notes.csv' },
    });
    expect(error).toMatchObject({
      code: 'DATA_SOURCE_UNAVAILABLE',
      issues: [{ path: 'tables.gone' }, { path: 'tables.none' }],
    });
    expect(
      await failureOf({ tables: { broken: { file: 'data/notes.csv', options: { no_such_option: 1 } } } }),
    ).toMatchObject({ issues: [{ path: 'tables.broken' }] });
    expect(await failureOf({ tables: {}, database: 'shop.duckdb' })).toMatchObject({
      code: 'VALIDATION_FAILED',
    });
  });
});

describe('the locked engine', () => {
  let engine: QueryEngine;

  beforeAll(async () => {
    engine = await createDuckDbEngine({ folder, tables: { notes: 'data/notes.csv' } });
  });
  afterAll(async () => {
    await engine[Symbol.asyncDispose]();
  });

  const reach: readonly (readonly [statement: string, what: string])[] = [
    ["SELECT * FROM read_csv('/etc/passwd')", 'a file'],
    ["SELECT * FROM read_csv('OUTSIDE')", 'a file beside the workspace'],
    ["SELECT * FROM 'OUTSIDE'", 'a file by its name'],
    ["SELECT * FROM read_text('/etc/hostname')", 'a text file'],
    ["SELECT * FROM read_blob('/proc/self/environ')", 'the environment'],
    ["SELECT * FROM glob('/etc/*')", 'a directory'],
    ["SELECT * FROM sniff_csv('/etc/passwd')", 'the shape of a file'],
    ["SELECT * FROM parquet_metadata('/etc/passwd')", 'the metadata of a file'],
    ["SELECT * FROM read_json('https://example.test/x.json')", 'the network'],
    ["SELECT * FROM query('COPY (SELECT 1) TO ''/tmp/x.csv''')", 'a file, through query()'],
    ["COPY (SELECT 1) TO '/tmp/inlay-escape.csv'", 'a new file'],
    ["ATTACH '/tmp/inlay-escape.duckdb'", 'another database'],
    ['DETACH tables', 'the catalogue'],
    ['INSTALL httpfs', 'the extension repository'],
    ['LOAD httpfs', 'an extension'],
    ['SET enable_external_access = true', 'the lock'],
    ['SET lock_configuration = false', 'the lock'],
    ["SET TimeZone = 'Asia/Tokyo'", 'the session'],
    ['RESET ALL', 'the configuration'],
    ['PRAGMA database_list', 'a pragma'],
    ['SHOW ALL TABLES', 'the catalogue'],
    ['DESCRIBE notes', 'the catalogue'],
    ['SUMMARIZE notes', 'the statistics'],
    ["FROM read_csv('/etc/passwd')", 'a file, without SELECT'],
    ['CALL pragma_version()', 'a call'],
    ["SELECT * FROM enable_logging('QueryLog')", 'the statements of others'],
    ['SELECT * FROM system.main."enable_profiling"()', 'the standard output'],
    ['SELECT message FROM duckdb_logs', 'the statements of others'],
    ["SELECT write_log('x')", 'the log'],
    ["SELECT getenv('HOME')", 'the environment'],
    ["CREATE SECRET (TYPE s3, KEY_ID 'a', SECRET 'b')", 'secrets'],
    ["EXPORT DATABASE '/tmp/inlay-escape'", 'a dump'],
    ['EXPLAIN ANALYZE SELECT 1', 'the plan'],
  ];

  test.each(reach)('the locked engine refuses %s (%s)', async (statement) => {
    await expect(rowsOf(engine, statement.replaceAll('OUTSIDE', outside))).rejects.toMatchObject({
      code: expect.stringMatching(/^SQL_(NOT_ALLOWED|FAILED)$/),
    });
    expect(existsSync('/tmp/inlay-escape.csv') || existsSync('/tmp/inlay-escape.duckdb')).toBe(false);
  });

  test('the locked engine answers what is allowed', async () => {
    expect(await rowsOf(engine, 'SELECT count(*) FROM notes')).toEqual([[2]]);
  });

  test('tells neither paths nor the name of its files', async () => {
    const error = await rowsOf(engine, `SELECT * FROM read_csv('${outside}')`).catch(
      (caught: unknown) => caught,
    );
    expect(String(error)).not.toContain(path.dirname(outside));
  });
});

test('a query that needs more memory than it may use is refused by its limit, and gives it back', async () => {
  await using engine = await createDuckDbEngine({ folder, tables: {}, memoryLimitBytes: 256 * 2 ** 20 });
  const before = process.memoryUsage.rss();
  for (let i = 0; i < 3; i += 1) {
    const rows = rowsOf(engine, 'SELECT list(hash(i)) FROM range(40000000) t(i)');
    const peak = await peakDuring(rows, () => process.memoryUsage.rss());
    await expect(rows).rejects.toMatchObject({ code: 'QUERY_LIMIT' });
    expect(peak - before).toBeLessThan(384 * 2 ** 20);
  }
  expect(await rowsOf(engine, 'SELECT 1')).toEqual([[1]]);
  await expect.poll(() => process.memoryUsage.rss() - before).toBeLessThan(96 * 2 ** 20);
});

test('a statement that needs too much memory fails alone: others beside it do not', async () => {
  await using engine = await createDuckDbEngine({
    folder,
    database: 'shop.duckdb',
    memoryLimitBytes: 48 * 2 ** 20,
  });
  let done = false;
  const outcomes = new Set<string>();
  const hungry = [
    "SELECT string_agg('name of ' || i, ',') FROM many, range(50)",
    'SELECT list(i) FROM many, range(50)',
    "SELECT i, i % 1000, 'name of ' || i, count(*) FROM many GROUP BY CUBE (1, 2, 3)",
  ];
  const hogs = hungry.map(async (sql) => {
    while (!done) {
      await rowsOf(engine, sql, 'a hungry user').then(
        () => outcomes.add('answered'),
        (error: unknown) => outcomes.add(error instanceof AppError ? error.code : String(error)),
      );
    }
  });
  const modest = 'SELECT i % 1000 AS g, count(*) AS n FROM many GROUP BY 1 ORDER BY 1 LIMIT 1';
  const answers: Row[][] = [];
  try {
    for (let i = 0; i < 60; i += 1) answers.push(await rowsOf(engine, modest, 'a modest user'));
  } finally {
    done = true;
    await Promise.all(hogs);
  }
  expect(answers).toEqual(Array.from({ length: 60 }, () => [[0, 400]]));
  expect([...outcomes]).toEqual(['QUERY_LIMIT']);
});

test('a sort beyond the memory limit spills to the directory of the engine, with external access off', async () => {
  await using engine = await createDuckDbEngine({ folder, tables: {}, memoryLimitBytes: 64 * 2 ** 20 });
  const rows = await rowsOf(
    engine,
    "SELECT i, 'text ' || i AS s FROM range(3000000) t(i) ORDER BY hash(i) LIMIT 1 OFFSET 2900000",
  );
  expect(rows).toHaveLength(1);
});

test('what statements spill is bounded, and goes with a result that is not read to its end', async () => {
  const own = await mkdtemp(path.join(path.dirname(folder), 'spill-'));
  vi.stubEnv('TMPDIR', own);
  await using engine = await createDuckDbEngine({ folder, tables: {}, memoryLimitBytes: 48 * 2 ** 20 });
  const before = await bytesIn(own);
  const sorted = (rows: number) => ({
    sql: `SELECT i, 'text ' || i AS s FROM range(${rows}) t(i) ORDER BY hash(i)`,
    params: [],
  });
  {
    await using result = await engine.query(sorted(2_000_000), { timeoutMs: 30_000 });
    expect(result.columns).toHaveLength(2);
    expect(await bytesIn(own)).toBeGreaterThan(before);
  }
  expect(await bytesIn(own)).toBe(before);
  const tooLarge = engine.query(sorted(30_000_000), { timeoutMs: 60_000 });
  const peak = await peakDuring(tooLarge, () => bytesIn(own));
  await expect(tooLarge).rejects.toMatchObject({ code: 'QUERY_LIMIT' });
  expect(peak - before).toBeLessThan(110 * 2 ** 20);
  await expect.poll(() => bytesIn(own)).toBe(before);
  vi.unstubAllEnvs();
});

test('a long text that passes through filters and joins is not copied for each row', async () => {
  await using engine = await createDuckDbEngine({
    folder,
    database: 'shop.duckdb',
    memoryLimitBytes: 64 * 2 ** 20,
  });
  const before = process.memoryUsage.rss();
  const rows = rowsOf(
    engine,
    `SELECT max(length(x.s)) AS longest, count(*) AS n
     FROM (SELECT string_agg('name of ' || i, ',') AS s FROM many WHERE i < 15000) x, many WHERE many.i % 100 = 0`,
  );
  const peak = await peakDuring(rows, () => process.memoryUsage.rss());
  expect(await rows).toEqual([[expect.any(Number), 4_000]]);
  expect(peak - before).toBeLessThan(200 * 2 ** 20);
});

test('nothing works on after an abort: its thread takes further statements', async () => {
  await using engine = await createDuckDbEngine({ folder, tables: {} });
  const running = () => engine.activity().running;
  // As many as Node's pool has threads, so that no further statement could begin if they worked on.
  for (let left = Number(process.env['UV_THREADPOOL_SIZE'] ?? 4); left > 0; left--) {
    const controller = new AbortController();
    const counted = engine.query(
      { sql: 'SELECT count(*) FROM range(100000000000) t(i) WHERE hash(i) % 3 = 1', params: [] },
      { timeoutMs: 60_000, signal: controller.signal },
    );
    await expect.poll(running).toBe(1);
    controller.abort();
    await expect(counted).rejects.toMatchObject({ name: 'AbortError' });
    await expect.poll(running).toBe(0);
  }
  expect(await rowsOf(engine, 'SELECT 1')).toEqual([[1]]);
});

test('the temporary directory goes with the engine, also when it does not come up', async () => {
  const own = path.join(path.dirname(folder), 'tmp');
  await mkdir(own);
  vi.stubEnv('TMPDIR', own);
  const engine = await createDuckDbEngine({ folder, tables: { notes: 'data/notes.csv' } });
  expect(await readdir(own)).toHaveLength(1);
  await engine[Symbol.asyncDispose]();
  await engine[Symbol.asyncDispose]();
  await failureOf({ tables: { t: { file: 'data/notes.csv', options: { no_such_option: 1 } } } });
  expect(await readdir(own)).toEqual([]);
  vi.unstubAllEnvs();
});

describe('values that would not fit into memory', () => {
  test.each([
    ['one long text', "SELECT repeat('x', 20000000) AS v"],
    ['many long texts', "SELECT repeat('x', 1000000) AS v FROM range(200)"],
    ['a long list', 'SELECT list(i) AS v FROM range(1100000) t(i)'],
    ['many lists', 'SELECT range(1000) AS v FROM range(1100)'],
    ['text in a list', "SELECT [1, 2, 3].list_transform(x -> repeat('x', 20000000)) AS v"],
    ['text in a struct', "SELECT {'a': repeat('x', 20000000)} AS v"],
    ['text in a map', "SELECT MAP {'a': repeat('x', 20000000)} AS v"],
    ['bytes', "SELECT encode(repeat('x', 20000000)) AS v"],
  ])('values that would not fit into memory are refused before they are read: %s', async (_, sql) => {
    await using engine = await createDuckDbEngine({ folder, tables: {} });
    await expect(rowsOf(engine, sql)).rejects.toMatchObject({ code: 'QUERY_LIMIT' });
    expect(await rowsOf(engine, 'SELECT 1 AS v')).toEqual([[1]]);
  });

  test.each([
    ['a long text', "SELECT repeat('x', 10000000) AS v", 1],
    ['a long list', 'SELECT list(i) AS v FROM range(200000) t(i)', 1],
    ['more than fits at once, in many rows', "SELECT repeat('x', 20000) AS v FROM range(8000)", 8_000],
    ['no value', "SELECT CASE WHEN i % 2 = 0 THEN repeat('x', 20) END AS v FROM range(5000) t(i)", 5_000],
  ])('values that would not fit into memory leave room for %s', async (_, sql, rows) => {
    await using engine = await createDuckDbEngine({ folder, tables: {} });
    expect(await rowsOf(engine, sql)).toHaveLength(rows);
  });
});
