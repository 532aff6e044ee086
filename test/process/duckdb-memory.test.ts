import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect, it } from 'vitest';
import { fillDataDirectory } from '../support/database.ts';
import { type ServiceFolder, ServiceProcess } from '../support/service-process.ts';

const mebibyte = 2 ** 20;
const budgetMb = 192;
const deployments = [1, 2, 3];

const model = `
cubes:
  - name: things
    sql_table: things
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true }
      - { name: kind, sql: "{CUBE}.kind", type: number }
      - { name: name, sql: "{CUBE}.name", type: string }
      - { name: hash, sql: "{CUBE}.hash", type: number }
    measures: [{ name: count, type: count }]
    access_policy: [{ group: "*", row_level: { allow_all: true } }]
`;

/** Three deployments over the same 300,000 rows, each with an engine of its own. */
async function createFolder(): Promise<ServiceFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'inlay-memory-'));
  const path = join(folder, 'workspace');
  const listed = deployments.map(
    (id) =>
      `      - { id: ${id}, name: D${id}, model: model, dataSource: { type: duckdb, tables: { things: things.parquet } } }`,
  );
  await mkdir(join(path, 'model'), { recursive: true });
  await writeFile(join(path, 'model', 'things.yml'), model);
  await writeFile(
    join(path, 'inlay.yml'),
    `accounts:\n  - name: acme\n    limits: { keyRequestsPerSecond: 0 }\n    deployments:\n${listed.join('\n')}\n`,
  );
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`COPY (SELECT i AS id, i % 1000 AS kind, 'name of ' || i AS name, hash(i) % 1000000 AS hash
    FROM range(300000) t(i)) TO '${join(path, 'things.parquet')}'`);
  connection.disconnectSync();
  instance.closeSync();
  return {
    path,
    dataDir: join(folder, 'state'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

const hostile = [
  "SELECT string_agg(a.name, ',') AS t FROM things a, things b WHERE b.id < 20",
  'SELECT array_agg(a.name) AS l FROM things a, things b WHERE b.id < 20',
  'SELECT id, kind, name, hash, count(*) AS n FROM things GROUP BY CUBE (id, kind, name, hash)',
  'SELECT count(*) AS n FROM things a, things b WHERE a.hash > b.hash AND a.id < 2000',
  'SELECT id, name, hash FROM things ORDER BY name DESC, hash',
  'SELECT name, row_number() OVER (PARTITION BY kind ORDER BY hash) AS n FROM things ORDER BY hash',
  'SELECT count(DISTINCT a.name) AS n, count(DISTINCT a.hash) AS m FROM things a, things b WHERE b.id < 3',
  "SELECT max(length(x.t || a.id)) AS n FROM (SELECT string_agg(name, ',') AS t FROM things) x, things a",
  "SELECT max(length(x.t)) AS n, count(*) AS m FROM (SELECT string_agg(name, ',') AS t FROM things) x, things a WHERE a.hash % 100 = 0",
  "SELECT kind, string_agg(name, ',') AS t, array_agg(hash) AS l FROM things GROUP BY kind",
];
const modest = 'SELECT kind, count(*) AS n FROM things WHERE hash >= 0 GROUP BY kind ORDER BY kind LIMIT 1';

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
}

it('keeps the queries of all deployments within DUCKDB_MEMORY_MB; those of others are answered meanwhile', async () => {
  await using folder = await createFolder();
  await fillDataDirectory(folder.dataDir);
  await using service = await ServiceProcess.start(folder, {
    DUCKDB_MEMORY_MB: String(budgetMb),
    DUCKDB_THREADS: '2',
    UV_THREADPOOL_SIZE: '16',
  });
  const ask = async (deployment: number, user: string, query: string) => {
    const stream = await service.post(`/api/v1/deployments/${deployment}/sql`, {
      query,
      sessionSettings: { externalId: user },
    });
    return stream.text();
  };
  for (const deployment of deployments) await ask(deployment, 'modest', modest);
  const idle = await residentBytes(service.pid);

  let peak = 0;
  const outcomes = new Set<string>();
  const hogs = Promise.all(
    deployments.flatMap((deployment, place) =>
      [0, 1].map(async (worker) => {
        const own = hostile.filter((_, index) => index % (2 * deployments.length) === 2 * place + worker);
        for (const query of own) {
          const answer = await ask(deployment, 'hostile', query);
          const end = answer.slice(-500);
          // Once rows have been returned, the engine does not say what failed.
          const ranOut = end.includes('or because memory ran out') ? 'QUERY_LIMIT' : undefined;
          const code = /"code":"(\w+)"/.exec(end)?.[1];
          // What no outcome should be is told with its message.
          outcomes.add(
            ranOut ?? (code === 'SQL_FAILED' ? end.slice(end.lastIndexOf('{"error"')) : code) ?? 'answered',
          );
        }
      }),
    ),
  );
  let done = false;
  const end = () => {
    done = true;
  };
  hogs.then(end, end);
  const answers: string[] = [];
  const modestUsers = deployments.map(async (deployment) => {
    while (!done) answers.push(await ask(deployment, 'modest', modest));
  });
  while (!done) {
    peak = Math.max(peak, await residentBytes(service.pid));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await Promise.all([hogs, ...modestUsers]);
  expect(answers.filter((answer) => !answer.includes('{"data":[[0,300]]}'))).toEqual([]);
  expect(outcomes).toContain('QUERY_LIMIT');
  for (const outcome of outcomes) expect(['answered', 'QUERY_LIMIT', 'QUERY_TIMEOUT']).toContain(outcome);
  expect(answers.length).toBeGreaterThan(10);
  // Beside the budget: rows on their way to clients, and the texts that statements make of 2,048 rows at once.
  expect(peak - idle).toBeLessThan((budgetMb + 384) * mebibyte);
  expect(await ask(1, 'modest', modest)).toContain('{"data":[[0,300]]}');
}, 240_000);
