import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A nursery that sells plants: of which kind, in which size, and whether they are hardy. */
const nursery: World = {
  name: 'nursery',
  now: '2025-12-20T12:00:00Z',
  model: {
    'nursery.yml': `
cubes:
  - name: sales
    sql_table: sales
    title: Sales
    dimensions:
      - { name: sale_id, sql: "{CUBE}.sale_id", type: number, primary_key: true, public: false }
      - { name: plant, title: Plant, sql: "{CUBE}.plant", type: string }
      - { name: size, title: Size, sql: "{CUBE}.size", type: string }
      - { name: hardy, title: Hardy, sql: "{CUBE}.hardy", type: boolean }
    measures:
      - { name: sale_count, title: Sales, type: count }
      - { name: takings, title: Takings, type: sum, sql: "{CUBE}.price", format: currency, currency: EUR }
`,
  },
  tables: {
    sales: [
      'sale_id plant size hardy price'.split(' '),
      [1, 'tulip', 'tall', true, 1],
      [2, 'tulip', 'dwarf', false, 2],
      [3, 'fern', 'tall', false, 4],
      [4, 'fern', 'dwarf', true, 8],
    ],
  },
};

const world = openWorlds({ nursery });

describe('two values that are excluded in one phrase', () => {
  it.each([
    'takings excluding dwarf tulip',
    'takings by plant except for tall ferns',
    'takings by plant except for hardy dwarf sales',
    'takings without hardy tulip sales',
    'takings excluding dwarf hardy sales',
  ])(
    'two values that are excluded in one phrase leave no figure of only what has the second: %s',
    async (question) => {
      const { result, answer } = await world('nursery').ask(question);
      expect(result?.data, answer).toBeUndefined();
    },
  );

  it.each([
    ['takings excluding tulip', 12],
    ['takings for tall plants excluding tulip', 4],
    ['takings excluding tulip, for tall plants', 4],
    ['takings except for tulip, for tall plants', 4],
    ['takings of dwarf plants without tulip', 8],
  ])('one value that is excluded leaves the others as they are: %s', async (question, takings) => {
    expectRows(await world('nursery').ask(question), [[takings]]);
  });
});
