import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const companies = [
  'Apple Inc.',
  'Amazon.com, Inc.',
  'Beef, spleen',
  'Almond',
  "Kellogg's Company",
  'O-I Glass',
  'Nuvexa Corporation',
  'Paper, 1000 sheets',
];

/** More companies than metadata lists, so that each name has to be found in the data. */
const market: World = {
  name: 'market',
  model: {
    'deals.yml': `
cubes:
  - name: deals
    sql_table: deals
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: company, title: Company, sql: "{CUBE}.company", type: string }
      - { name: code, title: Code, sql: "{CUBE}.code", type: string }
    measures:
      - { name: revenue, title: Revenue, sql: "{CUBE}.amount", type: sum }
`,
  },
  tables: {
    deals: [
      ['id', 'company', 'code', 'amount'],
      ...companies.map((name, at) => [at, name, name.toLowerCase().replace(/\W+/g, '-'), 10 ** at]),
      ...Array.from({ length: 600 }, (_, at) => [at + 100, `Trader ${at}`, `code-${at}`, 5]),
    ],
  },
};

describe('the planner finds names in the data', () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(market);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([
    ['revenue of Apple Inc.', 1],
    ['revenue of Apple', 1],
    ['revenue of Amazon.com, Inc.', 10],
    ['revenue of Amazon.com', 10],
    ['revenue of beef spleen', 100],
    ['revenue of almonds', 1_000],
    ["What is the revenue of Kellogg's Company?", 10_000],
    ['revenue of O-I Glass', 100_000],
    ['revenue of nuvexa', 1_000_000],
    ['what revenue did Apple yield', 1],
  ])('however their words are joined: %s', async (question, revenue) => {
    const { answer, result } = await world.ask(question);
    expect(result?.data, answer).toEqual([[revenue]]);
  });

  it('and no number is one of several words of a name', async () => {
    const { answer, result } = await world.ask('revenue of 1000');
    expect(answer).not.toContain('Paper');
    expect(result?.data).toEqual([]);
  });

  it.each(['revenue of Amazon.com and Zebra Foods', 'who is the founder of Apple'])(
    'and shows none of them where another word says nothing: %s',
    async (question) => {
      const { result, answer } = await world.ask(question);
      expect(answer).toMatch(/^I did not understand /);
      expect(result?.data).toEqual([]);
    },
  );
});
