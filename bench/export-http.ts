/**
 * Memory of the service while a client downloads 5,000,000 rows as csv from the data query API, above what it uses when
 * idle: `node bench/export-http.ts [rows]`. The service runs as `npm start` runs it, in a process of its own. Needs
 * Linux, whose `/proc` tells the memory of another process.
 */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { type Row, report } from './report.ts';

const rowCount = Number(process.argv[2] ?? 5_000_000);
const mebibyte = 2 ** 20;
const limitMebibytes = 100;
const warmUpRows = 200_000;
const sampleMs = 20;

const workspaceYaml = `
accounts:
  - name: acme
    deployments:
      - id: 1
        name: Orders
        model: model
        dataSource: { type: duckdb, tables: { orders: orders.parquet } }
`;

const modelYaml = `
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true }
      - { name: customer_id, sql: "{CUBE}.customer_id", type: number }
      - { name: amount, sql: "{CUBE}.amount", type: number }
      - { name: ordered_at, sql: "{CUBE}.ordered_at", type: time }
      - { name: note, sql: "{CUBE}.note", type: string }
`;

const ordersSql = `SELECT i AS id, i % 1000 AS customer_id, CAST(i % 100000 AS decimal(12, 2)) AS amount,
  timestamp '2024-01-01' + i * interval '1 second' AS ordered_at, 'order number ' || i AS note
  FROM range(${rowCount}) t(i)`;

async function writeWorkspace(folder: string): Promise<void> {
  await mkdir(join(folder, 'model'));
  await writeFile(join(folder, 'inlay.yml'), workspaceYaml);
  await writeFile(join(folder, 'model', 'orders.yml'), modelYaml);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (${ordersSql}) TO '${join(folder, 'orders.parquet')}'`);
  connection.disconnectSync();
  instance.closeSync();
}

/** Resident memory of a process, in bytes. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

interface Download {
  readonly lines: number;
  readonly bytes: number;
  readonly seconds: number;
}

async function download(url: string, key: string, format: string, sql: string): Promise<Download> {
  const startedAt = performance.now();
  const response = await fetch(`${url}/api/v1/deployments/1/sql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Api-Key ${key}` },
    body: JSON.stringify({ query: sql, format, sessionSettings: { externalId: 'bench' } }),
  });
  if (!response.ok || response.body === null) throw new Error(await response.text());
  let [lines, bytes] = [0, 0];
  for await (const chunk of response.body) {
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines += 1;
  }
  return { lines, bytes, seconds: (performance.now() - startedAt) / 1000 };
}

/** The highest resident memory until `work` is done. */
async function peakDuring<T>(pid: number, work: Promise<T>): Promise<{ result: T; peakBytes: number }> {
  let [peakBytes, done] = [0, false];
  const finished = work.finally(() => {
    done = true;
  });
  while (!done) {
    peakBytes = Math.max(peakBytes, await residentBytes(pid));
    await Promise.race([setTimeout(sampleMs), finished]);
  }
  return { result: await finished, peakBytes };
}

const folder = await mkdtemp(join(tmpdir(), 'inlay-bench-export-'));
const key = randomBytes(24).toString('hex');
await writeWorkspace(folder);
const service = spawn(process.execPath, [...process.execArgv, join(import.meta.dirname, '../src/main.ts')], {
  env: {
    PORT: '0',
    WORKSPACE: folder,
    DATA_DIR: join(folder, 'state'),
    ADMIN_API_KEY: key,
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const exited = new Promise((resolve) => service.once('exit', resolve));
try {
  let url = '';
  for await (const line of createInterface({ input: service.stdout })) {
    url = /^inlay ready on (\S+)$/.exec(line)?.[1] ?? url;
    if (url !== '') break;
  }
  const pid = service.pid;
  if (pid === undefined || url === '') throw new Error('The service does not start.');
  const sql = 'SELECT id, customer_id, amount, ordered_at, note FROM orders';
  const rows: Row[] = [];
  for (const format of ['csv', 'ndjson']) {
    // Idle is a process that has served something before: a heap that never worked is smaller than any other.
    await download(url, key, format, `${sql} LIMIT ${warmUpRows}`);
    await setTimeout(2_000);
    const idleBytes = await residentBytes(pid);
    const { result, peakBytes } = await peakDuring(pid, download(url, key, format, sql));
    if (format === 'csv' && result.lines !== rowCount + 1) throw new Error(`${result.lines} lines came.`);
    console.log(
      `${format}: ${rowCount} rows, ${(result.bytes / mebibyte).toFixed(0)} MiB in ${result.seconds.toFixed(1)} s, ` +
        `idle ${(idleBytes / mebibyte).toFixed(0)} MiB`,
    );
    rows.push({
      what: `peak of the service over idle, ${format} over HTTP`,
      unit: 'MiB',
      ours: (peakBytes - idleBytes) / mebibyte,
      against: 'limit',
      theirs: limitMebibytes,
      bound: 1,
      atMost: true,
    });
  }
  await report('export-http', rows);
} finally {
  service.kill('SIGTERM');
  await exited;
  await rm(folder, { recursive: true, force: true });
}
