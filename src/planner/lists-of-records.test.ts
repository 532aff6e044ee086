import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const workshop: World = {
  name: 'workshop',
  model: {
    'workshop.yml': `
cubes:
  - name: repairs
    sql_table: repairs
    title: Repairs
    joins:
      - { name: owners, relationship: many_to_one, sql: "{CUBE}.owner_id = {owners}.owner_id" }
      - { name: repair_leads, relationship: many_to_one, sql: "{CUBE}.lead_id = {repair_leads}.person_id" }
    dimensions:
      - { name: repair_id, sql: "{CUBE}.repair_id", type: number, primary_key: true, public: false }
      - { name: repair_name, title: Repair, sql: "{CUBE}.repair_name", type: string }
      - { name: state, title: State, sql: "{CUBE}.state", type: string }
    measures:
      - { name: repair_count, title: Repairs, type: count }
    segments:
      - { name: urgent, title: Urgent repairs, sql: "{CUBE}.is_urgent" }
  - name: owners
    sql_table: owners
    title: Owners
    dimensions:
      - { name: owner_id, sql: "{CUBE}.owner_id", type: number, primary_key: true, public: false }
      - { name: owner_name, title: Owner, sql: "{CUBE}.owner_name", type: string }
    measures:
      - { name: owner_count, title: Owners, type: count }
  - name: repair_leads
    sql_table: people
    title: Repair leads
    meta: { synonyms: [lead] }
    dimensions:
      - { name: person_id, sql: "{CUBE}.person_id", type: number, primary_key: true, public: false }
      - { name: full_name, title: Name, sql: "{CUBE}.full_name", type: string }
    measures:
      - { name: person_count, title: Repair leads, type: count }
  - name: bills
    sql_table: bills
    title: Bills
    dimensions:
      - { name: bill_id, sql: "{CUBE}.bill_id", type: number, primary_key: true, public: false }
      - { name: bill_number, title: Bill number, sql: "{CUBE}.bill_number", type: string }
      - { name: due_on, title: Due on, sql: "CAST({CUBE}.due_on AS TIMESTAMP)", type: time }
      - { name: paid_on, title: Paid on, sql: "CAST({CUBE}.paid_on AS TIMESTAMP)", type: time }
      - { name: amount, title: Amount, sql: "{CUBE}.amount", type: number, format: currency, currency: EUR }
    measures:
      - { name: bill_count, title: Bills, type: count }
      - { name: billed, title: Billed amount, sql: "{CUBE}.amount", type: sum, format: currency, currency: EUR }
`,
  },
  tables: {
    owners: [
      ['owner_id', 'owner_name'],
      [1, 'Brandt'],
      [2, 'Okoro'],
    ],
    people: [
      ['person_id', 'full_name'],
      [1, 'Mia Sund'],
      [2, 'Tor Vik'],
    ],
    repairs: [
      ['repair_id', 'repair_name', 'state', 'is_urgent', 'owner_id', 'lead_id'],
      [1, 'Gearbox swap', 'waiting', true, 1, 1],
      [2, 'Clutch refit', 'waiting', false, 2, 2],
      [3, 'Door respray', 'done', true, 2, 1],
    ],
    bills: [
      ['bill_id', 'bill_number', 'due_on', 'paid_on', 'amount'],
      [1, 'B-1', '2024-05-01', '2024-04-28', 120],
      [2, 'B-2', '2024-05-10', null, 340],
      [3, 'B-3', '2024-05-20', null, 90],
      [4, 'B-4', '2024-07-01', null, 75],
    ],
  },
  now: '2024-06-01T12:00:00Z',
};

const world = openWorlds<'workshop'>({ workshop });

describe('lists of records', () => {
  it('have what belongs to each of them as columns', async () => {
    const asked = await world('workshop').ask('list all waiting repairs with their owner and lead');
    expectRows(asked, [
      ['Gearbox swap', 'Brandt', 'Mia Sund'],
      ['Clutch refit', 'Okoro', 'Tor Vik'],
    ]);
  });

  it('tell what a number is worth and when it is due', async () => {
    const asked = await world('workshop').ask('which bills are overdue?');
    expectRows(asked, [
      ['B-2', 340, '2024-05-10'],
      ['B-3', 90, '2024-05-20'],
    ]);
    expect(asked.answer).toMatch(/^Bill number, Amount and Due on where overdue: B-2 \/ €340/);
  });

  it('count nothing where there is one', async () => {
    const { answer } = await world('workshop').ask('who leads Gearbox swap?');
    expect(answer).toMatch(/: Mia Sund\.$/);
  });

  it('are counted by the name of what is told apart', async () => {
    const { answer } = await world('workshop').ask('how many urgent repairs are there?');
    expect(answer).toBe('2 urgent repairs.');
  });
});
