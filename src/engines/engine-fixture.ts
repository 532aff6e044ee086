import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { Client } from 'pg';
import { createDuckDbEngine } from './duckdb.ts';
import { createPostgresEngine } from './postgres.ts';
import type { EngineQuery, QueryEngine } from './query-engine.ts';

/** A real engine over the same three rows, with what its dialect needs to say the same things. For tests. */
export interface EngineFixture extends AsyncDisposable {
  readonly engine: QueryEngine;
  readonly maxConcurrentQueries: number;
  readonly maxWaitingQueries: number;
  /** Another name of the table `samples`. */
  readonly qualifiedName: string;
  /** Integers from 0, one column `i`, in order. */
  numbers(count: number): EngineQuery;
  /** A statement whose row number `row` cannot be computed. */
  failsAt(row: number): EngineQuery;
  /** A statement that ends only when it is cancelled. */
  endless(): EngineQuery;
  /** Statements that the engine works on, as the engine itself sees it. */
  activeStatements(): Promise<number>;
  untilActive(count: number): Promise<void>;
}

const limits = { maxConcurrentQueries: 2, maxWaitingQueries: 2 };

export async function duckDbFixture(): Promise<EngineFixture> {
  const folder = await mkdtemp(path.join(tmpdir(), 'inlay-engine-test-'));
  await writeSamples(path.join(folder, 'samples.duckdb'));
  const engine = await createDuckDbEngine({ folder, database: 'samples.duckdb', ...limits });
  const activeStatements = async () => engine.activity().running;
  return {
    engine,
    ...limits,
    qualifiedName: 'main.samples',
    numbers: (count) => ({ sql: `SELECT i FROM range(${count}) t(i)`, params: [] }),
    failsAt: (row) => ({
      sql: `SELECT CASE WHEN i >= ${row} THEN CAST('x' || i AS INTEGER) ELSE i END AS i FROM range(1000000) t(i)`,
      params: [],
    }),
    endless: () => ({ sql: 'SELECT count(*) FROM range(1000000000000) t(i) WHERE hash(i) = 1', params: [] }),
    activeStatements,
    untilActive: (count) => until(async () => (await activeStatements()) === count),
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

let schemas = 0;

export async function postgresFixture(url: string): Promise<EngineFixture> {
  schemas += 1;
  const schema = `engine_test_${process.pid}_${schemas}`;
  const observer = new Client({ connectionString: url });
  await observer.connect();
  await observer.query(`CREATE SCHEMA ${schema}`);
  await observer.query(samplesSql(`CREATE TABLE ${schema}.samples AS`, 'postgres'));
  const named = new URL(url);
  named.searchParams.set('application_name', schema);
  const engine = await createPostgresEngine({
    url: named.href,
    schema,
    maxConnections: limits.maxConcurrentQueries,
    maxWaitingQueries: limits.maxWaitingQueries,
  });
  async function activeStatements(): Promise<number> {
    const { rows } = await observer.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = $1 AND state = 'active'",
      [schema],
    );
    return rows[0]?.n ?? 0;
  }
  return {
    engine,
    ...limits,
    qualifiedName: `${schema}.samples`,
    numbers: (count) => ({ sql: `SELECT generate_series(0, ${count - 1}) AS i`, params: [] }),
    failsAt: (row) => ({
      sql: `SELECT CASE WHEN i >= ${row} THEN CAST('x' || i AS integer) ELSE i END AS i
        FROM (SELECT generate_series(0, 999999) AS i) t`,
      params: [],
    }),
    endless: () => ({ sql: 'SELECT pg_sleep(600)', params: [] }),
    activeStatements,
    untilActive: (count) => until(async () => (await activeStatements()) === count),
    async [Symbol.asyncDispose]() {
      await engine[Symbol.asyncDispose]();
      await observer.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
      await observer.end();
    },
  };
}

async function writeSamples(file: string): Promise<void> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  await connection.run("SET TimeZone = 'UTC'");
  await connection.run(samplesSql('CREATE TABLE samples AS', 'duckdb'));
  connection.disconnectSync();
  instance.closeSync();
}

function samplesSql(prefix: string, dialect: 'duckdb' | 'postgres'): string {
  const duckdb = dialect === 'duckdb';
  const tags = duckdb
    ? ["['a', 'b, c', NULL]", 'CAST([] AS varchar[])', 'CAST(NULL AS varchar[])']
    : ["ARRAY['a', 'b, c', NULL]", "CAST('{}' AS text[])", 'CAST(NULL AS text[])'];
  const bytes = duckdb ? ["'\\x00\\xFF'::BLOB", "''::BLOB"] : ["'\\x00ff'::bytea", "''::bytea"];
  return `${prefix} SELECT * FROM (VALUES
    (1, 9007199254740993::bigint, 19.90::decimal(10, 2), 0.1::double precision, 0.1::real, true,
      date '2024-02-29', timestamp '2024-01-31 23:59:59.123', timestamptz '2024-07-01 00:00:00+00',
      'Zoë "the" O''Neil, 🚀', '{"a": [1, null, "x"], "n": 12345678901234567890}'::json, ${tags[0]},
      '00000000-0000-0000-0000-00000000000a'::uuid, time '10:00:00.5',
      interval '14 months 3 days 4 hours 5 minutes 6.7 seconds', ${bytes[0]}),
    (2, -5, -0.05, 'NaN', -1.5, false, date '0044-03-15', timestamp '1969-12-31 23:59:59.999999',
      timestamptz '1969-12-31 23:00:00+00', '', NULL, ${tags[1]},
      'ffffffff-ffff-ffff-ffff-ffffffffffff', time '23:59:59.999999', interval '-1 hour', ${bytes[1]}),
    (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, ${tags[2]}, NULL, NULL, NULL, NULL)
  ) t(id, big, price, ratio, weight, ok, day, seen_at, instant, name, doc, tags, uid, clock, span, bytes)`;
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await condition())) {
    if (Date.now() > deadline) {
      throw new Error('The engine did not come to the expected state.');
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
