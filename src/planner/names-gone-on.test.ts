import { expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** More vineyards than metadata lists, with their harvests: what a message calls by name has to be found in the data. */
const vineyards: World = {
  name: 'vineyards',
  model: {
    'vineyards.yml': `
cubes:
  - name: estates
    sql_table: estates
    title: Vineyards
    dimensions:
      - { name: estate_id, sql: "{CUBE}.estate_id", type: number, primary_key: true, public: false }
      - { name: estate_name, title: Vineyard, sql: "{CUBE}.estate_name", type: string }
    measures:
      - { name: estate_count, title: Vineyards, type: count }
  - name: harvests
    sql_table: harvests
    title: Harvests
    joins:
      - { name: estates, relationship: many_to_one, sql: "{CUBE}.estate_id = {estates}.estate_id" }
    dimensions:
      - { name: harvest_id, sql: "{CUBE}.harvest_id", type: number, primary_key: true, public: false }
      - { name: picked_on, title: Picked on, sql: "CAST({CUBE}.picked AS TIMESTAMP)", type: time }
      - { name: bottles, title: Bottles, sql: "{CUBE}.bottles", type: number }
      - { name: wages, title: Wages, sql: "{CUBE}.wages", type: number }
      - { name: rainfall, title: Rainfall, sql: "{CUBE}.rainfall", type: number }
    measures:
      - { name: total_bottles, title: Total bottles, sql: "{CUBE}.bottles", type: sum }
      - { name: total_wages, title: Total wages, sql: "{CUBE}.wages", type: sum }
      - { name: average_wages, title: Average wages, sql: "{CUBE}.wages", type: avg }
      - { name: total_rainfall, title: Total rainfall, sql: "{CUBE}.rainfall", type: sum }
      - { name: average_rainfall, title: Average rainfall, sql: "{CUBE}.rainfall", type: avg }
`,
  },
  tables: {
    estates: [
      ['estate_id', 'estate_name'],
      ...['Kestrelle Estate', 'Ospreya Hills'].map((name, at) => [at, name]),
      ...Array.from({ length: 600 }, (_, at) => [at + 2, `Plot ${at}`]),
    ],
    harvests: [
      ['harvest_id', 'estate_id', 'picked', 'bottles', 'wages', 'rainfall'],
      ...Array.from({ length: 24 }, (_, at) => [
        at,
        at % 4,
        `202${at % 3}-09-0${1 + (at % 5)}`,
        100 + at * 7,
        1_000 + at * 13,
        40 + ((at * 11) % 30),
      ]),
    ],
  },
};

const world = openWorlds({ vineyards });
const thread = ['bottles of Kestrelle by year', 'and wages?', 'same for Ospreya', 'rainfall instead'];
const of = (figure: string, name: string, where = 'TRUE'): string =>
  `SELECT date_trunc('year', picked::TIMESTAMP), SUM(${figure}) FROM harvests JOIN estates USING (estate_id)
   WHERE estate_name = '${name}' AND ${where} GROUP BY 1`;

it.each([
  [1, of('wages', 'Kestrelle Estate')],
  [2, of('wages', 'Ospreya Hills')],
  [3, of('rainfall', 'Ospreya Hills')],
] as const)('a thread keeps each name that was found in the data: its message %s', async (at, truth) => {
  const { ask, truth: rows } = world('vineyards');
  expectRows(await ask(thread[at] ?? '', thread.slice(0, at)), await rows(truth));
});

it.each(['only 2021', 'and in 2021?'])(
  'a thread with found names can be narrowed further: %s',
  async (message) => {
    const { ask, truth } = world('vineyards');
    const { result, answer } = await ask(message, thread);
    const [[, rainfall] = []] = await truth(
      of('rainfall', 'Ospreya Hills', 'year(picked::TIMESTAMP) = 2021'),
    );
    expect(result?.data.flat().map(Number), `${result?.sqlQuery}\n${answer}`).toContain(Number(rainfall));
    expect(result?.data, answer).toHaveLength(1);
  },
);

it('a thread with a name that is nowhere in the data answers nothing for it', async () => {
  const { outcome, answer } = await world('vineyards').ask('same for Buzzardine', thread.slice(0, 2));
  expect(outcome, answer).toMatchObject({ stopReason: 'no_answer' });
});
