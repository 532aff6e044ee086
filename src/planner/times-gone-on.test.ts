import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const days: readonly (readonly [start: string, status: string, cancelled?: string])[] = [
  ['2026-08-04', 'played'],
  ['2026-08-05', 'cancelled', '2026-08-03'],
  ['2026-08-19', 'cancelled', '2026-08-12'],
  ['2026-08-27', 'cancelled', '2026-08-20'],
  ['2026-09-02', 'missed'],
  ['2026-09-08', 'missed'],
  ['2026-09-10', 'missed'],
  ['2026-09-22', 'cancelled', '2026-09-16'],
  ['2026-09-28', 'cancelled', '2026-09-21'],
  ['2026-10-01', 'missed'],
  ['2026-10-13', 'played'],
  ['2026-10-15', 'played'],
  ['2026-11-26', 'played'],
  ['2026-11-26', 'missed'],
  ['2026-11-27', 'played'],
  ['2026-11-28', 'played'],
  ['2026-12-03', 'booked'],
  ['2026-12-03', 'booked'],
  ['2026-12-03', 'cancelled', '2026-11-24'],
  ['2026-12-05', 'booked'],
  ['2026-12-08', 'booked'],
  ['2026-12-09', 'booked'],
  ['2026-12-17', 'booked'],
  ['2027-01-07', 'booked'],
  ['2027-01-12', 'cancelled', '2026-11-25'],
];

/** Courts of a tennis club, booked until the end of winter. */
const club: World = {
  name: 'club',
  now: '2026-11-30T10:00:00Z',
  model: {
    'club.yml': `
cubes:
  - name: bookings
    sql_table: bookings
    title: Bookings
    dimensions:
      - { name: booking_id, title: Booking number, sql: booking_id, type: number, primary_key: true, format: id }
      - { name: planned_start, title: Booking date, sql: CAST(planned_start AS TIMESTAMP), type: time }
      - { name: entered_on, title: Entered on, sql: CAST(entered_on AS TIMESTAMP), type: time, description: Day on which the booking was made }
      - { name: cancelled_on, title: Cancelled on, sql: CAST(cancelled_on AS TIMESTAMP), type: time }
      - { name: status, title: Status, sql: status, type: string }
      - { name: court, title: Court, sql: court, type: string }
    measures:
      - { name: booking_count, title: Bookings, type: count }
      - { name: missed_count, title: Missed bookings, type: count, filters: [{ sql: "status = 'missed'" }] }
      - { name: cancelled_count, title: Cancelled bookings, type: count, filters: [{ sql: "status = 'cancelled'" }] }
      - { name: missed_rate, title: No-show rate, type: number, format: percent, sql: "1.0 * {missed_count} / {booking_count}" }
`,
  },
  tables: {
    bookings: [
      ['booking_id', 'planned_start', 'entered_on', 'cancelled_on', 'status', 'court'],
      ...days.map(([start, status, cancelled], at) => [
        at + 1,
        start,
        new Date(Date.parse(start) - 20 * 86_400_000).toISOString().slice(0, 10),
        cancelled ?? null,
        status,
        at % 3 === 0 ? 'Centre' : 'North',
      ]),
    ],
  },
};

const world = openWorlds({ club });

describe('"then" at the end', () => {
  it.each<[thread: string[], question: string, count: number]>([
    [
      ['no-show rate by month this year', 'which month was the worst?'],
      'how many bookings were cancelled then?',
      2,
    ],
    [['which month had the most missed bookings this year?'], 'and how many were cancelled then?', 2],
    [['missed bookings in October 2026'], 'how many bookings did we have then?', 3],
  ])('is when it was that was shown or asked: after %j, %s', async (thread, question, count) => {
    expectRows(await world('club').ask(question, thread), [[count]]);
  });

  it('is none where several were shown', async () => {
    const { outcome } = await world('club').ask('how many bookings were cancelled then?', [
      'missed bookings by court',
    ]);
    expect(outcome).toMatchObject({ stopReason: 'no_answer' });
  });
});

describe('a time after another', () => {
  it.each<[thread: string[], question: string, count: number]>([
    [['how many bookings do we have next week?'], 'and the week after?', 1],
    [['how many bookings do we have next week?'], 'and the following week?', 1],
    [['how many bookings were there in September 2026?'], 'and the month after?', 3],
    [['how many bookings were there in August 2026?'], 'and two months later?', 3],
    [['how many bookings were there on 26 November 2026?'], 'and the day after?', 1],
  ])('counts on from it: after %j, %s', async (thread, question, count) => {
    expectRows(await world('club').ask(question, thread), [[count]]);
  });

  it('is the next one where none was said', async () => {
    expectRows(await world('club').ask('how many bookings do we have the day after tomorrow?'), [[0]]);
  });
});

describe('a day of the week', () => {
  it.each([
    ['how many bookings do we have on Thursday?', 3],
    ['bookings on Thursday', 3],
    ['how many bookings do we have on Saturday?', 1],
    ['how many bookings did we have on Thursday?', 2],
    ['how many bookings were missed on Thursday?', 1],
    ['how many bookings last Thursday?', 2],
    ['bookings on Friday', 1],
  ])('is the next one where there are rows on it, unless it was: %s', async (question, count) => {
    expectRows(await world('club').ask(question), [[count]]);
  });
});

it('"ones" are of the time of those that were counted', async () => {
  expectRows(await world('club').ask('cancelled ones?', ['how many bookings in January 2027?']), [[1]]);
});

it.each([
  'how many bookings were cancelled on the same day they were due this year',
  'how many bookings were cancelled on the same day they were for in 2026',
])('whether two dates are the same day is not told: %s', async (question) => {
  const { result, answer } = await world('club').ask(question);
  expect(result, answer).toBeUndefined();
});

it.each(['bookings per court this month and last month', 'bookings last month and this month by court'])(
  'the time that goes on and the one before are told apart: %s',
  async (question) => {
    const { result, answer } = await world('club').ask(question);
    const rows = result?.data.map((row) => [row[0], String(row[1]).slice(0, 7), Number(row[2])].join(' '));
    expect(rows?.toSorted(), answer).toEqual([
      'Centre 2026-10 1',
      'Centre 2026-11 2',
      'North 2026-10 2',
      'North 2026-11 2',
    ]);
  },
);

it('they are added up where that is said', async () => {
  expectRows(await world('club').ask('how many bookings this month and last month together?'), [[7]]);
});

it.each([
  ['how many bookings were made in November?', 'entered_on'],
  ['how many bookings on the North court were made in November?', 'entered_on'],
  ['how many bookings were there in November?', 'planned_start'],
])('what is described as the day of a deed dates it: %s', async (question, column) => {
  const court = question.includes('North') ? "AND court = 'North'" : '';
  const truth = `SELECT COUNT(*) FROM bookings WHERE CAST(${column} AS VARCHAR) LIKE '2026-11%' ${court}`;
  expectRows(await world('club').ask(question), await world('club').truth(truth));
});
