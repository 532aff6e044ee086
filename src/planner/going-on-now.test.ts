import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A town that lets out its machines, runs markets, mends its streets and has a sports club. The tests ask on 10 June 2025. */
const town: World = {
  name: 'town',
  now: '2025-06-10T12:00:00Z',
  model: {
    'town.yml': `
cubes:
  - name: machines
    sql_table: machines
    title: Machines
    dimensions:
      - { name: machine_id, title: Machine number, sql: machine_id, type: number, format: id, primary_key: true }
      - { name: worth, title: Worth, sql: worth, type: number, format: currency, currency: EUR }
    measures:
      - { name: machine_count, title: Machines, type: count }
      - { name: total_worth, title: Total worth, type: sum, sql: "{CUBE}.worth", format: currency, currency: EUR }
  - name: lettings
    sql_table: lettings
    title: Lettings
    joins:
      - { name: machines, relationship: many_to_one, sql: "{CUBE}.machine_id = {machines}.machine_id" }
    dimensions:
      - { name: letting_id, title: Letting number, sql: letting_id, type: number, format: id, primary_key: true }
      - { name: way, title: Way, sql: way, type: string }
      - { name: start_on, title: Letting start, sql: "CAST({CUBE}.start_on AS TIMESTAMP)", type: time }
      - { name: due_on, title: Due back, sql: "CAST({CUBE}.due_on AS TIMESTAMP)", type: time }
      - { name: returned_on, title: Returned on, sql: "CAST({CUBE}.returned_on AS TIMESTAMP)", type: time }
    measures:
      - { name: letting_count, title: Lettings, type: count }
    segments:
      - { name: external, title: External lettings, sql: "{CUBE}.way = 'external'" }
  - name: markets
    sql_table: markets
    title: Markets
    dimensions:
      - { name: market_id, sql: market_id, type: number, primary_key: true, public: false }
      - { name: name, title: Market, sql: name, type: string }
      - { name: opens_on, title: Opens on, sql: "CAST({CUBE}.opens_on AS TIMESTAMP)", type: time }
      - { name: closes_on, title: Closes on, description: Empty for lasting ones, sql: "CAST({CUBE}.closes_on AS TIMESTAMP)", type: time }
    measures:
      - { name: market_count, title: Markets, type: count }
  - name: stands
    sql_table: stands
    title: Stands
    joins:
      - { name: markets, relationship: many_to_one, sql: "{CUBE}.market_id = {markets}.market_id" }
    dimensions:
      - { name: stand_id, sql: stand_id, type: number, primary_key: true, public: false }
      - { name: day, title: Day, sql: "CAST({CUBE}.day AS TIMESTAMP)", type: time }
    measures:
      - { name: stand_count, title: Stands, type: count }
  - name: works
    sql_table: works
    title: Street works
    dimensions:
      - { name: work_id, title: Work number, sql: work_id, type: number, format: id, primary_key: true }
      - { name: status, title: Status, sql: status, type: string }
      - { name: metres, title: Metres, sql: metres, type: number }
      - { name: opened_on, title: Opened on, sql: "CAST({CUBE}.opened_on AS TIMESTAMP)", type: time }
      - { name: finished_on, title: Finished on, sql: "CAST({CUBE}.finished_on AS TIMESTAMP)", type: time }
    measures:
      - { name: work_count, title: Street works, type: count }
      - { name: total_metres, title: Length of street, type: sum, sql: "{CUBE}.metres" }
    segments:
      - { name: open_works, title: Open works, sql: "{CUBE}.status IN ('waiting', 'begun')" }
  - name: members
    sql_table: members
    title: Members
    dimensions:
      - { name: member_id, title: Member number, sql: member_id, type: number, format: id, primary_key: true }
      - { name: joined_on, title: Joined on, sql: "CAST({CUBE}.joined_on AS TIMESTAMP)", type: time }
      - { name: expires_on, title: Expires on, sql: "CAST({CUBE}.expires_on AS TIMESTAMP)", type: time }
      - { name: cancelled_on, title: Cancelled on, sql: "CAST({CUBE}.cancelled_on AS TIMESTAMP)", type: time }
    measures:
      - { name: member_count, title: Members, type: count }
  - name: sponsors
    sql_table: sponsors
    title: Sponsors
    dimensions:
      - { name: sponsor_id, title: Sponsor number, sql: sponsor_id, type: number, format: id, primary_key: true }
      - { name: joined_on, title: Joined on, sql: "CAST({CUBE}.joined_on AS TIMESTAMP)", type: time }
      - { name: left_on, title: Left on, sql: "CAST({CUBE}.left_on AS TIMESTAMP)", type: time }
    measures:
      - { name: sponsor_count, title: Sponsors, type: count }
    segments:
      - { name: active, title: Active sponsors, sql: "{CUBE}.left_on IS NULL" }
  - name: permits
    sql_table: permits
    title: Permits
    dimensions:
      - { name: permit_id, title: Permit number, sql: permit_id, type: number, format: id, primary_key: true }
      - { name: status, title: Permit status, sql: status, type: string }
      - { name: issued_on, title: Issued on, sql: "CAST({CUBE}.issued_on AS TIMESTAMP)", type: time }
    measures:
      - { name: permit_count, title: Permits, type: count }
      - { name: fees, title: Permit fees, type: sum, sql: "{CUBE}.fee", format: currency, currency: EUR }
views:
  - name: market_days
    title: Market days
    cubes:
      - { join_path: stands, includes: "*" }
      - { join_path: stands.markets, includes: [{ name: name, alias: market }, opens_on, closes_on] }
`,
  },
  tables: {
    machines: [
      ['machine_id', 'worth'],
      [1, 100],
      [2, 200],
      [3, 400],
    ],
    lettings: [
      ['letting_id', 'machine_id', 'way', 'start_on', 'due_on', 'returned_on'],
      [1, 1, 'external', '2025-01-02', '2025-02-01', '2025-01-30'],
      [2, 1, 'external', '2025-05-02', '2025-07-01', null],
      [3, 2, 'internal', '2025-05-05', '2025-06-01', null],
      [4, 3, 'external', '2025-03-01', '2025-04-01', '2025-05-20'],
    ],
    markets: [
      ['market_id', 'name', 'opens_on', 'closes_on'],
      [1, 'Fish market', '2020-01-01', null],
      [2, 'May fair', '2025-05-01', '2025-05-31'],
      [3, 'Summer fair', '2025-06-01', '2025-08-31'],
      [4, 'Christmas market', '2025-11-25', '2025-12-23'],
    ],
    stands: [
      ['stand_id', 'market_id', 'day'],
      [1, 2, '2025-05-03'],
      [2, 3, '2025-06-03'],
    ],
    works: [
      ['work_id', 'status', 'metres', 'opened_on', 'finished_on'],
      [1, 'finished', 10, '2025-01-05', '2025-03-01'],
      [2, 'begun', 20, '2025-02-05', null],
      [3, 'waiting', 40, '2025-06-05', null],
      [4, 'finished', 80, '2025-02-10', '2025-02-20'],
    ],
    members: [
      ['member_id', 'joined_on', 'expires_on', 'cancelled_on'],
      [1, '2024-01-01', '2025-12-31', null],
      [2, '2024-03-01', '2025-02-28', '2025-01-15'],
      [3, '2025-03-01', '2026-02-28', null],
    ],
    sponsors: [
      ['sponsor_id', 'joined_on', 'left_on'],
      [1, '2024-01-01', null],
      [2, '2025-02-01', '2025-03-01'],
      [3, '2025-03-01', null],
    ],
    permits: [
      ['permit_id', 'status', 'issued_on', 'fee'],
      [1, 'valid', '2024-05-01', 10],
      [2, 'expired', '2023-05-01', 20],
    ],
  },
};

const world = openWorlds({ town });

describe('what goes on now', () => {
  it.each([
    ['how many external lettings are there at the moment?', [[1]]],
    ['how many lettings are still here?', [[2]]],
    ['how many external lettings are still here?', [[1]]],
    ['how many street works are there right now?', [[2]]],
  ])('is told by what is not over: %s', async (question, rows) => {
    expectRows(await world('town').ask(question), rows);
  });

  it.each(['which markets are on right now?', 'what markets are open today?'])(
    'is whatever has begun and not ended: %s',
    async (question) => {
      expectRows(await world('town').ask(question), [['Fish market'], ['Summer fair']]);
    },
  );

  it.each([
    'total permit fees at the moment',
    'how many permits do we currently have?',
    'total worth of machines currently in lettings',
    'active sponsors by month in 2025',
  ])('is asked back where nothing tells it: %s', async (question) => {
    const { result, answer } = await world('town').ask(question);
    expect(result?.sqlQuery, answer).toBeUndefined();
  });

  it('is what is active by when that began, where it is said so', async () => {
    const { result, answer } = await world('town').ask('active sponsors who joined in 2025 by month');
    expect(
      result?.data.map(([, count]) => count),
      answer,
    ).toEqual([1]);
  });

  it('needs no other condition where one says how rows are now', async () => {
    expectRows(await world('town').ask('how many permits are currently valid?'), [[1]]);
  });
});

describe('what went on at a time', () => {
  it.each([
    ['how many markets were on on 15 May 2025?', [[2]]],
    ['which markets were on in May 2025?', [['Fish market'], ['May fair']]],
    ['how many markets were open in May 2025?', [[2]]],
    ['how many external lettings did we have on 10 May 2025?', [[2]]],
    ['how many street works were open on 15 February 2025?', [[3]]],
    ['how many street works were open on 7 June 2025?', [[2]]],
  ])('is what had begun and not ended: %s', async (question, rows) => {
    expectRows(await world('town').ask(question), rows);
  });

  it.each([
    ['which markets opened in 2025?', [['Christmas market'], ['May fair'], ['Summer fair']]],
    ['how many lettings did we have in May 2025?', [[2]]],
    ['how many street works were opened in February 2025?', [[2]]],
    ['how many new members did we have in 2025?', [[1]]],
  ])('is not what began then: %s', async (question, rows) => {
    expectRows(await world('town').ask(question), rows);
  });

  it('is asked back where more than one day may have ended it', async () => {
    const { result, answer } = await world('town').ask('how many members did we have on 1 February 2025?');
    expect(result?.sqlQuery, answer).toBeUndefined();
  });
});
