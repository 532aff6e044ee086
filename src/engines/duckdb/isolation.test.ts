import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { QueryEngine, Row } from '../query-engine.ts';
import { createDuckDbEngine } from './engine.ts';
import { type DuckDb, openDuckDb } from './instance.ts';
import { resolveTables } from './source.ts';

let folder: string;
let duckdb: DuckDb;
let ours: QueryEngine;
let theirs: QueryEngine;
/** The name of another database in the instance, which no statement can learn. */
let alias: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'inlay-isolation-test-'));
  duckdb = await openDuckDb({ memoryBytes: 2 ** 28, threads: 2 });
  for (const [name, who] of [
    ['ours', 'we'],
    ['theirs', 'they'],
  ] as const) {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, 'notes.csv'), `id,note\n1,${who} wrote this\n`);
    await writeOrders(path.join(folder, name, 'orders.parquet'), `SELECT '${who}' AS owner`);
  }
  const tables = { orders: 'orders.parquet', notes: 'notes.csv', 'raw.columns': 'notes.csv' };
  const theirFolder = path.join(folder, 'theirs');
  ours = await createDuckDbEngine({ folder: path.join(folder, 'ours'), tables, duckdb });
  theirs = await createDuckDbEngine({ folder: theirFolder, tables, duckdb });
  const probe = await duckdb.attach({ tables: await resolveTables(theirFolder, tables) });
  using opened = await probe.connect();
  const [row] = (await opened.connection.runAndReadAll('SELECT current_database()')).getRows();
  alias = String(row?.[0]);
});

afterAll(async () => {
  await ours[Symbol.asyncDispose]();
  await theirs[Symbol.asyncDispose]();
  await duckdb[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function writeOrders(file: string, sql: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (${sql}) TO '${file}'`);
  connection.disconnectSync();
  instance.closeSync();
}

async function rowsOf(engine: QueryEngine, sql: string): Promise<Row[]> {
  await using result = await engine.query({ sql, params: [] }, { timeoutMs: 10_000 });
  return (await Array.fromAsync(result.chunks)).flat();
}

describe('data sources in one DuckDB', () => {
  test('can be loaded at the same moment, with equal digests of what they contain where that is equal', async () => {
    const numbers = Array.from({ length: 100_000 }, (_, id) => `${id},number ${id}\n`);
    await writeFile(path.join(folder, 'theirs', 'numbers.csv'), `id,note\n${numbers.join('')}`);
    const theirs = [{ notes: 'notes.csv' }, { notes: 'numbers.csv' }];
    const others = [{ notes: 'orders.parquet' }, { orders: 'orders.parquet' }];
    const opened = await Promise.all(
      [...theirs, ...theirs, ...theirs, ...others].map((tables) =>
        createDuckDbEngine({ folder: path.join(folder, 'theirs'), tables, duckdb }),
      ),
    );
    try {
      const digests = opened.map(({ catalog }) => catalog?.());
      expect(new Set(digests.slice(0, 2 * theirs.length)).size).toBe(1);
      expect(new Set(digests).size).toBe(1 + others.length);
    } finally {
      for (const engine of opened) await engine[Symbol.asyncDispose]();
    }
  });

  test('each see their own tables under the same names, at the same time', async () => {
    const sql = 'SELECT owner, note FROM orders, main.notes';
    const both = await Promise.all(
      Array.from({ length: 20 }, (_, i) => rowsOf(i % 2 === 0 ? ours : theirs, sql)),
    );
    for (const [i, rows] of both.entries()) {
      expect(rows).toEqual([i % 2 === 0 ? ['we', 'we wrote this'] : ['they', 'they wrote this']]);
    }
    expect(await ours.listTables()).toEqual([
      { schema: 'main', name: 'notes' },
      { schema: 'main', name: 'orders' },
      { schema: 'raw', name: 'columns' },
    ]);
  });

  test.each([
    'SELECT * FROM (VALUES (1)) v(one), range(3) r, generate_series(1, 2) g, unnest([1, 2]) u',
    'WITH orders AS (SELECT 1 AS one) SELECT * FROM orders',
    'WITH duckdb_tables AS (SELECT 1 AS one) SELECT * FROM duckdb_tables',
    'WITH a AS (SELECT 1 AS one), b AS (SELECT * FROM a) SELECT * FROM b WHERE EXISTS (SELECT * FROM a)',
    'WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT * FROM n',
    'SELECT id FROM raw.columns UNION ALL SELECT id FROM Main."Notes"',
    'SELECT (SELECT max(owner) FROM orders) AS owner',
  ])('can be asked: %s', async (sql) => {
    expect((await rowsOf(ours, sql)).length).toBeGreaterThan(0);
  });

  test.each([
    'SELECT * FROM "ALIAS".main.orders',
    'SELECT * FROM "ALIAS".orders',
    'SELECT * FROM "ALIAS"."raw".columns',
    'TABLE "ALIAS".main.orders',
    'SELECT (SELECT max(owner) FROM "ALIAS".orders) AS owner FROM orders',
    'SELECT owner FROM orders WHERE owner IN (SELECT owner FROM "ALIAS".orders)',
    'SELECT * FROM orders, LATERAL (SELECT * FROM "ALIAS".orders) x',
    'SELECT owner FROM orders UNION ALL (SELECT owner FROM "ALIAS".orders)',
    'WITH x AS (SELECT * FROM "ALIAS".orders) SELECT * FROM x',
    'SELECT * FROM orders ORDER BY (SELECT max(owner) FROM "ALIAS".orders)',
    'SELECT owner FROM orders GROUP BY owner HAVING owner < (SELECT max(owner) FROM "ALIAS".orders)',
    'SELECT CASE WHEN EXISTS (FROM "ALIAS".orders) THEN 1 END AS one',
    'SELECT * FROM (PIVOT "ALIAS".orders ON owner IN (\'they\') USING count(*))',
    'SELECT * FROM (DESCRIBE "ALIAS".orders)',
    'SELECT * FROM (SHOW ALL TABLES)',
    'SELECT * FROM query(\'FROM "ALIAS".orders\')',
    'SELECT * FROM query_table(\'"ALIAS".orders\')',
    'SELECT * FROM system.main.query(\'FROM "ALIAS".orders\')',
    'SELECT * FROM duckdb_tables',
    'SELECT * FROM main.duckdb_tables',
    'SELECT * FROM "Duckdb_Tables"',
    'SELECT * FROM duckdb_tables()',
    'SELECT * FROM "duckdb_databases" /* */ ()',
    'SELECT * FROM information_schema.tables',
    'SELECT * FROM system.information_schema.tables',
    'SELECT * FROM pg_catalog.pg_class',
    'SELECT * FROM pg_class',
    'SELECT * FROM sqlite_master',
    'SELECT * FROM pragma_database_list',
    "SELECT * FROM pragma_table_info('orders')",
    'SELECT * FROM pragma_storage_info(\'"ALIAS".orders\')',
    'WITH duckdb_tables AS (SELECT * FROM duckdb_tables) SELECT * FROM duckdb_tables',
    'SELECT * FROM (WITH duckdb_tables AS (SELECT 1) SELECT 1) x, duckdb_tables',
    "SELECT * FROM read_parquet('FILE')",
    'SELECT * FROM "read_parquet"/**/([\'FILE\'])',
    "SELECT * FROM parquet_scan('FILE')",
    "SELECT * FROM parquet_metadata('FILE')",
    "SELECT * FROM 'FILE'",
    'SELECT * FROM "FILE"',
    'WITH "FILE" AS (SELECT * FROM "FILE") SELECT * FROM "FILE"',
    'SELECT * FROM (WITH "FILE" AS (SELECT 1) SELECT 1) x, "FILE"',
    "SELECT * FROM glob('TMP/**')",
    "SELECT * FROM read_blob('TMP/*/*.duckdb')",
    "SELECT * FROM read_text('FILE')",
    "SELECT * FROM sniff_csv('FILE')",
    "ATTACH 'FILE'",
    'USE "ALIAS"',
    'SET search_path = \'"ALIAS"\'',
  ])('refuse what is not theirs: %s', async (template) => {
    const file = path.join(folder, 'theirs', 'orders.parquet');
    const sql = template.replaceAll('ALIAS', alias).replaceAll('FILE', file).replaceAll('TMP', tmpdir());
    await expect(rowsOf(ours, sql)).rejects.toMatchObject({ code: 'SQL_NOT_ALLOWED' });
  });

  test('name what does not exist by the error of the engine, not by what others have', async () => {
    for (const sql of ['SELECT * FROM nowhere', 'SELECT * FROM orderz', 'SELECT * FROM elsewhere.orders']) {
      const error = await rowsOf(ours, sql).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ code: 'SQL_FAILED' });
      expect(JSON.stringify(error)).not.toContain(alias);
      expect(String(error)).not.toContain(alias);
    }
  });
});

describe('files that change', () => {
  const tables = { orders: 'orders.parquet', notes: 'notes.csv' };

  test('are read again, with other columns and rows, while a statement that runs keeps what it reads', async () => {
    const changing = path.join(folder, 'changing');
    await mkdir(changing);
    await writeFile(path.join(changing, 'notes.csv'), 'id,note\n1,first\n');
    await writeOrders(path.join(changing, 'orders.parquet'), 'SELECT 1 AS id');
    const reloads: unknown[] = [];
    await using engine = await createDuckDbEngine({
      folder: changing,
      tables: { ...tables, parts: 'o*.parquet' },
      duckdb,
      lookMs: 20,
      onReload: (error) => reloads.push(error?.code),
    });
    const version = engine.version?.();
    const slow = 'SELECT note FROM notes, range(200000) ORDER BY 1';
    await using open = await engine.query({ sql: slow, params: [] }, { timeoutMs: 10_000 });
    await writeFile(path.join(changing, 'notes.csv'), 'id,note,more\n1,second,2\n');
    await writeOrders(path.join(changing, 'orders.parquet'), "SELECT 'one' AS name, 2 AS id");
    await writeOrders(path.join(changing, 'other.parquet'), "SELECT 'two' AS name, 3 AS id");
    await expect
      .poll(() =>
        rowsOf(engine, 'SELECT note, more, name, count(*) FROM notes, parts GROUP BY ALL ORDER BY ALL').catch(
          () => [],
        ),
      )
      .toEqual([
        ['second', 2, 'one', 1],
        ['second', 2, 'two', 1],
      ]);
    expect(engine.version?.()).not.toBe(version);
    expect(new Set((await Array.fromAsync(open.chunks)).flat(2))).toEqual(new Set(['first']));

    await writeFile(path.join(changing, 'orders.parquet'), 'broken');
    await expect.poll(() => reloads.at(-1)).toBe('DATA_SOURCE_UNAVAILABLE');
    expect(await rowsOf(engine, 'SELECT note FROM notes')).toEqual([['second']]);
    expect(await rowsOf(ours, 'SELECT owner FROM orders')).toEqual([['we']]);
  });

  test('files that change are read again soon, however long reading them took the last time', async () => {
    const large = path.join(folder, 'large');
    await mkdir(large);
    /** Replaces the file by renaming. Reading so many rows takes much longer than a look at the file. */
    const replace = async (version: number) => {
      await writeOrders(
        path.join(large, 'next.csv'),
        `SELECT range AS id, ${version} AS v FROM range(1000000)`,
      );
      await rename(path.join(large, 'next.csv'), path.join(large, 'rows.csv'));
    };
    await replace(1);
    const reloads: unknown[] = [];
    await using engine = await createDuckDbEngine({
      folder: large,
      tables: { rows: 'rows.csv' },
      duckdb,
      lookMs: 20,
      onReload: (error) => reloads.push(error?.code),
    });
    const version = () => rowsOf(engine, 'SELECT max(v) FROM rows');
    for (const next of [2, 3]) {
      await replace(next);
      await expect.poll(version, { timeout: 30_000, interval: 50 }).toEqual([[next]]);
    }
    expect(reloads).toEqual([undefined, undefined]);
  });
});
