import { expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A view of growers with their harvests, which only the growers' rows stand for. */
const growers: World = {
  name: 'growers',
  model: {
    'growers.yml': `
cubes:
  - name: growers
    sql_table: growers
    public: false
    joins:
      - { name: harvests, sql: "{CUBE}.id = {harvests}.grower", relationship: one_to_many }
    dimensions:
      - { name: grower_id, title: Grower number, sql: "{CUBE}.id", type: number, primary_key: true }
      - { name: joined_on, title: Joined on, sql: "CAST({CUBE}.joined AS TIMESTAMP)", type: time }
      - { name: checked_on, title: Checked on, sql: "CAST({CUBE}.checked AS TIMESTAMP)", type: time }
    measures:
      - { name: grower_count, title: Growers, type: count }
  - name: harvests
    sql_table: harvests
    public: false
    dimensions:
      - { name: harvest_id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: harvested_on, title: Harvest date, sql: "CAST({CUBE}.harvested AS TIMESTAMP)", type: time }
    measures:
      - { name: harvest_count, title: Harvests, type: count }
views:
  - name: grower_insights
    title: Growers
    description: Who grows, and what they harvested
    cubes:
      - { join_path: growers, includes: '*' }
      - { join_path: growers.harvests, includes: [harvested_on, harvest_count] }
  - name: harvest_overview
    title: Harvests
    description: One row a harvest
    cubes:
      - { join_path: harvests, includes: [harvested_on, harvest_count] }
`,
  },
  tables: {
    growers: [
      ['id', 'joined', 'checked'],
      [1, '2022-01-05', '2024-03-01'],
      [2, '2023-02-05', null],
      [3, '2024-03-05', null],
    ],
    harvests: [
      ['id', 'grower', 'harvested'],
      [1, 1, '2023-08-01'],
      [2, 1, '2024-08-01'],
      [3, 2, '2023-08-01'],
    ],
  },
};

const world = openWorlds({ growers });

it.each(['growers without harvests in 2024', 'how many growers had no harvest in 2024?'])(
  'those without rows of a time are not those of that time without any: %s',
  async (question) => {
    const { result, answer } = await world('growers').ask(question);
    expect(result, answer).toBeUndefined();
  },
);

it.each<[question: string, rows: readonly (readonly unknown[])[]]>([
  ['how many growers have no harvests?', [[1]]],
  ['how many growers who joined in 2023 were not checked?', [[1]]],
])('those without any are counted: %s', async (question, rows) => {
  expectRows(await world('growers').ask(question), rows as never);
});
