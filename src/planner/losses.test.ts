import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const trade: World = {
  name: 'trade',
  model: {
    'sales.yml': `
cubes:
  - name: sales
    sql_table: sales
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: state, title: State, sql: "{CUBE}.state", type: string }
      - { name: amount, title: Amount, sql: "{CUBE}.amount", type: number, format: currency }
      - { name: at_a_loss, title: Sold at a loss, sql: "{CUBE}.profit < 0", type: boolean }
    measures:
      - { name: sale_count, title: Number of sales, type: count }
      - name: total_profit
        title: Total profit
        description: What is earned with the sales; below zero where money is lost.
        sql: "{CUBE}.profit"
        type: sum
        format: currency
      - { name: total_amount, title: Total amount, sql: "{CUBE}.amount", type: sum, format: currency }
`,
  },
  tables: {
    sales: [
      ['id', 'state', 'profit', 'amount'],
      [1, 'Ohio', -5, 90],
      [2, 'Texas', -30, 80],
      [3, 'Utah', 40, 75],
      [4, 'Utah', -3, 10],
      [5, 'Iowa', 13, 30],
      [6, 'Iowa', -3, 5],
    ],
  },
};

describe('a word that says the opposite of a figure', () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(trade);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([
    [
      'turns a ranking by it round',
      'Which 2 states lost us the most money?',
      [
        ['Texas', -30],
        ['Ohio', -5],
      ],
    ],
    [
      'chooses those that are below nothing',
      'Which states lost money?',
      [
        ['Ohio', -5],
        ['Texas', -30],
      ],
    ],
    ['is bounded below nothing', 'Which states lost us more than 10 dollars?', [['Texas', -30]]],
  ])('%s: %s', async (_, question, rows) => {
    const { result, answer } = await world.ask(question);
    expect(result?.data, answer).toEqual(rows);
  });

  it.each(['How much money did we lose in Utah?', 'States that lost less than 10 dollars'])(
    'is not answered with the figure where nothing is chosen: %s',
    async (question) => {
      const { result, answer } = await world.ask(question);
      expect(result?.sqlQuery, answer).toBeUndefined();
    },
  );

  it.each(['only the ones with a loss', 'just those with a loss', 'which of them made a loss?'])(
    'chooses among those that were shown, whatever single rows are: %s',
    async (question) => {
      const earlier = ['top 2 states by amount', 'how much profit did each of these make?'];
      const { result, answer } = await world.ask(question, earlier);
      expect(result?.data, answer).toEqual([['Ohio', 90, -5]]);
    },
  );

  it('is not asked of the first by another figure than the one that was shown', async () => {
    const earlier = ['total amount by state', 'how much profit did each of these make?'];
    const { result, answer } = await world.ask(
      'and the worst state for that, what share of its sales was sold at a loss?',
      earlier,
    );
    expect(result?.sqlQuery, answer).toBeUndefined();
  });
});
