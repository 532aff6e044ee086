import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Farms with what they pay as they are today, and what they harvested in each year. */
const farms: World = {
  name: 'farms',
  model: {
    'farms.yml': `
cubes:
  - name: farms
    sql_table: farms
    public: false
    dimensions:
      - { name: farm_id, sql: "{CUBE}.farm_id", type: number, primary_key: true }
      - { name: farm_name, sql: "{CUBE}.farm_name", type: string }
      - { name: rent, sql: "{CUBE}.rent", type: number }
      - { name: rent_income, sql: "{CUBE}.rent_income", type: number }
    measures:
      - { name: farm_count, type: count }
      - { name: avg_rent, type: avg, sql: "{CUBE}.rent" }
      - { name: avg_rent_income, type: avg, sql: "{CUBE}.rent_income" }
  - name: harvests
    sql_table: harvests
    public: false
    joins:
      - { name: farms, relationship: many_to_one, sql: "{CUBE}.farm_id = {farms}.farm_id" }
    dimensions:
      - { name: harvest_id, sql: "{CUBE}.harvest_id", type: number, primary_key: true, public: false }
      - { name: brought_in_on, sql: "CAST({CUBE}.brought_in_on AS TIMESTAMP)", type: time }
    measures:
      - { name: harvest_count, type: count }
      - { name: total_tons, type: sum, sql: "{CUBE}.tons" }
views:
  - name: farms_overview
    cubes: [{ join_path: farms, includes: "*" }]
  - name: harvests_overview
    cubes: [{ join_path: harvests, includes: "*" }, { join_path: harvests.farms, includes: "*" }]
`,
  },
  tables: {
    farms: [
      'farm_id farm_name rent rent_income'.split(' '),
      [1, 'Northfield Ltd.', 500, 0.4],
      [2, 'Southfield Ltd.', 700, 0.6],
      [3, 'Eastfield', 900, 0.8],
    ],
    harvests: [
      'harvest_id farm_id brought_in_on tons'.split(' '),
      ...Array.from({ length: 12 }, (_, id) => [
        id + 1,
        1 + (id % 3),
        `202${3 + (id % 2)}-08-0${1 + (id % 9)}`,
        id + 2,
      ]),
    ],
  },
};

const world = openWorlds({ farms });

describe('a figure that is named after two', () => {
  it.each(['What revenue did Eastfield make?', 'revenue of Eastfield'])(
    'is not meant by another word for one of them: %s',
    async (question) => {
      const { result, answer } = await world('farms').ask(question);
      expect(result?.data, answer).toBeUndefined();
    },
  );

  it('is meant by its name', async () => {
    expectRows(await world('farms').ask('average rent income of Eastfield'), [[0.8]]);
  });
});

describe('a figure that has no dates', () => {
  it.each([
    ['What rent did Northfield Ltd. report for 2023?', []],
    ['average rent of Northfield Ltd. in 2023', []],
    ['in 2023', ['average rent of Northfield Ltd.']],
    ['and for 2023?', ['What is the rent of Eastfield?']],
  ])('is not answered of a year by what refers to its rows: %s', async (question, thread) => {
    const { result, answer } = await world('farms').ask(question, thread);
    expect(result?.data, answer).toBeUndefined();
  });

  it('goes without a year', async () => {
    expectRows(await world('farms').ask('average rent of Northfield Ltd.'), [[500]]);
  });

  it('leaves the dates of rows to their own figures', async () => {
    const asked = await world('farms').ask('total tons of Northfield Ltd. in 2023');
    expectRows(
      asked,
      await world('farms').truth(
        'SELECT SUM(tons) FROM harvests WHERE farm_id = 1 AND YEAR(brought_in_on) = 2023',
      ),
    );
  });
});
