import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';

const farms = {
  name: 'farms',
  model: {
    'farms.yml': `
cubes:
  - name: farms
    sql_table: farms
    title: Farms
    dimensions:
      - { name: farm_name, title: Farm, sql: "{CUBE}.farm", type: string, primary_key: true }
      - { name: county, title: County, sql: "{CUBE}.county", type: string }
      - { name: area, title: Area, sql: "{CUBE}.area", type: number }
      - { name: forest, title: Forest, sql: "{CUBE}.forest", type: number }
    measures:
      - { name: farms_count, title: Number of farms, type: count }
      - { name: avg_area, title: Average area, type: avg, sql: "{CUBE}.area" }
      - { name: total_forest, title: Total forest, type: sum, sql: "{CUBE}.forest" }
`,
  },
  tables: {
    farms: [
      ['farm', 'county', 'area', 'forest'],
      ...Array.from({ length: 40 }, (_, at) => [
        `Farm ${at}`,
        ['Aland', 'Borg', 'Calm'][at % 3] ?? '',
        100 + at * 7,
        (at * 37) % 100,
      ]),
    ],
  },
};

describe('a number that is compared with a part of another one', () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(farms);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([
    [
      'how many farms have a forest of more than 20% of their area?',
      'SELECT COUNT(*) FROM farms WHERE forest > 0.2 * area',
    ],
    [
      'which farms have a forest under 10 percent of the area?',
      'SELECT farm FROM farms WHERE forest < 0.1 * area ORDER BY 1',
    ],
    [
      'counties with a forest over 20% of the area',
      'SELECT county FROM farms GROUP BY 1 HAVING SUM(forest) > 0.2 * SUM(area) ORDER BY SUM(forest) / SUM(area) DESC',
    ],
  ])('the planner compares the two: %s', async (question, oracle) => {
    const { result, answer } = await world.ask(question);
    const truth = await world.truth(oracle);
    expect(
      result?.data.map(([first]) => [first]),
      `${answer} ${result?.sqlQuery}`,
    ).toEqual(truth);
  });

  it('the planner says which part of what', async () => {
    const { answer } = await world.ask('how many farms have a forest of more than 20% of their area?');
    expect(answer).toContain('Forest over 20% × Area');
  });
});
