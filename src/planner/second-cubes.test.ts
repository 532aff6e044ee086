import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A ferry line: sailings between two harbours each, and passengers who were brought in by other passengers. */
const ferries: World = {
  name: 'ferries',
  model: {
    'ferries.yml': `
cubes:
  - name: harbours
    sql_table: harbours
    title: Harbours
    dimensions:
      - { name: harbour_id, title: Harbour number, sql: "{CUBE}.harbour_id", type: number, format: id, primary_key: true, public: true }
      - { name: name, title: Harbour, sql: "{CUBE}.name", type: string }
      - { name: island, title: Island, sql: "{CUBE}.island", type: string }
    measures:
      - { name: harbour_count, title: Harbours, type: count }
  - { name: departure_harbours, extends: harbours, title: Departure harbours }
  - { name: arrival_harbours, extends: harbours, title: Arrival harbours }
  - name: sailings
    sql_table: sailings
    title: Sailings
    joins:
      - { name: departure_harbours, relationship: many_to_one, sql: "{CUBE}.from_id = {departure_harbours}.harbour_id" }
      - { name: arrival_harbours, relationship: many_to_one, sql: "{CUBE}.to_id = {arrival_harbours}.harbour_id" }
    dimensions:
      - { name: sailing_id, title: Sailing number, sql: "{CUBE}.sailing_id", type: number, format: id, primary_key: true }
      - { name: sailed_on, title: Sailed on, sql: "CAST({CUBE}.sailed_on AS TIMESTAMP)", type: time }
    measures:
      - { name: sailing_count, title: Sailings, type: count }
  - name: passengers
    sql_table: passengers
    title: Passengers
    meta: { synonyms: [travellers] }
    joins:
      - { name: promoters, relationship: many_to_one, sql: "{CUBE}.promoted_by_id = {promoters}.passenger_id" }
    dimensions:
      - { name: passenger_id, title: Passenger number, sql: "{CUBE}.passenger_id", type: number, format: id, primary_key: true, public: true }
      - { name: name, title: Full name, sql: "{CUBE}.name", type: string }
      - { name: country, title: Country, sql: "{CUBE}.country", type: string }
    measures:
      - { name: passenger_count, title: Passengers, type: count }
      - { name: credit, title: Travel credit, type: sum, sql: "{CUBE}.credit" }
  - { name: promoters, extends: passengers, title: Promoters, description: Passengers with whose travel credit others made their bookings }
  - name: bookings
    sql_table: bookings
    title: Bookings
    joins:
      - { name: passengers, relationship: many_to_one, sql: "{CUBE}.passenger_id = {passengers}.passenger_id" }
      - { name: sailings, relationship: many_to_one, sql: "{CUBE}.sailing_id = {sailings}.sailing_id" }
    dimensions:
      - { name: booking_id, title: Booking number, sql: "{CUBE}.booking_id", type: number, format: id, primary_key: true }
      - { name: passenger_id, title: Passenger number, sql: "{CUBE}.passenger_id", type: number, format: id }
      - { name: booked_on, title: Booked on, sql: "CAST({CUBE}.booked_on AS TIMESTAMP)", type: time }
      - { name: fare, title: Fare, sql: "{CUBE}.fare", type: number }
    measures:
      - { name: booking_count, title: Bookings, type: count }
      - { name: fares, title: Fares, type: sum, sql: "{CUBE}.fare" }
views:
  - name: journeys
    title: Journeys
    description: Bookings with their passenger
    cubes:
      - { join_path: bookings, includes: "*", excludes: [passenger_id] }
      - { join_path: bookings.passengers, includes: [passenger_id, { name: name, alias: passenger_name, title: Passenger }, country] }
`,
  },
  tables: {
    harbours: [
      ['harbour_id', 'name', 'island'],
      [1, 'Port Ellen', 'Islay'],
      [2, 'Craighouse', 'Jura'],
      [3, 'Scalasaig', 'Colonsay'],
    ],
    sailings: [
      ['sailing_id', 'from_id', 'to_id', 'sailed_on'],
      [1, 1, 2, '2025-03-01'],
      [2, 1, 3, '2025-04-01'],
      [3, 1, 2, '2025-05-01'],
      [4, 2, 1, '2025-05-02'],
    ],
    passengers: [
      ['passenger_id', 'name', 'country', 'promoted_by_id', 'credit'],
      [1, 'Ada Brook', 'Norway', null, 5],
      [2, 'Ben Cole', 'Norway', 1, 10],
      [3, 'Cleo Dunn', 'Spain', 1, 0],
      [4, 'Dan Frey', 'Norway', 2, 0],
      [5, 'Eve Gray', 'Spain', null, 0],
    ],
    bookings: [
      ['booking_id', 'passenger_id', 'sailing_id', 'booked_on', 'fare'],
      [1, 2, 1, '2025-02-01', 30],
      [2, 3, 1, '2025-02-10', 40],
      [3, 1, 4, '2025-04-20', 50],
    ],
  },
};

const world = openWorlds({ ferries });

describe('a cube that extends another', () => {
  it.each([
    ['passengers without bookings', [[2]]],
    ['passengers with bookings in February 2025', [[2]]],
    ['Norwegian passengers without bookings', [[1]]],
    ['travel credit', [[15]]],
    // It is there where it is named.
    [
      'sailings by departure harbour',
      [
        ['Port Ellen', 3],
        ['Craighouse', 1],
      ],
    ],
    ['sailings to arrival harbour Craighouse', [[2]]],
  ])('is meant only where it is named: %s', async (question, rows) => {
    const reply = await world('ferries').ask(question);
    expectRows(reply, rows as never);
    expect(reply.result?.sqlQuery).not.toMatch(/FROM (?:promoters|harbours)/);
  });

  it.each([
    'sailings by harbour',
    'sailings of Craighouse',
    'which harbour has the most sailings',
    'bookings by harbour',
  ])('is not taken for the thing that is there in two ways: %s', async (question) => {
    const { answer } = await world('ferries').ask(question);
    expect(answer).toMatch(/Which of these/);
    expect(answer).toMatch(/departure harbour/i);
    expect(answer).toMatch(/arrival harbour/i);
  });
});

describe('things of another cube', () => {
  const byName = [
    ['Ada Brook', 50],
    ['Cleo Dunn', 40],
    ['Ben Cole', 30],
  ];
  it.each([
    ['fares by passenger', byName],
    ['top 2 passengers by fares', byName.slice(0, 2)],
    [
      'fares per passenger number',
      [
        [1, 50],
        [3, 40],
        [2, 30],
      ],
    ],
    [
      'fares by country',
      [
        ['Norway', 80],
        ['Spain', 40],
      ],
    ],
  ])('are told by their names where nobody asks for their numbers: %s', async (question, rows) => {
    expectRows(await world('ferries').ask(question), rows as never);
  });
});
