import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const ids = Array.from({ length: 40 }, (_, id) => id);
const dayOf = (id: number): string => `2026-0${1 + (id % 9)}-1${id % 7}`;

/** Players of clubs, lessons that begin and end when they do, bills that are paid or not, and hours of closed courts. */
const world = openWorlds({
  courts: {
    name: 'a group of tennis clubs',
    now: '2026-11-30T10:00:00Z',
    model: {
      'courts.yml': `
cubes:
  - name: clubs
    title: Clubs
    sql_table: clubs
    dimensions:
      - { name: club_id, sql: club_id, type: number, primary_key: true, public: false }
      - { name: name, title: Club, sql: "{CUBE}.name", type: string }
      - { name: opened_on, title: Opened on, sql: "CAST(opened_on AS TIMESTAMP)", type: time }
      - { name: courts, title: Number of courts, sql: courts, type: number }
    measures:
      - { name: club_count, title: Clubs, type: count }
      - { name: court_sum, title: Courts, sql: courts, type: sum }
  - name: players
    title: Players
    sql_table: players
    joins:
      - { name: clubs, relationship: many_to_one, sql: "{CUBE}.club_id = {clubs}.club_id" }
    dimensions:
      - { name: player_id, title: Player number, sql: player_id, type: number, primary_key: true }
      - { name: name, title: Player, sql: "{CUBE}.name", type: string }
    measures:
      - { name: player_count, title: Players, type: count }
  - name: lessons
    title: Lessons
    sql_table: lessons
    joins:
      - { name: players, relationship: many_to_one, sql: "{CUBE}.player_id = {players}.player_id" }
      - { name: clubs, relationship: many_to_one, sql: "{CUBE}.club_id = {clubs}.club_id" }
    dimensions:
      - { name: lesson_id, title: Lesson number, sql: lesson_id, type: number, primary_key: true }
      - { name: planned_start, title: Lesson date, sql: "CAST(planned_start AS TIMESTAMP)", type: time }
      - { name: planned_end, title: Planned end, sql: "CAST(planned_end AS TIMESTAMP)", type: time }
      - { name: actual_start, title: Actual start, sql: "CAST(actual_start AS TIMESTAMP)", type: time }
      - { name: actual_end, title: Actual end, sql: "CAST(actual_end AS TIMESTAMP)", type: time }
      - { name: fee, title: Fee, sql: fee, type: number, format: currency, currency: EUR }
    measures:
      - { name: lesson_count, title: Lessons, type: count }
      - { name: fees, title: Lesson fees, sql: fee, type: sum, format: currency, currency: EUR }
      - { name: average_fee, title: Average fee, sql: fee, type: avg, format: currency, currency: EUR }
  - name: bills
    title: Bills
    sql_table: bills
    dimensions:
      - { name: bill_id, title: Bill number, sql: bill_id, type: number, primary_key: true }
      - { name: issued_on, title: Issued on, sql: "CAST(issued_on AS TIMESTAMP)", type: time }
      - { name: settled_on, title: Settled on, sql: "CAST(settled_on AS TIMESTAMP)", type: time }
    measures:
      - { name: bill_count, title: Bills, type: count }
      - { name: revenue, title: Revenue, sql: total, type: sum, format: currency, currency: EUR }
  - name: closures
    title: Closures
    sql_table: closures
    joins:
      - { name: clubs, relationship: many_to_one, sql: "{CUBE}.club_id = {clubs}.club_id" }
    dimensions:
      - { name: closure_id, title: Closure number, sql: closure_id, type: number, primary_key: true }
      - { name: week_start, title: Week, sql: "CAST(week_start AS TIMESTAMP)", type: time }
      - { name: reason, title: Reason for closure, sql: reason, type: string }
    measures:
      - { name: closure_count, title: Closures, type: count }
`,
    },
    tables: {
      clubs: [
        ['club_id', 'name', 'opened_on', 'courts'],
        ...['Park', 'Lake', 'Hill'].map((name, id) => [id, name, `20${15 + id}-05-01`, 4 + id]),
      ],
      players: [
        ['player_id', 'name', 'club_id'],
        ...ids.slice(0, 12).map((id) => [id, `Player ${id}`, id % 3]),
      ],
      lessons: [
        [
          ...['lesson_id', 'player_id', 'club_id', 'planned_start', 'planned_end'],
          ...['actual_start', 'actual_end', 'fee'],
        ],
        ...ids.map((id) => [
          ...[id, id % 12, id % 3, `${dayOf(id)} 10:00:00`, `${dayOf(id)} 11:00:00`],
          id % 8 === 0 ? null : `${dayOf(id)} 10:0${id % 3}:00`,
          id % 8 === 0 ? null : `${dayOf(id)} 11:0${id % 4}:00`,
          30 + (id % 9),
        ]),
      ],
      bills: [
        ['bill_id', 'issued_on', 'settled_on', 'total'],
        ...ids.map((id) => [id, dayOf(id), id % 4 === 0 ? null : dayOf(id + 1), 40 + id]),
      ],
      closures: [
        ['closure_id', 'club_id', 'week_start', 'reason'],
        ...ids.map((id) => [id, id % 3, dayOf(id), ['repairs', 'frost'][id % 2] ?? '']),
      ],
    },
  },
});

describe('what is said in part', () => {
  it.each([
    'which bills were only partly settled?',
    'how many bills are nearly settled?',
    'average discount from the fee by club',
    'how many players changed club?',
    'how much did prices rise this year?',
    'which lessons went on past their planned end?',
    'how many hours were courts closed for repairs this year?',
  ])('is answered with nothing that leaves out the rest: %s', async (question) => {
    const { result, answer } = await world('courts').ask(question);
    expect(result, answer).toBeUndefined();
  });

  it('is no duration that is none where a time is said to be missing', async () => {
    const { result, answer } = await world('courts').ask('lessons without an actual start time');
    expect(result?.sqlQuery ?? '', answer).not.toContain('EPOCH');
  });

  it.each([
    ['how many bills were settled?', 'SELECT COUNT(settled_on) FROM bills'],
    ['average fee by club', 'SELECT c.name, AVG(fee) FROM lessons JOIN clubs c USING (club_id) GROUP BY 1'],
    ['how many courts are there by club?', 'SELECT name, courts FROM clubs'],
    ['lessons without an actual start', 'SELECT COUNT(*) FROM lessons WHERE actual_start IS NULL'],
  ])('is answered where it is said in full: %s', async (question, sql) => {
    expectRows(await world('courts').ask(question), await world('courts').truth(sql));
  });
});
