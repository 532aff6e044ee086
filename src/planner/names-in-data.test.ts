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

/** The same with what is said of the companies, in a table of its own. */
const disputed: World = {
  ...market,
  name: 'disputed',
  model: {
    ...market.model,
    'complaints.yml': `
cubes:
  - name: complaints
    sql_table: complaints
    title: Complaints
    joins:
      - { name: deals, relationship: many_to_one, sql: "{CUBE}.deal_id = {deals}.id" }
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: status, title: Complaint status, sql: "{CUBE}.status", type: string }
    measures:
      - { name: complaint_count, title: Complaints, type: count }
      - { name: open_complaints, title: Open complaints, type: count, filters: [{ sql: "{CUBE}.status = 'open'" }] }
`,
  },
  tables: {
    ...market.tables,
    complaints: [
      ['id', 'deal_id', 'status'],
      [1, 0, 'open'],
      [2, 0, 'closed'],
      [3, 0, 'closed'],
      [4, 1, 'open'],
      [5, 1, 'in dispute'],
      [6, 101, 'open'],
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

describe('the planner goes on from names that it found in the data', () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(disputed);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([
    [['revenue of Apple'], 'and how many complaints', 3],
    [['Apple Inc.', 'revenue'], 'how many complaints are about it', 3],
    [['revenue of Almond', 'revenue of Apple', 'as a table'], 'how many of the complaints are closed', 2],
  ])('later in a thread: %j, then %s', async (earlier, question, count) => {
    const { answer, result } = await world.ask(question, earlier);
    expect(result?.data, answer).toEqual([[count]]);
  });

  it('without a figure of them all where a short question may be of one', async () => {
    const { answer } = await world.ask('complaints', ['Apple Inc.', 'revenue']);
    expect(answer).toMatch(/^Which of these do you mean\?\n+1\. Complaints, for Apple Inc\./);
  });

  it.each([
    [['open complaints'], 'and in dispute?', 1],
    [['open complaints'], 'how many are of Apple Inc.?', 1],
    [['open complaints'], 'how many complaints are there', 6],
  ])('and counts on what was counted: %j, then %s', async (earlier, question, count) => {
    const { answer, result } = await world.ask(question, earlier);
    expect(result?.data, answer).toEqual([[count]]);
  });
});
