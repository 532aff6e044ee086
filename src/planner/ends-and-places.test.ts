import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Subscriptions with two dates of their end and one that is yet to come, of accounts in countries that have short names. */
const saas: World = {
  name: 'saas',
  model: {
    'saas.yml': `
cubes:
  - name: accounts
    sql_table: accounts
    title: Accounts
    dimensions:
      - { name: account_id, title: Account id, sql: account_id, type: number, primary_key: true }
      - { name: company, title: Company name, sql: company, type: string }
      - { name: country, title: Country, sql: country, type: string }
      - { name: nps_score, title: NPS score, sql: nps_score, type: number }
    measures:
      - { name: account_count, title: Accounts, type: count }
      - { name: detractor_count, title: Detractors, type: count, filters: [{ sql: "{CUBE}.nps_score < 7" }] }
  - name: subscriptions
    sql_table: subscriptions
    title: Subscriptions
    joins:
      - { name: accounts, sql: "{CUBE}.account_id = {accounts}.account_id", relationship: many_to_one }
    dimensions:
      - { name: subscription_id, title: Subscription id, sql: subscription_id, type: number, primary_key: true }
      - { name: status, title: Status, sql: status, type: string }
      - { name: start_date, title: Start date, sql: "CAST({CUBE}.start_date AS TIMESTAMP)", type: time }
      - { name: renewal_date, title: Renewal date, sql: "CAST({CUBE}.renewal_date AS TIMESTAMP)", type: time }
      - { name: cancel_requested_on, title: Cancel requested on, sql: "CAST({CUBE}.cancel_requested_on AS TIMESTAMP)", type: time }
      - { name: end_date, title: End date, sql: "CAST({CUBE}.end_date AS TIMESTAMP)", type: time }
      - { name: mrr, title: MRR, sql: mrr, type: number }
    measures:
      - { name: subscription_count, title: Subscriptions, type: count }
      - { name: paid_count, title: Paid subscriptions, type: count, filters: [{ sql: "{CUBE}.mrr > 0" }] }
      - { name: total_mrr, title: MRR, type: sum, sql: mrr }
  - name: tickets
    sql_table: tickets
    title: Tickets
    dimensions:
      - { name: ticket_id, title: Ticket id, sql: ticket_id, type: number, primary_key: true }
      - { name: status, title: Status, sql: status, type: string }
    measures:
      - { name: ticket_count, title: Tickets, type: count }
`,
  },
  tables: {
    accounts: [
      ['account_id', 'company', 'country', 'nps_score'],
      [1, 'Alder', 'United States', 3],
      [2, 'Birch', 'United Kingdom', 9],
      [3, 'Cedar', 'Germany', 5],
      [4, 'Dogwood', 'Germany', 8],
    ],
    subscriptions: [
      [
        'subscription_id',
        'account_id',
        'status',
        'start_date',
        'renewal_date',
        'cancel_requested_on',
        'end_date',
        'mrr',
      ],
      [1, 1, 'Active', '2023-03-01', '2025-03-01', null, null, 700],
      [2, 1, 'Active', '2024-06-01', '2025-06-01', null, null, 100],
      [3, 2, 'Cancelled', '2023-05-01', null, '2024-04-02', '2024-05-01', 200],
      [4, 3, 'Cancelled', '2024-01-10', null, '2024-12-20', '2025-01-10', 0],
      [5, 2, 'Active', '2025-01-15', '2026-01-15', null, null, 300],
    ],
    tickets: [
      ['ticket_id', 'status'],
      [1, 'open'],
      [2, 'open'],
      [3, 'closed'],
      [4, 'closed'],
      [5, 'closed'],
    ],
  },
};

const world = openWorlds<'saas'>({ saas });

describe('two dates that say when something was over', () => {
  it.each<[thread: readonly string[], rows: readonly (readonly unknown[])[]]>([
    [['how many subscriptions were cancelled in 2024', 'by end date'], [[1]]],
    [['how many subscriptions were cancelled in 2024', 'by cancel requested on'], [[2]]],
    [['cancelled subscriptions in 2024', '2'], [[1]]],
  ])('are asked between, and the one that is said is taken: %s', async (thread, rows) => {
    const [question = '', answer = ''] = thread;
    const asked = await world('saas').ask(question);
    expect(asked.result, asked.answer).toBeUndefined();
    expect(asked.answer).toContain('Cancel requested on or by End date');
    expectRows(await world('saas').ask(answer, [question]), rows as never);
  });
});

it('a month without a year is the next one where all such dates are yet to come', async () => {
  expectRows(await world('saas').ask('subscriptions with renewal date in march'), [[1]]);
});

it.each([
  ['how many accounts in the us', 1],
  ['accounts in the US', 1],
  ['how many accounts in the uk', 1],
])('a country is known by its short name: %s', async (question, count) => {
  expectRows(await world('saas').ask(question), [[count]]);
});

it.each([['accounts that never had a paid subscription'], ['how many tickets did they open']])(
  'what would be told of other rows is not told: %s',
  async (question) => {
    const { result, answer } = await world('saas').ask(question);
    expect(result, answer).toBeUndefined();
  },
);

it('detractors are counted as such, and not as all accounts', async () => {
  const { result, answer } = await world('saas').ask('detractors with MRR over 500');
  expect(result?.data.flat(), answer).not.toContain(800);
  expect(answer).toMatch(/detractor/i);
});

it('a share that is asked for is said, of the highest and of the lowest', async () => {
  const { answer } = await world('saas').ask('share of tickets by status');
  expect(answer).toContain('60%');
  expect(answer).toContain('40%');
});
