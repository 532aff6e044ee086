/**
 * Peak memory of a 5,000,000-row export over idle: `node bench/export.ts [rows]`; with `TEST_DATABASE_URL` also from
 * PostgreSQL. Each source is measured in a process of its own, with the V8 setting that the service runs with: left
 * alone, V8 grows its young generation by up to 100 MiB before it collects what an export leaves behind.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import { createDuckDbEngine } from '../src/engines/duckdb/engine.ts';
import { createPostgresEngine } from '../src/engines/postgres/engine.ts';
import type { QueryEngine } from '../src/engines/query-engine.ts';
import { type Row, report } from './report.ts';

const mebibyte = 2 ** 20;
const limitMebibytes = 100;
const warmUpRows = 200_000;
const columns = `i AS id, i % 1000 AS customer_id, CAST(i % 100000 AS decimal(12, 2)) AS amount,
  timestamp '2024-01-01' + i * interval '1 second' AS ordered_at, 'order number ' || i AS note`;

interface Measured {
  readonly rows: number;
  readonly csvBytes: number;
  readonly seconds: number;
  readonly idleBytes: number;
  readonly peakBytes: number;
}

async function exportAll(engine: QueryEngine, sql: string): Promise<Measured> {
  const idleBytes = process.memoryUsage.rss();
  let peakBytes = idleBytes;
  let csvBytes = 0;
  let rows = 0;
  const startedAt = performance.now();
  await using result = await engine.query({ sql, params: [] }, { timeoutMs: 600_000 });
  for await (const chunk of result.chunks) {
    csvBytes += Buffer.byteLength(chunk.map((row) => row.join(',')).join('\n'));
    rows += chunk.length;
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
    await setImmediate();
  }
  return { rows, csvBytes, seconds: (performance.now() - startedAt) / 1000, idleBytes, peakBytes };
}

/** Idle is a process that has served something before: a heap that never worked is smaller than any other. */
async function measure(engine: QueryEngine, sql: string): Promise<Measured> {
  await exportAll(engine, `${sql} LIMIT ${warmUpRows}`);
  await setTimeout(1000);
  return exportAll(engine, sql);
}

async function measureSource(source: string, folder: string, rowCount: number): Promise<Measured> {
  if (source === 'postgres') {
    await using engine = await createPostgresEngine({ url: process.env['TEST_DATABASE_URL'] ?? '' });
    return await measure(
      engine,
      `SELECT ${columns} FROM (SELECT generate_series(0, ${rowCount - 1}) AS i) t`,
    );
  }
  await using engine = await createDuckDbEngine({
    folder,
    ...(source === 'duckdb table' ? { database: 'orders.duckdb' } : { tables: { orders: 'orders.parquet' } }),
  });
  return await measure(engine, 'SELECT * FROM orders');
}

async function writeOrders(folder: string, rowCount: number): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(
    `COPY (SELECT ${columns} FROM range(${rowCount}) t(i)) TO '${path.join(folder, 'orders.parquet')}'`,
  );
  await connection.run(`ATTACH '${path.join(folder, 'orders.duckdb')}' AS file`);
  await connection.run(`CREATE TABLE file.orders AS SELECT ${columns} FROM range(${rowCount}) t(i)`);
  connection.disconnectSync();
  instance.closeSync();
}

async function main(rowCount: number): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'inlay-bench-export-'));
  try {
    await writeOrders(folder, rowCount);
    const rows: Row[] = [];
    const sources = ['duckdb table', 'duckdb parquet'];
    for (const source of process.env['TEST_DATABASE_URL'] === undefined
      ? sources
      : [...sources, 'postgres']) {
      const { stdout } = await promisify(execFile)(process.execPath, [
        '--max-semi-space-size=16',
        fileURLToPath(import.meta.url),
        String(rowCount),
        source,
        folder,
      ]);
      const measured = JSON.parse(stdout) as Measured;
      const over = (measured.peakBytes - measured.idleBytes) / mebibyte;
      console.log(
        `${source}: ${measured.rows} rows, ${(measured.csvBytes / mebibyte).toFixed(0)} MiB of CSV ` +
          `in ${measured.seconds.toFixed(1)} s, idle ${(measured.idleBytes / mebibyte).toFixed(0)} MiB`,
      );
      rows.push({
        what: `peak over idle, ${source}`,
        unit: 'MiB',
        ours: over,
        against: 'limit',
        theirs: limitMebibytes,
        bound: 1,
        atMost: true,
      });
    }
    await report('export', rows);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const [, , rowCount = '5000000', source, folder = ''] = process.argv;
if (source === undefined) {
  await main(Number(rowCount));
} else {
  console.log(JSON.stringify(await measureSource(source, folder, Number(rowCount))));
}
