import { describe, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A kitchen, whose dishes and staff are also called by what kind they are of: mains, servers. */
const kitchen: World = {
  name: 'kitchen',
  model: {
    'kitchen.yml': `
cubes:
  - name: dishes
    title: Dishes
    sql_table: dishes
    dimensions:
      - { name: dish_id, sql: dish_id, type: number, primary_key: true, public: false }
      - { name: name, title: Dish, sql: name, type: string }
      - { name: category, title: Category, sql: category, type: string }
      - { name: base, title: Base, description: "What a main or a dessert is made of", sql: base, type: string }
      - { name: plate, title: Plate, sql: plate, type: string }
    measures:
      - { name: dish_count, title: Dishes, type: count }
  - name: staff
    title: Staff
    sql_table: staff
    dimensions:
      - { name: staff_id, sql: staff_id, type: number, primary_key: true, public: false }
      - { name: name, title: Staff name, sql: name, type: string }
      - { name: role, title: Role, sql: role, type: string }
    measures:
      - { name: staff_count, title: Staff, type: count }
  - name: bills
    title: Bills
    sql_table: bills
    joins:
      - { name: staff, relationship: many_to_one, sql: "{CUBE}.server_id = {staff}.staff_id" }
    dimensions:
      - { name: bill_id, title: Bill number, sql: bill_id, type: number, primary_key: true, format: id }
      - { name: opened_at, title: Bill date, sql: "CAST({CUBE}.opened_at AS TIMESTAMP)", type: time }
      - { name: status, title: Bill status, sql: status, type: string }
    measures:
      - { name: bill_count, title: Bills, type: count }
      - { name: total_tips, title: Tips, sql: tip, type: sum }
  - name: bill_items
    title: Bill items
    sql_table: bill_items
    joins:
      - { name: bills, relationship: many_to_one, sql: "{CUBE}.bill_id = {bills}.bill_id" }
      - { name: dishes, relationship: many_to_one, sql: "{CUBE}.dish_id = {dishes}.dish_id" }
    dimensions:
      - { name: item_id, sql: item_id, type: number, primary_key: true, public: false }
    measures:
      - { name: item_sales, title: Dish sales, sql: line_total, type: sum }
`,
  },
  tables: {
    dishes: [
      ['dish_id', 'name', 'category', 'base', 'plate'],
      [1, 'Beef burger', 'Mains', 'meat', 'wood'],
      [2, 'Carbonara', 'Mains', 'pasta', 'clay'],
      [3, 'Churros', 'Desserts', 'dough', 'wood'],
    ],
    staff: [
      ['staff_id', 'name', 'role'],
      [1, 'Ruby Green', 'Server'],
      [2, 'Arjun Ahmed', 'Server'],
      [3, 'Mia Singh', 'Manager'],
    ],
    bills: [
      ['bill_id', 'server_id', 'opened_at', 'status', 'tip'],
      [1, 1, '2026-10-02', 'paid', 3],
      [2, 1, '2026-10-03', 'unpaid', 4],
      [3, 2, '2026-10-04', 'paid', 5],
      [4, 3, '2026-10-05', 'unpaid', 20],
    ],
    bill_items: [
      ['item_id', 'bill_id', 'dish_id', 'line_total'],
      [1, 1, 1, 10],
      [2, 1, 2, 30],
      [3, 2, 1, 10],
      [4, 3, 3, 7],
      [5, 4, 3, 8],
    ],
  },
  now: '2026-11-20T10:00:00Z',
};

const world = openWorlds({ kitchen });
const mains = [
  ['Carbonara', 30],
  ['Beef burger', 20],
] as const;
const tips = [
  ['Ruby Green', 7],
  ['Arjun Ahmed', 5],
] as const;

describe('things that are called by their kind', () => {
  it.each([
    ['top 10 mains by dish sales', mains],
    ['top servers by tips', tips],
    ['servers by tips in October', tips],
    ['tips by server', tips],
    ['unpaid bills by server', [['Ruby Green', 1]]],
  ] as const)('are told apart, and not their rows: %s', async (question, rows) => {
    expectRows(await world('kitchen').ask(question), rows);
  });

  it('are told apart in a follow-up to their kinds', async () => {
    const thread = ['dish sales by category'];
    expectRows(await world('kitchen').ask('top 10 mains', thread), mains);
  });

  it.each([
    ['tips of servers in October', [[12]]],
    ['how many servers are there?', [[2]]],
    ['dish sales of desserts', [[15]]],
    ['dish sales of meat mains', [[20]]],
    ['how many pasta mains are there?', [[1]]],
  ] as const)('are taken together where nothing ranks or splits them: %s', async (question, rows) => {
    expectRows(await world('kitchen').ask(question), rows);
  });
});

describe('things that are called by what they are made of', () => {
  it('are told by the adjective of it, too', async () => {
    expectRows(await world('kitchen').ask('how many dishes come on a wooden plate?'), [[2]]);
    expectRows(await world('kitchen').ask('dish sales by category, only wooden plates'), [
      ['Mains', 20],
      ['Desserts', 15],
    ]);
  });
});

describe('what is asked last', () => {
  it('is which they are', async () => {
    expectRows(await world('kitchen').ask('unpaid bills in October, which are they?'), [[2], [4]]);
  });
});
