import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A shop that knows no profits, no discounts and no shipping, but says so in its descriptions. */
const goods: World = {
  name: 'goods',
  model: {
    'sales.yml': `
cubes:
  - name: sales
    sql_table: sales
    title: Sales
    meta: { synonyms: [selling] }
    dimensions:
      - { name: sale_id, sql: sale_id, type: number, primary_key: true, public: false }
      - { name: product, title: Product, sql: product, type: string }
      - { name: country, title: Country, sql: country, type: string }
      - { name: status, title: Status, sql: status, type: string }
      - { name: guests, title: Guests, sql: guests, type: number }
    measures:
      - { name: sale_count, title: Sales, type: count }
      - name: revenue
        title: Revenue
        description: Value of the goods, without discounts and shipping
        type: sum
        sql: amount
        meta: { synonyms: [income] }
      - { name: average_revenue, title: Average revenue, type: avg, sql: amount }
      - { name: total_guests, title: Total guests, description: Sum of guests, type: sum, sql: guests }
`,
  },
  tables: {
    sales: [
      ['sale_id', 'product', 'country', 'status', 'amount', 'guests'],
      ...['France', 'Germany', 'Italy'].flatMap((country, at) =>
        ['paid', 'returned'].map((status, place) => [
          at * 10 + place,
          `Lamp ${at}`,
          country,
          status,
          100 + at * 10 + place,
          2 + at,
        ]),
      ),
    ],
  },
};

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(goods);
});
afterAll(() => world[Symbol.asyncDispose]());

it.each([
  ['like a synonym of a measure', 'total profit'],
  ['like a synonym of a measure', 'profit by country'],
  ['of what a measure is without', 'how much did we spend on shipping'],
  ['of what a measure is without', 'shipping by country'],
  ['that are denied before a place', 'sales without discount in France'],
  ['that are denied before a place', 'revenue excluding freight to Italy'],
  ['of the other voice of a value', 'revenue of returning customers'],
  ['that are participles before a thing', 'revenue of imported products'],
  ['that are participles before what is counted', 'How many repeated sales do we have?'],
  ['that are participles after a thing', 'list the products that are broken'],
  ['that say where from', 'sales from abroad'],
])('words %s are not answered with something else: %s', async (_, question) => {
  const { result, answer } = await world.ask(question);
  expect(result?.sqlQuery, answer).toBeUndefined();
});

it.each([
  ['income by country', /MEASURE\(revenue\)/],
  ['revenue not from France', /country, ''\) <> 'France'/],
  ['revenue excluding the ones from France', /country, ''\) <> 'France'/],
  ['sales not shipped to France', /country, ''\) <> 'France'/],
  ['revenue of returned sales', /status = 'returned'/],
  ['average revenue per guest', /MEASURE\(revenue\).* \/ .*MEASURE\(total_guests\)/],
  ['revenue per guest', /MEASURE\(revenue\).* \/ .*MEASURE\(total_guests\)/],
  ['how many sales were made', /MEASURE\(sale_count\)/],
  ['best selling products', /ORDER BY 2 DESC/],
  ['best product by revenue', /ORDER BY 2 DESC/],
])('words beside them still say what they say: %s', async (question, sql) => {
  const { result, answer } = await world.ask(question);
  expect(result?.sqlQuery, answer).toMatch(sql);
});

it.each(['same for countries', 'the same for status'])(
  'a follow-up that names something and changes nothing is not answered by what was said before: %s',
  async (question) => {
    const { result, answer } = await world.ask(question, ['revenue by product']);
    expect(result?.sqlQuery, answer).toBeUndefined();
  },
);
