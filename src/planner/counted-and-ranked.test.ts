import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const world = openWorlds({
  vineyards: {
    name: 'a register of vineyards',
    model: {
      'vineyards.yml': `
cubes:
  - name: vineyards
    title: Vineyards
    sql_table: vineyards
    dimensions:
      - { name: vineyard_id, title: Vineyard number, sql: vineyard_id, type: number, primary_key: true, public: false }
      - { name: vineyard_name, title: Vineyard name, sql: vineyard_name, type: string }
      - { name: valley, title: Valley, sql: valley, type: string }
      - { name: grape, title: Grape, sql: grape, type: string }
      - { name: slope, title: Slope, sql: slope, type: number }
      - { name: harvest, title: Harvest, sql: harvest, type: number }
    measures:
      - { name: vineyard_count, title: Number of vineyards, type: count }
      - { name: total_harvest, title: Total harvest, type: sum, sql: harvest }
      - { name: highest_slope, title: Highest slope, type: max, sql: slope }
`,
    },
    tables: {
      vineyards: [
        ['vineyard_id', 'vineyard_name', 'valley', 'grape', 'slope', 'harvest'],
        ...Array.from({ length: 26 }, (_, id) => [
          id + 1,
          `Lage ${String.fromCharCode(65 + id)}`,
          ['Ahr', 'Nahe', 'Mosel'][id % 3] ?? '',
          ['Riesling', 'Silvaner'][id % 2] ?? '',
          10 + ((id * 7) % 37),
          1_000 + ((id * 31) % 101) * 10,
        ]),
      ],
    },
  },
});

const ask = (question: string, earlier?: string[]) => world('vineyards').ask(question, earlier);
const truth = (by: string, limit: number) =>
  world('vineyards').truth(
    `SELECT vineyard_name, ${by} FROM vineyards WHERE valley = 'Mosel' ORDER BY 2 DESC LIMIT ${limit}`,
  );

describe('things that were counted', () => {
  it.each([
    ['Which 3 are the largest by harvest?', 'harvest', 3],
    ['which three have the highest harvest?', 'harvest', 3],
    ['which one has the most harvest?', 'harvest', 1],
    ['and which one has the highest slope?', 'slope', 1],
    ['the 3 largest by harvest', 'harvest', 3],
    ['top 4 by total harvest', 'harvest', 4],
    ['Welche 3 sind die größten nach Harvest?', 'harvest', 3],
  ] as const)('are ranked within what was kept: %s', async (question, by, limit) => {
    const asked = await ask(question, ['How many vineyards are in the Mosel valley?']);
    expectRows(asked, await truth(by, limit));
  });

  it('are ranked by nothing where no figure is named', async () => {
    const asked = await ask('which three are the largest?', ['How many vineyards are in the Mosel valley?']);
    expect(asked.result, asked.answer).toBeUndefined();
  });

  it.each([
    ['which grape has the highest harvest?', ['How many vineyards are in the Mosel valley?'], 1],
    ['top 3 vineyards by harvest in the Ahr valley', ['How many vineyards are in the Mosel valley?'], 3],
    ['how many vineyards by grape?', ['How many vineyards are in the Mosel valley?'], 2],
  ] as const)('are not ranked where others are named: %s', async (question, earlier, rows) => {
    const asked = await ask(question, [...earlier]);
    expect(asked.result?.data, asked.answer).toHaveLength(rows);
    if (rows === 3) expect(asked.result?.sqlQuery).not.toContain('Mosel');
  });
});
