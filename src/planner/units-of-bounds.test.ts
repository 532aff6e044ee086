import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Rides whose columns say their units in different ways, or not at all. */
const cycling: World = {
  name: 'cycling',
  model: {
    'rides.yml': `
cubes:
  - name: rides
    sql_table: rides
    title: Rides
    dimensions:
      - { name: ride_id, title: Ride id, sql: ride_id, type: number, primary_key: true, format: id }
      - { name: region, title: Region, sql: region, type: string }
      - { name: duration_min, title: Duration min, sql: duration, type: number }
      - { name: distance_km, title: Distance km, sql: distance, type: number }
      - { name: load, title: Load weight, description: Weight of the bags in kg, sql: load, type: number }
      - { name: price, title: Price, sql: price, type: number, format: currency, currency: EUR }
    measures:
      - { name: ride_count, title: Rides, type: count }
      - { name: average_duration_min, title: Average duration, description: "How long a ride takes, in minutes", type: avg, sql: duration }
  - name: calls
    sql_table: calls
    title: Calls
    dimensions:
      - { name: call_id, title: Call id, sql: call_id, type: number, primary_key: true, format: id }
      - { name: duration_min, title: Duration min, sql: least, type: number }
      - { name: duration_max, title: Duration max, sql: most, type: number }
    measures:
      - { name: call_count, title: Calls, type: count }
`,
    'fahrten.yml': `
cubes:
  - name: fahrten
    sql_table: rides
    title: Fahrten
    dimensions:
      - { name: fahrt_nr, title: Fahrtnummer, sql: ride_id, type: number, primary_key: true, format: id }
      - { name: dauer, title: Dauer (Minuten), sql: duration, type: number }
    measures:
      - { name: anzahl_fahrten, title: Anzahl Fahrten, type: count }
`,
  },
  tables: {
    rides: [
      ['ride_id', 'region', 'duration', 'distance', 'load', 'price'],
      ...Array.from({ length: 60 }, (_, at) => [
        at,
        ['North', 'South', 'West'][at % 3] ?? '',
        1 + ((at * 13) % 190) + (at % 3) * 20,
        ((at * 7) % 400) / 10,
        ((at * 11) % 90) / 10,
        at % 17,
      ]),
    ],
    calls: [
      ['call_id', 'least', 'most'],
      [1, 1, 3],
      [2, 5, 200],
    ],
  },
};

/** Repairs of pianos with their dates, and the hours that were worked on them. */
const pianos: World = {
  name: 'pianos',
  model: {
    'repairs.yml': `
cubes:
  - name: repairs
    sql_table: repairs
    title: Repairs
    dimensions:
      - { name: repair_id, title: Repair number, sql: repair_id, type: number, primary_key: true, format: id }
      - { name: opened_on, title: Opened on, sql: "CAST({CUBE}.opened_on AS TIMESTAMP)", type: time }
      - { name: due_on, title: Due on, sql: "CAST({CUBE}.due_on AS TIMESTAMP)", type: time }
      - { name: finished_on, title: Finished on, sql: "CAST({CUBE}.finished_on AS TIMESTAMP)", type: time }
      - { name: repair_hours, title: Hours of the repair, sql: hours, type: number, meta: { unit: hours } }
    measures:
      - { name: repair_count, title: Repairs, type: count }
`,
  },
  tables: {
    repairs: [
      'repair_id opened_on due_on finished_on hours'.split(' '),
      ...Array.from({ length: 40 }, (_, id) => [
        id + 1,
        `2026-01-${String(1 + (id % 20)).padStart(2, '0')}`,
        `2026-03-${String(1 + (id % 20)).padStart(2, '0')}`,
        `2026-0${2 + (id % 4)}-${String(1 + (id % 28)).padStart(2, '0')}`,
        1 + (id % 30),
      ]),
    ],
  },
};

const world = openWorlds({ cycling, pianos });
const count = (where: string): string => `SELECT COUNT(*) FROM rides WHERE ${where}`;

describe('a number with a unit', () => {
  it.each([
    ['rides longer than 2 hours', count('duration > 120')],
    ['rides over 90 minutes', count('duration > 90')],
    ['rides under an hour', count('duration < 60')],
    ['rides shorter than half an hour', count('duration < 30')],
    ['rides between 1 and 2 hours', count('duration BETWEEN 60 AND 120')],
    ['rides of 2 hours or more', count('duration >= 120')],
    ['how many rides were over 20,000 m?', count('distance > 20')],
    ['rides with a load weight over 4500 g', count('load > 4.5')],
    ['rides over 5 kg', count('load > 5')],
    [
      'regions with an average duration over 1.6 hours',
      'SELECT region, AVG(duration) FROM rides GROUP BY 1 HAVING AVG(duration) > 96',
    ],
    ['Wie viele Fahrten dauern länger als 2 Stunden?', count('duration > 120')],
    ['Fahrten unter einer halben Stunde', count('duration < 30')],
  ])('is compared in the unit of its column: %s', async (question, sql) => {
    expectRows(await world('cycling').ask(question), await world('cycling').truth(sql));
  });

  it('is compared in the unit of its column in a follow-up, too', async () => {
    const asked = await world('cycling').ask('and more than 100 minutes?', ['rides longer than 2 hours']);
    expectRows(asked, await world('cycling').truth(count('duration > 100')));
  });

  it('is compared in the unit that its figure is shown in', async () => {
    const asked = await world('cycling').ask('only those with an average above 96 minutes', [
      'average duration by region in hours',
    ]);
    const truth = 'SELECT region, AVG(duration) / 60 FROM rides GROUP BY 1 HAVING AVG(duration) > 96';
    expectRows(asked, await world('cycling').truth(truth));
  });

  it.each([
    'rides longer than 5 kg',
    'rides with a distance over 2 hours',
    'rides with a price over 3 km',
    'rides more than 20% over the price',
    'rides more than 10% of the load weight',
    'rides with a price over 20%',
    // The least of a range says no minutes.
    'calls with a duration min over 2 hours',
  ])('is dropped in favour of nothing: %s', async (question) => {
    const { result, answer } = await world('cycling').ask(question);
    expect(result, answer).toBeUndefined();
  });

  it.each(['repairs finished in less than 10 days', 'how many repairs took longer than 60 days?'])(
    'is no number of hours of work where days are meant: %s',
    async (question) => {
      const { result } = await world('pianos').ask(question);
      expect(result?.sqlQuery ?? '').not.toContain('repair_hours');
    },
  );

  it('is a number of hours of work where these are named', async () => {
    expectRows(
      await world('pianos').ask('how many repairs with more than 20 hours of the repair?'),
      await world('pianos').truth('SELECT COUNT(*) FROM repairs WHERE hours > 20'),
    );
  });
});
