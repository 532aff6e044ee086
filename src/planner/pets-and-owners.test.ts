import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A practice whose pets share their names, and whose sales are many of one product. */
const practice: World = {
  name: 'practice',
  model: {
    'practice.yml': `
cubes:
  - name: owners
    sql_table: owners
    title: Owners
    dimensions:
      - { name: owner_id, title: Owner ID, sql: "{CUBE}.owner_id", type: number, primary_key: true }
      - { name: owner_name, title: Owner, sql: "{CUBE}.owner_name", type: string }
      - { name: email, title: Email, sql: "{CUBE}.email", type: string }
    measures:
      - { name: owner_count, title: Owners, type: count }
  - name: pets
    sql_table: pets
    title: Pets
    joins:
      - { name: owners, relationship: many_to_one, sql: "{CUBE}.owner_id = {owners}.owner_id" }
    dimensions:
      - { name: pet_id, title: Pet ID, sql: "{CUBE}.pet_id", type: number, primary_key: true }
      - { name: pet_name, title: Pet, sql: "{CUBE}.pet_name", type: string }
      - { name: species, title: Species, sql: "{CUBE}.species", type: string }
      - { name: weight, title: Weight, sql: "{CUBE}.weight", type: number }
    measures:
      - { name: pet_count, title: Number of pets, type: count }
  - name: appointments
    sql_table: appointments
    title: Appointments
    joins:
      - { name: pets, relationship: many_to_one, sql: "{CUBE}.pet_id = {pets}.pet_id" }
    dimensions:
      - { name: appointment_id, title: Appointment ID, sql: "{CUBE}.appointment_id", type: number, primary_key: true }
      - { name: scheduled_at, title: Appointment time, sql: "CAST({CUBE}.scheduled_at AS TIMESTAMP)", type: time }
      - { name: booked_at, title: Booked at, sql: "CAST({CUBE}.booked_at AS TIMESTAMP)", type: time }
      - { name: channel, title: Booking channel, sql: "{CUBE}.channel", type: string }
      - { name: clinic, title: Clinic, sql: "{CUBE}.clinic", type: string }
      - { name: status, title: Status, sql: "{CUBE}.status", type: string }
    measures:
      - { name: appointment_count, title: Appointments, type: count }
      - { name: no_shows, title: No-shows, type: count, filters: [{ sql: "{CUBE}.status = 'No-show'" }] }
      - { name: no_show_rate, title: No-show rate, type: number, sql: "{no_shows} * 1.0 / NULLIF({appointment_count}, 0)", format: percent }
  - name: sales
    sql_table: sales
    title: Product sales
    dimensions:
      - { name: sale_id, title: Sale ID, sql: "{CUBE}.sale_id", type: number, primary_key: true }
      - { name: product_name, title: Product, sql: "{CUBE}.product_name", type: string }
      - { name: total, title: Sale total, sql: "{CUBE}.total", type: number, format: currency, currency: GBP }
    measures:
      - { name: sale_count, title: Sales, type: count }
      - { name: product_revenue, title: Product revenue, type: sum, sql: "{CUBE}.total", format: currency, currency: GBP }
  - name: treatments
    sql_table: treatments
    title: Treatments
    dimensions:
      - { name: treatment_id, title: Treatment ID, sql: "{CUBE}.treatment_id", type: number, primary_key: true }
      - { name: price, title: Price, sql: "{CUBE}.price", type: number, format: currency, currency: GBP }
    measures:
      - { name: treatment_revenue, title: Treatment revenue, type: sum, sql: "{CUBE}.price", format: currency, currency: GBP }
  - name: invoices
    sql_table: invoices
    title: Invoices
    dimensions:
      - { name: invoice_id, title: Invoice ID, sql: "{CUBE}.invoice_id", type: number, primary_key: true }
      - { name: region, title: Region, sql: "{CUBE}.region", type: string }
      - { name: amount, title: Invoice amount, sql: "{CUBE}.amount", type: number, format: currency, currency: GBP }
      - { name: due_on, title: Due on, sql: "CAST({CUBE}.due_on AS TIMESTAMP)", type: time }
      - { name: paid_on, title: Paid on, sql: "CAST({CUBE}.paid_on AS TIMESTAMP)", type: time }
    measures:
      - { name: invoice_count, title: Invoices, type: count }
      - { name: avg_invoice, title: Average invoice amount, type: avg, sql: "{CUBE}.amount", format: currency, currency: GBP }
      - { name: billed, title: Amount billed, type: sum, sql: "{CUBE}.amount", format: currency, currency: GBP }
`,
  },
  tables: {
    owners: [
      ['owner_id', 'owner_name', 'email'],
      [1, 'Ann Lee', 'ann@a.test'],
      [2, 'Bo Marsh', 'bo@b.test'],
    ],
    pets: [
      ['pet_id', 'owner_id', 'pet_name', 'species', 'weight'],
      [1, 1, 'Milo', 'Cat', 4],
      [2, 1, 'Milo', 'Dog', 12],
      [3, 1, 'Luna', 'Cat', 5],
      [4, 2, 'Milo', 'Dog', 12],
      [5, 2, 'Luna', 'Dog', 20],
    ],
    appointments: [
      ['appointment_id', 'pet_id', 'scheduled_at', 'booked_at', 'channel', 'clinic', 'status'],
      [1, 1, '2024-05-01', '2024-04-20', 'Online', 'North', 'No-show'],
      [2, 2, '2024-05-02', '2024-04-21', 'Phone', 'North', 'Completed'],
      [3, 3, '2024-05-03', '2024-04-22', 'Online', 'North', 'No-show'],
      [4, 3, '2024-06-03', '2024-05-22', 'Phone', 'South', 'No-show'],
      [5, 4, '2024-06-04', '2024-05-23', 'Phone', 'South', 'Completed'],
      [6, 5, '2024-06-05', '2024-05-24', 'Phone', 'South', 'Completed'],
    ],
    sales: [
      ['sale_id', 'product_name', 'total'],
      [1, 'Cat Carrier', 120],
      [2, 'Cat Carrier', 120],
      [3, 'Kibble', 150],
      [4, 'Kibble', 90],
      [5, 'Cat Carrier', 60],
    ],
    treatments: [
      ['treatment_id', 'price'],
      [1, 40],
      [2, 30],
    ],
    invoices: [
      ['invoice_id', 'region', 'amount', 'due_on', 'paid_on'],
      [1, 'East', 100, '2024-05-01', null],
      [2, 'East', 20, '2024-05-01', '2024-05-01'],
      [3, 'West', 60, '2024-06-01', null],
      [4, 'West', 70, '2024-06-01', null],
    ],
  },
};

const world = openWorlds({ practice });

describe('what shares a name', () => {
  it.each([
    // Each pet by its key, and each sale for itself.
    ['which pet had the most no-shows', [['Luna', 2]]],
    ['average appointments per pet', [[1.2]]],
    ['list pets with a weight over 10', [['Luna'], ['Milo'], ['Milo']]],
    [
      'sales over 100 pounds',
      [
        ['Cat Carrier', 120],
        ['Cat Carrier', 120],
        ['Kibble', 150],
      ],
    ],
  ] as const)('is not one: %s', async (question, rows) => {
    expectRows(await world('practice').ask(question), rows);
  });
});

describe('who is said to be something for one of the rows', () => {
  it('is whom it has', async () => {
    expectRows(await world('practice').ask('Which owner is liable for the pet Luna?'), [
      ['Ann Lee'],
      ['Bo Marsh'],
    ]);
  });

  it.each([
    'Which owners are eligible for appointments at North?',
    'Which pet is famous for the clinic North?',
    'Which clinics are liable for the pet Luna?',
  ])('is not known where there may be others: %s', async (question) => {
    const { outcome, answer } = await world('practice').ask(question);
    expect(outcome, answer).toMatchObject({ stopReason: 'no_answer' });
  });
});

describe('what is meant by small words', () => {
  it.each([
    // The worst have the most of what nobody wants.
    ['which clinic has the worst no-show rate', [['North', 2 / 3]]],
    ['best clinic by no-show rate', [['South', 1 / 3]]],
    // An amount that is owed is added up.
    [
      'unpaid amount by region',
      [
        ['East', 100],
        ['West', 130],
      ],
    ],
    ['amount unpaid in total', [[230]]],
    ['average invoice amount', [[62.5]]],
    // How they were booked, of all of them.
    ['what percentage of appointments is booked online', [[100 / 3]]],
  ] as const)('is read: %s', async (question, rows) => {
    expectRows(await world('practice').ask(question), rows);
  });

  it('is asked where it may be either: total revenue', async () => {
    const { answer } = await world('practice').ask('total revenue');
    expect(answer).toMatch(/^Which of these do you mean\?\n+1\. Product revenue\n2\. Treatment revenue\n/);
  });

  it('is never left out: owners with only dogs', async () => {
    expectRows(await world('practice').ask('how many owners with only dogs'), [[1]]);
  });
});
