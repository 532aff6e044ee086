import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A workshop: who brings bikes in, who mends them, and how long that takes. */
const workshop: World = {
  name: 'workshop',
  model: {
    'repairs.yml': `
cubes:
  - name: mechanics
    sql_table: mechanics
    title: Mechanics
    dimensions:
      - { name: mechanic_id, sql: "{CUBE}.mechanic_id", type: number, primary_key: true, public: false }
      - { name: mechanic_name, title: Mechanic, sql: "{CUBE}.mechanic_name", type: string }
    measures:
      - { name: mechanic_count, title: Mechanics, type: count }
  - name: repairs
    sql_table: repairs
    title: Repairs
    joins:
      - { name: mechanics, relationship: many_to_one, sql: "{CUBE}.mechanic_id = {mechanics}.mechanic_id" }
    dimensions:
      - { name: repair_id, title: Repair number, sql: "{CUBE}.repair_id", type: number, primary_key: true }
      - { name: bike, title: Bike, sql: "{CUBE}.bike", type: string }
      - { name: status, title: Status, sql: "{CUBE}.status", type: string }
      - { name: hours, title: Repair hours, sql: "{CUBE}.hours", type: number }
    measures:
      - { name: repair_count, title: Repairs, type: count }
      - { name: avg_hours, title: Average repair hours, type: avg, sql: "{CUBE}.hours" }
      - { name: max_hours, title: Longest repair hours, type: max, sql: "{CUBE}.hours" }
  - name: sales
    sql_table: sales
    title: Sales
    dimensions:
      - { name: sale_id, title: Sale number, sql: "{CUBE}.sale_id", type: number, primary_key: true }
      - { name: product_name, title: Product, sql: "{CUBE}.product_name", type: string }
      - { name: customer_name, title: Customer, sql: "{CUBE}.customer_name", type: string }
    measures:
      - { name: sale_count, title: Number of sales, type: count }
      - { name: revenue, title: Revenue, type: sum, sql: "{CUBE}.amount", format: currency, currency: EUR }
`,
  },
  tables: {
    mechanics: [
      ['mechanic_id', 'mechanic_name'],
      [1, 'Ina Voss'],
      [2, 'Jon Lund'],
    ],
    repairs: [
      ['repair_id', 'mechanic_id', 'bike', 'status', 'hours'],
      [1, 1, 'City', 'closed', 1],
      [2, 1, 'Race', 'closed', 9],
      [3, 1, 'City', 'open', 2],
      [4, 2, 'Race', 'closed', 6],
      [5, 2, 'City', 'open', 7],
    ],
    sales: [
      ['sale_id', 'product_name', 'customer_name', 'amount'],
      [1, 'Helmet', 'Kit Rae', 50],
      [2, 'Lock', 'Kit Rae', 20],
      [3, 'Tyre', 'Lea Orr', 60],
    ],
  },
};

const world = openWorlds({ workshop });

describe('who it was', () => {
  it.each([
    ['who buys the most', [['Kit Rae', 70]]],
    ['who spent the most', [['Kit Rae', 70]]],
    ['who spent more than 65?', [['Kit Rae', 70]]],
    ['which customers spent more than 65 euros?', [['Kit Rae', 70]]],
    ['how many customers have spent over 65', [[1]]],
    ['who closed the most repairs', [['Ina Voss', 2]]],
    // On the whole, and not once.
    ['slowest mechanic', [['Jon Lund', 6.5]]],
    ['fastest mechanic', [['Ina Voss', 4]]],
    [
      'repair hours by bike',
      [
        ['City', 10 / 3],
        ['Race', 7.5],
      ],
    ],
  ] as const)('is told by whoever has to do with the rows: %s', async (question, rows) => {
    expectRows(await world('workshop').ask(question), rows);
  });

  it.each([
    [
      ['revenue by product'],
      'sales by customer',
      [
        ['Kit Rae', 2],
        ['Lea Orr', 1],
      ],
    ],
    [
      ['average repair hours by mechanic'],
      'repairs by bike',
      [
        ['City', 3],
        ['Race', 2],
      ],
    ],
  ] as const)('is what is split, after other figures: %j, then %s', async (earlier, question, rows) => {
    expectRows(await world('workshop').ask(question, earlier), rows);
  });

  it.each(['Who takes more repair hours on average, City or Race?', 'Who has more repairs, Race or City?'])(
    'is which of two that are held against each other: %s',
    async (question) => {
      const { result, answer } = await world('workshop').ask(question);
      expect(result?.data.map(([bike]) => bike).toSorted(), answer).toEqual(['City', 'Race']);
    },
  );

  it('is no longest of anything that was not asked for', async () => {
    const { answer } = await world('workshop').ask('repair hours by bike');
    expect(answer).not.toContain('Longest');
  });
});
