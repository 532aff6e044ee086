import { type Domain, flag, key, link, number, text, time } from './domain.ts';

/** A small domain for tests, whose answers can be worked out by hand. */
export const market: Domain = {
  name: 'market',
  title: 'Market',
  persona: 'Runs a market.',
  now: '2024-01-15T09:00:00Z',
  packages: [],
  viewStyles: ['titled'],
  load: async () => ({
    stalls: [
      { id: 1, name: 'Ada', place: 'north' },
      { id: 2, name: 'Bob', place: 'south' },
      { id: 3, name: 'Cleo', place: null },
    ],
    sales: Array.from({ length: 40 }, (_, index) => ({
      id: index + 1,
      stall: (index % 3) + 1,
      fruit: ['apple', 'pear', 'plum', 'fig'][index % 4],
      day: `${index < 20 ? 2022 : 2023}-${String((index % 12) + 1).padStart(2, '0')}-10`,
      kilos: (index * 7) % 23,
      ripe: index % 5 !== 0,
    })),
  }),
  tables: {
    stalls: {
      title: 'Stalls',
      one: 'stall',
      many: 'stalls',
      sql: 'SELECT id AS stall_id, name AS stall_name, place FROM source_stalls ORDER BY 1',
      columns: {
        stall_id: key('Stall number'),
        stall_name: text('Stall', { label: true }),
        place: text('Place', { description: 'Where the stall is', synonyms: ['site'] }),
      },
    },
    sales: {
      title: 'Sales',
      one: 'sale',
      many: 'sales',
      sql: 'SELECT id AS sale_id, stall AS stall_id, fruit, day::DATE AS sold_on, kilos, ripe FROM source_sales ORDER BY 1',
      columns: {
        sale_id: key('Sale number', { hidden: true }),
        stall_id: link('stalls'),
        fruit: text('Fruit', { says: ['produce'] }),
        sold_on: time('Sold on', { primary: true }),
        kilos: number('Kilos', { measures: ['sum', 'avg'], context: 'Weight of the fruit.' }),
        ripe: flag('Ripe', ['that were ripe'], ['that were not ripe']),
      },
      metrics: {
        large_sales: { title: 'Large sales', where: '{}.kilos > 15' },
        large_share: { title: 'Share of large sales', percent: true, over: ['large_sales', 'sales_count'] },
      },
    },
  },
};
