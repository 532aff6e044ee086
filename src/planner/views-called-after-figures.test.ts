import { expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A view over bills that is called after what they come to. */
const press: World = {
  name: 'press',
  model: {
    'press.yml': `
cubes:
  - name: bills
    sql_table: bills
    title: Bills
    public: false
    dimensions:
      - { name: bill_id, title: Bill number, sql: bill_id, type: number, primary_key: true, format: id }
      - { name: region, title: Region, sql: region, type: string }
      - { name: issued_on, title: Issued on, sql: "CAST({CUBE}.issued_on AS TIMESTAMP)", type: time }
    measures:
      - { name: bill_count, title: Bills, type: count }
      - { name: turnover, title: Turnover, type: sum, sql: total, format: currency }
views:
  - name: turnover_overview
    title: Turnover overview
    description: Bills with their region
    cubes:
      - { join_path: bills, includes: '*' }
`,
  },
  tables: {
    bills: [
      ['bill_id', 'region', 'issued_on', 'total'],
      [1, 'North', '2024-03-01', 100],
      [2, 'South', '2024-04-01', 30],
      [3, 'South', '2024-05-01', 40],
    ],
  },
};

const world = openWorlds({ press });

it.each<[question: string, rows: readonly (readonly unknown[])[]]>([
  [
    'turnover by region',
    [
      ['North', 100],
      ['South', 70],
    ],
  ],
  ['which region brings in the most turnover', [['North', 100]]],
  [
    'how many bills by region',
    [
      ['North', 1],
      ['South', 2],
    ],
  ],
])(
  'a view called after a figure does not give its rows the name of the figure: %s',
  async (question, rows) => {
    const asked = await world('press').ask(question);
    expectRows(asked, rows as never);
    expect(asked.result?.sqlQuery).toContain(question.includes('turnover') ? 'turnover' : 'bill_count');
  },
);
