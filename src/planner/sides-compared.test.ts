import { expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Allotments that are let to clubs or families, which only segments tell, with what they have. */
const allotments: World = {
  name: 'allotments',
  model: {
    'allotments.yml': `
cubes:
  - name: plots
    title: Plots
    sql_table: plots
    dimensions:
      - { name: plot_id, title: Plot number, sql: plot_id, type: number, primary_key: true }
      - { name: district, title: District, sql: district, type: string }
      - { name: shed, title: Shed, sql: shed, type: boolean }
      - { name: pond, title: Pond, sql: pond, type: boolean }
      - { name: left_on, title: Leaving date, description: Empty while it is let, sql: "CAST({CUBE}.left_on AS TIMESTAMP)", type: time }
    measures:
      - { name: plot_count, title: Plots, type: count }
      - { name: total_rent, title: Rent, sql: rent, type: sum }
    segments:
      - { name: clubs, title: Clubs, sql: "{CUBE}.tenant = 'C'" }
      - { name: families, title: Families, sql: "{CUBE}.tenant = 'F'" }
`,
  },
  tables: {
    plots: [
      ['plot_id', 'district', 'tenant', 'shed', 'pond', 'left_on', 'rent'],
      [1, 'Canal', 'C', true, false, null, 10],
      [2, 'Canal', 'F', true, true, null, 20],
      [3, 'Canal', 'F', false, false, '2025-03-01', 30],
      [4, 'Mill', 'F', true, false, null, 40],
      [5, 'Mill', 'C', false, true, '2025-04-01', 50],
    ],
  },
};

const world = openWorlds({ allotments });

it.each([
  ['rent of clubs vs families', [[60, 90]]],
  ['is there more rent from clubs or from families?', [[60, 90]]],
  ['how many clubs and families are in Mill?', [[1, 1]]],
  [
    'clubs and families by district',
    [
      ['Canal', 1, 2],
      ['Mill', 1, 1],
    ],
  ],
  ['plots with a shed vs with a pond', [[3, 2]]],
  ['are there more plots with a shed or with a pond?', [[3, 2]]],
] as const)('what is held against something else is told for either: %s', async (question, rows) => {
  expectRows(await world('allotments').ask(question), rows);
});

it.each(['plots of clubs or families', 'how many plots have a shed or a pond?'])(
  'what either of two would do for is not asked of both at once: %s',
  async (question) => {
    const { result, answer } = await world('allotments').ask(question);
    expect(result, answer).toBeUndefined();
  },
);

it('what is joined and no thing of its own is asked of both at once', async () => {
  expectRows(await world('allotments').ask('how many plots have a shed and a pond?'), [[1]]);
});
