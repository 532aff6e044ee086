import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const harbours = ['North Quay', 'South Quay', 'Mole'] as const;

/** Cruises of a year ago, and of the month to come: those from the Mole lead then, those from North Quay will. */
const cruises = Array.from({ length: 40 }, (_, id) => {
  const ahead = id % 2 === 0;
  return [
    id,
    harbours[ahead ? (id % 5 === 0 ? 1 : 0) : id % 3 === 0 ? 0 : 2],
    `${ahead ? 2025 : 2024}-02-${String((id % 27) + 1).padStart(2, '0')}`,
    id % 7 === 0 ? 'cancelled' : 'booked',
    id % 4 === 0 ? 'online' : 'phone',
    ahead ? `2025-01-${String((id % 18) + 1).padStart(2, '0')}` : '2023-12-01',
  ] as const;
});

const fleet: World = {
  name: 'fleet',
  model: {
    'fleet.yml': `
cubes:
  - name: cruises
    sql_table: cruises
    title: Cruises
    dimensions:
      - { name: cruise_id, title: Cruise number, sql: cruise_id, type: number, primary_key: true, format: id }
      - { name: harbour, title: Harbour, sql: harbour, type: string }
      - { name: starts_on, title: Starts on, sql: "CAST({CUBE}.starts_on AS TIMESTAMP)", type: time }
      - { name: status, title: Status, sql: status, type: string }
      - { name: channel, title: Booking channel, sql: channel, type: string }
      - { name: booked_on, title: Booked on, sql: "CAST({CUBE}.booked_on AS TIMESTAMP)", type: time }
    measures:
      - { name: cruise_count, title: Cruises, type: count }
      - { name: cancelled_count, title: Cancelled cruises, type: count, filters: [{ sql: "{CUBE}.status = 'cancelled'" }] }
  - name: passengers
    sql_table: passengers
    title: Passengers
    dimensions:
      - { name: passenger_id, title: Passenger number, sql: passenger_id, type: number, primary_key: true, format: id }
      - { name: joined_on, title: Joined on, sql: "CAST({CUBE}.joined_on AS TIMESTAMP)", type: time }
    measures:
      - { name: passenger_count, title: Passengers, type: count }
  - name: surveys
    sql_table: surveys
    title: Surveys
    dimensions:
      - { name: survey_id, title: Survey number, sql: survey_id, type: number, primary_key: true, format: id }
      - { name: harbour, title: Harbour, sql: harbour, type: string }
      - { name: was_answered, title: Answered, sql: was_answered, type: boolean }
    measures:
      - { name: survey_count, title: Surveys, type: count }
      - { name: answered_count, title: Answered surveys, type: count, filters: [{ sql: "{CUBE}.was_answered" }] }
      - { name: response_rate, title: Survey response rate, type: number, sql: "1.0 * {answered_count} / NULLIF({survey_count}, 0)", format: percent }
      - { name: missed_rate, title: Missed surveys, type: count, filters: [{ sql: "NOT {CUBE}.was_answered" }] }
`,
  },
  tables: {
    cruises: [['cruise_id', 'harbour', 'starts_on', 'status', 'channel', 'booked_on'], ...cruises],
    passengers: [
      ['passenger_id', 'joined_on'],
      [1, '2024-02-03'],
      [2, '2024-02-08'],
      [3, '2024-11-08'],
    ],
    surveys: [
      ['survey_id', 'harbour', 'was_answered'],
      [1, 'North Quay', true],
      [2, 'North Quay', true],
      [3, 'South Quay', true],
      [4, 'South Quay', false],
      [5, 'Mole', false],
      [6, 'Mole', false],
    ],
  },
};

const world = openWorlds({ fleet });

const coming = "starts_on >= '2025-02-01'";

describe('a follow-up that counts without a word for what', () => {
  it.each<[thread: string[], question: string, truth: string]>([
    [
      ['cruises in February 2024'],
      'how many from the Mole?',
      "SELECT COUNT(*) FROM cruises WHERE starts_on < '2025-01-01' AND harbour = 'Mole'",
    ],
    [
      ['cruises in February 2024'],
      'how many online?',
      "SELECT COUNT(*) FROM cruises WHERE starts_on < '2025-01-01' AND channel = 'online'",
    ],
    [
      ['how many cruises were cancelled?'],
      'how many by phone?',
      "SELECT COUNT(*) FROM cruises WHERE status = 'cancelled' AND channel = 'phone'",
    ],
    [['cruises in February 2024'], 'how many passengers do we have?', 'SELECT COUNT(*) FROM passengers'],
  ])('counts what was counted before: after %j, %s', async (thread, question, truth) => {
    expectRows(await world('fleet').ask(question, thread), await world('fleet').truth(truth));
  });

  it('does not count things of another kind that it calls them', async () => {
    const asked = await world('fleet').ask('how many are passengers?', ['cruises in February']);
    expect(asked.result).toBeUndefined();
  });
});

describe('a month that is yet to come', () => {
  it.each<[thread: string[], question: string, truth: string]>([
    [
      ['cruises in February by harbour'],
      'how many of them were cancelled?',
      `SELECT COUNT(*) FROM cruises WHERE ${coming} AND status = 'cancelled'`,
    ],
    [
      ['cruises in February'],
      'which harbour has the most?',
      `SELECT harbour, COUNT(*) FROM cruises WHERE ${coming} GROUP BY 1 ORDER BY 2 DESC LIMIT 1`,
    ],
    [
      ['cruises in February', 'by harbour'],
      'which has fewest?',
      `SELECT harbour, COUNT(*) FROM cruises WHERE ${coming} GROUP BY 1 ORDER BY 2 LIMIT 1`,
    ],
  ])('stays that month whatever a follow-up says of it: after %j, %s', async (thread, question, truth) => {
    expectRows(await world('fleet').ask(question, thread), await world('fleet').truth(truth));
  });
});

it('what is booked for a time to come is not taken for what was booked then', async () => {
  const { result, answer } = await world('fleet').ask('how many cruises are booked for next month?');
  expect(result?.sqlQuery ?? '', answer).not.toContain('booked_on');
});

it('a time that is yet to come has no data where rows are dated by what was done', async () => {
  const { answer } = await world('fleet').ask('how many passengers joined next month?');
  expect(answer).toContain('no data');
});

describe('the best and the worst', () => {
  it.each<[question: string, harbour: string]>([
    ['which harbour has the best survey response rate', 'North Quay'],
    ['which harbour has the worst survey response rate', 'Mole'],
    ['missed surveys by harbour, worst first', 'Mole'],
  ])(
    'are told by what a figure says, also where a word of it may speak of time: %s',
    async (question, harbour) => {
      const asked = await world('fleet').ask(question);
      expect(asked.answer).toMatch(harbour);
      expectRows(
        { ...asked, result: asked.result && { ...asked.result, data: asked.result.data.slice(0, 1) } },
        [[harbour]],
      );
    },
  );
});
