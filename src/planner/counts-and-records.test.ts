import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Deliveries, some of which are tagged, and vehicles with names and trips. */
const depot: World = {
  name: 'depot',
  model: {
    'depot.yml': `
cubes:
  - name: deliveries
    sql_table: deliveries
    title: Deliveries
    dimensions:
      - { name: delivery_id, title: Delivery number, sql: "{CUBE}.id", type: number, primary_key: true }
      - { name: driver, title: Driver, sql: "{CUBE}.driver", type: string }
      - { name: region, title: Region, sql: "{CUBE}.region", type: string }
      - { name: handling, title: Handling, sql: "{CUBE}.handling", type: string }
      - { name: late, title: Late, sql: "{CUBE}.late", type: boolean }
      - { name: sent_on, title: Sent on, sql: "CAST({CUBE}.sent AS TIMESTAMP)", type: time }
      - { name: sales, title: Sales, sql: "{CUBE}.sales", type: number }
      - { name: discount, title: Discount, sql: "{CUBE}.discount", type: number, format: percent }
    measures:
      - { name: deliveries_count, title: Number of deliveries, type: count }
      - { name: total_sales, title: Total sales, type: sum, sql: "{CUBE}.sales" }
      - { name: avg_sales, title: Average sales, type: avg, sql: "{CUBE}.sales" }
      - { name: avg_discount, title: Average discount, type: avg, sql: "{CUBE}.discount", format: percent }
  - name: tags
    sql_table: tags
    title: Tags
    joins:
      - { name: deliveries, sql: "{CUBE}.delivery = {deliveries}.id", relationship: many_to_one }
    dimensions:
      - { name: tag_id, title: Tag number, sql: "{CUBE}.id", type: number, primary_key: true }
      - { name: tag, title: Tag, sql: "{CUBE}.tag", type: string }
    measures:
      - { name: tags_count, title: Number of tags, type: count }
  - name: vehicles
    sql_table: vehicles
    title: Vehicles
    dimensions:
      - { name: vehicle_id, title: Vehicle number, sql: "{CUBE}.id", type: number, primary_key: true }
      - { name: vehicle_name, title: Vehicle, sql: "{CUBE}.name", type: string }
      - { name: segment, title: Customer segment, sql: "{CUBE}.segment", type: string }
      - { name: load, title: Load, sql: "{CUBE}.load", type: number }
      - { name: range, title: Range, sql: "{CUBE}.range", type: number }
      - { name: width, title: Width, sql: "{CUBE}.width", type: number }
      - { name: height, title: Height, sql: "{CUBE}.height", type: number }
    measures:
      - { name: vehicles_count, title: Number of vehicles, type: count }
      - { name: max_load, title: Highest load, type: max, sql: "{CUBE}.load" }
      - { name: avg_load, title: Average load, type: avg, sql: "{CUBE}.load" }
      - { name: avg_range, title: Average range, type: avg, sql: "{CUBE}.range" }
      - { name: avg_width, title: Average width, type: avg, sql: "{CUBE}.width" }
      - { name: avg_height, title: Average height, type: avg, sql: "{CUBE}.height" }
  - name: trips
    sql_table: trips
    title: Trips
    joins:
      - { name: vehicles, sql: "{CUBE}.vehicle = {vehicles}.id", relationship: many_to_one }
    dimensions:
      - { name: trip_id, title: Trip number, sql: "{CUBE}.id", type: number, primary_key: true }
      - { name: started_on, title: Trip start, sql: "CAST({CUBE}.started AS TIMESTAMP)", type: time }
    measures:
      - { name: trips_count, title: Number of trips, type: count }
`,
  },
  tables: {
    deliveries: [
      ['id', 'driver', 'region', 'handling', 'late', 'sent', 'sales', 'discount'],
      [1, 'Ada', 'North', 'none', true, '2024-01-10', 100, 0.1],
      [2, 'Ben', 'North', 'none', false, '2024-01-20', 80, 0.3],
      [3, 'Ada', 'South', 'cold', true, '2024-02-10', 60, 0.2],
      [4, 'Cleo', 'South', 'none', false, '2024-02-20', 40, 0],
      [5, 'Ben', 'North', 'cold', false, '2024-03-10', 20, 0],
    ],
    tags: [
      ['id', 'delivery', 'tag'],
      [1, 1, 'gift'],
      [2, 1, 'urgent'],
      [3, 2, 'urgent'],
      [4, 4, 'gift'],
    ],
    trips: [
      ['id', 'vehicle', 'started'],
      [1, 2, '2024-05-01'],
      [2, 1, '2025-05-01'],
    ],
    vehicles: [
      ['id', 'name', 'segment', 'load', 'range', 'width', 'height'],
      [1, 'Badger', 'firms', 900, 300, 4, 2],
      [2, 'Heron', 'firms', 400, 500, 3, 5],
      [3, 'Stoat', 'homes', 700, 450, 2, 1],
    ],
  },
};

describe('what is counted, compared and shared out', () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(depot);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each<
    [what: string, earlier: readonly string[], question: string, rows: readonly (readonly unknown[])[]]
  >([
    [
      'totals stay totals when a later message asks for an average',
      ['top 2 regions by sales'],
      'what average discount did we give on them?',
      [
        ['North', 200, 0.4 / 3],
        ['South', 100, 0.1],
      ],
    ],
    [
      'what each has is narrowed for each',
      ['How many deliveries does each driver have?'],
      'and how many of those were late?',
      [['Ada', 2]],
    ],
    [
      'all of what was bounded are all of them',
      ['Which drivers have total sales above 130?'],
      'Across all drivers, what are the total sales by region?',
      [
        ['North', 200],
        ['South', 100],
      ],
    ],
    [
      'a share is of rows that others refer to',
      [],
      'What share of the deliveries from the North are gifts?',
      [[1 / 3, 1, 3]],
    ],
    [
      'records are compared without a word of how to put their numbers together',
      [],
      'how wide and tall is a heron compared to a badger',
      [
        ['Badger', 4, 2],
        ['Heron', 3, 5],
      ],
    ],
    [
      'both of what is asked of a record are told',
      [],
      'How wide and how high is a badger?',
      [['Badger', 4, 2]],
    ],
    [
      'those of shown groups that are counted are bounded one by one',
      ['vehicles by segment', 'and their average height?'],
      'how many in those two are taller than 3?',
      [['firms', 1]],
    ],
    [
      'each of those named has its own',
      [],
      'Badger or Heron, how much range does each have',
      [
        ['Heron', 500],
        ['Badger', 300],
      ],
    ],
  ])('%s', async (_, earlier, question, rows) => {
    const { result, answer } = await world.ask(question, earlier);
    expect(result?.data, answer).toEqual(rows);
  });

  it('nothing is split by the segment of customers where customers are asked for', async () => {
    const { result, answer } = await world.ask('vehicles per customer');
    expect(result?.sqlQuery, answer).toBeUndefined();
  });

  it('a denial before a colon denies nothing behind it', async () => {
    const { result, answer } = await world.ask('The ones not: list those in the South', [
      'How many deliveries are late?',
    ]);
    expect(result?.sqlQuery, answer).toBeUndefined();
  });

  it('a figure without a date has none by what refers to its rows', async () => {
    const { result, answer } = await world.ask(
      'What was the average range of the Heron at the start of 2024?',
    );
    expect(result?.sqlQuery, answer).toBeUndefined();
  });

  it('nothing is counted of what was not understood', async () => {
    const lost = 'Which of the drivers froop the most gizmos?';
    const { result, answer } = await world.ask('how many were there each month?', [lost]);
    expect(result?.sqlQuery, answer).toBeUndefined();
  });
});
