import { describe, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Rows with several dates, and no column that says how long it took from one to another. */
const mail: World = {
  name: 'mail',
  model: {
    'mail.yml': `
cubes:
  - name: orders
    sql_table: orders
    title: Orders
    dimensions:
      - { name: order_no, title: Order no, sql: order_no, type: number, primary_key: true, format: id }
      - { name: order_date, title: Order date, sql: "CAST({CUBE}.order_date AS TIMESTAMP)", type: time }
      - { name: shipped_date, title: Shipped date, sql: "CAST({CUBE}.shipped_date AS TIMESTAMP)", type: time }
      - { name: delivered_date, title: Delivered date, sql: "CAST({CUBE}.delivered_date AS TIMESTAMP)", type: time }
      - { name: updated_at, title: Updated at, sql: "CAST({CUBE}.delivered_date AS TIMESTAMP)", type: time }
      - { name: carrier, title: Carrier, sql: carrier, type: string }
    measures:
      - { name: order_count, title: Orders, type: count }
  - name: tickets
    sql_table: tickets
    title: Tickets
    dimensions:
      - { name: ticket_no, title: Ticket no, sql: ticket_no, type: number, primary_key: true, format: id }
      - { name: created_at, title: Created at, sql: "CAST({CUBE}.created_at AS TIMESTAMP)", type: time }
      - { name: resolved_at, title: Resolved at, sql: "CAST({CUBE}.resolved_at AS TIMESTAMP)", type: time }
      - { name: priority, title: Priority, sql: priority, type: string }
    measures:
      - { name: ticket_count, title: Tickets, type: count }
  - name: invoices
    sql_table: invoices
    title: Invoices
    dimensions:
      - { name: invoice_no, title: Invoice no, sql: invoice_no, type: number, primary_key: true, format: id }
      - { name: issue_date, title: Issue date, sql: "CAST({CUBE}.issue_date AS TIMESTAMP)", type: time }
      - { name: due_date, title: Due date, sql: "CAST({CUBE}.due_date AS TIMESTAMP)", type: time }
      - { name: paid_date, title: Paid date, sql: "CAST({CUBE}.paid_date AS TIMESTAMP)", type: time }
      - { name: country, title: Country, sql: country, type: string }
      - { name: amount, title: Amount, sql: amount, type: number }
    measures:
      - { name: invoice_count, title: Invoices, type: count }
      - { name: total_amount, title: Total amount, sql: amount, type: sum }
`,
  },
  tables: {
    orders: [
      ['order_no', 'order_date', 'shipped_date', 'delivered_date', 'carrier'],
      [1, '2024-01-02', '2024-01-03', '2024-01-06', 'DHL'],
      [2, '2024-02-10', '2024-02-12', '2024-02-20', 'DHL'],
      [3, '2024-02-15', '2024-02-15', '2024-02-17', 'UPS'],
      [4, '2024-03-01', '2024-03-05', '2024-03-06', 'UPS'],
      [5, '2024-12-30', null, null, 'UPS'],
    ],
    invoices: [
      ['invoice_no', 'issue_date', 'due_date', 'paid_date', 'country', 'amount'],
      [1, '2024-01-02', '2024-02-01', '2024-01-30', 'DE', 100],
      [2, '2024-02-10', '2024-03-10', '2024-03-20', 'DE', 200],
      [3, '2024-06-10', '2024-07-10', null, 'UK', 400],
      [4, '2025-01-10', '2025-02-10', null, 'UK', 800],
      [5, '2024-11-10', '2024-12-10', '2024-12-10 16:30:00', 'UK', 1600],
    ],
    tickets: [
      ['ticket_no', 'created_at', 'resolved_at', 'priority'],
      [1, '2024-01-02 08:00:00', '2024-01-02 14:00:00', 'high'],
      [2, '2024-02-10 09:30:00', '2024-02-11 09:30:00', 'low'],
      [3, '2024-02-15 10:00:00', '2024-02-15 12:00:00', 'high'],
      [4, '2024-05-15 10:00:00', null, 'low'],
    ],
  },
};

const world = openWorlds<'mail'>({ mail });

describe('how long it takes from one date of a row to another', () => {
  it.each<[question: string, rows: readonly (readonly unknown[])[]]>([
    ['average delivery time', [[(4 + 10 + 2 + 5) / 4]]],
    ['avg time to deliver', [[(4 + 10 + 2 + 5) / 4]]],
    ['how long does it take to deliver on average', [[(4 + 10 + 2 + 5) / 4]]],
    ['how long does delivery take', [[(4 + 10 + 2 + 5) / 4]]],
    ['average days from shipping to delivery', [[(3 + 8 + 2 + 1) / 4]]],
    ['average time between shipped and delivered', [[(3 + 8 + 2 + 1) / 4]]],
    ['average days between order date and delivery date', [[(4 + 10 + 2 + 5) / 4]]],
    [
      'average delivery time by carrier',
      [
        ['DHL', 7],
        ['UPS', 3.5],
      ],
    ],
    ['average days between ordering and delivery', [[(4 + 10 + 2 + 5) / 4]]],
    ['how many days between shipping and delivery on average', [[(3 + 8 + 2 + 1) / 4]]],
    [
      'days from order to delivery by carrier',
      [
        ['DHL', 7],
        ['UPS', 3.5],
      ],
    ],
    ['how many orders were delivered within 5 days', [[3]]],
    ['share of orders delivered within 5 days', [[0.6]]],
    ['orders with a delivery time over 4 days', [[2]]],
    ['how many tickets took more than 1 day to resolve', [[0]]],
    ['how many tickets were resolved in less than 5 hours', [[1]]],
    ['how many orders were delivered in february', [[2]]],
    ['delivered orders per day in january', [['2024-01-06', 1]]],
    ['how many orders were shipped in march by carrier', [['UPS', 1]]],
    ['median delivery time', [[4.5]]],
    [
      'which orders took the longest to deliver',
      [
        [2, 10],
        [4, 5],
        [1, 4],
        [3, 2],
        [5, null],
      ],
    ],
    ['longest delivery time', [[10]]],
    ['average delivery time in february', [[6]]],
    ['how many orders took more than 4 days to deliver', [[2]]],
    ['which carrier has the longest average delivery time', [['DHL', 7]]],
    ['average resolution time', [[(6 + 24 + 2) / 3]]],
    ['how long does it take to resolve tickets', [[(6 + 24 + 2) / 3]]],
    [
      'average time to resolve by priority',
      [
        ['low', 24],
        ['high', 4],
      ],
    ],
    ['average resolution time in days', [[(6 + 24 + 2) / 3 / 24]]],
    ['how much did we invoice in 2024', [[2300]]],
    ['average days to pay', [[(28 + 39 + 30) / 3]]],
    [
      'average days between issue and payment by country',
      [
        ['DE', 33.5],
        ['UK', 30],
      ],
    ],
  ])('is told by both of them: %s', async (question, rows) => {
    expectRows(await world('mail').ask(question), rows as never);
  });
});

describe('whether something was done by the day on which it was due', () => {
  it.each<[question: string, rows: readonly (readonly unknown[])[]]>([
    ['how many invoices were paid late', [[1]]],
    ['invoices paid on time', [[2]]],
    ['overdue invoices', [[1]]],
    ['how many invoices are overdue', [[1]]],
    ['total overdue amount', [[400]]],
    ['total amount of overdue invoices by country', [['UK', 400]]],
    ['invoices paid late by country', [['DE', 1]]],
    ['share of invoices paid late', [[0.25]]],
    [
      'on time rate by country',
      [
        ['DE', 0.5],
        ['UK', 1 / 2],
      ],
    ],
  ])('is told by both dates: %s', async (question, rows) => {
    expectRows(await world('mail').ask(question), rows as never);
  });
});

describe('how old something is without a column for it', () => {
  it.each<[question: string, rows: readonly (readonly unknown[])[]]>([
    ['tickets older than 300 days', [[3]]],
    ['how many tickets are more than 8 months old', [[4]]],
    ['invoices issued more than a year ago', [[1]]],
    ['unpaid invoices older than 90 days', [[1]]],
    ['orders from less than 30 days ago', [[1]]],
  ])('counts from today: %s', async (question, rows) => {
    expectRows(await world('mail').ask(question), rows as never);
  });
});
