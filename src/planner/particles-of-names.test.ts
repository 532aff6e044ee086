import { describe, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A harbour: what is brought by truck or by rail, with an amount called "truck in" and one called after nothing else. */
const harbour: World = {
  name: 'harbour',
  now: '2025-12-20T12:00:00Z',
  model: {
    'harbour.yml': `
cubes:
  - name: deliveries
    sql_table: deliveries
    title: Deliveries
    dimensions:
      - { name: delivery_id, sql: "{CUBE}.delivery_id", type: number, primary_key: true, public: false }
      - { name: means, title: Means, sql: "{CUBE}.means", type: string }
      - { name: goods, title: Goods, sql: "{CUBE}.goods", type: string }
      - { name: arrived_on, title: Arrival date, sql: "{CUBE}.arrived_on", type: time }
    measures:
      - { name: delivery_count, title: Deliveries, type: count }
      - { name: tonnage, title: Tonnage, type: sum, sql: "{CUBE}.tons", meta: { synonyms: [truck in, coal in] } }
`,
  },
  tables: {
    deliveries: [
      'delivery_id means goods tons arrived_on'.split(' '),
      [1, 'truck', 'grain', 10, '2025-01-05'],
      [2, 'truck', 'grain', 20, '2025-03-06'],
      [3, 'rail', 'timber', 40, '2025-03-07'],
      [4, 'barge', 'timber', 80, '2024-03-08'],
    ],
  },
};

const world = openWorlds({ harbour });

describe('a value that begins the name of an amount', () => {
  it.each([
    ['truck deliveries in March 2025', 1],
    ['deliveries by truck in March 2025', 1],
    ['deliveries in truck in March 2025', 1],
    ['how many truck deliveries did we have in 2025', 2],
    ['truck tonnage in 2025', 30],
    ['tonnage by truck in March 2025', 20],
  ])('a value that begins the name of an amount narrows the rows: %s', async (question, rows) => {
    expectRows(await world('harbour').ask(question), [[rows]]);
  });

  it('a value that begins the name of an amount is shown by its own name', async () => {
    expectRows(await world('harbour').ask('truck deliveries by goods'), [['grain', 2]]);
  });

  it.each([
    ['truck in in 2025', 70],
    ['what was truck in last year', 80],
  ])('an amount is named by all of its name, be the last of it a small word: %s', async (question, tons) => {
    expectRows(await world('harbour').ask(question), [[tons]]);
  });

  it('an amount is named without the small word behind its name where nothing else is called so', async () => {
    expectRows(await world('harbour').ask('coal by means'), [
      ['truck', 30],
      ['rail', 40],
      ['barge', 80],
    ]);
  });
});
