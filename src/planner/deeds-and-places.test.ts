import { expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A riding stable whose canteen and farriery are rows of their own as well as departments of those who teach. */
const stable: World = {
  name: 'stable',
  model: {
    'stable.yml': `
cubes:
  - name: staff
    sql_table: staff
    title: Staff
    dimensions:
      - { name: staff_id, sql: "{CUBE}.staff_id", type: number, primary_key: true, public: false }
      - { name: name, title: Name, sql: "{CUBE}.name", type: string }
      - { name: department, title: Department, sql: "{CUBE}.department", type: string }
    measures:
      - { name: staff_count, title: Staff, type: count }
  - { name: instructors, extends: staff, title: Instructors, description: Staff who give rides }
  - { name: inspectors, extends: staff, title: Hoof inspectors, description: Staff who handled an inspection }
  - name: horses
    sql_table: horses
    title: Horses
    joins:
      - { name: instructors, relationship: many_to_one, sql: "{CUBE}.instructor_id = {instructors}.staff_id" }
    dimensions:
      - { name: horse_id, sql: "{CUBE}.horse_id", type: number, primary_key: true, public: false }
      - { name: name, title: Horse, sql: "{CUBE}.name", type: string }
      - { name: withdrawn_on, title: Withdrawn on, description: Empty while it is ridden, sql: "CAST({CUBE}.withdrawn_on AS TIMESTAMP)", type: time }
      - { name: arrived_on, title: Arrived on, sql: "CAST({CUBE}.arrived_on AS TIMESTAMP)", type: time }
    measures:
      - { name: horse_count, title: Horses, type: count }
  - name: riders
    sql_table: riders
    title: Riders
    dimensions:
      - { name: rider_id, title: Rider number, sql: "{CUBE}.rider_id", type: number, format: id, primary_key: true }
      - { name: name, title: Rider name, sql: "{CUBE}.name", type: string }
      - { name: kind, title: Rider kind, sql: "{CUBE}.kind", type: string }
    measures:
      - { name: rider_count, title: Riders, type: count }
  - name: rides
    sql_table: rides
    title: Rides
    joins:
      - { name: horses, relationship: many_to_one, sql: "{CUBE}.horse_id = {horses}.horse_id" }
      - { name: riders, relationship: many_to_one, sql: "{CUBE}.rider_id = {riders}.rider_id" }
    dimensions:
      - { name: ride_id, title: Ride number, sql: "{CUBE}.ride_id", type: number, format: id, primary_key: true }
      - { name: ridden_on, title: Ridden on, sql: "CAST({CUBE}.ridden_on AS TIMESTAMP)", type: time }
      - { name: paid_on, title: Paid on, sql: "CAST({CUBE}.paid_on AS TIMESTAMP)", type: time, meta: { synonyms: [bought] } }
      - { name: start_hour, title: Start hour, description: Hour at which the ride began, sql: "{CUBE}.start_hour", type: number, format: id, meta: { synonyms: [hour] } }
      - { name: price, title: Price, sql: "{CUBE}.price", type: number, format: currency, currency: EUR }
    measures:
      - { name: ride_count, title: Rides, type: count }
      - { name: avg_price, title: Average price, type: avg, sql: "{CUBE}.price", format: currency, currency: EUR, meta: { synonyms: [average cost] } }
  - name: canteen_sales
    sql_table: canteen_sales
    title: Canteen sales
    meta: { synonyms: [canteen] }
    joins:
      - { name: riders, relationship: many_to_one, sql: "{CUBE}.rider_id = {riders}.rider_id" }
    dimensions:
      - { name: sale_id, sql: "{CUBE}.sale_id", type: number, primary_key: true, public: false }
      - { name: sold_at, title: Sold at, sql: "CAST({CUBE}.sold_at AS TIMESTAMP)", type: time }
      - { name: dish, title: Dish, sql: "{CUBE}.dish", type: string }
    measures:
      - { name: sale_count, title: Canteen sales, type: count }
      - { name: canteen_revenue, title: Canteen revenue, type: sum, sql: "{CUBE}.amount", format: currency, currency: EUR }
  - name: hoof_jobs
    sql_table: hoof_jobs
    title: Hoof jobs
    description: Treatments of horses
    meta: { synonyms: [farriery, treatments] }
    joins:
      - { name: horses, relationship: many_to_one, sql: "{CUBE}.horse_id = {horses}.horse_id" }
      - { name: inspectors, relationship: many_to_one, sql: "{CUBE}.handled_by = {inspectors}.staff_id" }
    dimensions:
      - { name: job_id, title: Job number, sql: "{CUBE}.job_id", type: number, format: id, primary_key: true }
      - { name: topic, title: Topic, sql: "{CUBE}.topic", type: string }
      - { name: opened_on, title: Opened on, sql: "CAST({CUBE}.opened_on AS TIMESTAMP)", type: time }
    measures:
      - { name: job_count, title: Hoof jobs, type: count, meta: { synonyms: [inspections] } }
      - { name: job_hours, title: Hoof job hours, type: sum, sql: "{CUBE}.hours" }
      - { name: job_cost, title: Hoof job cost, type: sum, sql: "{CUBE}.cost", format: currency, currency: EUR }
`,
  },
  tables: {
    staff: [
      ['staff_id', 'name', 'department'],
      [1, 'Ada', 'Teaching'],
      [2, 'Bo', 'Canteen'],
      [3, 'Cy', 'Farriery'],
      [4, 'Di', 'Canteen'],
    ],
    horses: [
      ['horse_id', 'instructor_id', 'name', 'withdrawn_on', 'arrived_on'],
      [1, 1, 'Max', null, '2024-01-02'],
      [2, 1, 'Nox', null, '2025-11-02'],
      [3, 3, 'Oto', '2025-08-01', '2023-01-02'],
      [4, 2, 'Pip', '2025-09-01', '2023-04-02'],
    ],
    riders: [
      ['rider_id', 'name', 'kind'],
      [1, 'Eli', 'adult'],
      [2, 'Fay', 'child'],
      [3, 'Gus', 'adult'],
      [4, 'Hal', 'adult'],
    ],
    rides: [
      ['ride_id', 'horse_id', 'rider_id', 'ridden_on', 'paid_on', 'start_hour', 'price'],
      [1, 1, 1, '2025-10-03', '2025-10-01', 9, 20],
      [2, 1, 2, '2025-11-04', '2025-11-01', 10, 25],
      [3, 3, 1, '2025-06-05', null, 9, 20],
      [4, 1, 4, '2024-06-05', null, 9, 20],
    ],
    canteen_sales: [
      ['sale_id', 'rider_id', 'sold_at', 'dish', 'amount'],
      [1, 1, '2025-10-03', 'soup', 4],
      [2, 1, '2025-11-03', 'cake', 3],
      [3, 3, '2024-11-03', 'cake', 3],
      [4, null, '2025-11-03', 'soup', 4],
    ],
    hoof_jobs: [
      ['job_id', 'horse_id', 'handled_by', 'topic', 'opened_on', 'hours', 'cost'],
      [1, 1, 3, 'shoe', '2025-10-03', 2, 80],
      [2, 3, 3, 'staff', '2025-11-03', 1, 60],
      [3, 1, null, 'staff', '2025-11-05', 1, 70],
    ],
  },
  now: '2025-11-29T10:00:00Z',
};

const world = openWorlds({ stable });

it.each<[question: string, rows: readonly (readonly unknown[])[]]>([
  ['horses never ridden', [[2]]],
  ['how many horses were never ridden?', [[2]]],
  ['which horses were not ridden in October 2025?', [['Nox'], ['Oto'], ['Pip']]],
  ['which horses did nobody ride in October 2025?', [['Nox'], ['Oto'], ['Pip']]],
])(
  'what never happened has no rows, whatever is said of how things are today: %s',
  async (question, rows) => {
    expectRowsOrAsks(await world('stable').ask(question), rows);
  },
);

it.each([
  'riders who bought something in the canteen this year',
  'average cost per hour of farriery',
  'total revenue 2025: rides and canteen',
])('rows of a name are no department of somebody else: %s', async (question) => {
  const { result, answer } = await world('stable').ask(question);
  expect(result?.sqlQuery ?? '', answer).not.toContain('department');
});

it('a department is one where it is said whose', async () => {
  expectRows(await world('stable').ask('horses with an instructor in the Farriery department'), [['Oto']]);
});

it('a department is one of those who have it', async () => {
  expectRows(await world('stable').ask('how many staff are in the canteen?'), [[2]]);
});

it.each<[question: string, rows: readonly (readonly unknown[])[]]>([
  ['riders who never bought anything in the canteen', [['Fay'], ['Hal']]],
  ['how many riders never bought anything in the canteen?', [[2]]],
  ['how many riders never bought a ride?', [[2]]],
])('a deed is denied of the rows that it is done to, or in: %s', async (question, rows) => {
  expectRowsOrAsks(await world('stable').ask(question), rows);
});

it.each(['staff who never handled a hoof job', 'staff who never handled an inspection'])(
  'those who never did something are not rows about them that nobody did: %s',
  async (question) => {
    const { result, answer } = await world('stable').ask(question);
    expect(result?.sqlQuery ?? '', answer).not.toMatch(/FROM hoof_jobs WHERE/);
  },
);

/** A question back is as good. */
function expectRowsOrAsks(
  asked: Parameters<typeof expectRows>[0],
  rows: readonly (readonly unknown[])[],
): void {
  if (asked.result !== undefined) expectRows(asked, rows as never);
}
