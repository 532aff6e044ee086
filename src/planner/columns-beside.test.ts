import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Roses, and what nurseries sell each of them as: some by its own name. */
const roses: World = {
  name: 'roses',
  model: {
    'roses.yml': `
cubes:
  - name: roses
    sql_table: roses
    title: Roses
    dimensions:
      - { name: rose_id, sql: "{CUBE}.rose_id", type: number, primary_key: true, public: false }
      - { name: rose_name, title: Rose name, sql: "{CUBE}.rose_name", type: string }
      - { name: habit, title: Habit, sql: "{CUBE}.habit", type: string }
      - { name: height, title: Height, sql: "{CUBE}.height", type: number }
      - { name: petals, title: Petals, sql: "{CUBE}.petals", type: number }
    measures:
      - { name: rose_count, title: Roses, type: count }
      - { name: mean_height, title: Average height, type: avg, sql: "{CUBE}.height" }
      - { name: mean_petals, title: Average petals, type: avg, sql: "{CUBE}.petals" }
  - name: trade_names
    sql_table: trade_names
    title: Trade names
    description: What the roses are called in the nurseries
    joins:
      - { name: roses, relationship: many_to_one, sql: "{CUBE}.rose_id = {roses}.rose_id" }
    dimensions:
      - { name: trade_id, sql: "{CUBE}.trade_id", type: number, primary_key: true, public: false }
      - { name: trade_name, title: Trade name, sql: "{CUBE}.trade_name", type: string }
      - { name: nursery, title: Nursery, sql: "{CUBE}.nursery", type: string }
    measures:
      - { name: trade_name_count, title: Trade names, type: count }
views:
  - name: trade_names_overview
    title: Trade names
    description: What the roses are called in the nurseries
    cubes:
      - { join_path: trade_names, includes: "*" }
      - { join_path: trade_names.roses, includes: [rose_id, rose_name, habit] }
`,
  },
  tables: {
    roses: [
      'rose_id rose_name habit height petals'.split(' '),
      [1, 'Peace', 'shrub', 120, 40],
      [2, 'Iceberg', 'climber', 300, 25],
      [3, 'Blaze', 'climber', 350, 20],
      [4, 'Fairy', 'shrub', 60, 30],
      [5, 'Peach', 'shrub', 180, 15],
    ],
    trade_names: [
      'trade_id rose_id trade_name nursery'.split(' '),
      [1, 1, 'Peace', 'Hollow Oak'],
      [2, 1, 'Gloria', 'Greenfield'],
      [3, 1, 'Joy', 'Larkspur'],
      [4, 2, 'Iceberg', 'Hollow Oak'],
      [5, 2, 'Snow', 'Greenfield'],
      [6, 3, 'Blaze', 'Greenfield'],
      [7, 4, 'Peace', 'Quince Lane'],
    ],
  },
};

const world = openWorlds({ roses });

describe('a column that a message ends with', () => {
  it.each([
    ['climbers taller than 320, with height', "habit = 'climber' AND height > 320", 'height'],
    ['shrubs with height over 100, with petals', "habit = 'shrub' AND height > 100", 'petals'],
    ['roses taller than 100, with petals', 'height > 100', 'petals'],
    ['roses taller than 100, with their petals', 'height > 100', 'petals'],
  ])('is shown beside the things, and put together in no mean: %s', async (question, where, column) => {
    const { result, answer } = await world('roses').ask(question);
    const truth = await world('roses').truth(`SELECT rose_name, ${column} FROM roses WHERE ${where}`);
    expect(
      result?.schema.map(({ name }) => name),
      answer,
    ).toEqual(expect.arrayContaining(['rose_name', column]));
    expect(result?.data.length, answer).toBe(truth.length);
  });

  it('is a figure beside a figure', async () => {
    expectRows(
      await world('roses').ask('average height of climbers, with average petals'),
      await world('roses').truth("SELECT AVG(height), AVG(petals) FROM roses WHERE habit = 'climber'"),
    );
  });
});

describe('names that are listed', () => {
  it.each(['all the trade names of Peace, with the nursery', 'trade names of Peace with nursery'])(
    'are not just one of them where a thing is called so: %s',
    async (question) => {
      expectRows(
        await world('roses').ask(question),
        await world('roses').truth(
          "SELECT trade_name, nursery FROM trade_names JOIN roses USING (rose_id) WHERE rose_name = 'Peace'",
        ),
      );
    },
  );
});

describe('what a thing is called', () => {
  const names = (rose: string, nursery: string): string =>
    `SELECT trade_name FROM trade_names JOIN roses USING (rose_id) WHERE rose_name = '${rose}' AND nursery = '${nursery}'`;

  it.each([
    ['What is Peace called at Greenfield?', names('Peace', 'Greenfield')],
    ['what is Iceberg called in Greenfield', names('Iceberg', 'Greenfield')],
    ['What do they call Fairy at Quince Lane?', names('Fairy', 'Quince Lane')],
    ['How do they call Peace at Larkspur?', names('Peace', 'Larkspur')],
    ['Wie heißt Peace bei Greenfield?', names('Peace', 'Greenfield')],
  ])('is its name under what else is said: %s', async (question, truth) => {
    expectRows(await world('roses').ask(question), await world('roses').truth(truth));
  });

  it('is told of each of several', async () => {
    const truth =
      "SELECT rose_name, trade_name FROM trade_names JOIN roses USING (rose_id) WHERE rose_name IN ('Peace', 'Iceberg') AND nursery = 'Greenfield'";
    expectRows(
      await world('roses').ask('What are Peace and Iceberg called at Greenfield?'),
      await world('roses').truth(truth),
    );
  });

  it.each(['What is Peace called at Nowhere?', 'What is Unknown called at Greenfield?'])(
    'is not told of what there is not: %s',
    async (question) => {
      const { result, answer } = await world('roses').ask(question);
      expect(result?.data ?? [], answer).toEqual([]);
    },
  );
});
