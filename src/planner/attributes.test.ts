import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import { type World, worlds } from '../../test/fixtures/agent/worlds.ts';
import type { Row, Value } from '../engines/query-engine.ts';

/** Boats of a harbour, which nothing that may be seen tells apart. */
const harbour: World = {
  name: 'harbour',
  tables: {
    boats: [
      ['id', 'berth', 'flag', 'tonnage', 'crew', 'insured', 'arrived'],
      [1, 'north', 'Greece', 40, 3, true, '2024-03-01'],
      [2, 'north', 'Greece', 40, 3, true, '2024-03-02'],
      [3, 'south', 'Malta', 75, 5, false, '2024-04-01'],
      [4, 'south', null, 90, 9, false, '2024-05-11'],
      [5, 'south', 'Malta', 12, 1, true, '2024-06-20'],
    ],
    legs: [
      ['id', 'trip', 'captain', 'crates', 'sailed'],
      [1, 'Aster', 'Ida', 10, '2024-01-01'],
      [2, 'Aster', 'Ida', 30, '2024-01-01'],
      [3, 'Birch', 'Ole', 35, '2024-01-09'],
      [4, 'Birch', 'Ole', 1, '2024-01-09'],
      [5, 'Cedar', 'Ida', 20, '2024-02-02'],
      [6, 'Cedar', 'Ida', 21, '2024-02-02'],
    ],
  },
  model: {
    'trips.yml': `
cubes:
  - name: trips
    sql_table: legs
    title: Trips
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: false }
      - { name: trip_name, title: Trip name, sql: trip, type: string }
      - { name: captain, title: Captain, sql: captain, type: string }
      - { name: crates, title: Crates, sql: crates, type: number }
      - { name: sailed, title: Sailing date, sql: "CAST({CUBE}.sailed AS TIMESTAMP)", type: time }
    measures:
      - { name: trips_count, title: Trips, type: count }
      - { name: total_crates, title: Total crates, sql: crates, type: sum }
`,
    'boats.yml': `
cubes:
  - name: boats
    sql_table: boats
    title: Boats
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: false }
      - { name: berth, title: Berth, sql: berth, type: string }
      - { name: flag, title: Flag, sql: flag, type: string }
      - { name: tonnage, title: Tonnage, sql: tonnage, type: number }
      - { name: crew, title: Crew, sql: crew, type: number }
      - { name: insured, title: Insured, sql: insured, type: boolean }
      - { name: arrived, title: Arrival date, sql: "CAST({CUBE}.arrived AS TIMESTAMP)", type: time }
    measures:
      - { name: boats_count, title: Boats, type: count }
      - { name: avg_tonnage, title: Average tonnage, sql: tonnage, type: avg }
`,
  },
};

type WorldName = keyof typeof worlds | 'harbour';

const open = new Map<WorldName, OpenWorld>();

beforeAll(async () => {
  for (const [name, world] of Object.entries({ ...worlds, harbour }))
    open.set(name as WorldName, await openWorld(world));
});

afterAll(async () => {
  for (const world of open.values()) await world[Symbol.asyncDispose]();
});

const text = (value: Value | undefined): string => String(value).replace(/T00:00:00(\.0+)?$/, '');
const rowsAsText = (rows: readonly Row[]): string[] => rows.map((row) => row.map(text).join(' | ')).sort();

describe('attributes of records', () => {
  it.each<[WorldName, question: string, oracle: string]>([
    [
      'saas',
      'Business accounts with more than 200 seats, with their industry and country',
      "SELECT company, industry, country, seats FROM accounts WHERE plan = 'Business' AND seats > 200",
    ],
    [
      'saas',
      'Which accounts have over 230 seats? Industry and seats please',
      'SELECT company, industry, seats FROM accounts WHERE seats > 230',
    ],
    [
      'saas',
      'accounts in Japan with more than 200 seats - show plan and seats',
      "SELECT company, plan, seats FROM accounts WHERE country = 'Japan' AND seats > 200",
    ],
    [
      'saas',
      'list plan and seats of the accounts with more than 240 seats',
      'SELECT company, plan, seats FROM accounts WHERE seats > 240',
    ],
    // The first of an order have some, too.
    [
      'logistics',
      'the 5 heaviest shipments: carrier and whether they were delayed',
      'SELECT tracking, carrier, late, weight FROM shipments ORDER BY weight DESC LIMIT 5',
    ],
    [
      'logistics',
      'the 5 heaviest shipments with their weight',
      'SELECT tracking, weight FROM shipments ORDER BY weight DESC LIMIT 5',
    ],
    // The amount is the one that is bounded.
    [
      'saas',
      'Which accounts have over 230 seats? industry and amount please',
      'SELECT company, industry, seats FROM accounts WHERE seats > 230',
    ],
    // Rows that are alike are several.
    [
      'harbour',
      'boats with a tonnage over 20: flag, crew and tonnage',
      'SELECT flag, crew, tonnage FROM boats WHERE tonnage > 20',
    ],
    [
      'harbour',
      'which boat has the highest tonnage? berth and crew please',
      'SELECT berth, crew, tonnage FROM boats ORDER BY tonnage DESC LIMIT 1',
    ],
    [
      'harbour',
      'uninsured boats of more than 20 tonnage, with arrival date and crew',
      'SELECT arrived, crew, tonnage FROM boats WHERE NOT insured AND tonnage > 20',
    ],
    // Several rows of the same name are one thing.
    [
      'harbour',
      'top 2 trips by crates, with their captain and sailing date',
      'SELECT trip, captain, sailed, SUM(crates) FROM legs GROUP BY ALL ORDER BY 4 DESC LIMIT 2',
    ],
    // All that is asked beside the name of one record.
    [
      'saas',
      'What is the plan of Company 7 and when was it created?',
      "SELECT company, plan, created FROM accounts WHERE company = 'Company 7'",
    ],
    [
      'saas',
      'how many seats does Company 9 have, and which industry?',
      "SELECT company, seats, industry FROM accounts WHERE company = 'Company 9'",
    ],
    ['logistics', 'What is the heaviest shipment we ever had?', 'SELECT MAX(weight) FROM shipments'],
    ['saas', 'seats of Company 9', "SELECT SUM(seats) FROM accounts WHERE company = 'Company 9'"],
    // Figures are no attributes, and what narrows rows is none either.
    [
      'saas',
      'average seats of accounts in Japan, total seats',
      "SELECT AVG(seats), SUM(seats) FROM accounts WHERE country = 'Japan'",
    ],
    [
      'harbour',
      'average tonnage by berth, crew over 2',
      'SELECT berth, AVG(tonnage) FROM boats WHERE crew > 2 GROUP BY 1',
    ],
  ])('in %s: %s', async (name, question, oracle) => {
    const world = open.get(name);
    const { result, answer } = (await world?.ask(question)) ?? {};
    expect(rowsAsText(result?.data ?? []), answer).toEqual(rowsAsText((await world?.truth(oracle)) ?? []));
  });
});
