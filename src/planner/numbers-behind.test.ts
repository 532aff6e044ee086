import { describe, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Huts in the mountains, and the nights that were booked in each of them. */
const huts: World = {
  name: 'huts',
  now: '2026-06-20T12:00:00Z',
  model: {
    'huts.yml': `
cubes:
  - name: huts
    sql_table: huts
    title: Huts
    dimensions:
      - { name: hut_id, sql: "{CUBE}.hut_id", type: number, primary_key: true, public: false }
      - { name: hut_name, title: Hut name, sql: "{CUBE}.hut_name", type: string }
      - { name: altitude, title: Altitude, sql: "{CUBE}.altitude", type: number }
      - { name: freight, title: Freight, sql: "{CUBE}.freight", type: number }
      - { name: grade, title: Grade, sql: "{CUBE}.grade", type: number }
      - { name: beds, title: Beds, sql: "{CUBE}.beds", type: number }
    measures:
      - { name: hut_count, title: Huts, type: count }
      - { name: mean_altitude, title: Average altitude, type: avg, sql: "{CUBE}.altitude" }
      - { name: max_freight, title: Highest freight, type: max, sql: "{CUBE}.freight" }
  - name: bookings
    sql_table: bookings
    title: Bookings
    joins:
      - { name: huts, relationship: many_to_one, sql: "{CUBE}.hut_id = {huts}.hut_id" }
    dimensions:
      - { name: booking_id, sql: "{CUBE}.booking_id", type: number, primary_key: true, public: false }
      - { name: booked_on, title: Booking date, sql: "CAST({CUBE}.booked_on AS TIMESTAMP)", type: time }
    measures:
      - { name: booking_count, title: Bookings, type: count }
      - { name: fees, title: Total fees, type: sum, sql: "{CUBE}.fee" }
`,
  },
  tables: {
    huts: [
      'hut_id hut_name altitude freight grade beds'.split(' '),
      ...Array.from({ length: 12 }, (_, id) => [
        id + 1,
        `Hut ${'ABCDEFGHIJKL'[id]}`,
        1500 + ((id * 137) % 900),
        10 + ((id * 7) % 12),
        1 + (id % 4),
        1 + ((id * 5) % 11),
      ]),
    ],
    bookings: [
      'booking_id hut_id booked_on fee'.split(' '),
      ...Array.from({ length: 90 }, (_, id) => [
        id + 1,
        1 + (id % 12),
        `202${id % 7}-0${1 + (id % 8)}-11`,
        10 + ((id * 7) % 31),
      ]),
    ],
  },
};

const world = openWorlds({ huts });
const top = (column: string, direction: string, limit: number): string =>
  `SELECT hut_name FROM huts ORDER BY ${column} ${direction} LIMIT ${limit}`;
const fees = (part: string, from: number, to: number): string =>
  `SELECT CAST(DATE_TRUNC('${part}', booked_on) AS DATE), SUM(fee) FROM bookings WHERE YEAR(booked_on) BETWEEN ${from} AND ${to} GROUP BY 1`;

describe('a number behind what is ranked by', () => {
  it.each([
    ['highest altitude three huts', top('altitude', 'DESC', 3)],
    ['highest altitude 3 huts', top('altitude', 'DESC', 3)],
    ['the lowest altitude five huts', top('altitude', 'ASC', 5)],
    ['highest freight 2 huts', top('freight', 'DESC', 2)],
    ['lowest freight 2 huts', top('freight', 'ASC', 2)],
    ['the highest three huts by altitude', top('altitude', 'DESC', 3)],
  ])('is how many are asked for: %s', async (question, truth) => {
    expectRows(await world('huts').ask(question), await world('huts').truth(truth));
  });

  it.each([
    ['which grade 3 huts have more than 5 beds?', 'SELECT hut_name FROM huts WHERE grade = 3 AND beds > 5'],
    ['grade 3 huts', 'SELECT hut_name FROM huts WHERE grade = 3'],
    ['how many grade 2 huts are there?', 'SELECT COUNT(*) FROM huts WHERE grade = 2'],
  ])('is what the others are of: %s', async (question, truth) => {
    expectRows(await world('huts').ask(question), await world('huts').truth(truth));
  });
});

describe('a number in words', () => {
  it.each([
    ['huts with ten beds or more', 'beds >= 10'],
    ['huts with three beds or fewer', 'beds <= 3'],
    ['huts with two beds or less', 'beds <= 2'],
    ['huts with 10 beds or more', 'beds >= 10'],
    ['huts with one bed or more', 'beds >= 1'],
  ])('bounds what stands between it and its end: %s', async (question, where) => {
    expectRows(
      await world('huts').ask(question),
      await world('huts').truth(`SELECT hut_name FROM huts WHERE ${where}`),
    );
  });
});

describe('a bucket with its range behind it', () => {
  it.each([
    ['fees for each year 2022 to 2024', fees('year', 2022, 2024)],
    ['fees by year 2022 to 2024', fees('year', 2022, 2024)],
    ['fees per year 2022-2024', fees('year', 2022, 2024)],
    ['fees every year 2022 through 2024', fees('year', 2022, 2024)],
    ['total booked fees for each year 2022 to 2024', fees('year', 2022, 2024)],
    ['sum of all booked fees per month 2023 to 2024', fees('month', 2023, 2024)],
    ['fees for each quarter 2023 to 2024', fees('quarter', 2023, 2024)],
  ])('splits and is bounded: %s', async (question, truth) => {
    expectRows(await world('huts').ask(question), await world('huts').truth(truth));
  });

  it('splits by nothing where it is the name of a year', async () => {
    expectRows(
      await world('huts').ask('fees in the year 2023'),
      await world('huts').truth('SELECT SUM(fee) FROM bookings WHERE YEAR(booked_on) = 2023'),
    );
  });
});
