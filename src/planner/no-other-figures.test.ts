import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const bakery: World = {
  name: 'bakery',
  model: {
    'orders.yml': `
cubes:
  - name: orders
    sql_table: orders
    title: Orders
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: channel, title: Channel, sql: "{CUBE}.channel", type: string }
      - { name: payment, title: Payment, sql: "{CUBE}.payment", type: string }
      - { name: flour, title: Flour, description: Empty for what has none, sql: "{CUBE}.flour", type: string }
      - { name: weight, title: Weight, sql: "{CUBE}.weight", type: number }
      - { name: step_free, title: Step-free access, sql: "{CUBE}.step_free", type: boolean }
      - { name: order_value, title: Order value, sql: "{CUBE}.value", type: number, format: currency }
      - { name: ordered_on, title: Order date, sql: "{CUBE}.ordered_on", type: time }
      - { name: shipped_on, title: Shipping date, sql: "{CUBE}.shipped_on", type: time }
    measures:
      - { name: order_count, title: Number of orders, type: count }
      - { name: revenue, title: Revenue, sql: "{CUBE}.value", type: sum, format: currency }
      - name: refunds
        title: Refunds
        sql: "{CUBE}.refund"
        type: sum
        format: currency
        meta:
          synonyms: [money back]
      - name: return_rate
        title: Return rate
        sql: "1.0 * {refunds} / NULLIF({order_count}, 0)"
        type: number
        format: percent
        meta:
          synonyms: [share of returns, refund rate]
`,
    'budgets.yml': `
cubes:
  - name: budgets
    sql_table: budgets
    title: Annual budgets
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: year_end, title: Year end, sql: "{CUBE}.year_end", type: time }
    measures:
      - { name: budget_count, title: Number of budgets, type: count }
      - { name: planned_cost, title: Planned cost, sql: "{CUBE}.cost", type: sum, format: currency }
`,
  },
  tables: {
    orders: [
      [
        'id',
        'channel',
        'payment',
        'flour',
        'weight',
        'step_free',
        'value',
        'refund',
        'ordered_on',
        'shipped_on',
      ],
      ...Array.from({ length: 60 }, (_, at) => [
        at,
        at % 3 === 0 ? 'online' : 'counter',
        at % 4 === 0 ? 'voucher' : 'cash',
        ['rye', 'wheat', null][at % 3] ?? null,
        [0, 500, null][at % 3] ?? null,
        at % 5 === 0,
        5 + at,
        at % 7,
        `${at < 20 ? 2023 : 2024}-0${(at % 9) + 1}-11`,
        at % 2 === 0 ? `2024-0${(at % 9) + 1}-15` : null,
      ]),
    ],
    budgets: [
      ['id', 'year_end', 'cost'],
      [1, '2023-09-30', 400],
      [2, '2024-09-30', 500],
    ],
  },
};

describe('a figure is answered only where all of the question asks for it', () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(bakery);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([
    ['a part of a synonym stands for nothing', 'Which channel spent the most money?'],
    ['things that are no amounts bound no amount', 'How many orders had more than 3 items?'],
    ['units that are no money bound none', 'How many orders had over 3 units?'],
    ['what was done to the rows narrows them', 'How many orders did we lose?'],
    ['nor is it the figure of all of them', 'How much revenue did we lose?'],
    ['a verb beside a date is no other one', 'How many orders burnt in 2024?'],
    ['how something was done narrows the rows', 'How many orders were paid secretly?'],
    ['one figure after another is not both', 'revenue after refunds'],
    ['a part of an amount is no kind of rows', 'revenue without shipping'],
    ['a verb that asks for things names some', 'Which show has the highest weight?'],
    ['such a verb in the plural, too', 'online orders and shows by payment'],
    ['a clause with "only" narrows the rows', 'revenue by channel, counting only orders that pay one'],
    ['what is for a year is for no quarter', 'planned cost in the third quarter of 2023'],
    ['nor for each month', 'planned cost by month'],
    ['what is free of something is not without it', 'share of orders you get into without steps'],
  ])('%s: %s', async (_, question) => {
    const { result, answer } = await world.ask(question);
    expect(result?.sqlQuery, answer).toBeUndefined();
  });

  it('a day that does not exist is said not to', async () => {
    const { result, answer } = await world.ask('revenue on 30 February 2024');
    expect(result).toBeUndefined();
    expect(answer).toBe('There is no 30 February 2024.');
  });

  it.each([
    [
      'X in Y is the part X of Y',
      'share of voucher in online orders',
      "SELECT AVG(CASE WHEN payment = 'voucher' THEN 1.0 ELSE 0 END) FROM orders WHERE channel = 'online'",
    ],
    ['a share alone is no rate', 'refund share of revenue', 'SELECT SUM(refund) / SUM(value) FROM orders'],
    [
      'the share of each group among some is of these',
      'share of each channel among the orders with a weight over 100',
      'SELECT channel, COUNT(*), COUNT(*) * 1.0 / SUM(COUNT(*)) OVER () FROM orders WHERE weight > 100 GROUP BY 1 ORDER BY 2 DESC',
    ],
    [
      'what has no value has none of those left out',
      'how many orders are not rye?',
      "SELECT COUNT(*) FROM orders WHERE flour IS DISTINCT FROM 'rye'",
    ],
    [
      'what is not given is unknown rather than nothing',
      'how many orders have no weight given?',
      'SELECT COUNT(*) FROM orders WHERE weight IS NULL',
    ],
    [
      'the last 29 February was in a leap year',
      'revenue on 29 February',
      "SELECT SUM(value) FROM orders WHERE ordered_on = '2024-02-29'",
    ],
    ['a year of what is for a year', 'planned cost in 2023', 'SELECT 400'],
    ['how many there are in a shorter time', 'how many budgets ended in September 2024?', 'SELECT 1'],
  ])('%s: %s', async (_, question, oracle) => {
    const { result, answer } = await world.ask(question);
    const truth = await world.truth(oracle);
    const told = result?.data.map((row) =>
      row.slice(0, truth[0]?.length).map((it) => (typeof it === 'number' ? it.toFixed(6) : it)),
    );
    expect(told, `${answer} ${result?.sqlQuery}`).toEqual(
      truth.map((row) => row.map((it) => (typeof it === 'number' ? it.toFixed(6) : it))),
    );
  });

  it.each([
    ['values that were compared stay apart', 'split by payment', ['revenue, online vs counter'], 2],
    [
      'an average in the place of a share keeps its groups',
      'average weight instead',
      ['orders by channel', 'what share of each is rye?'],
      1,
    ],
    ['things that are taken together split nothing', 'orders per year, all channels together', [], 1],
  ])('%s: %s', async (_, question, earlier, groups) => {
    const { result, answer } = await world.ask(question, earlier);
    expect(result?.data[0]?.length, `${answer} ${result?.sqlQuery}`).toBe(groups + 1);
  });

  it('a share over time runs forwards', async () => {
    const { result, answer } = await world.ask('share of voucher orders in 2024 vs 2023');
    expect(
      result?.data.map(([year]) => String(year).slice(0, 4)),
      answer,
    ).toEqual(['2023', '2024']);
  });

  it('a bound for those that are shown is one for their figures', async () => {
    const { result, answer } = await world.ask('only those with a value over 500', ['revenue by channel']);
    expect(result?.sqlQuery, answer).toContain('HAVING');
  });
});
