import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Each cube joins those that its rows belong to, and those that belong to its rows. */
const broker: World = {
  name: 'broker',
  model: {
    'broker.yml': `
cubes:
  - name: customers
    sql_table: customers
    title: Customers
    joins:
      - { name: managers, relationship: many_to_one, sql: "{CUBE}.manager_id = {managers}.staff_id" }
      - { name: policies, relationship: one_to_many, sql: "{CUBE}.customer_id = {policies}.customer_id" }
    dimensions:
      - { name: customer_id, title: Customer number, sql: "{CUBE}.customer_id", type: number, primary_key: true }
      - { name: customer_name, title: Customer name, sql: "{CUBE}.customer_name", type: string }
      - { name: city, title: City, sql: "{CUBE}.city", type: string }
      - { name: customer_since, title: Customer since, sql: "CAST({CUBE}.customer_since AS TIMESTAMP)", type: time }
    measures:
      - { name: customer_count, title: Customers, type: count }
  - name: policies
    sql_table: policies
    title: Policies
    joins:
      - { name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers}.customer_id" }
      - { name: claims, relationship: one_to_many, sql: "{CUBE}.policy_id = {claims}.policy_id" }
    dimensions:
      - { name: policy_id, sql: "{CUBE}.policy_id", type: number, primary_key: true, public: false }
      - { name: policy_number, title: Policy number, sql: "{CUBE}.policy_number", type: string }
      - { name: status, title: Policy status, sql: "{CUBE}.status", type: string }
      - { name: start_date, title: Start date, sql: "CAST({CUBE}.start_date AS TIMESTAMP)", type: time }
      - { name: end_date, title: End date, sql: "CAST({CUBE}.end_date AS TIMESTAMP)", type: time, meta: { synonyms: [expiry date] } }
      - { name: cancelled_on, title: Cancellation date, sql: "CAST({CUBE}.cancelled_on AS TIMESTAMP)", type: time }
    measures:
      - { name: policy_count, title: Policies, type: count }
      - { name: active_policies, title: Active policies, description: "Policies in force, as of today", type: count, filters: [{ sql: "{CUBE}.status = 'active'" }] }
      - { name: total_premium, title: Premium, type: sum, sql: "{CUBE}.premium", format: currency, currency: GBP }
  - name: claims
    sql_table: claims
    title: Claims
    joins:
      - { name: policies, relationship: many_to_one, sql: "{CUBE}.policy_id = {policies}.policy_id" }
      - { name: handlers, relationship: many_to_one, sql: "{CUBE}.handler_id = {handlers}.staff_id" }
    dimensions:
      - { name: claim_id, sql: "{CUBE}.claim_id", type: number, primary_key: true, public: false }
      - { name: claim_number, title: Claim number, sql: "{CUBE}.claim_number", type: string }
      - { name: reported_on, title: Report date, sql: "CAST({CUBE}.reported_on AS TIMESTAMP)", type: time }
    measures:
      - { name: claim_count, title: Claims, type: count }
  - name: managers
    sql_table: staff
    title: Account managers
    joins:
      - { name: customers, relationship: one_to_many, sql: "{CUBE}.staff_id = {customers}.manager_id" }
    dimensions:
      - { name: staff_id, sql: "{CUBE}.staff_id", type: number, primary_key: true, public: false }
      - { name: manager_name, title: Account manager, sql: "{CUBE}.full_name", type: string }
  - name: handlers
    sql_table: staff
    title: Claims handlers
    joins:
      - { name: claims, relationship: one_to_many, sql: "{CUBE}.staff_id = {claims}.handler_id" }
    dimensions:
      - { name: staff_id, sql: "{CUBE}.staff_id", type: number, primary_key: true, public: false }
      - { name: handler_name, title: Claims handler, sql: "{CUBE}.full_name", type: string }
      - { name: joined_on, title: Joining date, sql: "CAST({CUBE}.joined_on AS TIMESTAMP)", type: time }
    measures:
      - { name: handler_count, title: Claims handlers, type: count }
`,
  },
  tables: {
    staff: [
      ['staff_id', 'full_name', 'joined_on'],
      [1, 'Ann Reed', '2019-05-01'],
      [2, 'Ben Moss', '2026-02-01'],
      [3, 'Cem Kaya', '2021-03-01'],
    ],
    customers: [
      ['customer_id', 'customer_name', 'city', 'customer_since', 'manager_id'],
      [1, 'Dale Ltd', 'Hull', '2020-01-10', 1],
      [2, 'Ewing Ltd', 'Hull', '2021-01-10', 1],
      [3, 'Fox Ltd', 'Leeds', '2026-01-10', 2],
      [4, 'Gale Ltd', 'Leeds', '2026-03-10', 1],
    ],
    policies: [
      [
        'policy_id',
        'policy_number',
        'customer_id',
        'status',
        'start_date',
        'end_date',
        'cancelled_on',
        'premium',
      ],
      [1, 'POL-1', 1, 'active', '2025-01-01', '2026-12-31', null, 100],
      [2, 'POL-2', 1, 'expired', '2024-01-01', '2024-12-31', null, 200],
      [3, 'POL-3', 2, 'active', '2025-06-01', '2027-05-31', null, 300],
      [4, 'POL-4', 2, 'expired', '2023-06-01', '2025-05-31', '2024-12-01', 400],
      [5, 'POL-5', 3, 'expired', '2023-02-01', '2024-01-31', null, 500],
    ],
    claims: [
      ['claim_id', 'claim_number', 'policy_id', 'handler_id', 'reported_on'],
      [1, 'CLM-1', 1, 2, '2026-02-03'],
      [2, 'CLM-2', 1, 3, '2026-04-03'],
      [3, 'CLM-3', 3, 3, '2026-05-03'],
      [4, 'CLM-4', 5, 3, '2024-05-03'],
      [5, 'CLM-5', 5, null, '2024-06-03'],
    ],
  },
  now: '2026-11-28T10:00:00Z',
};

const world = openWorlds({ broker });

describe('cubes that join each other both ways', () => {
  it.each([
    ['policies ending in December', [[1]]],
    ['policies expiring next month', [[1]]],
    ['first customer', [['Dale Ltd', '2020-01-10T00:00:00.000']]],
    ['how many customers had a claim this year', [[2]]],
    ['customers without claims', [[1]]],
    ['customers without active policies', [[2]]],
    ['customers without claims this year', [[2]]],
    [
      'claims by handler',
      [
        ['Cem Kaya', 3],
        ['Ben Moss', 1],
        [null, 1],
      ],
    ],
    ['who has the most customers', [['Ann Reed', 3]]],
    [
      'policies and claims by city',
      [
        ['Hull', 4, 3],
        ['Leeds', 1, 2],
      ],
    ],
    ['handlers with more than 1 claim in 2026', [['Cem Kaya', 2]]],
  ] as const)('are asked where each row counts once: %s', async (question, rows) => {
    expectRows(await world('broker').ask(question), rows);
  });

  it.each(['customers whose last claim was before 2026', 'customers whose first claim was in 2024'])(
    'say when something last was of none of their rows alone: %s',
    async (question) => {
      const { answer, result } = await world('broker').ask(question);
      expect(result, answer).toBeUndefined();
    },
  );

  it.each(['how many policies were active on 1 January 2026', 'active policies last year'])(
    'know of no other day what they are today: %s',
    async (question) => {
      const { answer } = await world('broker').ask(question);
      expect(answer).toMatch(/^I know Active policies as of today only/);
    },
  );
});
