import { expect, it } from 'vitest';
import { openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

/** Farms, of which one branch is called by a verb of theirs. */
const world = openWorlds({
  farms: {
    name: 'farms',
    model: {
      'farms.yml': `
cubes:
  - name: farms
    title: Farms
    sql_table: farms
    dimensions:
      - { name: farm_id, title: Farm number, sql: farm_id, type: number, primary_key: true }
      - { name: branch, title: Branch, sql: branch, type: string }
      - { name: place, title: Place, sql: place, type: string }
    measures:
      - { name: farm_count, title: Farms, type: count }
`,
    },
    tables: {
      farms: [
        ['farm_id', 'branch', 'place'],
        [1, 'Retail trade', 'Harbour'],
        [2, 'Dairy', 'Harbour'],
        [3, 'Retail trade', 'Old Town'],
      ],
    },
  },
});

it.each([
  'how many farms trade at the harbour?',
  'what percent of the farms trades in Old Town',
  'farms that trade at the harbour',
])('what rows are said to do is no part of a value: %s', async (question) => {
  const { result, answer } = await world('farms').ask(question);
  expect(result?.sqlQuery ?? answer, answer).not.toContain('Retail');
});

it.each(['how many retail trade farms are there?', 'how many farms are in trade?'])(
  'a value is still said in part: %s',
  async (question) => {
    const { result, answer } = await world('farms').ask(question);
    expect(result?.data, answer).toEqual([[2]]);
  },
);
