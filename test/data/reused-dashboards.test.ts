import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { createResultStore } from '../../src/engines/cache/result-store.ts';
import { loadWorkspace } from '../../src/services/workspace/load-workspace.ts';
import { openDeployments } from '../support/open-deployments.ts';
import { openTestService } from '../support/test-service.ts';

const { TEST_DATABASE_URL: url } = process.env;
const viewers = 500;
const users = 25;
const tiles = Array.from(
  { length: 8 },
  (_, i) =>
    `  - { name: tile_${i}, title: Tile ${i}, kind: table, sql: "SELECT kind, MEASURE(count) AS n, ${i} AS tile FROM visits GROUP BY 1 ORDER BY 1" }`,
);

/** A workspace over a table of its own, whose results are reused for a day. */
async function writeWorkspace(folder: string, schema: string): Promise<void> {
  const files = {
    'inlay.yml': `
accounts:
  - name: acme
    userAttributes: [{ name: region, type: string_array }]
    deployments:
      - id: 1
        name: Visits
        model: model
        dashboards: dashboards
        dataSource: { type: postgres, url: "${url}", schema: ${schema}, cache: { every: 1 day } }
`,
    'model/visits.yml': `
cubes:
  - name: visits
    sql_table: visits
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: kind, sql: kind, type: string }
      - { name: region, sql: region, type: string }
    measures: [{ name: count, type: count }]
    access_policy:
      - { group: "*", row_level: { filters: [{ member: region, operator: equals, values: ["{ userAttributes.region }"] }] } }
`,
    'dashboards/visits.yml': `title: Visits\ntiles:\n${tiles.join('\n')}\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

describe.skipIf(url === undefined)('a dashboard of eight tiles', () => {
  it('is opened by five hundred viewers at once: the data source sees eight queries, and a changed right nothing of the old one', async () => {
    await using stack = new AsyncDisposableStack();
    const schema = `reused_${process.pid}_${Date.now()}`;
    const client = new Client({ connectionString: url });
    await client.connect();
    stack.defer(() => client.end());
    await client.query(`CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.visits AS
      SELECT i AS id, 'kind ' || i % 3 AS kind, CASE WHEN i <= 480 THEN 'EU' ELSE 'US' END AS region FROM generate_series(1, 600) i`);
    stack.defer(async () => void (await client.query(`DROP SCHEMA ${schema} CASCADE`)));
    const folder = await mkdtemp(join(tmpdir(), 'inlay-reused-'));
    stack.defer(() => rm(folder, { recursive: true }));
    await writeWorkspace(folder, schema);
    const loaded = await loadWorkspace(folder, {});
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    const results = createResultStore(2 ** 24);
    const deployments = stack.use(await openDeployments(loaded.workspace, { results }));
    const service = stack.use(
      await openTestService({
        accounts: [{ name: 'acme', userAttributes: { region: 'string_array' } }],
        deployments: deployments.all,
      }),
    );
    /** How often the whole table was read, as PostgreSQL counts. It publishes the counts when a connection ends. */
    const reads = async (): Promise<number> => {
      await client.query('SELECT pg_stat_clear_snapshot()');
      const { rows } = await client.query(
        "SELECT seq_tup_read::int / 600 AS n FROM pg_stat_user_tables WHERE schemaname = $1 AND relname = 'visits'",
        [schema],
      );
      return rows[0].n;
    };
    const tokenOf = async (index: number, region: string): Promise<string> => {
      const minted = await service.rest('POST', '/api/v1/embed/generate-session', {
        deploymentId: 1,
        externalId: `viewer-${index}`,
        userAttributes: [{ name: 'region', value: [region] }],
      });
      return (await service.rest('POST', '/api/v1/embed/session/token', minted.body, null)).body.token;
    };
    const tokens = await Promise.all(Array.from({ length: users }, (_, index) => tokenOf(index, 'EU')));
    const other = await tokenOf(users, 'US');
    const query = '{ dashboard(name: "visits") { tiles { name result { rows cached } } } }';

    const opened = await Promise.all(
      Array.from({ length: viewers }, (_, index) => service.graphql(query, {}, tokens[index % users])),
    );
    const tilesOf = (answer: (typeof opened)[number]) =>
      answer.data.dashboard.tiles.map((tile: { result: { rows: unknown } }) => tile.result.rows);
    const first = tilesOf(opened[0] as (typeof opened)[number]);
    expect(first).toHaveLength(8);
    expect(first[0]).toEqual([
      ['kind 0', 160, 0],
      ['kind 1', 160, 0],
      ['kind 2', 160, 0],
    ]);
    for (const answer of opened) expect(tilesOf(answer)).toEqual(first);
    const asked = opened.flatMap(({ data }) => data.dashboard.tiles).filter(({ result }) => !result.cached);
    expect(asked).toHaveLength(8);
    // Other rights, other queries; and the same token after its user's rights have changed, twice.
    const [ofOther] = tilesOf(await service.graphql(query, {}, other));
    expect(ofOther).toEqual([0, 1, 2].map((kind) => [`kind ${kind}`, 40, 0]));
    for (const [region, expected] of [
      ['US', ofOther],
      ['EU', first[0]],
    ] as const) {
      await tokenOf(0, region);
      expect(tilesOf(await service.graphql(query, {}, tokens[0]))[0]).toEqual(expected);
    }
    await deployments[Symbol.asyncDispose]();
    await expect.poll(reads, { timeout: 10_000 }).toBe(16);
  });
});
