import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Gardens and the plants that they water: one row for each plant of a garden, with how often. */
const gardens: World = {
  name: 'gardens',
  now: '2024-06-01T12:00:00Z',
  model: {
    'gardens.yml': `
cubes:
  - name: gardens
    sql_table: gardens
    title: Gardens
    dimensions:
      - { name: garden_id, sql: "{CUBE}.garden_id", type: number, primary_key: true, public: false }
      - { name: garden_name, title: Garden, sql: "{CUBE}.garden_name", type: string }
      - { name: access, title: Access, sql: "{CUBE}.access", type: string }
      - { name: ramps, title: Barrier-free paths, sql: "{CUBE}.ramps", type: string }
    measures:
      - { name: garden_count, title: Gardens, type: count }
  - name: articles
    sql_table: articles
    title: Articles
    dimensions:
      - { name: article_id, sql: "{CUBE}.article_id", type: number, primary_key: true, public: false }
      - { name: article_name, title: Article, sql: "{CUBE}.article_name", type: string }
      - { name: seed, title: Seed, sql: "{CUBE}.seed", type: string }
      - { name: shop, title: Shop, sql: "{CUBE}.shop", type: string }
      - { name: grams, title: Grams, sql: "{CUBE}.grams", type: number }
      - { name: organic, title: Organic, sql: "{CUBE}.organic", type: boolean }
    measures:
      - { name: article_count, title: Articles, type: count }
  - name: tickets
    sql_table: tickets
    title: Tickets
    dimensions:
      - { name: ticket_id, sql: "{CUBE}.ticket_id", type: number, primary_key: true, public: false }
      - { name: age, title: Age, sql: "{CUBE}.age", type: number, description: Age of the visitor in years }
      - { name: price, title: Price, sql: "{CUBE}.price", type: number }
      - { name: category, title: Category, sql: "{CUBE}.category", type: string }
    measures:
      - { name: ticket_count, title: Tickets, type: count }
      - { name: total_price, title: Takings, sql: "{CUBE}.price", type: sum }
      - { name: avg_price, title: Average price, sql: "{CUBE}.price", type: avg }
  - name: watering
    sql_table: watering
    title: Watering
    joins:
      - { name: gardens, relationship: many_to_one, sql: "{CUBE}.garden_id = {gardens}.garden_id" }
    dimensions:
      - { name: watering_id, sql: "{CUBE}.watering_id", type: number, primary_key: true, public: false }
      - { name: plant_name, title: Plant, sql: "{CUBE}.plant_name", type: string }
      - { name: rhythm, title: Watering rhythm, sql: "{CUBE}.rhythm", type: string }
      - { name: stage, title: Growth stage, sql: "{CUBE}.stage", type: string }
      - { name: litres, title: Litres, sql: "{CUBE}.litres", type: number }
      - { name: planted_on, title: Planting date, sql: "CAST({CUBE}.planted_on AS TIMESTAMP)", type: time }
    measures:
      - { name: planting_count, title: Plantings, type: count }
      - { name: plants_count, title: Plants, sql: "{CUBE}.plant_name", type: count_distinct }
      - { name: avg_litres, title: Average litres, sql: "{CUBE}.litres", type: avg }
`,
  },
  tables: {
    gardens: [
      ['garden_id', 'garden_name', 'access', 'ramps'],
      [1, 'Abbey', 'public', 'yes'],
      [2, 'Brook', 'public', 'partial'],
      [3, 'Cliff', 'private', 'no'],
    ],
    articles: [
      ['article_id', 'article_name', 'seed', 'shop', 'grams', 'organic'],
      [1, 'Garden treat', 'pea', 'North', 10, true],
      [2, 'Green pearls', 'pea', 'South', 50, true],
      [3, 'Old friend', 'bean', 'North', 80, true],
      [4, 'Sea bean', 'bean', 'West', 90, false],
    ],
    tickets: [
      ['ticket_id', 'age', 'price', 'category'],
      [1, 65, 10, 'desk'],
      [2, 70, 20, 'web'],
      [3, 25, -50, 'web'],
      [4, 30, 5, 'machine'],
    ],
    watering: [
      ['watering_id', 'garden_id', 'plant_name', 'rhythm', 'stage', 'litres', 'planted_on'],
      [1, 1, 'Fern', 'daily', 'early bud', 1, '2021-03-01'],
      [2, 1, 'Moss', 'daily', 'seedling', 2, '2022-03-01'],
      [3, 1, 'Sage', 'weekly', 'early bud', 3, '2022-05-01'],
      [4, 1, 'Yew', 'never', 'flowering', 4, '2022-06-01'],
      [5, 2, 'Fern', 'daily', 'flowering', 5, '2023-03-01'],
      [6, 2, 'Moss', 'weekly', 'flowering', 6, '2023-04-01'],
      [7, 3, 'Fern', 'daily', 'early bud', 7, '2020-03-01'],
      [8, 3, 'Sage', 'daily', 'seedling', 8, '2023-09-01'],
    ],
  },
};

const world = openWorlds({ gardens });

describe('of each of some', () => {
  it('the share is one of its own', async () => {
    const question = 'What percentage of the plants does each public garden water daily?';
    expectRows(await world('gardens').ask(question), [
      ['Abbey', 50],
      ['Brook', 50],
    ]);
  });

  it.each([
    'number of plantings per year, all gardens, from 2022 on',
    'plantings per year since 2022, all gardens',
  ])('all of them together are not split: %s', async (question) => {
    expectRows(await world('gardens').ask(question), [
      ['2022-01-01', 3],
      ['2023-01-01', 3],
    ]);
  });

  it('names are listed, and where they are so', async () => {
    expectRows(await world('gardens').ask('names for pea in all the shops'), [
      ['Garden treat', 'North'],
      ['Green pearls', 'South'],
    ]);
  });

  it.each([
    ['What percentage of the organic articles contains over 40 grams?', [[200 / 3]]],
    ['articles containing more than 60 grams', [['Old friend'], ['Sea bean']]],
  ] as const)('what holds so much is told by the number: %s', async (question, rows) => {
    expectRows(await world('gardens').ask(question), rows);
  });

  it.each([
    ['number of tickets to people over 60', [[2]]],
    ['takings of people under 40', [[-45]]],
    ['takings over the whole period', [[-15]]],
  ] as const)('whose age is bounded need not be called anything: %s', async (question, rows) => {
    expectRows(await world('gardens').ask(question), rows);
  });

  it('what rows have is no word beside their name', async () => {
    expectRows(await world('gardens').ask('average price per ticket category'), [
      ['desk', 10],
      ['machine', 5],
      ['web', -15],
    ]);
  });

  it('so many are looked after at no time', async () => {
    expectRows(await world('gardens').ask('gardens looking after more than 2 plantings'), [['Abbey', 4]]);
  });

  it.each([
    ['which gardens have full barrier-free paths', [['Abbey']]],
    ['which gardens have no barrier-free paths', [['Cliff']]],
    ['which gardens have only partly barrier-free paths', [['Brook']]],
    ['which gardens do not have full barrier-free paths', [['Brook'], ['Cliff']]],
  ] as const)('what is not so in full may be so in part: %s', async (question, rows) => {
    expectRows(await world('gardens').ask(question), rows);
  });

  it('what still is so needs no date', async () => {
    expectRows(await world('gardens').ask('How many plantings are still in early bud?'), [[3]]);
  });

  it.each([
    'average litres by plant, leave out any plant with fewer than 2 plantings',
    'average litres by plant, excluding plants with fewer than 2 plantings',
  ])('those of fewer rows are left out of what is split: %s', async (question) => {
    const answered = await world('gardens').ask(question);
    expectRows(answered, [
      ['Fern', 13 / 3],
      ['Moss', 4],
      ['Sage', 5.5],
    ]);
  });
});

it.each(['leave out plants with fewer than 3 plantings', 'leave out rhythms with fewer than 3 plantings'])(
  'groups that a follow-up leaves out are never those that are not there: %s',
  async (message) => {
    const earlier = [`which 2 ${message.split(' ')[2]} have the least litres on average?`];
    const { result, answer } = await world('gardens').ask(message, earlier);
    expect(result?.sqlQuery ?? '', answer).not.toContain('IS NULL');
  },
);
