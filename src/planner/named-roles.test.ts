import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A shipping line: its crew, of whom some command voyages, and some were rescued. */
const line: World = {
  name: 'line',
  now: '2025-12-01T10:00:00Z',
  model: {
    'line.yml': `
cubes:
  - name: crew
    sql_table: crew
    title: Sailors
    meta: { synonyms: [people] }
    dimensions:
      - { name: sailor_id, title: Sailor number, sql: "{CUBE}.sailor_id", type: number, format: id, primary_key: true }
      - { name: full_name, title: Sailor, sql: "{CUBE}.full_name", type: string }
      - { name: rank, title: Rank, sql: "{CUBE}.rank", type: string }
      - { name: home_port, title: Home port, sql: "{CUBE}.home_port", type: string }
      - { name: signed_on, title: Signed on, sql: "CAST({CUBE}.signed_on AS TIMESTAMP)", type: time }
      - { name: wage, title: Daily wage, sql: "{CUBE}.wage", type: number }
    measures:
      - { name: sailor_count, title: Sailors, type: count }
      - { name: avg_wage, title: Average daily wage, type: avg, sql: "{CUBE}.wage" }
  - { name: skippers, extends: crew, title: Skippers, dimensions: [{ name: full_name, title: Skipper, sql: "{CUBE}.full_name", type: string }] }
  - { name: planners, extends: crew, title: Voyage planners, dimensions: [{ name: full_name, title: Planned by, sql: "{CUBE}.full_name", type: string }] }
  - { name: rescued_sailors, extends: crew, title: Rescued sailors, dimensions: [{ name: full_name, title: Rescued sailor, sql: "{CUBE}.full_name", type: string }] }
  - name: cooks
    extends: crew
    sql: SELECT * FROM crew WHERE rank = 'cook'
    title: Cooks
    dimensions: [{ name: full_name, title: Cook, sql: "{CUBE}.full_name", type: string }]
  - name: voyages
    sql_table: voyages
    title: Voyages
    joins:
      - { name: skippers, relationship: many_to_one, sql: "{CUBE}.skipper_id = {skippers}.sailor_id" }
      - { name: planners, relationship: many_to_one, sql: "{CUBE}.planner_id = {planners}.sailor_id" }
      - { name: cooks, relationship: many_to_one, sql: "{CUBE}.cook_id = {cooks}.sailor_id" }
    dimensions:
      - { name: voyage_id, title: Voyage number, sql: "{CUBE}.voyage_id", type: number, format: id, primary_key: true }
      - { name: state, title: Voyage state, sql: "{CUBE}.state", type: string }
      - { name: left_on, title: Sailed on, sql: "CAST({CUBE}.left_on AS TIMESTAMP)", type: time }
    measures:
      - { name: voyage_count, title: Voyages, type: count }
  - name: rescues
    sql_table: rescues
    title: Rescues
    joins:
      - { name: rescued_sailors, relationship: many_to_one, sql: "{CUBE}.sailor_id = {rescued_sailors}.sailor_id" }
    dimensions:
      - { name: rescue_id, title: Rescue number, sql: "{CUBE}.rescue_id", type: number, format: id, primary_key: true }
      - { name: happened_on, title: Happened on, sql: "CAST({CUBE}.happened_on AS TIMESTAMP)", type: time }
    measures:
      - { name: rescue_count, title: Rescues, type: count }
`,
  },
  tables: {
    crew: [
      ['sailor_id', 'full_name', 'rank', 'home_port', 'signed_on', 'wage'],
      [1, 'Ada Brook', 'mate', 'Oban', '2024-02-01', 100],
      [2, 'Ben Cole', 'skipper', 'Oban', '2025-03-01', 200],
      [3, 'Cleo Dunn', 'skipper', 'Mallaig', '2023-03-01', 300],
      [4, 'Dan Frey', 'cook', 'Mallaig', '2025-04-01', 60],
      [5, 'Eve Gray', 'cook', 'Oban', '2022-04-01', 80],
    ],
    voyages: [
      ['voyage_id', 'skipper_id', 'planner_id', 'cook_id', 'state', 'left_on'],
      [1, 1, 1, 4, 'planned', '2025-05-01'],
      [2, 2, 3, 4, 'planned', '2025-06-01'],
      [3, 2, 3, null, 'over', '2025-07-01'],
    ],
    rescues: [
      ['rescue_id', 'sailor_id', 'happened_on'],
      [1, 1, '2024-05-01'],
      [2, 3, '2025-05-01'],
      [3, 3, '2025-06-01'],
    ],
  },
};

const world = openWorlds({ line });

describe('those of a role that has a name of its own', () => {
  it.each<[question: string, rows: readonly (readonly unknown[])[]]>([
    ['how many skippers are from Oban?', [[2]]],
    ['list the skippers', [['Ada Brook'], ['Ben Cole']]],
    ['skippers by home port', [['Oban', 2]]],
    ['number of rescued sailors in 2025', [[1]]],
    [
      'voyages by skipper',
      [
        ['Ben Cole', 2],
        ['Ada Brook', 1],
      ],
    ],
  ])('are only those to whom rows refer: %s', async (question, rows) => {
    expectRows(await world('line').ask(question), rows as never);
  });

  it('are all rows of a cube that has nobody else', async () => {
    const reply = await world('line').ask('list the cooks');
    expectRows(reply, [['Dan Frey'], ['Eve Gray']]);
    expect(reply.result?.sqlQuery).not.toContain('voyages');
  });

  it('are not told to be those of another role', async () => {
    const { result, answer } = await world('line').ask('voyages planned by the person who skippers them');
    expect(result, answer).toBeUndefined();
  });
});
