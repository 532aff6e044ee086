import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Flowers of a nursery, which are seasonal or not, and the families that they belong to. */
const nursery: World = {
  name: 'nursery',
  model: {
    'nursery.yml': `
cubes:
  - name: families
    sql_table: families
    title: Families
    dimensions:
      - { name: family_id, sql: "{CUBE}.family_id", type: number, primary_key: true, public: false }
      - { name: family_name, title: Family, sql: "{CUBE}.family_name", type: string }
      - { name: shelf_number, title: Shelf number, sql: "{CUBE}.shelf_number", type: number }
      - { name: label_code, title: Label code, sql: "{CUBE}.label_code", type: string }
      - { name: region, title: Region, sql: "{CUBE}.region", type: string }
    measures:
      - { name: family_count, title: Families, type: count }
  - name: flowers
    sql_table: flowers
    title: Flowers
    joins:
      - { name: families, relationship: many_to_one, sql: "{CUBE}.family_id = {families}.family_id" }
    dimensions:
      - { name: flower_id, sql: "{CUBE}.flower_id", type: number, primary_key: true, public: false }
      - { name: flower_name, title: Flower, sql: "{CUBE}.flower_name", type: string }
      - { name: fragrance, title: Fragrance, sql: "{CUBE}.fragrance", type: number }
      - { name: seasonal_flower, title: Seasonal flower, sql: "{CUBE}.seasonal", type: boolean }
    measures:
      - { name: flower_count, title: Flowers, type: count }
      - { name: average_fragrance, title: Average fragrance, sql: "{CUBE}.fragrance", type: avg }
`,
  },
  tables: {
    families: [
      ['family_id', 'family_name', 'shelf_number', 'label_code', 'region'],
      [1, 'Roses', 30, 'RS', 'Alps'],
      [2, 'Lilies', 10, 'LL', 'Alps'],
      [3, 'Orchids', 20, 'OR', 'Andes'],
      [4, 'Irises', 5, 'IR', 'Alps'],
    ],
    flowers: [
      ['flower_id', 'family_id', 'flower_name', 'fragrance', 'seasonal'],
      [1, 1, 'Dawn', 3, true],
      [2, 1, 'Dusk', 9, true],
      [3, 1, 'Noon', 6, false],
      [4, 1, 'Ember', 7, true],
      [5, 2, 'Swan', 8, true],
      [6, 3, 'Tiger', 2, false],
    ],
  },
};

const world = openWorlds({ nursery });

describe('an adjective that comes first', () => {
  it.each([
    ['roses flowers, the most fragrant first', ['Dusk', 'Ember', 'Noon', 'Dawn']],
    ['flowers of the Roses family, least fragrant first', ['Dawn', 'Noon', 'Ember', 'Dusk']],
    ['flowers that bloom seasonally, the most fragrant first', ['Dusk', 'Swan', 'Ember', 'Dawn']],
    ['Roses flowers that bloom seasonally, the most fragrant first', ['Dusk', 'Ember', 'Dawn']],
    ['flowers with a fragrance over 6, lowest first', ['Ember', 'Swan', 'Dusk']],
    ['flowers with a fragrance under 7, highest first', ['Noon', 'Dawn', 'Tiger']],
  ] as const)('puts records in order: %s', async (question, names) => {
    const { result, answer } = await world('nursery').ask(question);
    expect(
      result?.data.map(([name]) => name),
      `${result?.sqlQuery}\n${answer}`,
    ).toEqual(names);
  });
});

describe('a clause that says how things do something', () => {
  it.each([
    'Roses flowers that occur locally, the most fragrant first',
    'Roses flowers that occur locally, highest fragrance first',
    'Roses flowers that bloom profusely, the most fragrant first',
    'Roses flowers that bloom profusely',
    'average fragrance of Roses flowers that bloom profusely',
    'average fragrance by family of flowers which grow slowly, only Alps',
  ])('is never left aside: %s', async (question) => {
    const { result, outcome } = await world('nursery').ask(question);
    expect(outcome, result?.sqlQuery).toMatchObject({ stopReason: 'no_answer' });
  });
});

describe('"in order of" what tells records apart', () => {
  it.each([
    ['families in order of shelf number', ['Irises', 'Lilies', 'Orchids', 'Roses']],
    ['all Alps families in order of shelf number, with their label codes', ['Irises', 'Lilies', 'Roses']],
    ['Alps families sorted by label code', ['Irises', 'Lilies', 'Roses']],
    ['list the families with their region ordered by label code', ['Irises', 'Lilies', 'Orchids', 'Roses']],
  ] as const)('lists them so: %s', async (question, names) => {
    const { result, answer } = await world('nursery').ask(question);
    expect(
      result?.data.map(([name]) => name),
      `${result?.sqlQuery}\n${answer}`,
    ).toEqual(names);
  });

  it('counts nothing that is not listed', async () => {
    const { ask, truth } = world('nursery');
    const asked = await ask('number of families by region sorted by region');
    expectRows(asked, await truth('SELECT region, COUNT(*) FROM families GROUP BY 1'));
  });
});

it('what was listed is put in the order of what is to be shown beside it', async () => {
  const { result, answer } = await world('nursery').ask('with their fragrance, highest first', [
    'which flowers are Roses?',
  ]);
  expect(
    result?.data.map(([name]) => name),
    `${result?.sqlQuery}\n${answer}`,
  ).toEqual(['Dusk', 'Ember', 'Noon', 'Dawn']);
});
