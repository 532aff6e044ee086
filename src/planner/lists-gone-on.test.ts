import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Boats of harbours, which are for hire or not, and what they earn. */
const harbour: World = {
  name: 'harbour',
  model: {
    'harbour.yml': `
cubes:
  - name: boats
    sql_table: boats
    title: Boats
    dimensions:
      - { name: boat_id, sql: "{CUBE}.boat_id", type: number, primary_key: true, public: false }
      - { name: boat_name, title: Boat, sql: boat_name, type: string }
      - { name: kind, title: Boat type, sql: kind, type: string }
      - { name: harbour, title: Harbour, sql: harbour, type: string }
      - { name: draught, title: Draught, sql: draught, type: number }
      - { name: berths, title: Berths, sql: berths, type: number }
      - { name: insured, title: Insured, sql: insured, type: boolean }
      - { name: moored, title: Moored, sql: moored, type: boolean }
    measures:
      - { name: boat_count, title: Boats, type: count }
      - { name: insured_boats, title: Insured boats, type: count, filters: [{ sql: insured }] }
      - { name: harbours, title: Harbours, type: count_distinct, sql: harbour }
      - { name: average_draught, title: Average draught, type: avg, sql: draught }
  - name: trips
    sql_table: trips
    title: Trips
    joins:
      - { name: boats, relationship: many_to_one, sql: "{CUBE}.boat_id = {boats}.boat_id" }
    dimensions:
      - { name: trip_id, title: Trip number, sql: trip_id, type: number, primary_key: true, format: id }
      - { name: skipper, title: Skipper, sql: skipper, type: string }
      - { name: sailed_on, title: Sailed on, sql: "CAST({CUBE}.sailed_on AS TIMESTAMP)", type: time }
      - { name: fare, title: Fare, sql: fare, type: number, format: currency, currency: EUR }
    measures:
      - { name: trip_count, title: Trips, type: count }
      - { name: fares, title: Fares, type: sum, sql: fare, format: currency, currency: EUR }
      - { name: average_fare, title: Average fare, type: avg, sql: fare, format: currency, currency: EUR }
`,
  },
  tables: {
    boats: [
      ['boat_id', 'boat_name', 'kind', 'harbour', 'draught', 'berths', 'insured', 'moored'],
      [1, 'Alma', 'ketch', 'Kiel', 1.5, 4, true, true],
      [2, 'Berta', 'ketch', 'Kiel', 2.5, 6, true, false],
      [3, 'Cora', 'sloop', 'Kiel', 2, 2, false, true],
      [4, 'Dora', 'sloop', 'Lübeck', 3, 8, false, false],
      [5, 'Erna', 'ketch', 'Lübeck', 1, 5, true, true],
    ],
    trips: [
      ['trip_id', 'boat_id', 'skipper', 'sailed_on', 'fare'],
      [1, 1, 'Pia', '2024-05-01', 100],
      [2, 1, 'Ole', '2024-06-01', 200],
      [3, 2, 'Pia', '2024-06-02', 400],
      [4, 4, 'Ole', '2025-04-01', 800],
      [5, 3, 'Pia', '2025-04-02', 1_600],
    ],
  },
};

const world = openWorlds({ harbour });

describe('a list that is gone on from', () => {
  it.each([
    // With what is asked of each, and in the order that is asked for.
    [
      ['how many ketches are there'],
      'list these with their draught, largest first',
      [
        ['Berta', 2.5],
        ['Alma', 1.5],
        ['Erna', 1],
      ],
    ],
    // An order adds nothing to what was asked.
    [
      ['boats and average draught by harbour'],
      'average draught by boat type, worst on top',
      [
        ['ketch', 5 / 3],
        ['sloop', 2.5],
      ],
    ],
    // What is counted is not counted for each of those that were shown.
    [
      ['the two boats with the highest draught', 'and how many berths do they have?'],
      'And how many ketches have a draught under 2?',
      [[2]],
    ],
    [
      ['how many ketches are there'],
      'list them with draught and berths',
      [
        ['Alma', 1.5, 4],
        ['Berta', 2.5, 6],
        ['Erna', 1, 5],
      ],
    ],
    // With what is bounded, which says how each meets it.
    [
      ['how many ketches are there'],
      'which of them have a draught over 1.2, and which draught',
      [
        ['Alma', 1.5],
        ['Berta', 2.5],
      ],
    ],
    [
      ['which boats have more than 3 berths'],
      'only those with a draught over 2',
      [
        ['Berta', 6, 2.5],
        ['Dora', 8, 3],
      ],
    ],
    // No more of them than were counted.
    [['how many insured boats are there in Kiel'], 'list them', [['Alma'], ['Berta']]],
    [['how many insured boats are in Kiel'], 'which are they', [['Alma'], ['Berta']]],
    [['what share of the boats is insured by harbour'], 'list them', [['Alma'], ['Berta'], ['Erna']]],
    [['what share of the boats is insured by harbour'], 'list the ones in Kiel', [['Alma'], ['Berta']]],
    [
      ['what share of the boats is insured by harbour'],
      'which boats are those in Kiel?',
      [['Alma'], ['Berta']],
    ],
    [['how many harbours are there'], 'list them', [['Kiel'], ['Lübeck']]],
    // By each of the values that are named, and not by who has them.
    [
      ['average fare of ketches'],
      'Pia and Ole separately',
      [
        ['Ole', 200],
        ['Pia', 250],
      ],
    ],
    // Of what was spoken of.
    [
      ['fares by month in Kiel in 2024', 'and just ketches'],
      'break the fares there down by skipper',
      [
        ['Ole', 200],
        ['Pia', 500],
      ],
    ],
  ] as const)('keeps what was shown: %j, then %s', async (earlier, question, rows) => {
    expectRows(await world('harbour').ask(question, earlier), rows);
  });

  it('is in the order that is asked for', async () => {
    const { result } = await world('harbour').ask('list these with their draught, largest first', [
      'how many ketches are there',
    ]);
    expect(result?.data.map(([name]) => name)).toEqual(['Berta', 'Alma', 'Erna']);
  });
});

describe('what is asked of records', () => {
  it.each([
    [
      'ketches: draught and berths',
      [
        ['Alma', 1.5, 4],
        ['Berta', 2.5, 6],
        ['Erna', 1, 5],
      ],
    ],
    [
      'Ketches: boat type, draught and berths of each',
      [
        ['Alma', 'ketch', 1.5, 4],
        ['Berta', 'ketch', 2.5, 6],
        ['Erna', 'ketch', 1, 5],
      ],
    ],
    [
      'boats in Kiel under 2.2 draught, with berths and draught for each',
      [
        ['Alma', 4, 1.5],
        ['Cora', 2, 2],
      ],
    ],
    [
      'list the ketches with their draught, largest first',
      [
        ['Berta', 2.5],
        ['Alma', 1.5],
        ['Erna', 1],
      ],
    ],
    // Both of two conditions, of which one is denied, and neither of them.
    ['how many boats are insured but not moored', [[1]]],
    ['which boats are neither insured nor moored', [['Dora']]],
    ['boats that are moored but not insured', [['Cora']]],
    ['how many boats are neither ketches nor in Kiel', [[1]]],
  ] as const)('is told: %s', async (question, rows) => {
    expectRows(await world('harbour').ask(question), rows);
  });
});

describe('a bound on how many', () => {
  it.each([
    ['top 3 harbours by average draught, ignore anything with fewer than 3 boats', [['Kiel', 2]]],
    ['average draught by harbour. skip the ones with fewer than 3 boats', [['Kiel', 2]]],
    ['average draught by harbour, only look at harbours with at least 3 boats', [['Kiel', 2]]],
    ['which harbour has the highest average draught? leave out those under 3 boats', [['Kiel', 2]]],
  ] as const)('leaves out groups that are too small: %s', async (question, rows) => {
    expectRows(await world('harbour').ask(question), rows);
  });
});

describe('what is asked of a list behind a small word', () => {
  it('goes with what was listed', async () => {
    const asked = await world('harbour').ask('in which harbour?', ['which boats are insured?']);
    const rows = asked.result?.data ?? [];
    expect(
      rows.map((row) => row.filter((it) => typeof it === 'string').toSorted()),
      asked.answer,
    ).toEqual([
      ['Alma', 'Kiel'],
      ['Berta', 'Kiel'],
      ['Erna', 'Lübeck'],
    ]);
  });
});

it.each(['what share of the boats had a trip in 2025', 'share of boats with trips in 2025'])(
  'a share of those with rows of a time is of all that there are: %s',
  async (question) => {
    expectRows(await world('harbour').ask(question), [[2 / 5, 2, 5]]);
  },
);
