import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import { type World, worlds } from '../../test/fixtures/agent/worlds.ts';

/** Orders with their lines, of which each knows what the other does not. */
const orders: World = {
  name: 'orders',
  model: {
    'orders.yml': `
cubes:
  - name: orders
    sql_table: orders
    title: Orders
    dimensions:
      - { name: order_id, title: Order number, sql: order_id, type: number, primary_key: true }
      - { name: status, title: Order status, sql: status, type: string }
      - { name: payment, title: Payment method, sql: payment, type: string }
      - { name: order_value, title: Order value, description: What is paid after discounts, sql: paid, type: number, format: currency, meta: { currency: EUR } }
    measures:
      - { name: order_count, title: Orders, type: count }
      - { name: shipping_revenue, title: Shipping revenue, type: sum, sql: shipping, format: currency, meta: { currency: EUR } }
      - { name: revenue, title: Revenue, type: sum, sql: paid, format: currency, meta: { currency: EUR } }
  - name: lines
    sql_table: lines
    title: Order lines
    dimensions:
      - { name: line_id, sql: line_id, type: number, primary_key: true, public: false }
      - { name: product, title: Product, sql: product, type: string }
    measures:
      - { name: line_count, title: Lines, type: count }
      - { name: discount, title: Discounts, type: sum, sql: discount, format: currency, meta: { currency: EUR } }
`,
  },
  tables: {
    orders: [
      ['order_id', 'status', 'payment', 'paid', 'shipping'],
      ...Array.from({ length: 12 }, (_, index) => [
        index + 1,
        ['returned', 'completed', 'shipped'][index % 3] ?? '',
        ['card', 'invoice'][index % 2] ?? '',
        100 * (index + 1),
        5,
      ]),
    ],
    lines: [
      ['line_id', 'product', 'discount'],
      ...Array.from({ length: 8 }, (_, index) => [index + 1, ['Lamp', 'Chair'][index % 2] ?? '', index]),
    ],
  },
};

const world = openWorlds({ orders, hospital: worlds.hospital });

describe('what words mean elsewhere', () => {
  it('a word that names something in another relation is no other thing that is described by it', async () => {
    const { result, answer } = await world('orders').ask('highest discount');
    expect(result, answer).toBeUndefined();
  });

  it('an adverb is no second value of what a participle says', async () => {
    const { result } = await world('orders').ask('How many orders have been returned completely?');
    expect(result?.data).toEqual([[4]]);
  });

  it('a bound in a currency bounds no count in a follow-up', async () => {
    const { result } = await world('orders').ask('and among orders above 500 euros?', [
      'orders by payment method',
    ]);
    expect(result?.sqlQuery).toContain('order_value > 500');
    expect(result?.sqlQuery).not.toContain('HAVING');
  });

  it('a bound that no number follows is not left aside', async () => {
    const { result, answer } = await world('orders').ask('orders above average');
    expect(result?.data ?? [], answer).toEqual([]);
  });

  it('the amount of a trade is the one that is named most plainly', async () => {
    const { result } = await world('orders').ask('best payment method');
    expect(result?.sqlQuery).toContain('MEASURE(revenue)');
  });

  it.each(['How did we do?', 'How are things in general'])(
    'a question that names nothing of the data is not answered by counting rows: %s',
    async (question) => {
      const { result, answer } = await world('orders').ask(question);
      expect(result?.data ?? [], answer).toEqual([]);
    },
  );

  it('rows are not counted by their own key', async () => {
    const { result, answer } = await world('orders').ask('most common order number');
    expect(result?.data ?? [], answer).toEqual([]);
  });

  it('what was shown is not read as everything where there was a limit', async () => {
    const { result, answer } = await world('hospital').ask(
      'what is the total treatment cost in those wards?',
      ['average length of stay of wards with at least 10 admissions', 'top 2 of these'],
    );
    const truth = await world('hospital').truth(
      'SELECT ward, SUM(cost)::DOUBLE FROM admissions WHERE ward IN (SELECT ward FROM admissions GROUP BY 1 HAVING COUNT(*) >= 10 ORDER BY AVG(stay_days) DESC LIMIT 2) GROUP BY 1',
    );
    expectRows({ result, answer }, truth);
  });

  it('which of them there are is told with how many, where both are asked', async () => {
    const { result } = await world('orders').ask('which statuses have more than 3 orders, and how many?');
    expect(result?.data).toEqual([
      ['completed', 4],
      ['returned', 4],
      ['shipped', 4],
    ]);
  });
});
