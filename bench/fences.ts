/**
 * The cost of keeping errors from revealing hidden rows: `node bench/fences.ts [rows] [runs]`; with
 * `TEST_DATABASE_URL` also on PostgreSQL. Semantic statements over a cube whose policy leaves two regions of three,
 * against the SQL that a person would write, with the policy as one more condition. Medians in milliseconds.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import pg from 'pg';
import { createDuckDbEngine } from '../src/engines/duckdb/engine.ts';
import { createPostgresEngine } from '../src/engines/postgres/engine.ts';
import type { QueryEngine, ResultStream } from '../src/engines/query-engine.ts';
import { createSemanticLayer } from '../src/semantic/create-semantic-layer.ts';
import { parseDataModel } from '../src/semantic/model/load-model.ts';
import type { Viewer } from '../src/semantic/viewer.ts';
import { median, type Row, report } from './report.ts';

const rowCount = Number(process.argv[2] ?? 1_500_000);
const runs = Number(process.argv[3] ?? 15);
const viewer: Viewer = { userAttributes: { region: ['EU', 'UK'] }, groups: [], securityContext: {} };

const modelText = `
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: region, sql: region, type: string }
      - { name: status, sql: status, type: string }
      - { name: customer_id, sql: customer_id, type: number }
      - { name: amount, sql: amount, type: number }
      - { name: ordered_at, sql: ordered_at, type: time }
      - { name: note, sql: note, type: string }
    measures:
      - { name: count, type: count }
      - { name: revenue, type: sum, sql: "{CUBE}.amount * {CUBE}.quantity" }
    access_policy:
      - { group: "*", row_level: { filters: [{ member: region, operator: equals, values: ["{ userAttributes.region }"] }] } }
`;

/** Every third row belongs to each region, in no order that storage could make use of. */
const columns = (engine: 'duckdb' | 'postgres'): string => `i AS id,
  CASE i * 7919 % 3 WHEN 0 THEN 'EU' WHEN 1 THEN 'UK' ELSE 'US' END AS region,
  CASE i * 104729 % 5 WHEN 0 THEN 'open' WHEN 1 THEN 'returned' ELSE 'paid' END AS status,
  i * 31 % 50000 AS customer_id, CAST(i * 17 % 100000 AS numeric(12, 2)) / 4 AS amount, i % 7 + 1 AS quantity,
  timestamp '2022-01-01' + i * interval '1 minute' AS ordered_at, 'order number ' || i AS note
  FROM ${engine === 'duckdb' ? `range(${rowCount}) t(i)` : `generate_series(0::bigint, ${rowCount - 1}) t(i)`}`;

const visible = "region IN ('EU', 'UK')";
const statements: readonly { readonly name: string; readonly semantic: string; readonly byHand: string }[] = [
  {
    name: 'point look-up',
    semantic: `SELECT id, status, amount FROM orders WHERE id = ${Math.floor(rowCount / 2)}`,
    byHand: `SELECT id, status, amount FROM orders WHERE ${visible} AND id = ${Math.floor(rowCount / 2)}`,
  },
  {
    name: 'top ten',
    semantic: 'SELECT id, amount FROM orders ORDER BY amount DESC, id LIMIT 10',
    byHand: `SELECT id, amount FROM orders WHERE ${visible} ORDER BY amount DESC, id LIMIT 10`,
  },
  {
    name: 'grouped count',
    semantic: 'SELECT status, MEASURE(count) FROM orders GROUP BY 1 ORDER BY 2 DESC',
    byHand: `SELECT status, count(*) FROM orders WHERE ${visible} GROUP BY 1 ORDER BY 2 DESC`,
  },
  {
    name: 'revenue by month',
    semantic:
      "SELECT date_trunc('month', ordered_at), MEASURE(revenue) FROM orders WHERE ordered_at >= '2023-01-01' GROUP BY 1 ORDER BY 1",
    byHand: `SELECT date_trunc('month', ordered_at), sum(amount * quantity) FROM orders WHERE ${visible} AND ordered_at >= '2023-01-01' GROUP BY 1 ORDER BY 1`,
  },
  {
    name: 'export of all rows',
    semantic: 'SELECT id, region, status, customer_id, amount, ordered_at FROM orders',
    byHand: `SELECT id, region, status, customer_id, amount, ordered_at FROM orders WHERE ${visible}`,
  },
  {
    name: 'fenced: a search in a text',
    semantic: "SELECT count(*) FROM orders WHERE note LIKE '%99%'",
    byHand: `SELECT count(*) FROM orders WHERE ${visible} AND note LIKE '%99%'`,
  },
  {
    name: 'fenced: a condition on a conversion',
    semantic: 'SELECT status, MEASURE(count) FROM orders WHERE CAST(amount AS int) > 20000 GROUP BY 1',
    byHand: `SELECT status, count(*) FROM orders WHERE ${visible} AND CAST(amount AS int) > 20000 GROUP BY 1`,
  },
  {
    name: 'fenced: a join of the statement',
    semantic: 'SELECT count(*) FROM orders AS a JOIN orders AS b ON a.id = b.customer_id',
    byHand: `SELECT count(*) FROM orders a JOIN orders b ON a.id = b.customer_id WHERE a.${visible} AND b.${visible}`,
  },
];

async function drained(stream: Promise<ResultStream>): Promise<void> {
  await using result = await stream;
  for await (const rows of result.chunks) void rows;
}

/** Medians of both ways, taken in turns so that they share what else the machine does. */
async function timed(ways: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times = ways.map((): number[] => []);
  for (let run = -2; run < runs; run++) {
    for (const [index, way] of ways.entries()) {
      const start = performance.now();
      await way();
      if (run >= 0) times[index]?.push(performance.now() - start);
    }
  }
  return times.map(median);
}

async function measure(name: string, engine: QueryEngine): Promise<Row[]> {
  const { model } = await parseDataModel([{ name: 'model.yml', text: modelText }]);
  await using layer = await createSemanticLayer({ model, engine });
  const rows: Row[] = [];
  for (const { name: what, semantic, byHand } of statements) {
    const [ours = 0, theirs = 0] = await timed([
      () => drained(layer.query(semantic, viewer)),
      () => drained(engine.query({ sql: byHand, params: [] }, { timeoutMs: 600_000 })),
    ]);
    rows.push({
      what: `${name}: ${what}`,
      unit: 'ms',
      ours,
      against: 'SQL by hand',
      theirs,
      bound: null,
      atMost: true,
    });
  }
  return rows;
}

async function onDuckDb(): Promise<Row[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'inlay-bench-fences-'));
  try {
    const instance = await DuckDBInstance.create(path.join(folder, 'orders.duckdb'));
    const connection = await instance.connect();
    await connection.run(`CREATE TABLE orders AS SELECT ${columns('duckdb')}; CHECKPOINT`);
    connection.closeSync();
    instance.closeSync();
    await using engine = await createDuckDbEngine({ folder, database: 'orders.duckdb' });
    return await measure('DuckDB', engine);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function onPostgres(url: string): Promise<Row[]> {
  const schema = `bench_fences_${process.pid}`;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`CREATE SCHEMA ${schema}; SET search_path = ${schema}`);
    await client.query(`CREATE TABLE orders AS SELECT ${columns('postgres')}`);
    await client.query('ALTER TABLE orders ADD PRIMARY KEY (id)');
    await client.query('VACUUM ANALYZE orders');
    await using engine = await createPostgresEngine({ url, schema });
    return await measure('PostgreSQL', engine);
  } finally {
    await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await client.end();
  }
}

const { TEST_DATABASE_URL: url } = process.env;
await report('fences', [...(await onDuckDb()), ...(url === undefined ? [] : await onPostgres(url))]);
