import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A company that sells subscriptions: what its people ask first. The tests ask on 1 July 2025. */
const billing: World = {
  name: 'billing',
  now: '2025-07-01T10:00:00Z',
  model: {
    'billing.yml': `
cubes:
  - name: staff
    sql_table: staff
    title: Staff
    dimensions:
      - { name: staff_id, sql: "{CUBE}.staff_id", type: number, primary_key: true, public: false }
      - { name: full_name, title: Name, sql: "{CUBE}.full_name", type: string }
      - { name: role, title: Role, sql: "{CUBE}.role", type: string }
      - { name: office, title: Office, sql: "{CUBE}.office", type: string }
      - { name: left_on, title: Left on, sql: "CAST({CUBE}.left_on AS TIMESTAMP)", type: time }
    measures:
      - { name: staff_count, title: Headcount, type: count }
    segments:
      - { name: current_staff, title: Current staff, sql: "{CUBE}.left_on IS NULL" }
  - { name: managers, extends: staff, title: Account managers }
  - { name: assignees, extends: staff, title: Assignees }
  - name: accounts
    sql_table: accounts
    title: Accounts
    meta: { synonyms: [customers] }
    joins:
      - { name: managers, relationship: many_to_one, sql: "{CUBE}.manager_id = {managers}.staff_id" }
    dimensions:
      - { name: account_id, sql: "{CUBE}.account_id", type: number, primary_key: true, public: false }
      - { name: account_name, title: Account, sql: "{CUBE}.account_name", type: string }
      - { name: country, title: Country, sql: "{CUBE}.country", type: string }
      - { name: created_on, title: Signed up on, sql: "CAST({CUBE}.created_on AS TIMESTAMP)", type: time }
    measures:
      - { name: account_count, title: Accounts, type: count }
  - name: subscriptions
    sql_table: subscriptions
    title: Subscriptions
    joins:
      - { name: accounts, relationship: many_to_one, sql: "{CUBE}.account_id = {accounts}.account_id" }
    dimensions:
      - { name: subscription_id, title: Subscription number, sql: "{CUBE}.subscription_id", type: number, format: id, primary_key: true }
      - { name: status, title: Subscription status, description: "trialing, active, past due or cancelled", sql: "{CUBE}.status", type: string }
      - { name: mrr, title: Subscription MRR, sql: "{CUBE}.mrr", type: number, format: currency, currency: EUR }
      - { name: started_on, title: Started on, sql: "CAST({CUBE}.started_on AS TIMESTAMP)", type: time }
      - { name: trial_ends_on, title: Trial ends on, sql: "CAST({CUBE}.trial_ends_on AS TIMESTAMP)", type: time }
      - { name: cancelled_on, title: Cancelled on, sql: "CAST({CUBE}.cancelled_on AS TIMESTAMP)", type: time }
    measures:
      - { name: subscription_count, title: Subscriptions, type: count }
      - { name: active_subscriptions, title: Active subscriptions, description: Running and billed, type: count, filters: [{ sql: "{CUBE}.status IN ('active', 'past due')" }] }
      - { name: cancelled_subscriptions, title: Cancelled subscriptions, type: count, filters: [{ sql: "{CUBE}.cancelled_on IS NOT NULL" }] }
      - { name: trials, title: Trials, description: Those that began with a trial, type: count, filters: [{ sql: "{CUBE}.trial_ends_on IS NOT NULL" }] }
      - { name: mrr_total, title: MRR, description: "Monthly recurring revenue, as of today", type: sum, sql: "{CUBE}.mrr", format: currency, currency: EUR, filters: [{ sql: "{CUBE}.status IN ('active', 'past due')" }] }
  - name: invoices
    sql_table: invoices
    title: Invoices
    joins:
      - { name: subscriptions, relationship: many_to_one, sql: "{CUBE}.subscription_id = {subscriptions}.subscription_id" }
    dimensions:
      - { name: invoice_no, title: Invoice number, sql: "{CUBE}.invoice_no", type: string, primary_key: true }
      - { name: status, title: Invoice status, sql: "{CUBE}.status", type: string }
      - { name: total_amount, title: Invoice total, description: With tax, sql: "{CUBE}.total_amount", type: number, format: currency, currency: EUR }
      - { name: issued_on, title: Issued on, sql: "CAST({CUBE}.issued_on AS TIMESTAMP)", type: time }
      - { name: due_on, title: Due on, sql: "CAST({CUBE}.due_on AS TIMESTAMP)", type: time }
      - { name: paid_on, title: Paid on, sql: "CAST({CUBE}.paid_on AS TIMESTAMP)", type: time }
      - { name: net_amount, title: Net amount, sql: "{CUBE}.net_amount", type: number, format: currency, currency: EUR }
    measures:
      - { name: invoice_count, title: Invoices, type: count }
      - { name: revenue, title: Revenue, description: Net amount invoiced, type: sum, sql: "{CUBE}.net_amount", format: currency, currency: EUR, filters: [{ sql: "{CUBE}.status <> 'void'" }] }
      - { name: invoiced_total, title: Invoiced total, description: With tax, type: sum, sql: "{CUBE}.total_amount", format: currency, currency: EUR }
      - { name: average_invoice, title: Average invoice, type: avg, sql: "{CUBE}.net_amount", format: currency, currency: EUR }
  - name: payments
    sql_table: payments
    title: Payments
    joins:
      - { name: invoices, relationship: many_to_one, sql: "{CUBE}.invoice_no = {invoices}.invoice_no" }
    dimensions:
      - { name: payment_id, title: Payment number, sql: "{CUBE}.payment_id", type: number, format: id, primary_key: true }
      - { name: kind, title: Kind of payment, sql: "{CUBE}.kind", type: string }
      - { name: state, title: Payment state, sql: "{CUBE}.state", type: string }
      - { name: booked_at, title: Booked at, sql: "CAST({CUBE}.booked_at AS TIMESTAMP)", type: time }
      - { name: amount, title: Amount, sql: "{CUBE}.amount", type: number, format: currency, currency: EUR }
    measures:
      - { name: payment_count, title: Payments, type: count }
      - { name: refunded, title: Refunded amount, type: sum, sql: "{CUBE}.amount", format: currency, currency: EUR, filters: [{ sql: "{CUBE}.kind = 'refund'" }], meta: { synonyms: [refunds] } }
      - { name: failed_payments, title: Failed payments, type: count, filters: [{ sql: "{CUBE}.state = 'failed'" }] }
  - name: tickets
    sql_table: tickets
    title: Tickets
    joins:
      - { name: accounts, relationship: many_to_one, sql: "{CUBE}.account_id = {accounts}.account_id" }
      - { name: assignees, relationship: many_to_one, sql: "{CUBE}.assignee_id = {assignees}.staff_id" }
    dimensions:
      - { name: ticket_no, title: Ticket number, sql: "{CUBE}.ticket_no", type: number, format: id, primary_key: true }
      - { name: status, title: Ticket status, sql: "{CUBE}.status", type: string }
      - { name: opened_at, title: Opened at, sql: "CAST({CUBE}.opened_at AS TIMESTAMP)", type: time }
      - { name: closed_at, title: Closed at, sql: "CAST({CUBE}.closed_at AS TIMESTAMP)", type: time }
    measures:
      - { name: ticket_count, title: Tickets, type: count }
      - { name: open_tickets, title: Open tickets, type: count, filters: [{ sql: "{CUBE}.closed_at IS NULL" }] }
      - { name: closed_tickets, title: Closed tickets, type: count, filters: [{ sql: "{CUBE}.closed_at IS NOT NULL" }] }
`,
  },
  tables: {
    staff: [
      ['staff_id', 'full_name', 'role', 'office', 'left_on'],
      [1, 'Ann Lee', 'Account Manager', 'Kiel', null],
      [2, 'Bo Marsh', 'Account Manager', 'Kiel', null],
      [3, 'Cy Webb', 'Support Agent', 'Rome', '2025-01-31'],
      [4, 'Di Poe', 'Support Agent', 'Kiel', null],
    ],
    accounts: [
      ['account_id', 'account_name', 'country', 'created_on', 'manager_id'],
      [1, 'Nordpath AG', 'Germany', '2024-01-10', 1],
      [2, 'Silverport B.V.', 'Italy', '2024-03-10', 1],
      [3, 'Harborforge plc', 'Germany', '2025-02-10', 2],
      [4, 'Brightgate', 'Italy', '2025-06-01', 2],
    ],
    subscriptions: [
      ['subscription_id', 'account_id', 'status', 'mrr', 'started_on', 'trial_ends_on', 'cancelled_on'],
      [1, 1, 'active', 100, '2024-01-15', null, null],
      [2, 1, 'cancelled', 50, '2024-02-15', null, '2025-03-01'],
      [3, 2, 'past due', 200, '2024-03-15', '2024-04-15', null],
      [4, 3, 'cancelled', 400, '2025-02-15', '2025-03-15', '2025-05-01'],
      [5, 4, 'trialing', 800, '2025-06-20', '2025-07-20', null],
    ],
    invoices: [
      [
        'invoice_no',
        'subscription_id',
        'status',
        'total_amount',
        'issued_on',
        'due_on',
        'paid_on',
        'net_amount',
      ],
      ['I-1', 1, 'paid', 120, '2025-03-25', '2025-04-25', '2025-04-20', 100],
      ['I-2', 1, 'open', 240, '2025-04-25', '2025-05-25', null, 200],
      ['I-3', 2, 'void', 480, '2025-04-01', '2025-05-01', null, 400],
      ['I-4', 3, 'open', 960, '2025-06-25', '2025-07-25', null, 800],
      ['I-5', 4, 'paid', 36, '2025-04-02', '2025-04-20', '2025-05-02', 30],
      ['I-6', 3, 'paid', 12, '2025-04-03', '2025-04-20', '2025-04-10', 10],
    ],
    payments: [
      ['payment_id', 'invoice_no', 'kind', 'state', 'booked_at', 'amount'],
      [1, 'I-1', 'payment', 'succeeded', '2025-04-20', 120],
      [2, 'I-5', 'payment', 'failed', '2025-04-30', 36],
      [3, 'I-5', 'payment', 'succeeded', '2025-05-02', 36],
      [4, 'I-5', 'refund', 'succeeded', '2025-05-20', 16],
      [5, 'I-2', 'payment', 'failed', '2025-05-25', 240],
    ],
    tickets: [
      ['ticket_no', 'account_id', 'assignee_id', 'status', 'opened_at', 'closed_at'],
      [1, 1, 3, 'closed', '2025-04-10', '2025-05-05'],
      [2, 1, 4, 'closed', '2025-05-10', '2025-05-15'],
      [3, 2, 4, 'open', '2025-05-20', null],
      [4, 3, 4, 'waiting', '2025-06-29', null],
      [5, 3, 3, 'closed', '2025-05-30', '2025-06-05'],
    ],
  },
};

const world = openWorlds({ billing });

describe('what is owed', () => {
  it.each([
    ['how many customers have an overdue invoice', [[1]]],
    ['number of customers with unpaid invoices', [[2]]],
    ['customers without overdue invoices', [[3]]],
    ['what percentage of our customers have an overdue invoice', [[25]]],
    ['how many customers in Germany have unpaid invoices', [[1]]],
    // Nothing will be paid for what is void.
    ['how many invoices are unpaid', [[2]]],
    ['how many open invoices are not yet due', [[1]]],
    ['oldest unpaid invoice', [['I-2']]],
    // An amount is no number of them, and no average.
    ['total amount of unpaid invoices', [[1_200]]],
    ['amount of overdue invoices', [[240]]],
    ['sum of open invoices', [[1_200]]],
    ['amount of failed payments', [[276]]],
    ['how many refunds in 2025', [[1]]],
  ])('is of what will be paid: %s', async (question, rows) => {
    expectRows(await world('billing').ask(question), rows);
  });
});

describe('what was done', () => {
  it.each([
    ['how many subscriptions were cancelled this year', [[2]]],
    ['how many subscriptions were cancelled in May 2025', [[1]]],
    ['how many tickets did Di Poe close in May 2025', [[1]]],
    ['how many tickets did Cy Webb close in May 2025', [[1]]],
    ['tickets closed in June 2025', [[1]]],
    ['how many invoices were paid on time in April 2025', [[2]]],
  ])('is dated by when it was: %s', async (question, rows) => {
    expectRows(await world('billing').ask(question), rows);
  });
});

describe('a name with dots', () => {
  it.each([
    ['country of Silverport B.V.', [['Italy']]],
    ['MRR of Silverport B.V.', [[200]]],
  ])('is one name: %s', async (question, rows) => {
    expectRows(await world('billing').ask(question), rows);
  });
});

describe('threads', () => {
  it.each([
    [['who is the account manager of Nordpath AG'], 'how many accounts does she have', [[2]]],
    [['accounts without tickets'], 'list them', [['Brightgate']]],
    [
      ['active subscriptions by country', 'MRR by country'],
      'sort ascending',
      [
        ['Germany', 100],
        ['Italy', 200],
      ],
    ],
    [['accounts with more than 1 ticket'], 'list them', [['Harborforge plc'], ['Nordpath AG']]],
  ] as const)('go on from who was named: %j, then %s', async (earlier, question, rows) => {
    expectRows(await world('billing').ask(question, earlier), rows);
  });

  it.each([
    [['revenue by country'], 'average instead'],
    [['invoice I-2', 'when is it due'], 'which customer'],
  ] as const)(
    'do not repeat what was not asked, nor list everybody: %j, then %s',
    async (earlier, question) => {
      const { result, answer } = await world('billing').ask(question, earlier);
      expect(result === undefined || result.data.length === 1, answer).toBe(true);
    },
  );
});

it('a table without a row for a week is quiet, while others go on', async () => {
  const { answer } = await world('billing').ask('how many accounts signed up in the last 7 days');
  expect(answer).toMatch(/^There is no data from 2[2-9] June 2025/);
});

describe('who does what for others', () => {
  it.each(['how many account managers do we have', 'how many account managers are in Kiel'])(
    'is not everybody who might: %s',
    async (question) => {
      expectRows(await world('billing').ask(question), [[2]]);
    },
  );
});

describe('what holds as of today', () => {
  it.each([
    ['What is our current MRR?', [[300]]],
    ['MRR', [[300]]],
    [
      'MRR by country',
      [
        ['Germany', 100],
        ['Italy', 200],
      ],
    ],
    ['how many active subscriptions are there right now', [[2]]],
    [
      'active subscriptions by country',
      [
        ['Germany', 1],
        ['Italy', 1],
      ],
    ],
  ])('is told: %s', async (question, rows) => {
    expectRows(await world('billing').ask(question), rows);
  });

  it.each([
    'what was our MRR at the end of 2024',
    'MRR in May 2025',
    'MRR per month in 2025',
    'gross revenue in 2025',
    'how many trials are running at the moment',
    'how long has Nordpath AG been an account',
  ])('is told of no other day, nor of other things: %s', async (question) => {
    const { result, answer } = await world('billing').ask(question);
    expect(result, answer).toBeUndefined();
  });
});
