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

const { deals = [], complaints = [] } = disputed.tables;

/** The same with people who deal with the complaints, whose names are all listed and are parts of companies' names. */
const handled: World = {
  ...disputed,
  name: 'handled',
  model: {
    ...disputed.model,
    'agents.yml': `
cubes:
  - name: agents
    sql_table: agents
    title: Agents
    joins:
      - { name: offices, relationship: many_to_one, sql: "{CUBE}.office_id = {offices}.id" }
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: full_name, title: Agent name, sql: "{CUBE}.full_name", type: string }
    measures:
      - { name: agent_count, title: Agents, type: count }
`,
    'offices.yml': `
cubes:
  - name: offices
    sql_table: offices
    title: Offices
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: head, title: Head of office, sql: "{CUBE}.head", type: string }
    measures:
      - { name: office_count, title: Offices, type: count }
`,
    'trade.yml': `
views:
  - name: trade
    title: Trade
    cubes:
      - { join_path: deals, includes: "*" }
  - name: disputes
    title: Disputes
    cubes:
      - { join_path: complaints, includes: [status] }
      - { join_path: complaints.deals, includes: [company] }
`,
  },
  tables: {
    ...disputed.tables,
    deals: [...deals, [20, 'Barlow Sea Salt', 'barlow-sea-salt', 3], [21, 'Nora Trent', 'nora-trent', 4]],
    complaints: [
      ...complaints,
      [7, 20, 'open'],
      [8, 20, 'closed'],
      [9, 20, 'closed'],
      [10, 21, 'open'],
      [11, 21, 'closed'],
    ],
    agents: [
      ['id', 'full_name', 'office_id'],
      [1, 'Nora Barlow', 1],
      [2, 'Nora Kerr', 1],
      [3, 'Ida Trent', 2],
    ],
    offices: [
      ['id', 'head'],
      [1, 'Ida Barlow'],
      [2, 'Nora Quill'],
    ],
  },
};

describe('the planner finds names that have a word of somebody else', () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(handled);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([
    ['open complaints of Barlow Sea Salt', 1],
    ['complaints of Barlow Sea Salt', 3],
    ['revenue of Barlow Sea Salt', 3],
    ['how many complaints does Nora Trent have', 2],
    ['complaints of Nora Trent', 2],
    ['how many agents are called Nora Kerr', 1],
  ])('%s', async (question, count) => {
    const { answer, result } = await world.ask(question);
    expect(result?.data, answer).toEqual([[count]]);
  });
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
