import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Fairs that open and close, with rides through them that take some minutes. */
const fairground: World = {
  name: 'fairground',
  model: {
    'fairground.yml': `
cubes:
  - name: fairs
    sql_table: fairs
    title: Fairs
    dimensions:
      - { name: fair_id, sql: "{CUBE}.fair_id", type: number, primary_key: true, public: false }
      - { name: name, title: Fair, sql: "{CUBE}.name", type: string }
      - { name: kind, title: Kind of fair, sql: "{CUBE}.kind", type: string }
      - { name: opens_on, title: Opens on, description: First day, sql: "CAST({CUBE}.opens_on AS TIMESTAMP)", type: time }
      - { name: closes_on, title: Closes on, description: Last day; empty for permanent ones, sql: "CAST({CUBE}.closes_on AS TIMESTAMP)", type: time }
    measures:
      - { name: fair_count, title: Fairs, type: count }
  - name: stalls
    sql_table: stalls
    title: Stalls
    dimensions:
      - { name: stall_id, title: Stall number, sql: "{CUBE}.stall_id", type: number, format: id, primary_key: true }
      - { name: left_over, title: Tickets, description: Tickets that are left, sql: "{CUBE}.left_over", type: number }
      - { name: rent, title: Rent, sql: "{CUBE}.rent", type: number, format: currency, currency: EUR }
      - { name: due_on, title: Due back, description: Day by which the stall has to be back, sql: "CAST({CUBE}.due_on AS TIMESTAMP)", type: time }
      - { name: returned_on, title: Returned on, description: Empty while the stall is out, sql: "CAST({CUBE}.returned_on AS TIMESTAMP)", type: time }
    measures:
      - { name: stall_count, title: Stalls, type: count }
      - { name: total_rent, title: Rents, type: sum, sql: "{CUBE}.rent", format: currency, currency: EUR }
  - name: stall_bookings
    sql_table: stall_bookings
    title: Stall bookings
    meta: { synonyms: [bookings] }
    joins:
      - { name: stalls, relationship: many_to_one, sql: "{CUBE}.stall_id = {stalls}.stall_id" }
    dimensions:
      - { name: booking_id, title: Booking number, sql: "{CUBE}.booking_id", type: number, format: id, primary_key: true }
      - { name: booked_on, title: Booked on, sql: "CAST({CUBE}.booked_on AS TIMESTAMP)", type: time }
      - { name: seats, title: Seats, sql: "{CUBE}.seats", type: number }
    measures:
      - { name: booking_count, title: Stall bookings, type: count }
  - name: walks
    sql_table: walks
    title: Walks
    joins:
      - { name: fairs, relationship: many_to_one, sql: "{CUBE}.fair_id = {fairs}.fair_id" }
    dimensions:
      - { name: walk_id, title: Walk number, sql: "{CUBE}.walk_id", type: number, format: id, primary_key: true }
      - { name: walked_on, title: Walked on, sql: "CAST({CUBE}.walked_on AS TIMESTAMP)", type: time }
      - { name: start_hour, title: Start hour, sql: "{CUBE}.start_hour", type: number, format: id, meta: { synonyms: [hour] } }
      - { name: minutes, title: Duration, sql: "{CUBE}.minutes", type: number, meta: { unit: minutes } }
    measures:
      - { name: walk_count, title: Walks, type: count }
      - { name: avg_duration, title: Average walk duration, type: avg, sql: "{CUBE}.minutes", meta: { unit: minutes } }
views:
  - name: visits
    title: Visits
    cubes:
      - { join_path: walks, includes: '*' }
      - { join_path: walks.fairs, includes: [{ name: name, alias: fair, title: Fair }, opens_on, closes_on] }
`,
  },
  tables: {
    fairs: [
      ['fair_id', 'name', 'kind', 'opens_on', 'closes_on'],
      [1, 'Spring Market', 'seasonal', '2025-03-01', '2025-03-11'],
      [2, 'Wine Days', 'seasonal', '2025-09-01', '2025-09-05'],
      [3, 'Old Town', 'permanent', '2020-01-01', null],
    ],
    stalls: [
      ['stall_id', 'left_over', 'rent', 'due_on', 'returned_on'],
      [1, 0, 900, '2025-11-20', null],
      [2, 12, 100, '2025-06-01', null],
      [3, 0, 200, '2025-06-01', '2025-05-01'],
    ],
    stall_bookings: [
      ['booking_id', 'stall_id', 'booked_on', 'seats'],
      [1, 1, '2025-03-02', 4],
      [2, 2, '2025-03-03', 2],
    ],
    walks: [
      ['walk_id', 'fair_id', 'walked_on', 'start_hour', 'minutes'],
      [1, 1, '2025-03-02', 9, 60],
      [2, 1, '2025-03-03', 10, 60],
      [3, 2, '2025-09-02', 14, 30],
      [4, 3, '2025-06-02', 11, 90],
    ],
  },
  now: '2025-11-29T10:00:00Z',
};

const world = openWorlds({ fairground });

describe('how long things run', () => {
  it.each<[question: string, rows: readonly (readonly unknown[])[]]>([
    ['how long do our fairs run on average?', [[7]]],
    ['average duration of our fairs', [[7]]],
    ['how long are our fairs open on average?', [[7]]],
  ])('is from when they open until they close: %s', async (question, rows) => {
    expectRows(await world('fairground').ask(question), rows as never);
  });

  it.each([
    'how long do our fairs run on average?',
    'how long does Wine Days run?',
    'how long did Wine Days last?',
    'which fair ran longest?',
    'which fair was open the longest?',
    'average duration of the fairs',
  ])('is no number of minutes or hours of what takes place there: %s', async (question) => {
    const { result, answer } = await world('fairground').ask(question);
    expect(`${result?.sqlQuery} ${answer}`).not.toMatch(/avg_duration|minutes|start_hour/);
  });

  it.each<[question: string, rows: readonly (readonly unknown[])[]]>([
    ['how long do walks last on average?', [[60]]],
    ['average duration of walks', [[60]]],
    ['how long do walks take at Wine Days?', [[30]]],
  ])('is a figure of theirs where they have one: %s', async (question, rows) => {
    expectRows(await world('fairground').ask(question), rows as never);
  });
});

it.each<[first: string, then: string, day: string]>([
  ['when did Wine Days open?', 'and close?', '2025-09-05'],
  ['when did Spring Market open?', 'and when did it close?', '2025-03-11'],
])('another date is asked for, and no condition: %s, then %s', async (first, then, day) => {
  const { result, answer } = await world('fairground').ask(then, [first]);
  expect(JSON.stringify(result?.data[0]?.at(-1)), answer).toContain(day);
});

it.each<[question: string, rows: readonly (readonly unknown[])[]]>([
  ['how many stalls are out of tickets?', [[2]]],
  ['how many stalls are not out of tickets?', [[1]]],
])('what is out of something has none of it: %s', async (question, rows) => {
  expectRows(await world('fairground').ask(question), rows as never);
});

it.each([
  'which stalls are fully booked?',
  'how many stalls are fully booked?',
  'which stall is most overdue?',
])('how much something is so is not left out: %s', async (question) => {
  const { result, answer } = await world('fairground').ask(question);
  expect(result, answer).toBeUndefined();
});
