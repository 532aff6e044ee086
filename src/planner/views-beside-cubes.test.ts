import { it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Repairs of boats, some by no yard, in a view and in a cube with the yards that it joins. */
const harbour: World = {
  name: 'harbour',
  model: {
    'harbour.yml': `
cubes:
  - name: yards
    sql_table: yards
    title: Yards
    dimensions:
      - { name: yard_id, title: Yard number, sql: "{CUBE}.yard_id", type: number, primary_key: true, format: id }
      - { name: name, title: Yard, sql: "{CUBE}.name", type: string }
      - { name: craft, title: Craft, sql: "{CUBE}.craft", type: string }
    measures:
      - { name: yard_count, title: Yards, type: count }
  - name: repairs
    sql_table: repairs
    title: Repairs
    joins:
      - { name: yards, relationship: many_to_one, sql: "{CUBE}.yard_id = {yards}.yard_id" }
    dimensions:
      - { name: repair_id, title: Repair number, sql: "{CUBE}.repair_id", type: number, primary_key: true, format: id }
      - { name: done_on, title: Done on, sql: "CAST({CUBE}.done_on AS TIMESTAMP)", type: time }
    measures:
      - { name: repair_count, title: Repairs, type: count }
      - { name: cost, title: Repair cost, type: sum, sql: "{CUBE}.cost", format: currency }
views:
  - name: repair_work
    title: Repair work
    description: Repairs with their yard
    cubes:
      - { join_path: repairs, includes: '*' }
      - { join_path: repairs.yards, includes: [{ name: name, alias: yard }, craft] }
`,
  },
  tables: {
    yards: [
      ['yard_id', 'name', 'craft'],
      [1, 'Anker', 'Sails'],
      [2, 'Boje', 'Hulls'],
    ],
    repairs: [
      ['repair_id', 'yard_id', 'done_on', 'cost'],
      [1, 1, '2024-03-01', 100.5],
      [2, 2, '2024-04-01', 30.25],
      [3, null, '2024-05-01', 40.75],
    ],
  },
};

const world = openWorlds({ harbour });

it.each([
  [
    'repair cost by craft in 2024',
    [
      ['Sails', 100.5],
      ['Hulls', 30.25],
      [null, 40.75],
    ],
  ],
  [
    'how many repairs in 2024 by craft?',
    [
      ['Sails', 1],
      ['Hulls', 1],
      [null, 1],
    ],
  ],
] as const)(
  'what a view and its cube answer alike is not asked between, with rows that have no group: %s',
  async (question, rows) => {
    expectRows(await world('harbour').ask(question), rows);
  },
);
