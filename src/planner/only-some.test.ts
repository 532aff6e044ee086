import { describe, expect, it } from 'vitest';
import { openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const ids = Array.from({ length: 60 }, (_, id) => id);

const world = openWorlds({
  dairy: {
    name: 'a dairy with a delivery round',
    model: {
      'dairy.yml': `
cubes:
  - name: households
    title: Households
    sql_table: households
    dimensions:
      - { name: household_id, title: Household number, sql: household_id, type: number, primary_key: true, public: true }
      - { name: household_name, title: Household, sql: household_name, type: string }
      - { name: village, title: Village, sql: village, type: string }
    measures:
      - { name: household_count, title: Households, type: count }
  - name: deliveries
    title: Deliveries
    sql_table: deliveries
    joins:
      - { name: households, relationship: many_to_one, sql: "{CUBE}.household_id = {households}.household_id" }
    dimensions:
      - { name: delivery_id, title: Delivery number, sql: delivery_id, type: number, primary_key: true }
      - { name: product, title: Product, sql: product, type: string }
    measures:
      - { name: delivery_count, title: Deliveries, type: count }
`,
    },
    tables: {
      households: [
        ['household_id', 'household_name', 'village'],
        ...ids.slice(0, 12).map((id) => [id, `House ${id}`, id % 2 === 0 ? 'Ayton' : 'Beal']),
      ],
      deliveries: [
        ['delivery_id', 'household_id', 'product'],
        ...ids.map((id) => [id, id % 12, id % 12 < 4 || id % 5 === 0 ? 'Milk' : 'Cream']),
      ],
    },
  },
});

const onlyMilk = "SELECT household_id FROM deliveries GROUP BY 1 HAVING BOOL_AND(product = 'Milk')";

describe('what has only rows of one kind', () => {
  it.each([
    'which households only take milk?',
    'which households took only milk',
    'households that only ordered milk',
    'which households got deliveries of only milk?',
  ])('is never whatever has one such row: %s', async (question) => {
    const { result, answer } = await world('dairy').ask(question);
    const truth = await world('dairy').truth(onlyMilk);
    expect([undefined, truth.length], answer).toContain(result?.totalRows);
  });

  it.each([
    ['deliveries of milk only', "SELECT COUNT(*) FROM deliveries WHERE product = 'Milk'"],
    [
      'number of deliveries only in Ayton',
      "SELECT COUNT(*) FROM deliveries JOIN households USING (household_id) WHERE village = 'Ayton'",
    ],
  ])('is no other than those where rows are counted: %s', async (question, sql) => {
    const { result, answer } = await world('dairy').ask(question);
    expect(
      result?.data.map((row) => row.map(Number)),
      answer,
    ).toEqual([[Number((await world('dairy').truth(sql))[0]?.[0])]]);
  });
});
