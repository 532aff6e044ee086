import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const trade: World = {
  name: 'trade',
  model: {
    'orders.yml': `
cubes:
  - name: orders
    sql_table: orders
    description: The trade census, one row for each order.
    dimensions:
      - { name: id, title: Order number, sql: "{CUBE}.id", type: number, primary_key: true }
      - { name: customer_name, title: Customer, sql: "{CUBE}.customer", type: string }
      - { name: region, title: Region, sql: "{CUBE}.region", type: string }
      - { name: at_a_loss, title: Sold at a loss, sql: "{CUBE}.profit < 0", type: boolean }
      - { name: discount, title: Discount, sql: "{CUBE}.discount", type: number, format: percent }
      - { name: profit, title: Profit, sql: "{CUBE}.profit", type: number }
      - { name: age, title: Age, description: Age of the customer in years, sql: "{CUBE}.age", type: number }
    measures:
      - { name: order_count, title: Number of orders, type: count }
      - { name: total_sales, title: Total sales, sql: "{CUBE}.sales", type: sum, format: currency }
      - { name: total_profit, title: Total profit, sql: "{CUBE}.profit", type: sum, format: currency }
      - { name: customer_count, title: Customers, sql: "{CUBE}.customer", type: count_distinct }
      - name: failure_rate
        title: Failure rate
        description: Refunds as a share of all orders
        sql: "COUNT(CASE WHEN {CUBE}.profit < -5 THEN 1 END) * 1.0 / COUNT(*)"
        type: number
        format: percent
      - { name: refunds, title: Refunds, type: count, filters: [{ sql: "{CUBE}.profit < -5" }] }
`,
  },
  tables: {
    orders: [
      ['id', 'customer', 'region', 'discount', 'profit', 'sales', 'age'],
      [1, 'Ada', 'North', 0.5, -10, 100, 61],
      [2, 'Ben', 'North', 0.4, 5, 80, 30],
      [3, 'Ada', 'South', 0.1, 30, 60, 61],
      [4, 'Cleo', 'South', 0, -2, 40, 45],
      [5, 'Ben', 'North', 0, 40, 20, 30],
    ],
  },
};

describe('a question as people put it', () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(trade);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each<
    [what: string, question: string, rows: readonly (readonly unknown[])[], earlier?: readonly string[]]
  >([
    [
      'orders what was ranked by another figure',
      'now by profit',
      [
        ['Ben', 45],
        ['Ada', 20],
      ],
      ['top 2 customers by sales'],
    ],
    [
      'takes the share of what the verb says',
      'What share of orders with a discount above 30% were sold at a loss?',
      [[0.5, 1, 2]],
    ],
    ['names who has the most', 'Who had the highest sales?', [['Ada', 160]]],
    [
      'counts by whom there is more than once',
      'orders by customer',
      [
        ['Ada', 2],
        ['Ben', 2],
        ['Cleo', 1],
      ],
    ],
    ['divides the amount by the orders', 'average order value', [[60]]],
    [
      'divides it for each group',
      'average order value by region',
      [
        ['North', 200 / 3],
        ['South', 50],
      ],
    ],
    [
      'shows both sides of a yes or no',
      'Total sales of orders that were sold at a loss vs those that were not',
      [
        [false, 160],
        [true, 140],
      ],
    ],
    ['counts at the end', 'Orders from the South, how many?', [[2]]],
    ['takes the older ones in', 'How many orders from customers aged 61 or older?', [[2]]],
    ['leaves aside what the rows are described as', 'How many orders are in the census?', [[5]]],
    [
      'holds likelihoods against each other',
      'Are orders from the North more likely to be sold at a loss than orders from the South?',
      [
        ['South', 0.5],
        ['North', 1 / 3],
      ],
    ],
    [
      'splits further what is split',
      'split by customer',
      [
        ['North', 'Ben', 2],
        ['North', 'Ada', 1],
        ['South', 'Ada', 1],
        ['South', 'Cleo', 1],
      ],
      ['Number of orders by region'],
    ],
    [
      'splits further what was asked apart',
      'split by customer',
      [
        ['North', 'Ben', 2],
        ['North', 'Ada', 1],
        ['South', 'Ada', 1],
        ['South', 'Cleo', 1],
      ],
      ['Number of North and South orders'],
    ],
    [
      'shows what each has one of',
      'top 2 order numbers by sales with their customer',
      [
        [1, 'Ada', 100],
        [2, 'Ben', 80],
      ],
    ],
    [
      'takes a rate by what it is described as',
      'refund rate by region',
      [
        ['North', 1 / 3],
        ['South', 0],
      ],
    ],
    ['leaves out unknowns of what is split', 'Total sales by region without the South', [['North', 200]]],
  ])('%s: %s', async (_, question, rows, earlier) => {
    const { result, answer } = await world.ask(question, earlier);
    expect(result?.data, answer).toEqual(rows);
  });

  it('is declined where a second figure is no figure but a condition', async () => {
    const { result, answer } = await world.ask('How many orders did it take to get refunds?');
    expect(result?.sqlQuery, answer).toBeUndefined();
  });

  it('says what was asked as a share as one', async () => {
    const { result, answer } = await world.ask('What share of orders are refunds?');
    expect(result?.data, answer).toEqual([[0.2]]);
    expect(answer).toBe('Refunds as a share of orders are 20%.');
  });

  it('compares how many there are with "more than"', async () => {
    const { result, answer } = await world.ask('Does the North have more orders than the South?');
    expect(result?.data, answer).toEqual([
      ['North', 3],
      ['South', 2],
    ]);
  });
});
