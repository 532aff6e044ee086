/**
 * A hundred million rows in ClickHouse behind a started service: eight tiles of a dashboard and twenty questions, what the
 * service's memory does meanwhile, and how much of the table each statement reads: `node bench/clickhouse.ts [rows]`. Needs
 * `npm install --prefix test/fixtures/clickhouse`, Linux, and 3 GB of disk.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createClient } from '@clickhouse/client';
import { startClickHouse } from '../test/fixtures/clickhouse/start.ts';

const rows = Number(process.argv[2] ?? 100_000_000);
const key = 'an-admin-key-of-the-benchmark';

const model = `
cubes:
  - name: orders
    title: Orders
    description: Orders of the shop
    sql_table: orders
    access_policy:
      - { group: analysts, row_level: { allow_all: true } }
      - { group: "*", row_level: { filters: [{ member: region, operator: equals, values: ["{ userAttributes.region }"] }] } }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: ordered_at, title: Order date, sql: ordered_at, type: time }
      - { name: region, sql: region, type: string }
      - { name: category, sql: category, type: string }
      - { name: channel, sql: channel, type: string }
    measures:
      - { name: count, title: Number of orders, type: count }
      - { name: revenue, type: sum, sql: amount }
      - { name: units, type: sum, sql: quantity }
      - { name: average_amount, type: avg, sql: amount }
      - { name: customers, title: Number of customers, type: count_distinct, sql: customer_id }
`;

const workspace = (url: string): string => `
accounts:
  - name: acme
    plan: enterprise
    groups: [{ name: analysts }]
    userAttributes: [{ name: region, type: string_array }]
    apiKeys: [{ name: admin, key: ${key}, role: admin }]
    deployments:
      - { id: 1, name: Shop, model: model, dataSource: { type: clickhouse, url: "${url}" } }
    agents: [{ id: 1, name: Analyst, deploymentId: 1, model: planner }]
`;

/** As tiles of a dashboard ask. */
const tiles = [
  'SELECT MEASURE(revenue) AS revenue FROM orders',
  'SELECT MEASURE(count) AS n FROM orders',
  'SELECT MEASURE(average_amount) AS a FROM orders',
  "SELECT date_trunc('month', ordered_at) AS m, MEASURE(revenue) AS r FROM orders GROUP BY 1 ORDER BY 1",
  'SELECT region, MEASURE(revenue) AS r FROM orders GROUP BY 1 ORDER BY 2 DESC',
  'SELECT category, MEASURE(units) AS u FROM orders GROUP BY 1 ORDER BY 2 DESC LIMIT 10',
  "SELECT channel, MEASURE(count) AS n FROM orders WHERE ordered_at >= '2025-10-01' GROUP BY 1 ORDER BY 1",
  "SELECT date_trunc('day', ordered_at) AS d, MEASURE(count) AS n FROM orders WHERE ordered_at >= '2025-12-01' GROUP BY 1 ORDER BY 1",
];

const questions = [
  'How many orders are there?',
  'What is the total revenue?',
  'Revenue by region',
  'Revenue by category',
  'Number of orders by channel',
  'Units by category',
  'Average amount by region',
  'Revenue by month in 2025',
  'Number of orders per month in 2024',
  'Top 3 categories by revenue',
  'Which region has the highest revenue?',
  'Revenue in 2025',
  'Revenue in December 2025',
  'Number of orders in EU',
  'Revenue by channel in 2025',
  'Units by region in 2024',
  'Average amount by category',
  'Number of customers in US in December 2025',
  'Revenue by quarter',
  'Number of orders by category and channel',
];

/** Reads the start of the primary key, a month, and everything. */
const explained = [
  ["policy on the key's first column", { userAttributes: [{ name: 'region', value: ['EU'] }] }, tiles[0]],
  ['a month', { groups: ['analysts'] }, tiles[7]],
  ['everything', { groups: ['analysts'] }, tiles[4]],
] as const;

const folder = await mkdtemp(join(tmpdir(), 'inlay-bench-clickhouse-'));
await using server = await startClickHouse(join(folder, 'clickhouse'));
const client = createClient({ url: server.url });

async function residentMiB(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024);
}

async function seconds<T>(run: () => Promise<T>): Promise<[number, T]> {
  const start = performance.now();
  const value = await run();
  return [(performance.now() - start) / 1_000, value];
}

const [filled] = await seconds(async () => {
  await client.command({
    query: `CREATE TABLE orders (id UInt64, ordered_at DateTime, region LowCardinality(String), category LowCardinality(String),
      channel LowCardinality(String), customer_id UInt32, quantity UInt8, amount Decimal(10, 2))
      ENGINE = MergeTree PARTITION BY toYYYYMM(ordered_at) ORDER BY (region, ordered_at)`,
  });
  // Month by month, so that each part is sorted in little memory.
  const perMonth = Math.floor(rows / 24);
  for (let month = 0; month < 24; month += 1) {
    const first = `addMonths(toDateTime('2024-01-01 00:00:00'), ${month})`;
    await client.command({
      query: `INSERT INTO orders SELECT ${month * perMonth} + number, ${first} + intHash32(number) % 2419200,
        ['EU', 'US', 'UK', 'APAC'][1 + number % 4], concat('Category ', toString(1 + number % 12)), ['web', 'shop', 'phone'][1 + number % 3],
        intHash32(number + 7) % 2000000, 1 + number % 5, toDecimal64((number % 10000) / 100, 2) FROM numbers(${perMonth}) SETTINGS max_threads = 2`,
    });
  }
});
console.log(`${rows} rows written in ${filled.toFixed(0)} s`);

await mkdir(join(folder, 'model'), { recursive: true });
await writeFile(join(folder, 'model', 'orders.yml'), model);
await writeFile(join(folder, 'inlay.yml'), workspace(server.url));
const service = spawn(
  process.execPath,
  ['--max-semi-space-size=16', join(import.meta.dirname, '../src/main.ts')],
  {
    env: {
      MALLOC_TRIM_THRESHOLD_: '131072',
      UV_THREADPOOL_SIZE: '16',
      PORT: '0',
      WORKSPACE: folder,
      DATA_DIR: join(folder, 'state'),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
const exited = new Promise((resolve) => service.once('exit', resolve));
let url = '';
for await (const line of createInterface({ input: service.stdout })) {
  url = /^inlay ready on (\S+)$/.exec(line)?.[1] ?? url;
  if (url !== '') break;
}
const pid = service.pid ?? 0;

async function post(path: string, body: object): Promise<string> {
  const response = await fetch(`${url}/api/v1/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Api-Key ${key}` },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
}

const all = { externalId: 'bench', groups: ['analysts'] };
const sql = (query: string, settings: object = all): Promise<string> =>
  post('deployments/1/sql', { query, format: 'json', sessionSettings: settings });

async function ask(input: string): Promise<{ readonly answered: boolean; readonly text: string }> {
  const text = await post('public/acme/agents/1/chat/stream-chat-state', { input, sessionSettings: all });
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const tool = lines.findLast(
    (line) => line.toolCall?.name === 'svcSqlApi' && line.toolCall.result !== undefined,
  );
  const final = lines.find((line) => line.graphPath?.[0] === 'final');
  const result = tool === undefined ? {} : JSON.parse(tool.toolCall.result);
  return { answered: (result.data?.length ?? 0) > 0, text: String(final?.content ?? '').slice(0, 90) };
}

try {
  await sql('SELECT MEASURE(count) FROM orders');
  const before = await residentMiB(pid);
  let peak = before;
  const watch = setInterval(() => {
    residentMiB(pid).then(
      (now) => {
        peak = Math.max(peak, now);
      },
      () => undefined,
    );
  }, 200);
  for (const tile of tiles) {
    const [took] = await seconds(() => sql(tile));
    console.log(`tile     ${took.toFixed(2)} s  ${tile}`);
  }
  const [together] = await seconds(() => Promise.all(tiles.map((tile) => sql(tile))));
  console.log(`all tiles at once ${together.toFixed(2)} s`);
  let answered = 0;
  for (const question of questions) {
    const [took, answer] = await seconds(() => ask(question));
    answered += answer.answered ? 1 : 0;
    console.log(
      `question ${took.toFixed(2)} s  ${answer.answered ? 'answered' : 'NOT answered'}  ${question} -> ${answer.text}`,
    );
  }
  clearInterval(watch);
  console.log(`${answered} of ${questions.length} questions answered`);
  console.log(
    `resident memory of the service: ${before} MiB before, ${peak} at most, ${await residentMiB(pid)} after`,
  );
  for (const [what, settings, tile = ''] of explained) {
    const { createClickHouseEngine } = await import('../src/engines/clickhouse/engine.ts');
    const { createSemanticLayer } = await import('../src/semantic/create-semantic-layer.ts');
    const { loadDataModel } = await import('../src/semantic/model/load-model.ts');
    await using engine = await createClickHouseEngine({ url: server.url });
    await using layer = await createSemanticLayer({
      model: (await loadDataModel(join(folder, 'model'))).model,
      engine,
    });
    const viewer = {
      userAttributes: 'userAttributes' in settings ? { region: ['EU'] } : {},
      groups: 'groups' in settings ? [...settings.groups] : [],
      securityContext: {},
    };
    const { sql: statement, params } = await layer.compile(tile, viewer);
    const plan = await client.query({
      query: `EXPLAIN indexes = 1 ${statement}`,
      format: 'TabSeparatedRaw',
      query_params: Object.fromEntries(params.map((value, index) => [`p${index + 1}`, String(value)])),
    });
    const parts = (await plan.text()).split('\n').filter((line) => /Parts:|Granules:/.test(line));
    console.log(
      `reads for ${what}: ${parts
        .slice(-2)
        .map((line) => line.trim())
        .join(', ')}`,
    );
  }
} finally {
  service.kill('SIGTERM');
  await exited;
  await client.close();
  await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}
