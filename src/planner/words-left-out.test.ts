import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Restaurants, whose guests and staff are people, as are those whom a measure is called after. */
const restaurants: World = {
  name: 'restaurants',
  model: {
    'restaurants.yml': `
cubes:
  - name: restaurants
    title: Restaurants
    sql_table: restaurants
    dimensions:
      - { name: restaurant_id, sql: restaurant_id, type: number, primary_key: true, public: false }
      - { name: name, title: Restaurant, sql: name, type: string }
    measures:
      - { name: restaurant_count, title: Restaurants, type: count }
  - name: guests
    title: Guests
    description: People who have booked or eaten with us and are in our guest book
    sql_table: guests
    meta: { synonyms: [customers] }
    dimensions:
      - { name: guest_id, title: Guest number, sql: guest_id, type: number, primary_key: true, format: id }
      - { name: name, title: Guest name, sql: name, type: string }
      - { name: joined_on, title: Joined on, sql: "CAST({CUBE}.joined_on AS TIMESTAMP)", type: time }
    measures:
      - { name: guest_count, title: Guests, description: Number of guests, type: count }
  - name: staff
    title: Staff
    description: Everybody who works or has worked for the group; those who left have a leaving date
    sql_table: staff
    joins:
      - { name: restaurants, relationship: many_to_one, sql: "{CUBE}.restaurant_id = {restaurants}.restaurant_id" }
    dimensions:
      - { name: staff_id, sql: staff_id, type: number, primary_key: true, public: false }
      - { name: name, title: Staff name, sql: name, type: string }
      - { name: role, title: Role, sql: role, type: string }
      - { name: hired_on, title: Hire date, sql: "CAST({CUBE}.hired_on AS TIMESTAMP)", type: time }
      - { name: left_on, title: Leaving date, sql: "CAST({CUBE}.left_on AS TIMESTAMP)", type: time }
    measures:
      - { name: staff_count, title: Staff, description: Number of people, type: count }
    segments:
      - { name: current, title: Current staff, description: Those who have not left, sql: "{CUBE}.left_on IS NULL" }
  - name: reservations
    title: Reservations
    sql_table: reservations
    meta: { synonyms: [bookings] }
    joins:
      - { name: restaurants, relationship: many_to_one, sql: "{CUBE}.restaurant_id = {restaurants}.restaurant_id" }
      - { name: guests, relationship: many_to_one, sql: "{CUBE}.guest_id = {guests}.guest_id" }
    dimensions:
      - { name: reservation_id, title: Reservation number, sql: reservation_id, type: number, primary_key: true, format: id }
      - { name: reserved_for, title: Reservation date, sql: "CAST({CUBE}.reserved_for AS TIMESTAMP)", type: time }
      - { name: party_size, title: Party size, sql: party_size, type: number }
      - { name: status, title: Status, description: "booked, completed, cancelled or no-show", sql: status, type: string }
    measures:
      - { name: reservation_count, title: Reservations, type: count }
      - { name: reserved_guests, title: People reserved for, description: Sum of party sizes, sql: party_size, type: sum }
      - { name: no_show_count, title: No-shows, type: count, filters: [{ sql: "{CUBE}.status = 'no-show'" }] }
  - name: bills
    title: Bills
    sql_table: bills
    joins:
      - { name: restaurants, relationship: many_to_one, sql: "{CUBE}.restaurant_id = {restaurants}.restaurant_id" }
      - { name: guests, relationship: many_to_one, sql: "{CUBE}.guest_id = {guests}.guest_id" }
      - { name: staff, relationship: many_to_one, sql: "{CUBE}.server_id = {staff}.staff_id" }
    dimensions:
      - { name: bill_id, title: Bill number, sql: bill_id, type: number, primary_key: true, format: id }
      - { name: opened_at, title: Bill date, sql: "CAST({CUBE}.opened_at AS TIMESTAMP)", type: time }
      - { name: paid_at, title: Paid at, sql: "CAST({CUBE}.paid_at AS TIMESTAMP)", type: time }
      - { name: payment_method, title: Payment method, sql: payment_method, type: string }
      - { name: tip, title: Tip, sql: tip, type: number }
    measures:
      - { name: bill_count, title: Bills, type: count }
      - { name: revenue, title: Revenue, sql: total, type: sum, meta: { synonyms: [sales] } }
      - { name: total_tips, title: Tips, sql: tip, type: sum }
`,
  },
  tables: {
    restaurants: [
      ['restaurant_id', 'name'],
      [1, 'El Faro'],
      [2, 'Green Fork'],
    ],
    guests: [
      ['guest_id', 'name', 'joined_on'],
      [1, 'Leo Hughes', '2025-01-05'],
      [2, 'Isla Harrison', '2025-06-05'],
      [4, 'Adam Brown', '2025-07-05'],
      [3, 'Ruby Bailey', '2026-03-05'],
    ],
    staff: [
      ['staff_id', 'restaurant_id', 'name', 'role', 'hired_on', 'left_on'],
      [1, 1, 'Ruby Green', 'Server', '2020-01-01', null],
      [2, 1, 'Harry Tanaka', 'Server', '2021-01-01', '2026-05-01'],
      [3, 1, 'Mia Singh', 'Chef', '2022-01-01', null],
      [4, 2, 'Pavel Garcia', 'Chef', '2022-01-01', '2025-02-01'],
      [5, 2, 'Arjun Ahmed', 'Server', '2023-01-01', null],
    ],
    reservations: [
      ['reservation_id', 'restaurant_id', 'guest_id', 'reserved_for', 'party_size', 'status'],
      [1, 1, 1, '2026-11-20 19:00:00', 4, 'booked'],
      [2, 2, 1, '2026-11-20 12:30:00', 2, 'booked'],
      [3, 1, 2, '2026-10-03 20:00:00', 6, 'no-show'],
      [4, 2, 2, '2026-11-19 20:00:00', 6, 'completed'],
      [5, 2, 3, '2026-10-19 20:00:00', 7, 'completed'],
    ],
    bills: [
      [
        'bill_id',
        'restaurant_id',
        'guest_id',
        'server_id',
        'opened_at',
        'paid_at',
        'payment_method',
        'total',
        'tip',
      ],
      [1, 1, 1, 1, '2026-10-02 20:00:00', '2026-10-02 21:00:00', 'Card', 100, 12],
      [2, 1, 2, 1, '2026-10-03 20:00:00', null, 'Cash', 50, 6],
      [3, 2, 3, 5, '2026-10-04 20:00:00', '2026-10-04 21:00:00', 'Card', 80, 14],
      [4, 2, 2, 5, '2026-11-19 20:00:00', '2026-11-19 21:00:00', 'Card', 40, 1],
    ],
  },
  now: '2026-11-20T10:00:00Z',
};

const world = openWorlds({ restaurants });

describe('what is said of the time', () => {
  it.each([
    ['bookings for tonight', [[1]]],
    ['how many reservations do we have tonight at El Faro?', [[1]]],
    ['revenue last night', [[40]]],
  ] as const)('is read of an evening in one word, too: %s', async (question, rows) => {
    expectRows(await world('restaurants').ask(question), rows);
  });
});

describe('a figure of all rows is no answer', () => {
  it.each([
    'how do people pay',
    'how do our guests book',
    'how do guests find us',
    'how many people left in 2026',
    'how many people quit this year',
    'how many people work for us',
    'how many people work at El Faro',
    'how much does she tip',
    'how much has she spent with us in total',
    'how often do guests cancel',
    'how often does Leo Hughes come',
  ])('where a verb or whoever does it is left out: %s', async (question) => {
    const { answer, result } = await world('restaurants').ask(question);
    expect(result, answer).toBeUndefined();
  });

  it.each([
    ['how did revenue do in October?', [[230]]],
    ['how many people did we have reservations for in October?', [[13]]],
    ['how many guests do we have?', [[4]]],
    ['how much revenue did we make at El Faro?', [[150]]],
  ] as const)('but where nothing of the sort is left out, it is: %s', async (question, rows) => {
    expectRows(await world('restaurants').ask(question), rows);
  });
});

describe('who', () => {
  it('is asked back where guests or staff may be meant', async () => {
    const { answer, result } = await world('restaurants').ask('who got the most tips last month');
    expect(result, answer).toBeUndefined();
    expect(answer).toMatch(/who is meant: Guest name \/ Staff name/);
  });
});

describe('what is listed after a count of some rows', () => {
  it.each([
    [['no-shows this year'], 'list them with guest name', [[3, 'Isla Harrison']]],
    [
      ['no-shows this year', 'only parties of 6 or more'],
      'list them with guest name',
      [[3, 'Isla Harrison']],
    ],
    [['no-shows this year', 'list them'], 'with guest name', [['Isla Harrison']]],
  ] as const)('are these rows: after %s, %s', async (thread, question, rows) => {
    expectRows(await world('restaurants').ask(question, thread), rows);
  });
});

describe('those whom we have', () => {
  it.each([
    ['how many chefs do we have?', [[1]]],
    ['how many servers are there at El Faro?', [[1]]],
    ['how many chefs have left?', [[1]]],
    ['how many servers were hired since 2021?', [[2]]],
    ['number of chefs', [[2]]],
  ] as const)('are the current ones, where a segment is called so: %s', async (question, rows) => {
    expectRows(await world('restaurants').ask(question), rows);
  });
});

describe('what is said of the rows of somebody', () => {
  it('is said of those that there are, and not of those that are not there', async () => {
    expectRows(await world('restaurants').ask("which guests haven't paid their bills?"), [['Isla Harrison']]);
  });

  it('does not take the day on which a guest joined for the last time that they came', async () => {
    const { answer } = await world('restaurants').ask('when was Leo Hughes last here?');
    expect(answer).toMatch(/^Which of these do you mean/);
    expect(answer).not.toMatch(/joined/i);
  });
});
