import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A nursery that sells plants: what they are, what an order line made, and who bought it. */
const nursery: World = {
  name: 'nursery',
  model: {
    'nursery.yml': `
cubes:
  - name: plants
    sql_table: plants
    title: Plants
    dimensions:
      - { name: plant_id, sql: "{CUBE}.plant_id", type: number, primary_key: true, public: false }
      - { name: plant_name, title: Plant, sql: "{CUBE}.plant_name", type: string }
      - { name: plant_kind, title: Plant kind, sql: "{CUBE}.plant_kind", type: string }
      - { name: age_limit, title: Age limit, sql: "{CUBE}.age_limit", type: number }
      - { name: rating, title: Rating, sql: "{CUBE}.rating", type: number }
    measures:
      - { name: plant_count, title: Plants, type: count }
      - { name: avg_rating, title: Average rating, type: avg, sql: "{CUBE}.rating" }
  - name: sales
    sql_table: sales
    title: Sales
    joins:
      - { name: plants, relationship: many_to_one, sql: "{CUBE}.plant_id = {plants}.plant_id" }
    dimensions:
      - { name: sale_id, title: Sale number, sql: "{CUBE}.sale_id", type: number, primary_key: true }
      - { name: buyer_name, title: Buyer, sql: "{CUBE}.buyer_name", type: string }
      - { name: profit, title: Profit, sql: "{CUBE}.profit", type: number, format: currency, currency: EUR }
    measures:
      - { name: sale_count, title: Number of sales, type: count }
      - { name: total_profit, title: Total profit, type: sum, sql: "{CUBE}.profit", format: currency, currency: EUR }
      - { name: avg_profit, title: Average profit, type: avg, sql: "{CUBE}.profit", format: currency, currency: EUR }
`,
  },
  tables: {
    plants: [
      ['plant_id', 'plant_name', 'plant_kind', 'age_limit', 'rating'],
      [1, 'Rowan', 'tree', null, 5],
      [2, 'Larch', 'tree', 3, 4],
      [3, 'Thyme', 'herb', 1, 3],
      [4, 'Hazel', 'shrub', null, 2],
    ],
    sales: [
      ['sale_id', 'plant_id', 'buyer_name', 'profit'],
      [1, 1, 'H&M', 10],
      [2, 2, 'H&M', 10],
      [3, 3, 'H&M', 10],
      [4, 3, 'Orr', 25],
    ],
  },
};

const world = openWorlds({ nursery });

describe('the most profitable', () => {
  it.each([
    ['most profitable buyer', [['H&M', 30]]],
    ['the least profitable buyer', [['Orr', 25]]],
    ['most profitable buyer on average', [['Orr', 25]]],
  ] as const)('are told by what all their rows come to: %s', async (question, rows) => {
    expectRows(await world('nursery').ask(question), rows);
  });
});

describe('what is said separately', () => {
  it.each([
    [
      'number of plants, trees and herbs separately',
      [
        ['herb', 1],
        ['tree', 2],
      ],
    ],
    [
      'number of plants that are trees or herbs, respectively',
      [
        ['herb', 1],
        ['tree', 2],
      ],
    ],
  ] as const)('has a row each: %s', async (question, rows) => {
    expectRows(await world('nursery').ask(question), rows);
  });

  it('is asked back about where there is only one: number of trees separately', async () => {
    expect((await world('nursery').ask('number of trees separately')).result).toBeUndefined();
  });
});

describe('a kind', () => {
  it.each(['number of plants by kind', 'plants per kind', 'which kind has the most plants'])(
    'is what a column is called after, and no word to pass over: %s',
    async (question) => {
      const { answer } = await world('nursery').ask(question);
      expect(answer).toContain('Tree');
    },
  );
});

it('no age rating is no rating of what has no age limit', async () => {
  const { answer } = await world('nursery').ask('how many of our plants have no age rating at all?');
  expect(answer).not.toContain('verage rating where');
  expect(answer).not.toMatch(/3\.5/);
});

it('two small words that a hyphen joins are a word of their own, which has to be understood: see-through trees', async () => {
  const { answer } = await world('nursery').ask('number of see-through trees');
  expect(answer).toContain('I did not understand');
});

describe('a name with an ampersand', () => {
  it('is one word: profit of H&M', async () => {
    expectRows(await world('nursery').ask('total profit of H&M'), [[30]]);
  });

  it('is not passed over where a question announces what the next one spells out', async () => {
    const { answer } = await world('nursery').ask("is b&q's profit growing? show me the total profit");
    expect(answer).not.toContain('55');
  });
});

describe('what figures are for', () => {
  it.each([
    ['number of plants by kind for the board meeting', 'for the board meeting'],
    ['number of plants by kind, so they fit into the garden', 'so they fit into the garden'],
    ['number of plants by kind because we ordered new pots', 'because we ordered new pots'],
    ['number of plants by kind? That looks like a mistake to me', 'That looks like a mistake to me'],
    ['For a talk in the library I need the number of plants by kind', 'For a talk in the library'],
  ])('is left aside, and the answer says so: %s', async (question, aside) => {
    const { answer } = await world('nursery').ask(question);
    expect(answer).toContain(`Left aside, since it asks nothing of the data: "${aside}".`);
  });

  it.each([
    'number of plants by kind for the north',
    'number of plants by kind, I want to show the kids what we have',
    'number of plants by kind for the balcony',
    'number of plants by kind for the meeting rooms',
    'number of plants by kind, they should be evergreen only',
    'number of plants by kind so we see Rowan',
  ])('may be a condition that is not understood: %s', async (question) => {
    expect((await world('nursery').ask(question)).answer).not.toContain('Left aside');
  });
});

describe('a name that is only found in the data', () => {
  it('is looked for where it stands like a purpose: number of sales for a rowan', async () => {
    expectRows(await world('nursery').ask('number of sales for a rowan'), [[1]]);
  });

  it('is not left aside with what is said beside the question', async () => {
    const { answer } = await world('nursery').ask('I need the values for larchen. What is the total profit?');
    expect(answer).not.toContain('55');
  });
});

it('a heading narrows what is asked below it, or nothing is answered: Orr: how many trees, how many herbs?', async () => {
  const { answer } = await world('nursery').ask('Orr: how many trees, how many herbs?');
  expect(answer).toContain('Orr');
  expect(answer).not.toContain('\n\n');
});

it('that an answer may be several bounds nothing', async () => {
  const { answer } = await world('nursery').ask('Which plant kind has most plants? (could be more than one)');
  expect(answer).toContain('Tree (2) has the highest');
  expect(answer).not.toContain('over 1');
});
