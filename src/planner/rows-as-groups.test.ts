import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Visits of a gym, with numbers that no measure averages. */
const gym: World = {
  name: 'gym',
  tables: {
    visits: [
      ['visit_id', 'club', 'member', 'minutes', 'paid'],
      [1, 'Berlin', 'ada', 30, 5],
      [2, 'Berlin', 'bob', 90, 9],
      [3, 'Paris', 'ada', 45, 5],
      [4, 'Paris', 'cleo', 75, 7],
    ],
    stays: [
      ['id', 'guest_id', 'length'],
      [1, 1, 2],
      [2, 1, 4],
      [3, 2, 6],
    ],
    guests: [
      ['guest_id', 'city'],
      [1, 'Rome'],
      [2, 'Oslo'],
    ],
  },
  model: {
    'visits.yml': `
cubes:
  - name: visits
    sql_table: visits
    dimensions:
      - { name: visit_id, sql: visit_id, type: number, primary_key: true }
      - { name: club, sql: club, type: string }
      - { name: member, sql: member, type: string }
      - { name: minutes, sql: minutes, type: number }
    measures:
      - { name: visits, type: count }
      - { name: paid, title: Amount paid, sql: paid, type: sum }
`,
    'stays.yml': `
cubes:
  - name: stay_rows
    sql_table: stays
    public: false
    joins:
      - { name: guest_rows, relationship: many_to_one, sql: "{CUBE}.guest_id = {guest_rows}.guest_id" }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true }
      - { name: length, title: Stay length, sql: length, type: number }
    measures:
      - { name: stays, type: count }
  - name: guest_rows
    sql_table: guests
    public: false
    dimensions:
      - { name: guest_id, sql: guest_id, type: number, primary_key: true }
      - { name: city, sql: city, type: string }
views:
  - name: stays
    cubes:
      - { join_path: stay_rows, includes: [length, stays] }
      - { join_path: stay_rows.guest_rows, includes: [guest_id, city] }
`,
  },
};

let world: OpenWorld;
beforeAll(async () => {
  world = await openWorld(gym);
});
afterAll(() => world[Symbol.asyncDispose]());

const figures = (rows: readonly (readonly unknown[])[] | undefined) =>
  rows?.map((row) => row.map((value) => (Number.isNaN(Number(value)) ? value : Number(value)))).toSorted();

it.each([
  ['average minutes per visit', [[60]]],
  ['average minutes for each visit', [[60]]],
  ['What are the mean minutes per visit?', [[60]]],
  [
    'average minutes per visit by club',
    [
      ['Berlin', 60],
      ['Paris', 60],
    ],
  ],
  ['average minutes per visit in Berlin', [[60]]],
  ['maximum minutes per visit', [[90]]],
])('%s is a figure of rows, not one row each', async (question, expected) => {
  const { result, answer } = await world.ask(question);
  expect(figures(result?.data)).toEqual(expected);
  expect(answer).not.toMatch(/by visit id/i);
});

it('what rows only belong to still splits, of a cube and of a view', async () => {
  for (const asked of ['average minutes per club', 'average minutes per member']) {
    expect((await world.ask(asked)).result?.data.length).toBeGreaterThan(1);
  }
  const { result } = await world.ask('average stay length per guest');
  expect(figures(result?.data)).toEqual([
    [1, 3],
    [2, 6],
  ]);
});
