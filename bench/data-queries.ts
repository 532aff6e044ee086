/**
 * Data queries over REST per second, against the same by hand (node:http and DuckDB's client, over the same files), and
 * again where results are reused: `node bench/data-queries.ts`. Needs `TEST_DATABASE_URL` for the state.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DuckDBInstance } from '@duckdb/node-api';
import { createBenchDatabase } from './mint-database.ts';
import { median, type Row, report } from './report.ts';
import { startServer } from './stream-client.ts';

const key = 'an-admin-key-of-the-benchmark';
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const roundMs = 2_000;
const users = 4;

const deployment = (id: number, more: string) => `
      - id: ${id}
        name: Facts
        model: model
        limits: { concurrentQueries: 8 }
        dataSource: { type: duckdb, tables: { facts: facts.parquet, items: items.parquet }${more} }`;

const files = {
  'inlay.yml': `accounts:
  - name: acme
    limits: { userRequestsPerSecond: 0, keyRequestsPerSecond: 0 }
    apiKeys: [{ name: admin, key: ${key}, role: admin }]
    deployments:${deployment(1, '')}${deployment(2, ', cache: { every: 1 day }')}
`,
  'model/model.yml': `
cubes:
  - name: facts
    sql_table: facts
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: grp, sql: grp, type: string }
    measures:
      - { name: count, type: count }
      - { name: total, type: sum, sql: amount }
  - name: items
    sql_table: items
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: name, sql: name, type: string }
      - { name: kind, sql: kind, type: string }
      - { name: price, sql: price, type: number }
      - { name: weight, sql: weight, type: number }
      - { name: made_at, sql: made_at, type: time }
`,
};

const tables = {
  facts: "SELECT i AS id, 'group ' || (i % 20) AS grp, (i * 7919) % 1000 AS amount FROM range(10000000) t(i)",
  items: `SELECT i AS id, 'item number ' || i AS name, 'kind ' || (i % 9) AS kind, CAST(i * 1.25 AS decimal(12, 2)) AS price,
    i / 3.0 AS weight, timestamp '2025-01-01' + i * interval '1 hour' AS made_at FROM range(1000) t(i)`,
};

const questions = [
  {
    what: '20 groups over 10,000,000 rows',
    bound: 0.9,
    semantic: 'SELECT grp, MEASURE(count) AS n, MEASURE(total) AS total FROM facts GROUP BY 1',
    byHand: 'SELECT grp, count(*) AS n, sum(amount) AS total FROM facts GROUP BY 1',
    connections: 4,
    rows: 20,
  },
  {
    what: '1,000 rows of one table',
    bound: 0.7,
    semantic: 'SELECT id, name, kind, price, weight, made_at FROM items',
    byHand: 'SELECT id, name, kind, price, weight, made_at FROM items',
    connections: 8,
    rows: 1_000,
  },
];

async function writeWorkspace(folder: string): Promise<void> {
  await mkdir(join(folder, 'model'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const [name, sql] of Object.entries(tables)) {
    await connection.run(`COPY (${sql}) TO '${join(folder, `${name}.parquet`)}'`);
  }
  connection.disconnectSync();
  instance.closeSync();
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

interface Answer {
  readonly status: number | undefined;
  readonly cache: string | undefined;
  readonly text: string;
}

function post(url: string, body: object, authorization: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', authorization };
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          cache: response.headers['x-cache']?.toString(),
          text: Buffer.concat(parts).toString(),
        }),
      );
    });
    sent.on('error', reject).end(JSON.stringify(body));
  });
}

async function tokens(url: string, deploymentId: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: users }, async (_, index) => {
      const minted = await post(
        `${url}/api/v1/embed/generate-session`,
        { deploymentId, externalId: `user-${index}` },
        `Api-Key ${key}`,
      );
      const exchanged = await post(`${url}/api/v1/embed/session/token`, JSON.parse(minted.text), '');
      return JSON.parse(exchanged.text).token as string;
    }),
  );
}

interface Way {
  readonly url: string;
  readonly query: string;
  readonly authorizations: readonly string[];
  readonly cache: 'hit' | undefined;
}

/** The length of an answer that has so many rows. */
function checkedLength(text: string, rowCount: number): number {
  const rows = text.split('\n').flatMap((line) => (line === '' ? [] : (JSON.parse(line).data ?? [])));
  if (rows.length !== rowCount) throw new Error(text.slice(0, 500));
  return text.length;
}

/** Answers per second. */
async function measure(way: Way, connections: number, rowCount: number, forMs = roundMs): Promise<number> {
  const start = performance.now();
  let answers = 0;
  let expected: number | undefined;
  const work = async (index: number) => {
    const authorization = way.authorizations[index % way.authorizations.length] ?? '';
    while (performance.now() - start < forMs) {
      const { status, cache, text } = await post(way.url, { query: way.query }, authorization);
      expected ??= checkedLength(text, rowCount);
      // Reading every answer would cost the client more than it costs the service to reuse one.
      if (status !== 200 || text.length !== expected || cache !== way.cache)
        throw new Error(text.slice(0, 500));
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, index) => work(index)));
  return (answers / (performance.now() - start)) * 1_000;
}

async function startInlay(
  folder: string,
  databaseUrl: string,
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=16', join(import.meta.dirname, '../src/main.ts')],
    {
      env: {
        ...process.env,
        MALLOC_TRIM_THRESHOLD_: '131072',
        UV_THREADPOOL_SIZE: '16',
        PORT: '0',
        WORKSPACE: folder,
        DATABASE_URL: databaseUrl,
        LOG_LEVEL: 'warn',
        NODE_ENV: 'production',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /^inlay ready on (\S+)$/.exec(line) ?? [];
    if (url !== undefined) return { child, url };
  }
  throw new Error('The service does not start.');
}

const folder = await mkdtemp(join(tmpdir(), 'inlay-bench-data-'));
await using database = await createBenchDatabase();
try {
  await writeWorkspace(folder);
  const { child, url } = await startInlay(folder, database.url);
  try {
    await using byHand = await startServer('data-server.ts', 'http', {
      BENCH_FOLDER: folder,
      UV_THREADPOOL_SIZE: '16',
    });
    const bearers = async (id: number) => (await tokens(url, id)).map((token) => `Bearer ${token}`);
    const [plain, cached] = [await bearers(1), await bearers(2)];
    const rows: Row[] = [];
    for (const { what, bound, semantic, byHand: sql, connections, rows: rowCount } of questions) {
      const path = (id: number) => `${url}/api/v1/deployments/${id}/sql`;
      const ways = {
        inlay: { url: path(1), query: semantic, authorizations: plain, cache: undefined },
        cached: { url: path(2), query: semantic, authorizations: cached, cache: 'hit' },
        byHand: {
          url: `http://127.0.0.1:${byHand.port}/`,
          query: sql,
          authorizations: [''],
          cache: undefined,
        },
      } as const;
      await post(ways.cached.url, { query: semantic }, cached[0] ?? '');
      for (const way of Object.values(ways)) await measure(way, connections, rowCount, 1_000);
      const rates = { inlay: [] as number[], cached: [] as number[], byHand: [] as number[] };
      for (let round = 0; round < rounds; round += 1) {
        for (const name of ['inlay', 'byHand', 'cached'] as const) {
          rates[name].push(await measure(ways[name], connections, rowCount));
        }
      }
      const [ours, theirs, reused] = [median(rates.inlay), median(rates.byHand), median(rates.cached)];
      rows.push(
        { what, unit: '/s', ours, against: 'node:http', theirs, bound },
        { what: `${what}, reused`, unit: '/s', ours: reused, against: 'not reused', theirs: ours, bound: 10 },
      );
    }
    await report('data-queries', rows);
  } finally {
    child.kill('SIGTERM');
  }
} finally {
  agent.destroy();
  await rm(folder, { recursive: true, force: true });
}
