import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A ferry line: its crossings, on which of its routes, in what season, for whom, and those that were late. */
const ferry: World = {
  name: 'ferry',
  now: '2025-12-20T12:00:00Z',
  model: {
    'ferry.yml': `
cubes:
  - name: trips
    sql_table: trips
    title: Trips
    dimensions:
      - { name: trip_id, sql: "{CUBE}.trip_id", type: number, primary_key: true, public: false }
      - { name: route, title: Route, sql: "{CUBE}.route", type: string }
      - { name: deck, title: Deck, sql: "{CUBE}.deck", type: string }
      - { name: harbour, title: Harbour, sql: "{CUBE}.harbour", type: string }
      - { name: night, title: Night, sql: "{CUBE}.night", type: boolean }
      - { name: sailed_on, title: Sailing date, sql: "{CUBE}.sailed_on", type: time }
    measures:
      - { name: trip_count, title: Trips, type: count }
      - { name: delays, title: Delays, type: count, filters: [{ sql: "{CUBE}.late" }] }
      - { name: takings, title: Takings, type: sum, sql: "{CUBE}.fare", format: currency, currency: EUR }
`,
  },
  tables: {
    trips: [
      'trip_id route deck harbour night late fare sailed_on'.split(' '),
      [1, 'island', 'upper', 'Kiel', true, false, 10, '2025-01-05'],
      [2, 'island', 'upper', 'Kiel', false, true, 20, '2025-01-06'],
      [3, 'island', 'lower', 'Kiel', true, false, 40, '2025-02-05'],
      [4, 'coastal', 'lower', 'Oslo', true, false, 80, '2025-02-06'],
      [5, 'coastal', 'upper', 'Oslo', false, false, 160, '2025-02-07'],
      [6, 'island', 'lower', 'Oslo', false, true, 320, '2025-02-08'],
    ],
  },
};

const world = openWorlds({ ferry });

describe('a share of an amount from something', () => {
  it.each([
    ['share of island takings from night trips in 2025', [[50 / 390, 50, 390]]],
    ['percentage of night takings from island trips', [[5000 / 130, 50, 130]]],
    ['share of island takings from the upper deck', [[30 / 390, 30, 390]]],
    ['share of island takings through the upper deck', [[30 / 390, 30, 390]]],
    ['share of takings from night trips', [[130 / 630, 130, 630]]],
    ['share of takings from island night trips', [[50 / 630, 50, 630]]],
    ['share of takings from night trips in Kiel', [[50 / 70, 50, 70]]],
    ['share of upper deck takings from island trips in Kiel', [[1, 30, 30]]],
  ])('a share of an amount from something is the part that comes from there: %s', async (question, rows) => {
    expectRows(await world('ferry').ask(question), rows);
  });

  it('a share of an amount from something is one of each group', async () => {
    expectRows(await world('ferry').ask('share of island takings from night trips by harbour'), [
      ['Kiel', 50 / 70],
      ['Oslo', 0],
    ]);
  });

  it('a share of an amount from something is of what is said of it behind the verb', async () => {
    expectRows(
      await world('ferry').ask('what share of the takings from island trips is from the upper deck'),
      [[30 / 390, 30, 390]],
    );
  });

  it('a share of rows from somewhere is asked back for, as either may be the part', async () => {
    const { result, answer } = await world('ferry').ask('share of island trips from Kiel');
    expect(result?.data, answer).toBeUndefined();
  });
});

describe('one count as a share of another', () => {
  it.each([
    ['delays as a percentage of trips', [[2 / 6]]],
    ['delays in 2025 as a share of trips', [[2 / 6]]],
    ['delays in percent of trips', [[2 / 6]]],
    ['delays as a percentage of all trips in January 2025', [[1 / 2]]],
    ['percentage of trips with delays', [[2 / 6]]],
  ])(
    'one count as a share of another divides what is said first by what is said last: %s',
    async (question, rows) => {
      expectRows(await world('ferry').ask(question), rows);
    },
  );

  it('one count as a share of another is of each month', async () => {
    expectRows(await world('ferry').ask('monthly delays in 2025 as a percentage of trips'), [
      ['2025-01-01', 1 / 2],
      ['2025-02-01', 1 / 4],
    ]);
  });
});

describe('a share of all that is of several conditions', () => {
  const earlier = ['how many island trips are there from Kiel?', 'what share of all trips is that?'];

  it.each([
    ['same share for Oslo please', [[1 / 6, 1, 6]]],
    ['and for Oslo?', [[1 / 6, 1, 6]]],
    ['and coastal?', [[0, 0, 6]]],
    ['Same share for Oslo and for Kiel please', [[1 / 6, 3 / 6]]],
  ])(
    'a share of all that is of several conditions keeps those that are not named anew: %s',
    async (question, rows) => {
      expectRows(await world('ferry').ask(question, earlier), rows);
    },
  );
});
