import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Flats that are let, of landlords of whom two have one name, with payments that are due before they are paid. */
const letting: World = {
  name: 'letting',
  model: {
    'letting.yml': `
cubes:
  - name: landlords
    sql_table: landlords
    title: Landlords
    dimensions:
      - { name: landlord_id, title: Landlord no., sql: "{CUBE}.landlord_id", type: number, primary_key: true, format: id }
      - { name: company_name, title: Landlord, sql: "{CUBE}.name", type: string }
      - { name: email, title: E-mail, sql: "{CUBE}.email", type: string }
      - { name: phone, title: Phone, sql: "{CUBE}.phone", type: string }
    measures:
      - { name: landlord_count, title: Landlords, type: count }
  - name: properties
    sql_table: properties
    title: Properties
    joins:
      - { name: landlords, relationship: many_to_one, sql: "{CUBE}.landlord_id = {landlords}.landlord_id" }
    dimensions:
      - { name: property_id, title: Property no., sql: property_id, type: number, primary_key: true, format: id }
      - { name: kind, title: Property type, sql: kind, type: string }
      - { name: area, title: Area, sql: area, type: string }
      - { name: status, title: Status, sql: status, type: string }
      - { name: bedrooms, title: Bedrooms, sql: bedrooms, type: number }
    measures:
      - { name: property_count, title: Properties, type: count }
  - name: vans
    sql_table: vans
    title: Vans
    dimensions:
      - { name: van_id, sql: van_id, type: number, primary_key: true, public: false }
      - { name: make, title: Make, sql: make, type: string }
      - { name: state, title: Van status, sql: state, type: string }
      - { name: next_service, title: Next service, sql: "CAST({CUBE}.next_service AS TIMESTAMP)", type: time }
    measures:
      - { name: van_count, title: Vans, type: count }
  - name: customers
    sql_table: customers
    title: Customers
    dimensions:
      - { name: customer_id, sql: "{CUBE}.customer_id", type: number, primary_key: true, public: false }
      - { name: customer_name, title: Customer, sql: customer_name, type: string }
      - { name: account_manager, title: Account manager, sql: account_manager, type: string }
    measures:
      - { name: customer_count, title: Customers, type: count }
  - name: claims
    sql_table: claims
    title: Claims
    joins:
      - { name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers}.customer_id" }
    dimensions:
      - { name: claim_id, title: Claim number, sql: claim_id, type: number, primary_key: true, format: id }
      - { name: status, title: Claim status, sql: status, type: string }
      - { name: due_on, title: Due on, sql: "CAST({CUBE}.due_on AS TIMESTAMP)", type: time }
      - { name: issued_on, title: Issued on, sql: "CAST({CUBE}.issued_on AS TIMESTAMP)", type: time }
      - { name: paid_on, title: Paid on, sql: "CAST({CUBE}.paid_on AS TIMESTAMP)", type: time }
      - { name: amount_claimed_eur, title: Amount claimed, sql: claimed, type: number, format: currency, currency: EUR }
      - { name: amount_paid_eur, title: Amount paid out, sql: paid_out, type: number, format: currency, currency: EUR }
    measures:
      - { name: claim_count, title: Claims, type: count }
      - { name: average_claimed, title: Average claim, type: avg, sql: claimed, format: currency, currency: EUR }
  - name: payments
    sql_table: payments
    title: Rent payments
    joins:
      - { name: properties, relationship: many_to_one, sql: "{CUBE}.property_id = {properties}.property_id" }
    dimensions:
      - { name: payment_id, title: Payment no., sql: "{CUBE}.payment_id", type: number, primary_key: true, format: id }
      - { name: due_on, title: Due on, sql: "CAST({CUBE}.due_on AS TIMESTAMP)", type: time }
      - { name: paid_on, title: Paid on, sql: "CAST({CUBE}.paid_on AS TIMESTAMP)", type: time }
      - { name: amount_due, title: Amount due, sql: amount_due, type: number, format: currency, currency: GBP }
      - { name: amount_paid, title: Amount paid, sql: amount_paid, type: number, format: currency, currency: GBP }
      - { name: vat, title: VAT, sql: vat, type: number, format: currency, currency: GBP }
    measures:
      - { name: payment_count, title: Rent payments, type: count }
      - { name: rent_due, title: Rent due, type: sum, sql: amount_due, format: currency, currency: GBP }
      - { name: rent_collected, title: Rent collected, type: sum, sql: amount_paid, format: currency, currency: GBP }
      - { name: arrears, title: Arrears, type: sum, sql: "amount_due - amount_paid", format: currency, currency: GBP }
`,
  },
  tables: {
    landlords: [
      ['landlord_id', 'name', 'email', 'phone'],
      [1, 'Ann Lee', 'ann@a.test', '07519 060287'],
      [2, 'Ann Lee', 'lee@b.test', '07869 876193'],
      [3, 'Bo Marsh', 'bo@c.test', null],
    ],
    properties: [
      ['property_id', 'landlord_id', 'kind', 'area', 'status', 'bedrooms'],
      [1, 1, 'flat', 'North', 'available', 2],
      [2, 1, 'flat', 'North', 'let', 2],
      [3, 2, 'house', 'South', 'available', 3],
      [4, 3, 'flat', 'South', 'let', 1],
    ],
    vans: [
      ['van_id', 'make', 'state', 'next_service'],
      [1, 'Iveco', 'in workshop', '2025-07-10'],
      [2, 'Iveco', 'in workshop', '2025-09-20'],
      [3, 'Scania', 'in service', '2024-07-15'],
    ],
    customers: [
      ['customer_id', 'customer_name', 'account_manager'],
      [1, 'Eastgate Parts BV', 'Kim Poe'],
      [2, 'Westgate Parts BV', 'Lou Ray'],
    ],
    claims: [
      ['claim_id', 'customer_id', 'status', 'due_on', 'issued_on', 'paid_on', 'claimed', 'paid_out'],
      [1, 1, 'open', '2024-06-30', '2024-06-01', null, 7_000, null],
      [2, 1, 'written off', '2024-06-30', '2024-06-01', null, 8_000, null],
      [3, 2, 'paid', '2024-06-30', '2024-06-01', '2024-07-10', 100, 90],
      [4, 2, 'open', '2024-06-30', '2024-06-01', null, 100, null],
    ],
    payments: [
      ['payment_id', 'property_id', 'due_on', 'paid_on', 'amount_due', 'amount_paid', 'vat'],
      [1, 2, '2024-07-01', '2024-07-02', 500, 500, 5],
      [2, 2, '2025-04-01', '2025-05-03', 600, 600, 6],
      [3, 4, '2025-05-01', null, 700, 0, 7],
      [4, 4, '2025-07-01', null, 800, 0, 8],
      [5, 2, '2025-07-03', null, 900, 0, 9],
    ],
  },
};

const world = openWorlds({ letting });

describe('records that are asked for', () => {
  it.each([
    // Shown, not counted.
    [
      'show me the available properties',
      [
        [1, 'flat', 'North', 2],
        [3, 'house', 'South', 3],
      ],
    ],
    ['show me flats with 1 bedroom', [[4, 'South', 'let', 1]]],
    ['show me all available flats in North or South', [[1, 'North', 2]]],
    ['list landlords without a phone number', [['Bo Marsh']]],
    // Their keys are hidden, and nothing else tells them apart.
    [
      'list vans in the workshop',
      [
        ['Iveco', '2025-07-10T00:00:00.000'],
        ['Iveco', '2025-09-20T00:00:00.000'],
      ],
    ],
    // One of them, and what is asked of it.
    ['property 3', [['house', 'South', 'available', 3]]],
    ['status of property 4', [['let']]],
    ['landlord of property 4', [['Bo Marsh']]],
    ["What is Bo Marsh's email address?", [['bo@c.test']]],
    [
      'phone number of Ann Lee',
      [
        ['Ann Lee', '07519 060287'],
        ['Ann Lee', '07869 876193'],
      ],
    ],
    // Two of one name are two, however the column of their names is called.
    ['how many landlords have properties', [[3]]],
    [
      'properties by landlord',
      [
        ['Ann Lee', 2],
        ['Ann Lee', 1],
        ['Bo Marsh', 1],
      ],
    ],
    ['who is the account manager for Eastgate Parts', [['Kim Poe']]],
    // With the amount that they are of, and not those for which nothing will be done any more.
    ['list the open claims over 5000 euros', [[1, 7_000]]],
    ['how many claims are overdue', [[2]]],
    ['how many claims were paid late', [[1]]],
    // Figures are still counted and added up.
    ['show me how many properties are available', [[2]]],
    ['show me rent collected in May 2025', [[600]]],
  ])('are told in full: %s', async (question, rows) => {
    expectRows(await world('letting').ask(question), rows);
  });

  it('are called by what is asked of them', async () => {
    expect((await world('letting').ask('property 3')).answer).toBe(
      'With Property no. of 3: property type house, area South, status available, bedrooms 3.',
    );
    expect((await world('letting').ask('phone number of Bo Marsh')).answer).toBe(
      'Phone for Bo Marsh (Landlord): unknown phone.',
    );
    expect((await world('letting').ask('show me the available properties')).answer).toBe(
      'Property no. and Property type for available (Status): 1 / flat and 3 / house (2 in all).',
    );
  });

  it('are narrowed and counted by what follows', async () => {
    const earlier = ['show me the available properties', 'just those with 3 or more bedrooms'];
    expectRows(await world('letting').ask('how many are those', earlier), [[1]]);
  });
});

describe('dates of what is yet to come', () => {
  it.each([
    // What is due is dated by when that is, and what was paid by when it was.
    ['rent due in May 2025', [[700]]],
    ['rent collected in May 2025', [[600]]],
    ['arrears in May 2025', [[700]]],
    // Of two Julys, the one that is nearer where the data knows it.
    ['how many payments are due in July', [[2]]],
    ['how many vans with the next service in July', [[1]]],
    ['rent collected in July', [[500]]],
    // What is a part of amounts adds up as they do.
    ['vat in 2025', [[30]]],
  ])('are those that are meant: %s', async (question, rows) => {
    expectRows(await world('letting').ask(question), rows);
  });
});
