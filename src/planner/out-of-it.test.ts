import { describe, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const world = openWorlds({
  seeds: {
    name: 'a seed shop',
    now: '2026-11-30T10:00:00Z',
    model: {
      'seeds.yml': `
cubes:
  - name: seeds
    title: Seeds
    sql_table: seeds
    dimensions:
      - { name: seed_id, title: Seed number, sql: seed_id, type: number, primary_key: true }
      - { name: seed_name, title: Seed, sql: seed_name, type: string }
      - { name: colour, title: Colour, sql: colour, type: string }
      - { name: in_stock, title: In stock, sql: in_stock, type: boolean }
    measures:
      - { name: seed_count, title: Seeds, type: count }
  - name: maps
    title: Maps
    sql_table: seeds
    dimensions:
      - { name: map_id, title: Map number, sql: seed_id, type: number, primary_key: true }
      - { name: out_of_print_on, title: Out of print since, sql: "CAST({CUBE}.left_on AS TIMESTAMP)", type: time, description: Empty while the map is in print }
    measures:
      - { name: map_count, title: Maps, type: count }
`,
    },
    tables: {
      seeds: [
        ['seed_id', 'seed_name', 'colour', 'in_stock', 'left_on'],
        ...Array.from({ length: 30 }, (_, id) => [
          id + 1,
          `Seed ${id}`,
          id % 2 === 0 ? 'Red' : 'Blue',
          id % 3 !== 0,
          id % 5 === 0 ? `2026-0${1 + (id % 8)}-04` : null,
        ]),
      ],
    },
  },
});

describe('what is out of something', () => {
  it.each([
    ['how many seeds are out of stock?', 'NOT in_stock'],
    ['how many red seeds are out of stock', "NOT in_stock AND colour = 'Red'"],
    ['how many seeds are in stock?', 'in_stock'],
    ['how many seeds are not out of stock', 'in_stock'],
    ['how many seeds are not in stock', 'NOT in_stock'],
    ['how many maps are out of print?', 'left_on IS NOT NULL'],
    ['how many maps are still in print', 'left_on IS NULL'],
  ])('is not in it: %s', async (question, where) => {
    expectRows(
      await world('seeds').ask(question),
      await world('seeds').truth(`SELECT COUNT(*) FROM seeds WHERE ${where}`),
    );
  });
});
