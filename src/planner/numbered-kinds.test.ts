import { it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const bridges: World = {
  name: 'bridges',
  model: {
    'bridges.yml': `
cubes:
  - name: bridges
    title: Bridges
    sql_table: bridges
    dimensions:
      - { name: bridge_id, sql: bridge_id, type: number, primary_key: true, public: false }
      - { name: bridge_name, title: Bridge, sql: bridge_name, type: string }
      - { name: grade, title: Grade, sql: grade, type: number }
      - { name: lit, title: Lit, sql: lit, type: boolean }
      - { name: height, title: Height, sql: height, type: number }
      - { name: material, title: Material, sql: material, type: string }
    measures:
      - { name: bridge_count, title: Bridges, type: count }
`,
  },
  tables: {
    bridges: [
      ['bridge_id', 'bridge_name', 'grade', 'lit', 'height', 'material'],
      ...Array.from({ length: 24 }, (_, id) => [
        id + 1,
        `Bridge ${String.fromCharCode(65 + id)}`,
        1 + (id % 4),
        id % 3 === 0,
        10 + id,
        id % 5 === 0 ? 'stone' : 'steel',
      ]),
    ],
  },
};
const world = openWorlds({ bridges });

it.each([
  ['which grade 2 bridges are lit?', 'SELECT bridge_name FROM bridges WHERE grade = 2 AND lit'],
  ['how many grade 3 bridges are lit?', 'SELECT COUNT(*) FROM bridges WHERE grade = 3 AND lit'],
  ['bridges of grade 2 or grade 4', 'SELECT bridge_name FROM bridges WHERE grade IN (2, 4)'],
  [
    'number of bridges: grade 2 vs grade 4',
    'SELECT grade, COUNT(*) FROM bridges WHERE grade IN (2, 4) GROUP BY 1',
  ],
  [
    'number of bridges, grade 1 versus 3',
    'SELECT grade, COUNT(*) FROM bridges WHERE grade IN (1, 3) GROUP BY 1',
  ],
  [
    'average height of grade 2 and grade 4',
    'SELECT grade, AVG(height) FROM bridges WHERE grade IN (2, 4) GROUP BY 1',
  ],
  [
    'percentage of bridges that are lit: grade 1 versus grade 4',
    'SELECT grade, 100 * AVG(lit::INT) FROM bridges WHERE grade IN (1, 4) GROUP BY 1',
  ],
])('things of a numbered kind are asked for: %s', async (question, truth) => {
  const asked = await world('bridges').ask(question);
  expectRows(asked, await world('bridges').truth(truth));
});

it('two things are held against each other by a number that only an adjective names', async () => {
  const asked = await world('bridges').ask('is Bridge C taller than Bridge A?');
  expectRows(
    asked,
    await world('bridges').truth(
      "SELECT bridge_name, height FROM bridges WHERE bridge_name IN ('Bridge A', 'Bridge C')",
    ),
  );
});

it.each([
  [
    'what percentage of the lit bridges have grade 1?',
    'SELECT 100 * AVG((grade = 1)::INT) FROM bridges WHERE lit',
  ],
  [
    'what percentage of the stone ones are lit?',
    "SELECT 100 * AVG(lit::INT) FROM bridges WHERE material = 'stone'",
  ],
  ['which share of stone bridges is lit?', "SELECT AVG(lit::INT) FROM bridges WHERE material = 'stone'"],
])('the whole of a share is not what is asked for: %s', async (question, truth) => {
  expectRows(await world('bridges').ask(question), await world('bridges').truth(truth));
});
