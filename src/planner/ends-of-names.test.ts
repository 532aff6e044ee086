import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Deliveries to more towns than are known beforehand, one of which is called like its province. */
const deliveries: World = {
  name: 'deliveries',
  model: {
    'deliveries.yml': `
cubes:
  - name: deliveries
    sql_table: deliveries
    title: Deliveries
    dimensions:
      - { name: delivery_id, title: Delivery number, sql: delivery_id, type: number, primary_key: true }
      - { name: province, title: Province, sql: province, type: string }
      - { name: town, title: Town, sql: town, type: string }
      - { name: customer, title: Customer, sql: customer, type: string }
    measures:
      - { name: delivery_count, title: Deliveries, type: count }
`,
  },
  tables: {
    deliveries: [
      'delivery_id province town customer'.split(' '),
      ...Array.from({ length: 400 }, (_, id) => [
        id + 1,
        ['Old Marsh', 'Highmoor', 'Westvale'][id % 3] ?? '',
        id % 3 === 0 && id % 2 === 0 ? 'Old Marsh Town' : `Place ${id % 300}`,
        `Customer ${id % 250}`,
      ]),
    ],
  },
};

const world = openWorlds({ deliveries });

describe('a noun behind a name', () => {
  it.each(['how many deliveries to Old Marsh Town?', 'deliveries in Old Marsh Town'])(
    'may be the end of a longer name: %s',
    async (question) => {
      expectRows(
        await world('deliveries').ask(question),
        await world('deliveries').truth("SELECT COUNT(*) FROM deliveries WHERE town = 'Old Marsh Town'"),
      );
    },
  );

  it('is what the name is of where it is called so', async () => {
    expectRows(
      await world('deliveries').ask('how many deliveries in Old Marsh province?'),
      await world('deliveries').truth("SELECT COUNT(*) FROM deliveries WHERE province = 'Old Marsh'"),
    );
  });

  it('is not left aside where there is no such name', async () => {
    const { result, answer } = await world('deliveries').ask('how many deliveries in Highmoor Town?');
    expect(result?.sqlQuery ?? '', answer).not.toContain("'Highmoor'");
  });
});
