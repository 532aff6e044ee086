import { expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Cooks with what they are paid, how long they were trained, and the months that they were away, which add up. */
const kitchen: World = {
  name: 'kitchen',
  model: {
    'kitchen.yml': `
cubes:
  - name: cooks
    sql_table: cooks
    title: Cooks
    dimensions:
      - { name: cook_id, sql: "{CUBE}.cook_id", type: number, primary_key: true, public: false }
      - { name: cook_name, title: Cook, sql: "{CUBE}.cook_name", type: string }
      - { name: station, title: Station, sql: "{CUBE}.station", type: string }
      - { name: training, title: Years of training, sql: "{CUBE}.training", type: number }
      - { name: leave, title: Months of leave, sql: "{CUBE}.leave_months", type: number }
      - { name: wage, title: Wage, sql: "{CUBE}.wage", type: number }
    measures:
      - { name: cook_count, title: Cooks, type: count }
      - { name: average_wage, title: Average wage, sql: "{CUBE}.wage", type: avg }
      - { name: total_wage, title: Total wage, sql: "{CUBE}.wage", type: sum }
      - { name: average_training, title: Average years of training, sql: "{CUBE}.training", type: avg }
      - { name: total_leave, title: Total months of leave, sql: "{CUBE}.leave_months", type: sum }
`,
  },
  tables: {
    cooks: [
      ['cook_id', 'cook_name', 'station', 'training', 'leave_months', 'wage'],
      ...Array.from({ length: 30 }, (_, at) => [
        at,
        `Cook ${at}`,
        ['grill', 'sauces'][at % 2] ?? 'grill',
        1 + (at % 5),
        at % 4,
        2_000 + at * 50,
      ]),
    ],
  },
};

const world = openWorlds({ kitchen });

it.each([
  ['average wage per year of training', 'SELECT training, AVG(wage) FROM cooks GROUP BY 1'],
  [
    'For grill cooks, average wage per year of training',
    "SELECT training, AVG(wage) FROM cooks WHERE station = 'grill' GROUP BY 1",
  ],
])('a mean "per year of" what does not add up is split by it: %s', async (question, truth) => {
  expectRows(await world('kitchen').ask(question), await world('kitchen').truth(truth));
});

it.each(['average wage per month of leave', 'total wage per year of training'])(
  'what adds up, or is said to be a total, is split by no such years: %s',
  async (question) => {
    const { result, answer } = await world('kitchen').ask(question);
    expect(result?.sqlQuery ?? '', answer).not.toMatch(/GROUP BY/);
  },
);
