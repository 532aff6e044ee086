import { describe, expect, it } from 'vitest';
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

/** A depot, whose transfers come in or go out, which are called so with a small word at the end. */
const depot: World = {
  name: 'depot',
  now: '2025-12-20T12:00:00Z',
  model: {
    'depot.yml': `
cubes:
  - name: transfers
    sql_table: transfers
    title: Transfers
    dimensions:
      - { name: transfer_id, sql: "{CUBE}.transfer_id", type: number, primary_key: true, public: false }
      - { name: way, title: Way, sql: "{CUBE}.way", type: string }
      - { name: city, title: City, sql: "{CUBE}.city", type: string }
      - { name: pallets, title: Pallets, sql: "{CUBE}.pallets", type: number }
      - { name: moved_on, title: Moved on, sql: "{CUBE}.moved_on", type: time }
    measures:
      - { name: transfer_count, title: Transfers, type: count }
      - { name: pallet_sum, title: Pallets moved, type: sum, sql: "{CUBE}.pallets" }
    segments:
      - { name: outbound, title: Outgoing transfers, sql: "{CUBE}.way = 'away'", meta: { synonyms: [transfers out] } }
      - { name: inbound, title: Incoming transfers, sql: "{CUBE}.way = 'here'", meta: { synonyms: [transfers in] } }
`,
  },
  tables: {
    transfers: [
      'transfer_id way city pallets moved_on'.split(' '),
      [1, 'here', 'Leeds', 1, '2025-01-05'],
      [2, 'here', 'York', 2, '2025-03-06'],
      [3, 'away', 'Leeds', 4, '2025-03-07'],
      [4, 'away', 'York', 8, '2024-03-08'],
      [5, 'away', 'York', 16, '2025-05-09'],
    ],
  },
};

const world = openWorlds({ harbour, depot });

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

describe('a name that is told from the rows by a small word at its end', () => {
  it.each([
    ['transfers in 2025', 4],
    ['how many transfers in March 2025?', 2],
    ['transfers in Leeds', 2],
    ['transfers of York', 3],
    ['how many transfers were there last year?', 1],
  ])('is not said where that begins something else: %s', async (question, rows) => {
    expectRows(await world('depot').ask(question), [[rows]]);
  });

  it.each([
    ['how many transfers in were there in 2025?', 2],
    ['transfers out in 2025', 2],
    ['how many transfers out?', 3],
  ])('is said with it: %s', async (question, rows) => {
    expectRows(await world('depot').ask(question), [[rows]]);
  });

  it('splits no rows that are asked for by something else', async () => {
    expectRows(await world('depot').ask('pallets moved per way'), [
      ['away', 28],
      ['here', 3],
    ]);
  });
});

describe('two conditions of which none or the other holds', () => {
  it.each([
    'number of outgoing and incoming transfers in 2025',
    'how many incoming and outgoing transfers were there in 2025?',
  ])('are two sides rather than both asked for: %s', async (question) => {
    const { result, answer } = await world('depot').ask(question);
    expect(result?.data[0]?.toSorted(), answer).toEqual([2, 2]);
  });

  it('are two sides in each year, too', async () => {
    const { result, answer } = await world('depot').ask('number of outgoing and incoming transfers per year');
    expect(
      result?.data.map((row) => row.slice(1)),
      answer,
    ).toEqual([
      [1, 0],
      [2, 2],
    ]);
  });

  it('are not asked for at once', async () => {
    const { result, answer } = await world('depot').ask('incoming transfers that are outgoing');
    expect(result?.sqlQuery, answer).toBeUndefined();
  });
});
