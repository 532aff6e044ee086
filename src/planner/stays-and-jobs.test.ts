import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A hotel whose guests stay from a day until another one. The tests ask on 15 July 2026. */
const hotel: World = {
  name: 'hotel',
  now: '2026-07-15T10:00:00Z',
  model: {
    'hotel.yml': `
cubes:
  - name: guests
    sql_table: guests
    title: Guests
    dimensions:
      - { name: guest_id, sql: "{CUBE}.guest_id", type: number, primary_key: true, public: false }
      - { name: full_name, title: Name, sql: "{CUBE}.full_name", type: string }
      - { name: country, title: Country, sql: "{CUBE}.country", type: string }
    measures:
      - { name: guest_count, title: Guests, type: count }
  - name: stays
    sql_table: stays
    title: Stays
    joins:
      - { name: guests, relationship: many_to_one, sql: "{CUBE}.guest_id = {guests}.guest_id" }
    dimensions:
      - { name: stay_id, sql: "{CUBE}.stay_id", type: number, primary_key: true, public: false }
      - { name: room, title: Room, sql: "{CUBE}.room", type: string }
      - { name: board, title: Board, sql: "{CUBE}.board", type: string }
      - { name: check_in, title: Check-in, sql: "CAST({CUBE}.check_in AS TIMESTAMP)", type: time }
      - { name: check_out, title: Check-out, sql: "CAST({CUBE}.check_out AS TIMESTAMP)", type: time }
      - { name: status, title: Status, sql: "{CUBE}.status", type: string }
      - { name: guest_count, title: Persons, sql: "{CUBE}.persons", type: number }
      - { name: guest_id, sql: "{CUBE}.guest_id", type: number, public: false }
    measures:
      - { name: stay_count, title: Stays, type: count }
      - { name: revenue, title: Revenue, sql: "{CUBE}.price", type: sum, format: currency, currency: EUR }
`,
  },
  tables: {
    guests: [
      ['guest_id', 'full_name', 'country'],
      [1, 'Ann Lee', 'Italy'],
      [2, 'Bo Marsh', 'Spain'],
      [3, 'Cy Webb', 'Italy'],
      [4, 'Di Poe', 'Spain'],
    ],
    stays: [
      ['stay_id', 'guest_id', 'room', 'board', 'check_in', 'check_out', 'status', 'persons', 'price'],
      [1, 1, 'Blue', 'half board', '2026-06-28', '2026-07-03', 'confirmed', 2, 500],
      [2, 2, 'Red', 'full board', '2026-07-07', '2026-07-16', 'confirmed', 1, 900],
      [3, 3, 'Green', 'half board', '2026-07-14', '2026-07-20', 'confirmed', 2, 600],
      [4, 4, 'Blue', 'half board', '2026-07-14', '2026-07-18', 'cancelled', 2, 400],
      [5, 1, 'Blue', 'full board', '2026-08-01', '2026-08-11', 'requested', 2, 1_000],
      [6, 4, 'Blue', 'half board', '2026-06-01', '2026-07-12', 'confirmed', 1, 4_000],
    ],
  },
};

/** A workshop that repairs bicycles, with numbers of hours and days that are none of how long something took. */
const workshop: World = {
  name: 'workshop',
  now: '2026-07-15T10:00:00Z',
  model: {
    'workshop.yml': `
cubes:
  - name: mechanics
    sql_table: mechanics
    title: Mechanics
    meta: { synonyms: [staff] }
    dimensions:
      - { name: mechanic_id, sql: "{CUBE}.mechanic_id", type: number, primary_key: true, public: false }
      - { name: full_name, title: Name, sql: "{CUBE}.full_name", type: string }
      - { name: weekly_hours, title: Weekly hours, sql: "{CUBE}.weekly_hours", type: number }
      - { name: joined_on, title: Joined on, sql: "CAST({CUBE}.joined_on AS TIMESTAMP)", type: time }
      - { name: left_on, title: Left on, sql: "CAST({CUBE}.left_on AS TIMESTAMP)", type: time }
    measures:
      - { name: mechanic_count, title: Mechanics, type: count }
    segments:
      - { name: current, title: Current mechanics, sql: "{CUBE}.left_on IS NULL" }
  - name: customers
    sql_table: customers
    title: Customers
    dimensions:
      - { name: customer_id, sql: "{CUBE}.customer_id", type: number, primary_key: true, public: false }
      - { name: customer_name, title: Customer, sql: "{CUBE}.customer_name", type: string }
      - { name: payment_days, title: Payment period, description: Days that the customer has to pay, sql: "{CUBE}.payment_days", type: number }
    measures:
      - { name: customer_count, title: Customers, type: count }
      - { name: average_payment_period, title: Average payment period, description: In days, sql: "{CUBE}.payment_days", type: avg }
  - name: repairs
    sql_table: repairs
    title: Repairs
    joins:
      - { name: mechanics, relationship: many_to_one, sql: "{CUBE}.mechanic_id = {mechanics}.mechanic_id" }
      - { name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers}.customer_id" }
    dimensions:
      - { name: repair_no, title: Repair number, sql: "{CUBE}.repair_no", type: number, primary_key: true, format: id }
      - { name: bicycle_type, title: Bicycle type, sql: "{CUBE}.bicycle_type", type: string }
      - { name: begun_on, title: Begun on, sql: "CAST({CUBE}.begun_on AS TIMESTAMP)", type: time }
      - { name: finished_on, title: Finished on, sql: "CAST({CUBE}.finished_on AS TIMESTAMP)", type: time }
      - { name: quoted_hours, title: Quoted hours, sql: "{CUBE}.quoted_hours", type: number }
      - { name: mechanic_id, sql: "{CUBE}.mechanic_id", type: number, public: false }
      - { name: customer_id, sql: "{CUBE}.customer_id", type: number, public: false }
    measures:
      - { name: repair_count, title: Repairs, type: count }
      - { name: total_quoted_hours, title: Total quoted hours, sql: "{CUBE}.quoted_hours", type: sum }
  - name: bills
    sql_table: bills
    title: Bills
    joins:
      - { name: customers, relationship: many_to_one, sql: "{CUBE}.customer_id = {customers}.customer_id" }
    dimensions:
      - { name: bill_no, title: Bill number, sql: "{CUBE}.bill_no", type: number, primary_key: true, format: id }
      - { name: issued_on, title: Issued on, sql: "CAST({CUBE}.issued_on AS TIMESTAMP)", type: time }
      - { name: due_on, title: Due on, sql: "CAST({CUBE}.due_on AS TIMESTAMP)", type: time }
      - { name: paid_on, title: Paid on, sql: "CAST({CUBE}.paid_on AS TIMESTAMP)", type: time }
      - { name: customer_id, sql: "{CUBE}.customer_id", type: number, public: false }
    measures:
      - { name: bill_count, title: Bills, type: count }
      - { name: paid_amount, title: Paid amount, sql: "{CUBE}.amount", type: sum, meta: { synonyms: [payments received] } }
`,
  },
  tables: {
    mechanics: [
      ['mechanic_id', 'full_name', 'weekly_hours', 'joined_on', 'left_on'],
      [1, 'Ann Lee', 20, '2016-07-15', null],
      [2, 'Bo Marsh', 40, '2024-07-15', null],
      [3, 'Cy Webb', 38, '2000-01-01', '2020-01-01'],
    ],
    customers: [
      ['customer_id', 'customer_name', 'payment_days'],
      [1, 'Nordpath', 30],
      [2, 'Silverport', 14],
    ],
    repairs: [
      [
        ...['repair_no', 'bicycle_type', 'begun_on', 'finished_on', 'quoted_hours'],
        ...['mechanic_id', 'customer_id'],
      ],
      [1, 'road', '2026-05-01', '2026-05-05', 9, 1, 1],
      [2, 'road', '2026-05-10', '2026-05-12', 1, 2, 1],
      [3, 'cargo', '2026-06-01', '2026-06-10', 3, 1, 2],
      [4, 'cargo', '2026-07-10', null, 5, 2, 2],
    ],
    bills: [
      ['bill_no', 'customer_id', 'issued_on', 'due_on', 'paid_on', 'amount'],
      [1, 1, '2026-05-05', '2026-06-04', '2026-05-15', 100],
      [2, 1, '2026-05-12', '2026-06-11', '2026-05-16', 50],
      [3, 2, '2026-06-10', '2026-06-24', '2026-07-10', 75],
    ],
  },
};

const world = openWorlds({ hotel, workshop });

describe('rows that go on for a while', () => {
  it.each([
    ['who is on full board today?', [['Bo Marsh']]],
    ['who is staying with us today?', [['Bo Marsh'], ['Cy Webb']]],
    ['which guests are staying today', [['Bo Marsh'], ['Cy Webb']]],
    ['how many guests are staying with us on 2 July 2026', [[2]]],
    ['which guests were staying last week', [['Bo Marsh'], ['Di Poe']]],
    ['guests on half board today', [[1]]],
    ['who is on half board', [['Cy Webb']]],
    ['are there any stays today', [[2]]],
  ])('are in a state on each of its days: %s', async (question, rows) => {
    const asked = await world('hotel').ask(question);
    expectRows(asked, rows);
    expect(asked.answer).toMatch(/went on then, from (?:Stay )?Check-in to/);
  });

  it('are in that state at another time in what follows', async () => {
    expectRows(await world('hotel').ask('and on 2 July?', ['who is staying with us today?']), [
      ['Ann Lee'],
      ['Di Poe'],
    ]);
  });

  it.each([
    ['stays in July 2026', [[3]]],
    ['how many stays were there in July 2026', [[3]]],
    ['revenue in July 2026', [[1_900]]],
    [
      'stays by month in 2026',
      [
        ['2026-06-01', 2],
        ['2026-07-01', 3],
        ['2026-08-01', 1],
      ],
    ],
    ['how many stays were on half board in July 2026', [[2]]],
  ])('are counted by when they began: %s', async (question, rows) => {
    expectRows(await world('hotel').ask(question), rows);
  });
});

const years = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / (365.25 * 24 * 60 * 60 * 1_000);
const [ann, bo, cy] = [
  years('2016-07-15', '2026-07-15'),
  years('2024-07-15', '2026-07-15'),
  years('2000-01-01', '2020-01-01'),
];

describe('rows that went on at a time', () => {
  it.each([
    ['which repairs were in progress on 3 May 2026', [[1]]],
    ['how many repairs were running in June 2026', [[1]]],
    ['how many repairs were in progress on 12 July 2026', [[1]]],
    ['how many mechanics did we have on 1 January 2019', [[2]]],
    ['how many mechanics were there in December 2019', [[2]]],
    ['how many mechanics did we have on 1 January 2025', [[2]]],
  ])('are those that had begun and were not over: %s', async (question, rows) => {
    const asked = await world('workshop').ask(question);
    expectRows(asked, rows);
    expect(asked.answer).toContain('went on then');
  });

  it('are none of those that began then', async () => {
    expectRows(await world('workshop').ask('how many repairs were begun in May 2026'), [[2]]);
    expectRows(await world('workshop').ask('repairs in May 2026'), [[2]]);
    expectRows(await world('workshop').ask('how many new mechanics did we have in 2024'), [[1]]);
  });

  it('are not told where rows have no beginning and end', async () => {
    const { result, answer } = await world('workshop').ask('which bills were in progress on 12 May 2026');
    expect(result, answer).toBeUndefined();
  });
});

describe('how long rows last', () => {
  it.each([
    ['average stay duration', [[(5 + 9 + 6 + 4 + 10 + 41) / 6]]],
    ['average length of stay', [[(5 + 9 + 6 + 4 + 10 + 41) / 6]]],
    ['how long do stays last on average', [[(5 + 9 + 6 + 4 + 10 + 41) / 6]]],
    [
      'average length of stay by board',
      [
        ['half board', (5 + 6 + 4 + 41) / 4],
        ['full board', 9.5],
      ],
    ],
    ['longest stay', [[41]]],
  ])('is told by their beginning and their end: %s', async (question, rows) => {
    expectRows(await world('hotel').ask(question), rows);
  });

  it.each([
    ['average repair duration', [[5]]],
    ['how long do repairs take on average', [[5]]],
    ['how long does a repair take', [[5]]],
    [
      'average duration of repairs by bicycle type',
      [
        ['road', 3],
        ['cargo', 9],
      ],
    ],
    ['which repair took the longest', [[3, 9]]],
    ['how many repairs took more than 3 days', [[2]]],
    [
      'how long do customers take to pay on average?',
      [
        ['Nordpath', 7],
        ['Silverport', 30],
      ],
    ],
    ['average time from issue to payment', [[44 / 3]]],
    ['how long does it take until bills get paid', [[44 / 3]]],
    [
      'how quickly do customers pay',
      [
        ['Nordpath', 7],
        ['Silverport', 30],
      ],
    ],
    ['which customer is the slowest payer', [['Silverport', 30]]],
    ['who is the fastest payer', [['Nordpath', 7]]],
    ['average payment period', [[22]]],
  ])('is no number of hours or days beside: %s', async (question, rows) => {
    expectRows(await world('workshop').ask(question), rows);
  });

  it.each([
    ['average length of service', [[(ann + bo + cy) / 3]]],
    ['average length of service of current mechanics', [[(ann + bo) / 2]]],
    ['who has been here the longest?', [['Ann Lee', ann]]],
    ['which mechanic has been with us the longest', [['Ann Lee', ann]]],
    ['longest serving mechanic', [['Ann Lee', ann]]],
    ['how long was Cy Webb with us', [[cy]]],
    ['how long has Bo Marsh been here', [[bo]]],
    ['average weekly hours', [[98 / 3]]],
  ])('is until today for those who are still there: %s', async (question, rows) => {
    expectRows(await world('workshop').ask(question), rows);
  });

  it.each([
    'how long do bills stay open',
    'how long do customers have to wait',
    'how long does it take to answer a call',
    'average training duration',
  ])('is asked back where no two dates tell it: %s', async (question) => {
    const { result, answer } = await world('workshop').ask(question);
    expect(result, answer).toBeUndefined();
  });
});
