import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A hotel whose guests stay from a day until another one. The tests ask on 15 July 2026. */
const hotel: World = {
  name: 'hotel',
  now: '2026-07-15T10:00:00Z',
  model: {
    'hotel.yml': `
cubes:
  - name: guests
    sql_table: guests
    title: Guests
    dimensions:
      - { name: guest_id, sql: "{CUBE}.guest_id", type: number, primary_key: true, public: false }
      - { name: full_name, title: Name, sql: "{CUBE}.full_name", type: string }
      - { name: country, title: Country, sql: "{CUBE}.country", type: string }
    measures:
      - { name: guest_count, title: Guests, type: count }
  - name: stays
    sql_table: stays
    title: Stays
    joins:
      - { name: guests, relationship: many_to_one, sql: "{CUBE}.guest_id = {guests}.guest_id" }
    dimensions:
      - { name: stay_id, sql: "{CUBE}.stay_id", type: number, primary_key: true, public: false }
      - { name: room, title: Room, sql: "{CUBE}.room", type: string }
      - { name: board, title: Board, sql: "{CUBE}.board", type: string }
      - { name: check_in, title: Check-in, sql: "CAST({CUBE}.check_in AS TIMESTAMP)", type: time }
      - { name: check_out, title: Check-out, sql: "CAST({CUBE}.check_out AS TIMESTAMP)", type: time }
      - { name: status, title: Status, sql: "{CUBE}.status", type: string }
      - { name: guest_count, title: Persons, sql: "{CUBE}.persons", type: number }
      - { name: guest_id, sql: "{CUBE}.guest_id", type: number, public: false }
    measures:
      - { name: stay_count, title: Stays, type: count }
      - { name: revenue, title: Revenue, sql: "{CUBE}.price", type: sum, format: currency, currency: EUR }
`,
  },
  tables: {
    guests: [
      ['guest_id', 'full_name', 'country'],
      [1, 'Ann Lee', 'Italy'],
      [2, 'Bo Marsh', 'Spain'],
      [3, 'Cy Webb', 'Italy'],
      [4, 'Di Poe', 'Spain'],
    ],
    stays: [
      ['stay_id', 'guest_id', 'room', 'board', 'check_in', 'check_out', 'status', 'persons', 'price'],
      [1, 1, 'Blue', 'half board', '2026-06-28', '2026-07-03', 'confirmed', 2, 500],
      [2, 2, 'Red', 'full board', '2026-07-07', '2026-07-16', 'confirmed', 1, 900],
      [3, 3, 'Green', 'half board', '2026-07-14', '2026-07-20', 'confirmed', 2, 600],
      [4, 4, 'Blue', 'half board', '2026-07-14', '2026-07-18', 'cancelled', 2, 400],
      [5, 1, 'Blue', 'full board', '2026-08-01', '2026-08-11', 'requested', 2, 1_000],
      [6, 4, 'Blue', 'half board', '2026-06-01', '2026-07-12', 'confirmed', 1, 4_000],
    ],
  },
};

const world = openWorlds({ hotel });

describe('rows that go on for a while', () => {
  it.each([
    ['who is on full board today?', [['Bo Marsh']]],
    ['who is staying with us today?', [['Bo Marsh'], ['Cy Webb']]],
    ['which guests are staying today', [['Bo Marsh'], ['Cy Webb']]],
    ['how many guests are staying with us on 2 July 2026', [[2]]],
    ['which guests were staying last week', [['Bo Marsh'], ['Di Poe']]],
    ['guests on half board today', [[1]]],
    ['who is on half board', [['Cy Webb']]],
  ])('are in a state on each of its days: %s', async (question, rows) => {
    const asked = await world('hotel').ask(question);
    expectRows(asked, rows);
    expect(asked.answer).toMatch(/went on then, from (?:Stay )?Check-in to/);
  });

  it('are in that state at another time in what follows', async () => {
    expectRows(await world('hotel').ask('and on 2 July?', ['who is staying with us today?']), [
      ['Ann Lee'],
      ['Di Poe'],
    ]);
  });

  it.each([
    ['stays in July 2026', [[3]]],
    ['how many stays were there in July 2026', [[3]]],
    ['revenue in July 2026', [[1_900]]],
    [
      'stays by month in 2026',
      [
        ['2026-06-01', 2],
        ['2026-07-01', 3],
        ['2026-08-01', 1],
      ],
    ],
    ['how many stays were on half board in July 2026', [[2]]],
  ])('are counted by when they began: %s', async (question, rows) => {
    expectRows(await world('hotel').ask(question), rows);
  });
});
