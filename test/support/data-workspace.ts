import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { type LoadedWorkspace, loadWorkspace } from '../../src/services/workspace/load-workspace.ts';

/** A workspace on disk, with data that is awkward to write and a table that is long to read. */
export interface DataWorkspace extends AsyncDisposable {
  readonly folder: string;
  readonly workspace: LoadedWorkspace;
}

/** Rows of the table `numbers`; the `code` of the last one is no number. */
export const numberCount = 500_000;

const files = {
  'inlay.yml': `
accounts:
  - name: acme
    userAttributes: [{ name: region, type: string_array }]
    deployments:
      - id: 1
        name: Orders
        model: model
        branches: { next: branches/next }
        userBranches: [next]
        dashboards: dashboards
        timezone: Europe/Berlin
        dataSource:
          type: duckdb
          tables: { orders: data/orders.parquet, numbers: data/numbers.parquet }
`,
  'model/orders.yml': model('amount'),
  'branches/next/orders.yml': model('amount * 2'),
  'dashboards/orders.yml': `
title: Orders
description: All about orders
filters:
  - { name: region, title: Region, kind: list, dimensions: [orders.region] }
  - { name: paid, title: Paid, kind: list, dimensions: [orders.paid] }
  - { name: period, title: Period, kind: dateRange, dimensions: [orders.ordered_at] }
  - { name: amount, title: Amount, kind: number, dimensions: [orders.amount] }
  - { name: note, title: Note, kind: list, dimensions: [orders.note] }
  - { name: code, title: Code, kind: list, dimensions: [numbers.code] }
tiles:
  - name: revenue
    title: Revenue
    kind: figure
    sql: SELECT MEASURE(revenue) AS revenue, MEASURE(count) AS orders FROM orders
    comparison: orders
    columns: { revenue: { format: currency, currency: EUR } }
  - name: ids
    title: Orders
    description: One by one
    kind: table
    width: 4
    height: 3
    sql: SELECT id FROM orders ORDER BY id
  - name: by_paid
    title: By payment
    kind: chart
    sql: SELECT paid, MEASURE(count) AS n FROM orders GROUP BY 1 ORDER BY 1
    spec: { mark: bar, encoding: { y: { field: paid }, x: { field: n, type: quantitative } } }
  # Nobody may see the cost.
  - { name: costs, title: Costs, kind: table, sql: SELECT cost FROM orders }
  # Fails at its first row.
  - { name: codes, title: Codes, kind: table, sql: SELECT CAST(code AS integer) AS code FROM numbers ORDER BY n DESC }
`,
};

function model(revenue: string): string {
  return `
cubes:
  - name: orders
    sql_table: orders
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true }
      - { name: region, sql: "{CUBE}.region", type: string }
      - { name: note, sql: "{CUBE}.note", type: string }
      - { name: amount, sql: "{CUBE}.amount", type: number }
      - { name: cost, sql: "{CUBE}.cost", type: number }
      - { name: paid, sql: "{CUBE}.paid", type: boolean }
      - { name: ordered_at, granularities: [{ name: fiscal_year, interval: 1 year, offset: 3 months }], sql: "{CUBE}.ordered_at", type: time }
      - { name: big, sql: "{CUBE}.big", type: number }
    measures:
      - { name: revenue, sql: "{CUBE}.${revenue}", type: sum, title: Revenue }
      - { name: count, type: count }
      - { name: count_so_far, type: count, rolling_window: { trailing: unbounded } }
    hierarchies:
      - { name: place, levels: [cost, region] }
    access_policy:
      - group: "*"
        member_level: { includes: "*", excludes: [cost] }
        row_level:
          filters: [{ member: region, operator: equals, values: ["{ userAttributes.region }"] }]
  - name: numbers
    sql_table: numbers
    dimensions:
      - { name: n, sql: "{CUBE}.n", type: number, primary_key: true }
      - { name: code, sql: "{CUBE}.code", type: string }
`;
}

const ordersSql = `
  SELECT * FROM (VALUES
    (1, 'EU', 'plain', 10.50, 4.00, true, timestamptz '2024-07-01 22:30:00+00', 9007199254740993),
    (2, 'EU', 'comma, "quotes" and' || chr(10) || 'a line', 0.10, 1.00, false, timestamptz '2024-01-31 23:30:00+00', 1),
    (3, 'EU', '', -3.00, 1.00, NULL, NULL, NULL),
    (4, 'EU', NULL, NULL, NULL, true, timestamptz '2024-03-31 01:30:00+00', -1),
    (5, 'US', 'Ünïcode 漢字 🎈' || chr(13) || ';', 99.99, 50.00, true, timestamptz '2024-02-29 12:00:00+00', 0),
    (6, 'US', '=1+1', 1.00, 0.50, true, timestamptz '2024-02-28 12:00:00+00', 2)
  ) t(id, region, note, amount, cost, paid, ordered_at, big)`;

const numbersSql = `
  SELECT i AS n, CASE WHEN i = ${numberCount - 1} THEN 'none' ELSE i::varchar END AS code FROM range(${numberCount}) t(i)`;

/** Writes the workspace to a folder of its own, which goes when it is disposed of. */
export async function createDataWorkspace(): Promise<DataWorkspace> {
  const folder = await mkdtemp(join(tmpdir(), 'inlay-data-'));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  await mkdir(join(folder, 'data'));
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const [table, sql] of [
    ['orders', ordersSql],
    ['numbers', numbersSql],
  ]) {
    await connection.run(`COPY (${sql}) TO '${join(folder, 'data', `${table}.parquet`)}'`);
  }
  connection.disconnectSync();
  instance.closeSync();
  const loaded = await loadWorkspace(folder, {});
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  return {
    folder,
    workspace: loaded.workspace,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
