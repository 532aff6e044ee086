import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Lifts that get stuck, are used and are serviced: what happens has a duration, things have states. */
const lifts: World = {
  name: 'lifts',
  model: {
    'lifts.yml': `
cubes:
  - name: lifts
    sql_table: lifts
    title: Lifts
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: name, title: Lift, sql: "{CUBE}.name", type: string }
      - { name: building, title: Building, sql: "{CUBE}.building", type: string }
      - name: status
        title: Lift status
        type: string
        case:
          when:
            - { sql: "{CUBE}.status = 'A'", label: active }
            - { sql: "{CUBE}.status = 'M'", label: in repair }
          else: { label: retired }
    measures:
      - { name: lift_count, title: Lifts, type: count }

  - name: oils
    sql_table: oils
    title: Oils
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: oil, title: Oil, sql: "{CUBE}.oil", type: string }
      - { name: is_active, title: Active, sql: "{CUBE}.active = 1", type: boolean }
    measures:
      - { name: oil_count, title: Oils, type: count }

  - name: faults
    sql_table: faults
    title: Faults
    description: Each time a lift stood still
    meta: { synonyms: [stops, breakdowns] }
    joins:
      - { name: lifts, relationship: many_to_one, sql: "{CUBE}.lift_id = {lifts}.id" }
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, format: id }
      - { name: started_at, title: Started at, sql: "{CUBE}.started_at", type: time }
      - { name: reason, title: Reason, sql: "{CUBE}.reason", type: string }
      - { name: minutes, title: Duration (min), sql: "{CUBE}.minutes", type: number }
    measures:
      - { name: fault_count, title: Faults, type: count }
      - { name: fault_min, title: Standstill (min), sql: "{CUBE}.minutes", type: sum, meta: { synonyms: [standstill] } }
      - { name: fault_hours, title: Standstill hours, sql: "{CUBE}.minutes / 60.0", type: sum }

  - name: mechanics
    sql_table: mechanics
    title: Mechanics
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: name, title: Name, sql: "{CUBE}.name", type: string }
      - { name: grade, title: Grade, sql: "{CUBE}.grade", type: number }
      - { name: hired_on, title: Hired on, sql: "{CUBE}.hired_on", type: time }
    measures:
      - { name: mechanic_count, title: Mechanics, type: count }

  - name: services
    sql_table: services
    title: Services
    joins:
      - { name: mechanics, relationship: many_to_one, sql: "{CUBE}.mechanic_id = {mechanics}.id" }
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, format: id }
      - { name: served_on, title: Served on, sql: "{CUBE}.served_on", type: time }
    measures:
      - { name: service_count, title: Services, type: count }
      - { name: spare, title: Spare pieces, sql: "{CUBE}.pieces", type: sum, meta: { synonyms: [pieces fitted] } }
      - { name: fees, title: Fees, sql: "{CUBE}.fee", type: sum, format: currency, currency: EUR, meta: { synonyms: [earnings] } }

  - name: runs
    sql_table: runs
    title: Lift runs
    description: What a lift did in one day
    joins:
      - { name: lifts, relationship: many_to_one, sql: "{CUBE}.lift_id = {lifts}.id" }
      - { name: oils, relationship: many_to_one, sql: "{CUBE}.oil_id = {oils}.id" }
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, format: id }
      - { name: run_date, title: Run date, sql: "{CUBE}.run_date", type: time }
    measures:
      - { name: run_count, title: Lift runs, type: count, meta: { synonyms: [runs] } }
      - { name: run_hours, title: Lift hours, description: Hours that lifts ran, sql: "{CUBE}.minutes / 60.0", type: sum, meta: { synonyms: [running hours] } }
      - { name: calls, title: Calls, sql: "{CUBE}.calls", type: sum }
`,
  },
  tables: {
    lifts: [
      ['id', 'name', 'building', 'status'],
      [1, 'Lift North', 'Harbour House', 'A'],
      [2, 'Lift South', 'Harbour House', 'A'],
      [3, 'Lift East', 'Mill Court', 'M'],
      [4, 'Lift West', 'Mill Court', 'R'],
      [5, 'Goods lift', 'Mill Court', 'A'],
    ],
    oils: [
      ['id', 'oil', 'active'],
      [1, 'Thin', 1],
      [2, 'Thick', 0],
    ],
    faults: [
      ['id', 'lift_id', 'started_at', 'reason', 'minutes'],
      [1, 1, '2024-02-03', 'Jam', 30],
      [2, 1, '2024-05-03', 'Door blocked', 90],
      [3, 2, '2024-05-04', 'Door blocked', 45],
      [4, 1, '2024-11-20', 'Jam', 75],
      [5, 3, '2024-12-24', 'No power', 600],
      [6, 1, '2025-01-02', 'Jam', 20],
    ],
    mechanics: [
      ['id', 'name', 'grade', 'hired_on'],
      [1, 'Ada', 2, '2019-03-01'],
      [2, 'Bo', 3, '2021-08-01'],
      [3, 'Cy', 1, '2024-05-01'],
    ],
    services: [
      ['id', 'mechanic_id', 'served_on', 'pieces', 'fee'],
      [1, 1, '2024-11-03', 30, 400],
      [2, 1, '2024-11-21', 25, 300],
      [3, 2, '2024-11-22', 12, 150],
      [4, 3, '2024-10-05', 90, 900],
    ],
    runs: [
      ['id', 'lift_id', 'oil_id', 'run_date', 'minutes', 'calls'],
      [1, 1, 1, '2024-12-30', 300, 40],
      [2, 2, 1, '2024-12-30', 240, 35],
      [3, 3, 2, '2024-12-31', 60, 9],
      [4, 5, 1, '2025-01-03', 500, 70],
    ],
  },
};

describe('what happened, what there is and what was made', () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(lifts);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each([
    ['how many times did Lift North stop in 2024', 3],
    ['how many times was the door blocked', 2],
    ['how many times did Lift North jam in 2024', 2],
    ['how often did Lift North jam in 2024', 2],
    ['number of times Lift North jammed in 2024', 2],
    ['how often was the door blocked in May 2024', 2],
  ])('"how often" and "how many times" count what happened: %s', async (question, count) => {
    const { result, answer } = await world.ask(question);
    expect(result?.data, answer).toEqual([[count]]);
  });

  it('"how many times" counts what happened to each', async () => {
    const { result, answer } = await world.ask('how many times did each lift stop in 2024');
    expect(result?.data, answer).toEqual([
      ['Lift North', 3],
      ['Lift East', 1],
      ['Lift South', 1],
    ]);
  });

  it('a sum is how often something happened where it is called after that', async () => {
    const { result, answer } = await world.ask('how often was Lift South called');
    expect(result?.data, answer).toEqual([[35]]);
  });

  it.each([
    'how often did we run out of oil in 2024',
    'how many times did we run out of oil',
    'how often did Lift North stand still for hours',
    'how many times was the oil changed',
    'how many times did Lift North squeak in 2024',
  ])('where it is not clear what happened, no figure is given: %s', async (question) => {
    const { result, answer } = await world.ask(question);
    expect(result, answer).toBeUndefined();
  });

  it.each([
    ['how many lifts are active', 3],
    ['how many lifts are in repair', 1],
    ['how many active lifts do we have', 3],
    ['number of lifts that are retired', 1],
    ['how many lifts are there', 5],
    ['how many lift hours were there in 2025', 500 / 60],
  ])(
    'things are counted in a state of their own, not by a sum that begins with their name: %s',
    async (question, count) => {
      const { result, answer } = await world.ask(question);
      expect(result?.data, answer).toEqual([[count]]);
    },
  );

  it.each([
    'mechanics with more than 50 pieces in November 2024',
    'which mechanics used more than 50 pieces in November 2024',
  ])('a bound in a unit that names a figure is a bound of that figure for each: %s', async (question) => {
    const { result, answer } = await world.ask(question);
    expect(result?.data, answer).toEqual([['Ada', 55]]);
    expect(answer).toMatch(/pieces/i);
  });

  it.each([
    ['how many pieces did we fit in November 2024', [[67]]],
    ['how much did Ada fit in November 2024', [[55]]],
    [
      'what did we fit in November 2024, by mechanic',
      [
        ['Ada', 55],
        ['Bo', 12],
      ],
    ],
    ['how much did we earn in November 2024', [[850]]],
    ['how much did we make in November 2024', [[850]]],
    ['how much in fees did we make in November 2024', [[850]]],
  ] as const)('a sum is asked for by what was done, after which it is called: %s', async (question, rows) => {
    const { result, answer } = await world.ask(question);
    expect(result?.data, answer).toEqual(rows);
  });

  it('what was done without a figure that is called after it is not told by another', async () => {
    const { result, answer } = await world.ask('how many pieces did we paint in November 2024');
    expect(result, answer).toBeUndefined();
  });

  it.each(['how many lifts are running', 'how many lifts are broken'])(
    'a sum does not say how many things are in a state that nothing tells: %s',
    async (question) => {
      const { result, answer } = await world.ask(question);
      expect(result, answer).toBeUndefined();
      expect(answer).not.toMatch(/hours/i);
    },
  );
});
