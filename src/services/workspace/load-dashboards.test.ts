import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { duckDbDialect } from '../../engines/duckdb/dialect.ts';
import type { DataModel } from '../../semantic/data-model.ts';
import { parseDataModel } from '../../semantic/model/load-model.ts';
import { formatProblem } from '../../yaml/model-error.ts';
import { loadDashboards } from './load-dashboards.ts';

const modelText = `
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: region, sql: region, type: string }
      - { name: ordered_at, sql: ordered_at, type: time }
      - { name: note, sql: note, type: string, public: false }
    measures:
      - { name: revenue, sql: amount, type: sum }
    access_policy:
      - group: managers
  - name: visits
    sql_table: visits
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
`;

let folder: string;
let model: DataModel;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inlay-dashboards-'));
  ({ model } = await parseDataModel([{ name: 'model.yml', text: modelText }]));
});
afterAll(() => rm(folder, { recursive: true }));

/** Loads a folder with these files. */
async function load(files: Readonly<Record<string, string>>) {
  const dashboards = await mkdtemp(join(folder, 'd-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(dashboards, name, '..'), { recursive: true });
    await writeFile(join(dashboards, name), text);
  }
  const loaded = await loadDashboards(dashboards, dashboards, model, duckDbDialect);
  return { ...loaded, problems: loaded.problems.map(formatProblem) };
}

async function problems(text: string): Promise<readonly string[]> {
  return (await load({ 'sales.yml': text })).problems;
}

const tiles = `
tiles:
  - { name: total, title: Total, kind: figure, sql: SELECT MEASURE(revenue) AS revenue FROM orders }
`;

it('reads every file of the folder, and fills in what is left out', async () => {
  const { dashboards, problems } = await load({
    'sales.yml': `title: Sales${tiles}`,
    'by-region.yaml': `
title: "Regions $\{HOME}"
filters: [{ name: region, title: Region, kind: list, dimensions: [orders.region] }]
tiles:
  - name: all
    title: All
    kind: table
    sql: WITH a AS (SELECT region, MEASURE(revenue) FROM orders GROUP BY 1) SELECT *, 1 AS one FROM a
    columns: { one: { title: The one, format: percent } }
`,
    'notes.txt': 'not a dashboard',
  });
  expect(problems).toEqual([]);
  expect(dashboards.map(({ name, title }) => [name, title])).toEqual([
    ['by-region', `Regions $\{HOME}`],
    ['sales', 'Sales'],
  ]);
  expect(dashboards[0]?.tiles[0]).toMatchObject({
    relations: ['orders'],
    columns: [
      { name: 'region', title: 'Region' },
      { name: 'revenue', title: 'Revenue' },
      { name: 'one', title: 'The one', format: 'percent' },
    ],
    view: { kind: 'table' },
    width: 6,
    height: 5,
  });
  expect(dashboards[1]?.tiles[0]?.view).toEqual({ kind: 'figure', value: 'revenue', comparison: undefined });
});

it('tells what is wrong with each file', async () => {
  const { problems } = await load({
    'a.yml': 'title: [',
    'b c.yml': `title: Spaces${tiles}`,
    'c.yml': 'titel: C\ntiles: []\n',
    'd.yml': `title: D\ntiles:\n  - { name: x, title: X, kind: pie, sql: SELECT 1 }\n`,
    'e.yaml': `title: One${tiles}`,
    'e.yml': `title: Another${tiles}`,
  });
  expect(problems).toEqual([
    expect.stringMatching(/^a\.yml:\d Not valid YAML: /),
    'b c.yml:1 The file name is used in URLs: use up to 63 letters, digits, "-" and "_".',
    'c.yml:1 title: It is missing.',
    'c.yml:2 tiles: Expected at least one tile.',
    'c.yml:1 titel: Unknown property. Did you mean "title"?',
    'd.yml:3 tiles.x.kind: Expected chart, figure or table.',
    'e.yml:1 There are two dashboards "e".',
  ]);
});

it('binds tiles, charts and filters to the model', async () => {
  const text = `
title: D
filters:
  - { name: x, title: X, kind: list, dimensions: [orders.regio, orders.id, shops.id] }
  - { name: x, title: X, kind: dateRange, dimensions: [orders.region] }
  - { name: z, title: Z, kind: number, dimensions: [visits.id] }
  - { name: note, title: Note, kind: list, dimensions: [orders.note] }
tiles:
  - name: one
    title: One
    kind: chart
    sql: SELECT region, MEASURE(revenue) AS revenue FROM orders GROUP BY 1
    columns: { profit: { title: Profit }, revenue: { format: currency } }
    spec:
      data: { values: [] }
      mark: bar
      encoding: { x: { field: sales }, href: { field: region } }
  - { name: one, title: Again, kind: figure, sql: "DELETE FROM orders", value: x }
  - { name: two, title: Two, kind: figure, sql: "SELECT region FROM orders", value: regio, comparison: amount }
  - { name: three, title: Three, kind: table, sql: "SELECT regoin FROM orders" }
`;
  expect(await problems(text)).toEqual([
    'sales.yml:4 filters.x.dimensions[0]: orders has no dimension "regio". Did you mean "region"?',
    'sales.yml:4 filters.x.dimensions[1]: The filter already has a dimension of orders.',
    'sales.yml:4 filters.x.dimensions[2]: There is no cube or view "shops".',
    'sales.yml:5 filters.x.name: name "x" is used more than once: each needs its own.',
    'sales.yml:5 filters.x.dimensions[0]: A dateRange needs a dimension of type time; region is a string.',
    'sales.yml:7 filters.note.dimensions[0]: orders has no dimension "note".',
    'sales.yml:13 tiles.one.columns.profit: The tile has no column "profit". There are region, revenue.',
    'sales.yml:13 tiles.one.columns.revenue: Use format: currency and currency together.',
    "sales.yml:15 tiles.one.spec.data: A chart's data is the rows of its query. Add what is missing to the SQL.",
    'sales.yml:17 tiles.one.spec.encoding.href: A chart loads nothing and leads nowhere. Leave it out.',
    'sales.yml:17 tiles.one.spec.encoding.x.field: There is no column "sales". There are region, revenue.',
    'sales.yml:18 tiles.one.name: name "one" is used more than once: each needs its own.',
    'sales.yml:18 tiles.one.sql: Only SELECT is allowed; data and settings cannot be changed here.',
    'sales.yml:19 tiles.two.value: The tile has no column "regio". Did you mean "region"?',
    'sales.yml:19 tiles.two.comparison: The tile has no column "amount". There are region.',
    'sales.yml:20 tiles.three.sql: Unknown column "regoin" of orders (line 1, column 8). Did you mean "region"?',
  ]);
});

it('wants each filter to narrow something', async () => {
  const filters = 'filters: [{ name: z, title: Z, kind: number, dimensions: [visits.id] }]';
  expect(await problems(`title: Sales\n${filters}${tiles}`)).toEqual([
    'sales.yml:2 filters.z.dimensions: No tile reads any of these relations.',
  ]);
});

it('takes the period of a figure from a filter of dates that narrows it', async () => {
  const written = (period: string, comparison = '') => `title: Sales
filters:
  - { name: when, title: When, kind: dateRange, dimensions: [orders.ordered_at] }
  - { name: region, title: Region, kind: list, dimensions: [orders.region] }
tiles:
  - { name: a, title: A, kind: figure, sql: "SELECT MEASURE(revenue) AS revenue FROM orders", period: ${period}${comparison} }
  - { name: b, title: B, kind: figure, sql: "SELECT COUNT(*) AS n FROM visits", period: { filter: when, months: 1 } }
`;
  expect(await problems(written('{ filter: when, months: 12 }'))).toEqual([
    'sales.yml:7 tiles.b.period.filter: The filter when does not apply to this tile.',
  ]);
  expect((await problems(written('{ filter: region, months: 12 }')))[0]).toBe(
    'sales.yml:6 tiles.a.period.filter: The dashboard has no such date range filter. There are when.',
  );
  expect((await problems(written('{ filter: when, months: 12 }', ', comparison: revenue')))[0]).toBe(
    'sales.yml:6 tiles.a.period: A figure with a period is compared with the year before: remove comparison.',
  );
  expect((await problems(written('{ filter: when, months: 0 }')))[0]).toMatch(/months: Expected 1 to 120/);
});
