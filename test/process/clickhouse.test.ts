import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadWorkspace } from '../../src/services/workspace/load-workspace.ts';
import { ModelError } from '../../src/yaml/model-error.ts';
import { runClickHouse } from '../fixtures/semantic/fixture.ts';
import { fillDataDirectory } from '../support/database.ts';
import { LineClient } from '../support/line-client.ts';
import { openDeployments } from '../support/open-deployments.ts';
import { chatPath, postTo, ServiceProcess } from '../support/service-process.ts';

const { TEST_CLICKHOUSE_URL: clickHouse = '' } = process.env;
const database = `process_${process.pid}`;
const rowCount = 200_000;
const perRegion = rowCount / 4;

const model = (more = '') => `
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: region, sql: region, type: string }
      - { name: category, sql: category, type: string }
      - { name: ordered_at, sql: ordered_at, type: time }${more}
    measures:
      - { name: count, title: Number of orders, type: count }
      - { name: revenue, type: sum, sql: amount }
      - { name: revenue_so_far, type: sum, sql: amount, rolling_window: { trailing: unbounded } }
    access_policy:
      - { group: "*", row_level: { filters: [{ member: region, operator: equals, values: ["{ userAttributes.region }"] }] } }
`;
const dashboard = `title: Orders
tiles:
  - { name: by_category, title: By category, kind: table, sql: "SELECT category, MEASURE(count) AS n FROM orders GROUP BY 1 ORDER BY 1" }
  - { name: so_far, title: So far, kind: table, sql: "SELECT date_trunc('month', ordered_at) AS m, MEASURE(revenue_so_far) AS r FROM orders GROUP BY 1 ORDER BY 1" }
`;
const workspace = (url: string) => `
accounts:
  - name: acme
    plan: enterprise
    userAttributes: [{ name: region, type: string_array }]
    deployments:
      - id: 1
        name: Orders
        model: model
        dashboards: dashboards
        dataSource: { type: clickhouse, url: "${url}", database: ${database}, cache: { every: 1 day } }
    agents: [{ id: 1, name: Analyst, deploymentId: 1, model: planner }]
`;

async function writeWorkspace(folder: string, url: string, moreDimensions?: string): Promise<void> {
  for (const [name, text] of Object.entries({
    'inlay.yml': workspace(url),
    'model/orders.yml': model(moreDimensions),
    'dashboards/orders.yml': dashboard,
  })) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

/** The server behind TLS, with a certificate that only its own file vouches for. */
async function secured(folder: string, stack: AsyncDisposableStack) {
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  await promisify(execFile)('openssl', [
    ...['req', '-x509', ...kind, ...subject],
    ...['-keyout', key, '-out', certificate],
  ]);
  const server = createServer({ key: await readFile(key), cert: await readFile(certificate) }, (from, to) => {
    const { method, headers, url = '/' } = from;
    const forwarded = httpRequest(new URL(url, clickHouse), { method, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 500, answer.headers);
      pipeline(answer, to, () => undefined);
    });
    to.once('close', () => forwarded.destroy());
    pipeline(from, forwarded, () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stack.defer(() => {
    server.closeAllConnections();
    server.close();
  });
  return { certificate, url: `https://localhost:${(server.address() as AddressInfo).port}` };
}

describe.skipIf(clickHouse === '')('a service over ClickHouse', () => {
  const stack = new AsyncDisposableStack();
  let service: ServiceProcess;
  let url: string;
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'inlay-clickhouse-process-'));
    stack.defer(() => rm(folder, { recursive: true, force: true }));
    await runClickHouse(clickHouse, database, [
      `CREATE TABLE orders (id UInt32, region LowCardinality(String), category LowCardinality(String), ordered_at DateTime, amount Decimal(10, 2))
        ENGINE = MergeTree ORDER BY (region, ordered_at)`,
      `INSERT INTO orders SELECT number, ['EU', 'UK', 'US', 'ASIA'][number % 4 + 1], concat('category ', toString(number % 3)),
        toDateTime('2025-01-01 00:00:00') + number % 90 * 86400, 1 FROM numbers(${rowCount})`,
    ]);
    stack.defer(() => runClickHouse(clickHouse, 'default', [`DROP DATABASE ${database}`]));
    const tls = await secured(folder, stack);
    url = tls.url;
    await writeWorkspace(folder, url);
    const dataDir = join(folder, 'state');
    await fillDataDirectory(dataDir);
    service = stack.use(
      await ServiceProcess.start({ path: folder, dataDir }, { NODE_EXTRA_CA_CERTS: tls.certificate }),
    );
  });
  afterAll(() => stack[Symbol.asyncDispose]());

  const settings = (region: string) => ({
    externalId: `user-${region.toLowerCase()}`,
    userAttributes: [{ name: 'region', value: [region] }],
  });

  async function tokenOf(region: string): Promise<string> {
    const session = await postTo(service.url, '/api/v1/embed/generate-session', {
      deploymentId: 1,
      ...settings(region),
    });
    const { sessionId } = (await session.json()) as { sessionId: string };
    const exchanged = await postTo(service.url, '/api/v1/embed/session/token', { sessionId });
    return ((await exchanged.json()) as { token: string }).token;
  }

  async function graphql<T>(token: string, query: string): Promise<T> {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await LineClient.open(`${service.url}/graphql`, { headers, body: { query } });
    const { data, errors } = (await answer.json()) as { data: T; errors?: unknown };
    expect(errors).toBeUndefined();
    return data;
  }

  it('opens dashboards under the rights of each user, over TLS', async () => {
    const read = '{ dashboard(name: "orders") { tiles { name result { rows } } } }';
    for (const region of ['EU', 'US']) {
      const { dashboard: opened } = await graphql<{
        dashboard: {
          tiles: readonly { result: { rows: readonly (readonly [string, number | string])[] } }[];
        };
      }>(await tokenOf(region), read);
      const [byCategory, soFar] = opened.tiles;
      const counts = byCategory?.result.rows.map(([, n]) => Number(n)) ?? [];
      expect(counts).toHaveLength(3);
      expect(counts.reduce((sum, n) => sum + n, 0)).toBe(perRegion);
      const months = soFar?.result.rows ?? [];
      expect(months.map(([month]) => month.slice(0, 7))).toEqual(['2025-01', '2025-02', '2025-03']);
      expect(Number(months.at(-1)?.[1])).toBe(perRegion);
    }
  });

  it('shows the values that a user may see, and no others', async () => {
    const { searchMetadata } = await graphql<{
      searchMetadata: readonly { dimensions: readonly { name: string }[] }[];
    }>(
      await tokenOf('UK'),
      '{ searchMetadata(deploymentId: 1, searchQuery: "region category") { dimensions { name values range { first last } } } }',
    );
    const dimensions = new Map(searchMetadata[0]?.dimensions.map((each) => [each.name, each]));
    expect(dimensions.get('orders.region')).toMatchObject({ values: ['UK'] });
    expect(dimensions.get('orders.category')).toMatchObject({
      values: expect.arrayContaining(['category 0', 'category 1', 'category 2']),
    });
    expect(dimensions.get('orders.ordered_at')).toMatchObject({
      range: { first: '2025-01-02', last: '2025-03-31' },
    });
  });

  it('exports all rows of a user as CSV', async () => {
    const body = { query: 'SELECT id, region, ordered_at FROM orders ORDER BY id', format: 'csv' };
    const headers = { authorization: `Bearer ${await tokenOf('US')}` };
    const answer = await LineClient.open(`${service.url}/api/v1/deployments/1/sql`, { body, headers });
    expect(answer.status).toBe(200);
    const lines = (await answer.text()).trimEnd().split(/\r?\n/);
    expect(lines).toHaveLength(perRegion + 1);
    expect(lines.slice(0, 3)).toEqual([
      'id,region,ordered_at',
      '2,US,2025-01-03T00:00:00.000',
      '6,US,2025-01-07T00:00:00.000',
    ]);
    expect(new Set(lines.slice(1).map((line) => line.split(',')[1]))).toEqual(new Set(['US']));
  });

  it('answers questions in the chat, and says that the second result was there already', async () => {
    const results: { readonly data: unknown[]; readonly cached?: boolean; readonly asOf?: string }[] = [];
    for (let time = 0; time < 2; time += 1) {
      const answer = await postTo(service.url, chatPath(1), {
        input: 'Number of orders by category',
        sessionSettings: settings('ASIA'),
      });
      const lines = await answer.rest();
      expect(lines.at(-1)?.state?.status).toBe('completed');
      const tool = lines.findLast(
        (line) => line.toolCall?.name === 'svcSqlApi' && line.toolCall.result != null,
      );
      results.push(JSON.parse(tool?.toolCall?.result ?? '{}'));
    }
    const [first, second] = results;
    expect(first?.data).toHaveLength(3);
    expect([first?.cached, second?.cached]).toEqual([false, true]);
    expect(second?.data).toEqual(first?.data);
    expect(second?.asOf).toBe(first?.asOf);
    expect(Date.parse(first?.asOf ?? '')).toBeGreaterThan(Date.now() - 600_000);
  });

  it("tells a model's mistakes against ClickHouse by file and line", async () => {
    const wrong = join(folder, 'wrong');
    await writeWorkspace(wrong, clickHouse, '\n      - { name: colour, sql: color, type: string }');
    const loaded = await loadWorkspace(wrong, {});
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    const error: unknown = await openDeployments(loaded.workspace).catch((thrown) => thrown);
    expect(error).toBeInstanceOf(ModelError);
    expect((error as ModelError).problems).toMatchObject([
      { file: 'model/orders.yml', line: 10, path: 'cubes.orders.dimensions.colour.sql' },
    ]);
  });
});
