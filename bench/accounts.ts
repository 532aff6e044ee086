/**
 * What accounts cost: time and processor time until the service is ready, and its resident memory, with one account and with fifty, each with
 * a deployment over files of its own: `node bench/accounts.ts [accounts]`. The state is on PostgreSQL, since the embedded
 * one would be most of the memory. Needs Linux, whose `/proc` tells the memory of another process.
 */
import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { createBenchDatabase } from './mint-database.ts';
import { type Row, report } from './report.ts';

const count = Number(process.argv[2] ?? 50);
const mebibyte = 2 ** 20;
const shop = join(import.meta.dirname, '../examples/shop');
const key = 'an-admin-key-of-the-benchmark';

function account(index: number): string {
  const tables = ['customers', 'orders', 'order_lines', 'products', 'stores', 'returns'];
  const files = tables.map((table) => `${table}: data/${index}/${table}.parquet`).join(', ');
  return `
  - name: account-${index}
    userAttributes: [{ name: region, type: string_array }]
    groups: [{ name: analysts }]
    apiKeys: [{ name: admin, key: ${key}-${index}, role: admin }]
    deployments:
      - { id: 1, name: Shop, model: model, dataSource: { type: duckdb, tables: { ${files} } } }`;
}

async function writeWorkspace(folder: string, accounts: number): Promise<void> {
  await cp(join(shop, 'model'), join(folder, 'model'), { recursive: true });
  await mkdir(join(folder, 'data'));
  const indexes = Array.from({ length: accounts }, (_, index) => index);
  for (const index of indexes)
    await cp(join(shop, 'data'), join(folder, 'data', String(index)), { recursive: true });
  await writeFile(join(folder, 'inlay.yml'), `accounts:${indexes.map(account).join('')}\n`);
}

/** Resident memory of a process, in bytes. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

/** Processor time that a process has used, in seconds. */
async function processorSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
  // Linux counts in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

interface Measured {
  readonly readySeconds: number;
  readonly processorSeconds: number;
  readonly residentBytes: number;
}

async function measure(accounts: number): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'inlay-bench-accounts-'));
  await using database = await createBenchDatabase();
  try {
    await writeWorkspace(folder, accounts);
    // The first start of a state writes it, which happens once.
    await start(folder, database.url);
    return await start(folder, database.url, accounts);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param asked number of accounts that are asked something before memory is measured */
async function start(folder: string, databaseUrl: string, asked = 0): Promise<Measured> {
  const startedAt = performance.now();
  const service = spawn(
    process.execPath,
    ['--max-semi-space-size=16', join(import.meta.dirname, '../src/main.ts')],
    {
      env: {
        // As `npm start` and `inlay start` have it.
        NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/node'),
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
  const exited = new Promise((resolve) => service.once('exit', resolve));
  try {
    let url = '';
    for await (const line of createInterface({ input: service.stdout })) {
      url = /^inlay ready on (\S+)$/.exec(line)?.[1] ?? url;
      if (url !== '') break;
    }
    const readySeconds = (performance.now() - startedAt) / 1_000;
    if (service.pid === undefined || url === '') throw new Error('The service does not start.');
    const usedSeconds = await processorSeconds(service.pid);
    for (let index = 0; index < asked; index += 1) await ask(url, index);
    await setTimeout(asked === 0 ? 0 : 3_000);
    return { readySeconds, processorSeconds: usedSeconds, residentBytes: await residentBytes(service.pid) };
  } finally {
    service.kill('SIGTERM');
    await exited;
  }
}

async function ask(url: string, index: number): Promise<void> {
  const response = await fetch(`${url}/api/v1/deployments/1/sql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Api-Key ${key}-${index}` },
    body: JSON.stringify({
      query: 'SELECT status, MEASURE(order_count) FROM orders_overview GROUP BY 1',
      sessionSettings: { externalId: 'bench', userAttributes: [{ name: 'region', value: ['EU'] }] },
    }),
  });
  const text = await response.text();
  if (!response.ok || !text.includes('data')) throw new Error(text);
}

const one = await measure(1);
const all = await measure(count);
const common = { against: 'limit', bound: 1, atMost: true } as const;
const perAccount = (all.residentBytes - one.residentBytes) / (count - 1) / mebibyte;
const rows: Row[] = [
  { ...common, what: 'ready with one account', unit: 's', ours: one.readySeconds, theirs: 2 },
  { ...common, what: `ready with ${count}`, unit: 's', ours: all.readySeconds, theirs: 4 },
  {
    ...common,
    what: 'processor time until then',
    unit: 's',
    ours: all.processorSeconds,
    against: 'one account',
    theirs: one.processorSeconds,
    bound: 2.5,
  },
  {
    ...common,
    what: 'resident with one account, asked once',
    unit: 'MiB',
    ours: one.residentBytes / mebibyte,
    theirs: 220,
  },
  {
    ...common,
    what: `resident with ${count}, each asked once`,
    unit: 'MiB',
    ours: all.residentBytes / mebibyte,
    theirs: 400,
  },
  { ...common, what: 'each further account', unit: 'MiB', ours: perAccount, theirs: 3 },
];
await report('accounts', rows);
