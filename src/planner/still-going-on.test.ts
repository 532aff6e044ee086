import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A ski area, whose lifts stand still for a while, and whose offers run until a day that may be yet to come. */
const slopes: World = {
  name: 'slopes',
  now: '2025-02-10T12:00:00Z',
  model: {
    'slopes.yml': `
cubes:
  - name: lifts
    sql_table: lifts
    title: Lifts
    dimensions:
      - { name: lift_id, sql: "{CUBE}.lift_id", type: number, primary_key: true, public: false }
      - { name: name, title: Lift, sql: "{CUBE}.name", type: string }
      - { name: valley, title: Valley, sql: "{CUBE}.valley", type: string }
    measures:
      - { name: lift_count, title: Lifts, type: count }
  - name: stoppages
    sql_table: stoppages
    title: Stoppage events
    meta: { synonyms: [stoppages] }
    joins:
      - { name: lifts, relationship: many_to_one, sql: "{CUBE}.lift_id = {lifts}.lift_id" }
    dimensions:
      - { name: stoppage_id, sql: "{CUBE}.stoppage_id", type: number, primary_key: true, format: id }
      - { name: started_at, title: Started at, sql: "CAST({CUBE}.started_at AS TIMESTAMP)", type: time }
      - { name: ended_at, title: Ended at, sql: "CAST({CUBE}.ended_at AS TIMESTAMP)", type: time, description: Empty while the lift is still down }
      - { name: cause, title: Cause, sql: "{CUBE}.cause", type: string }
      - { name: minutes, title: Duration (min), sql: "{CUBE}.minutes", type: number }
    measures:
      - { name: stoppage_count, title: Stoppage events, type: count }
      - { name: stoppage_min, title: Stoppage (min), sql: "{CUBE}.minutes", type: sum }
  - name: offers
    sql_table: offers
    title: Offers
    dimensions:
      - { name: offer, title: Offer, sql: "{CUBE}.offer", type: string, primary_key: true }
      - { name: starts_on, title: Starts on, sql: "CAST({CUBE}.starts_on AS TIMESTAMP)", type: time }
      - { name: ends_on, title: Ends on, sql: "CAST({CUBE}.ends_on AS TIMESTAMP)", type: time }
    measures:
      - { name: offer_count, title: Offers, type: count }
`,
  },
  tables: {
    lifts: [
      ['lift_id', 'name', 'valley'],
      [1, 'Eagle', 'North'],
      [2, 'Fox', 'North'],
      [3, 'Hare', 'South'],
      [4, 'Owl', 'South'],
    ],
    stoppages: [
      ['stoppage_id', 'lift_id', 'started_at', 'ended_at', 'cause', 'minutes'],
      [1, 1, '2025-01-05 09:00:00', '2025-01-05 10:00:00', 'wind', 60],
      [2, 2, '2025-01-20 11:00:00', '2025-01-20 11:30:00', 'motor', 30],
      [3, 3, '2025-02-08 08:00:00', null, 'motor', null],
      [4, 1, '2025-02-10 09:00:00', null, 'wind', null],
      [5, 4, '2025-02-09 09:00:00', '2025-02-10 08:00:00', 'rope', 1380],
    ],
    offers: [
      ['offer', 'starts_on', 'ends_on'],
      ['Early bird', '2024-10-01', '2024-11-30'],
      ['Family week', '2025-02-01', '2025-02-28'],
      ['Night pass', '2025-01-01', null],
      ['Spring deal', '2025-03-10', '2025-04-10'],
    ],
  },
};

/** A glider club, whose members also cancel some day before their membership ends. */
const club: World = {
  name: 'club',
  now: '2025-02-10T12:00:00Z',
  model: {
    'club.yml': `
cubes:
  - name: memberships
    sql_table: memberships
    title: Memberships
    dimensions:
      - { name: membership_id, title: Membership number, sql: membership_id, type: number, primary_key: true }
      - { name: status, title: Status, sql: status, type: string }
      - { name: signed_on, title: Signing date, sql: "CAST({CUBE}.signed_on AS TIMESTAMP)", type: time }
      - { name: first_day, title: Start of membership, sql: "CAST({CUBE}.first_day AS TIMESTAMP)", type: time }
      - { name: last_day, title: End of membership, sql: "CAST({CUBE}.last_day AS TIMESTAMP)", type: time }
      - { name: cancelled_on, title: Cancellation date, sql: "CAST({CUBE}.cancelled_on AS TIMESTAMP)", type: time }
    measures:
      - { name: membership_count, title: Memberships, type: count }
      - { name: active_memberships, title: Active memberships, type: count, description: Those that go on today, filters: [{ sql: "{CUBE}.status = 'active'" }] }
  - name: gliders
    sql_table: gliders
    title: Gliders
    dimensions:
      - { name: glider_id, title: Glider number, sql: glider_id, type: number, primary_key: true }
      - { name: status, title: Status, sql: status, type: string }
      - { name: bought_on, title: Bought on, sql: "CAST({CUBE}.bought_on AS TIMESTAMP)", type: time }
    measures:
      - { name: glider_count, title: Gliders, type: count }
`,
  },
  tables: {
    memberships: [
      ['membership_id', 'status', 'signed_on', 'first_day', 'last_day', 'cancelled_on'],
      [1, 'active', '2023-12-01', '2024-01-01', null, null],
      [2, 'active', '2024-08-01', '2024-09-01', null, null],
      [3, 'ended', '2024-01-20', '2024-02-01', '2024-12-31', '2024-10-05'],
      [4, 'ended', '2023-05-02', '2023-06-01', '2024-03-31', '2024-01-05'],
      [5, 'ended', '2024-05-11', '2024-06-01', '2024-08-31', '2024-07-01'],
    ],
    gliders: [
      ['glider_id', 'status', 'bought_on'],
      [1, 'active', '2023-12-01'],
      [2, 'active', '2024-08-01'],
      [3, 'scrapped', '2024-06-30'],
    ],
  },
};

/** Leases of a market hall, of which notice is given before their last day, and some of which are yet to begin. */
const hall: World = {
  name: 'hall',
  now: '2025-02-10T12:00:00Z',
  model: {
    'hall.yml': `
cubes:
  - name: leases
    sql_table: leases
    title: Leases
    dimensions:
      - { name: lease_id, sql: lease_id, type: number, primary_key: true, public: false }
      - { name: row, title: Row, sql: "{CUBE}.hall_row", type: string }
      - { name: starts_on, title: Start date, sql: "CAST({CUBE}.starts_on AS TIMESTAMP)", type: time }
      - { name: cancelled_on, title: Notice date, sql: "CAST({CUBE}.cancelled_on AS TIMESTAMP)", type: time }
      - { name: ends_on, title: End date, sql: "CAST({CUBE}.ends_on AS TIMESTAMP)", type: time }
    measures:
      - { name: lease_count, title: Leases, type: count }
`,
  },
  tables: {
    leases: [
      ['lease_id', 'hall_row', 'starts_on', 'cancelled_on', 'ends_on'],
      [1, 'A', '2024-01-01', null, null],
      [2, 'A', '2024-01-01', '2024-11-01', '2025-01-31'],
      [3, 'A', '2024-01-01', '2025-01-20', '2025-03-31'],
      [4, 'B', '2024-06-01', null, null],
      [5, 'B', '2025-03-01', null, null],
    ],
  },
};

/** A workshop, whose repairs last until they are returned. */
const workshop: World = {
  name: 'workshop',
  now: '2025-02-10T12:00:00Z',
  model: {
    'workshop.yml': `
cubes:
  - name: repairs
    sql_table: repairs
    title: Repairs
    dimensions:
      - { name: repair_id, title: Repair number, sql: "{CUBE}.repair_id", type: number, primary_key: true, format: id }
      - { name: received_on, title: Received on, sql: "CAST({CUBE}.received_on AS TIMESTAMP)", type: time }
      - { name: returned_on, title: Returned on, sql: "CAST({CUBE}.returned_on AS TIMESTAMP)", type: time, description: Empty while the repair is open }
    measures:
      - { name: repair_count, title: Repairs, type: count }
`,
  },
  tables: {
    repairs: [
      ['repair_id', 'received_on', 'returned_on'],
      [1, '2025-01-01', '2025-01-21'],
      [2, '2025-02-03', null],
      [3, '2024-12-31', null],
      [4, '2025-01-20', null],
      [5, '2025-01-29', '2025-02-01'],
    ],
  },
};

const world = openWorlds({ slopes, club, workshop, hall });

type Case = readonly [question: string, rows: readonly (readonly unknown[])[]];

describe('what has begun and not ended goes on', () => {
  it.each<Case>([
    ['which lifts are down right now', [['Eagle'], ['Hare']]],
    ['which lift is still down?', [['Eagle'], ['Hare']]],
    ['how many lifts are down at the moment', [[2]]],
    ['how many lifts are up', [[2]]],
    ['how many stoppages are still open', [[2]]],
    ['stoppages still open', [[2]]],
    ['stoppage events still open', [[2]]],
    ['stoppage events that have not ended', [[2]]],
    ['ongoing stoppages', [[2]]],
    ['how many stoppages have not ended yet', [[2]]],
    ['stoppages that have not ended', [[2]]],
    ['open stoppages by cause', [['motor', 1], ['wind', 1]]], // biome-ignore format: rows
    ['stoppages from February still open', [[2]]],
    ['how many offers are running', [[2]]],
    ['which offers are still running', [['Family week'], ['Night pass']]],
  ])('%s', async (question, rows) => {
    expectRows(await world('slopes').ask(question), rows as never);
  });

  it('is said of what does', async () => {
    const { answer } = await world('slopes').ask('how many stoppages are still open');
    expect(answer).toBe('2 stoppage events where not ended.');
  });

  it.each([
    'which lifts are off',
    'how many lifts were down yesterday',
    'how many lifts are running',
    'which lifts are still running',
    'lifts that are still standing',
    'offers still valid',
  ])('is nothing that is left out where it is not understood: %s', async (question) => {
    const { result, answer } = await world('slopes').ask(question);
    expect(result, answer).toBeUndefined();
  });
});

describe('what was active on an earlier day', () => {
  it.each<Case>([
    ['How many memberships were active on 30 June 2024?', [[3]]],
    ['memberships that were active on 1 February 2024', [[3]]],
    ['how many active memberships do we have', [[2]]],
  ])('is told by when it began and ended, and not by its status of today: %s', async (question, rows) => {
    expectRows(await world('club').ask(question), rows as never);
  });

  it.each([
    'how many gliders were active on 30 June 2024',
    'how many active gliders did we have in June 2024?',
    'active memberships per month in 2024',
  ])('is not told where only what holds today is known: %s', async (question) => {
    const { result, answer } = await world('club').ask(question);
    expect(result, answer).toBeUndefined();
  });
});

it.each([
  ['which repair has been open the longest?', 3, 41],
  ['which repair took the longest?', 1, 20],
])('what still goes on has lasted until today: %s', async (question, id, days) => {
  const { result, answer } = await world('workshop').ask(question);
  expect(result?.data[0]?.[0], answer).toBe(id);
  expect(Number(result?.data[0]?.[1]), answer).toBe(days);
});

describe('what begins and ends on a date of no further name', () => {
  it.each<Case>([
    [
      'running leases by row',
      [
        ['A', 2],
        ['B', 1],
      ],
    ],
    ['how many leases are currently running', [[3]]],
  ])('goes on between the two, whatever else is dated: %s', async (question, rows) => {
    expectRows(await world('hall').ask(question), rows as never);
  });
});
