import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Lifts that are maintained under contracts, with the same words in several relations. */
const lifts: World = {
  name: 'lifts',
  model: {
    'lifts.yml': `
cubes:
  - name: sites
    sql_table: sites
    title: Sites
    dimensions:
      - { name: site_id, sql: site_id, type: number, primary_key: true, format: id }
      - { name: site_name, title: Site name, sql: site_name, type: string }
      - { name: region, title: Region, sql: region, type: string }
      - { name: customer_since, title: Customer since, sql: "CAST({CUBE}.customer_since AS TIMESTAMP)", type: time }
    measures:
      - { name: site_count, title: Sites, type: count }
  - name: contracts
    sql_table: contracts
    title: Contracts
    description: Maintenance contracts of sites
    joins:
      - { name: sites, relationship: many_to_one, sql: "{CUBE}.site_id = {sites}.site_id" }
    dimensions:
      - { name: contract_id, sql: contract_id, type: number, primary_key: true, format: id }
      - { name: status, title: Contract status, sql: status, type: string }
      - { name: start_date, title: Start date, sql: "CAST({CUBE}.start_date AS TIMESTAMP)", type: time }
    measures:
      - { name: contract_count, title: Contracts, type: count }
  - name: assets
    sql_table: assets
    title: Assets
    joins:
      - { name: sites, relationship: many_to_one, sql: "{CUBE}.site_id = {sites}.site_id" }
    dimensions:
      - { name: asset_id, sql: asset_id, type: number, primary_key: true, format: id }
      - { name: asset_type, title: Asset type, sql: asset_type, type: string }
      - { name: last_inspected_on, title: Last inspected on, sql: "CAST({CUBE}.last_inspected_on AS TIMESTAMP)", type: time }
      - { name: next_inspection_due, title: Next inspection due, sql: "CAST({CUBE}.next_inspection_due AS TIMESTAMP)", type: time }
    measures:
      - { name: asset_count, title: Assets, type: count }
  - name: technicians
    sql_table: technicians
    title: Technicians
    joins:
      - { name: supervisors, relationship: many_to_one, sql: "{CUBE}.supervisor_id = {supervisors}.technician_id" }
    dimensions:
      - { name: technician_id, sql: technician_id, type: number, primary_key: true, format: id }
      - { name: full_name, title: Technician name, sql: full_name, type: string }
      - { name: trade, title: Trade, sql: trade, type: string }
      - { name: depot, title: Depot, sql: depot, type: string }
    measures:
      - { name: technician_count, title: Technicians, type: count }
  - { name: supervisors, extends: technicians, title: Supervisors }
  - name: jobs
    sql_table: jobs
    title: Jobs
    joins:
      - { name: assets, relationship: many_to_one, sql: "{CUBE}.asset_id = {assets}.asset_id" }
      - { name: technicians, relationship: many_to_one, sql: "{CUBE}.technician_id = {technicians}.technician_id" }
    dimensions:
      - { name: job_id, sql: job_id, type: number, primary_key: true, format: id }
      - { name: status, title: Job status, sql: status, type: string }
      - { name: job_type, title: Job type, sql: job_type, type: string }
      - { name: reported_at, title: Reported at, sql: "CAST({CUBE}.reported_at AS TIMESTAMP)", type: time }
      - { name: customer_rating, title: Customer rating, sql: customer_rating, type: number }
    measures:
      - { name: job_count, title: Jobs, type: count }
      - name: callout_count
        title: Callouts
        type: count
        filters: [{ sql: "{CUBE}.job_type = 'callout'" }]
        meta: { synonyms: [breakdowns] }
      - { name: average_rating, title: Average customer rating, sql: customer_rating, type: avg }
  - name: parts_used
    sql_table: parts_used
    title: Parts used
    joins:
      - { name: jobs, relationship: many_to_one, sql: "{CUBE}.job_id = {jobs}.job_id" }
    dimensions:
      - { name: line_id, sql: line_id, type: number, primary_key: true, format: id }
      - { name: part_name, title: Part, sql: part_name, type: string }
      - { name: supplier, title: Supplier, sql: supplier, type: string }
      - { name: under_warranty, title: Under warranty, sql: under_warranty, type: boolean }
    measures:
      - { name: line_count, title: Part lines, type: count }
      - { name: parts_cost, title: Parts cost, sql: cost, type: sum, format: currency, currency: EUR }
  - name: invoices
    sql_table: invoices
    title: Invoices
    joins:
      - { name: jobs, relationship: many_to_one, sql: "{CUBE}.job_id = {jobs}.job_id" }
      - { name: contracts, relationship: many_to_one, sql: "{CUBE}.contract_id = {contracts}.contract_id" }
    dimensions:
      - { name: invoice_id, sql: invoice_id, type: number, primary_key: true, format: id }
      - { name: invoice_type, title: Invoice type, sql: invoice_type, type: string }
      - { name: issued_on, title: Issued on, sql: "CAST({CUBE}.issued_on AS TIMESTAMP)", type: time }
      - { name: due_on, title: Due on, sql: "CAST({CUBE}.due_on AS TIMESTAMP)", type: time }
      - { name: paid_on, title: Paid on, sql: "CAST({CUBE}.paid_on AS TIMESTAMP)", type: time }
    measures:
      - { name: invoice_count, title: Invoices, type: count }
      - { name: total_vat_amount, title: Total VAT amount, sql: vat, type: sum, format: currency, currency: EUR }
      - name: invoiced_amount
        title: Invoiced amount
        sql: net
        type: sum
        format: currency
        currency: EUR
        meta: { synonyms: [revenue, invoicing] }
`,
  },
  tables: {
    sites: [
      ['site_id', 'site_name', 'region', 'customer_since'],
      [1, 'Ash Court', 'North', '2022-03-01'],
      [2, 'Elm House', 'North', '2024-02-01'],
      [3, 'Oak Tower', 'South', '2024-05-01'],
      [4, 'Yew Lodge', 'South', '2021-01-01'],
    ],
    contracts: [
      ['contract_id', 'site_id', 'status', 'start_date'],
      [1, 1, 'active', '2022-03-01'],
      [2, 2, 'expired', '2024-02-01'],
      [3, 3, 'active', '2024-05-01'],
    ],
    assets: [
      ['asset_id', 'site_id', 'asset_type', 'last_inspected_on', 'next_inspection_due'],
      [1, 1, 'lift', '2024-03-01', '2025-03-01'],
      [2, 2, 'lift', '2024-06-01', '2025-06-01'],
      [3, 3, 'boiler', '2024-09-01', '2025-09-01'],
    ],
    technicians: [
      ['technician_id', 'full_name', 'trade', 'depot', 'supervisor_id'],
      [1, 'Zoe Morgan', 'lifts', 'Leeds', 3],
      [2, 'Alan Shah', 'boilers', 'Leeds', 3],
      [3, 'Tom Bennett', 'lifts', 'London', null],
    ],
    jobs: [
      ['job_id', 'asset_id', 'status', 'job_type', 'reported_at', 'customer_rating', 'technician_id'],
      [1, 1, 'done', 'callout', '2023-04-02', 4, 1],
      [2, 1, 'done', 'callout', '2024-12-02', 5, 3],
      [3, 2, 'new', 'service', '2024-12-20', 2, 1],
      [4, 3, 'new', 'callout', '2025-01-10', 3, 2],
    ],
    parts_used: [
      ['line_id', 'job_id', 'part_name', 'supplier', 'under_warranty', 'cost'],
      [1, 1, 'door', 'Liftparts', true, 10],
      [2, 2, 'door', 'Liftparts', false, 20],
      [3, 2, 'rope', 'Coolparts', true, 25],
      [4, 4, 'rope', 'Coolparts', false, 3],
    ],
    invoices: [
      ['invoice_id', 'job_id', 'contract_id', 'invoice_type', 'issued_on', 'due_on', 'paid_on', 'net', 'vat'],
      [1, 1, null, 'job', '2023-04-10', '2023-05-10', '2023-05-01', 100, 20],
      [2, 2, null, 'job', '2024-12-10', '2025-01-10', null, 200, 40],
      [3, null, 1, 'contract', '2024-12-15', '2025-01-15', '2025-01-16', 300, 60],
    ],
  },
};

/** An inn with stars that guests give and stars that it has, and tickets that are closed. */
const inn: World = {
  name: 'inn',
  model: {
    'inn.yml': `
cubes:
  - name: hotels
    sql_table: hotels
    title: Hotels
    dimensions:
      - { name: hotel_id, sql: hotel_id, type: number, primary_key: true, format: id }
      - { name: hotel_name, title: Hotel, sql: hotel_name, type: string }
      - { name: stars, title: Stars, sql: stars, type: number }
      - { name: opened_on, title: Opened on, sql: "CAST({CUBE}.opened_on AS TIMESTAMP)", type: time }
    measures:
      - { name: hotel_count, title: Hotels, type: count }
  - name: stays
    sql_table: stays
    title: Stays
    joins:
      - { name: hotels, relationship: many_to_one, sql: "{CUBE}.hotel_id = {hotels}.hotel_id" }
    dimensions:
      - { name: stay_id, sql: stay_id, type: number, primary_key: true, format: id }
      - { name: host, title: Host, sql: host, type: string }
      - { name: terms_days, title: Payment terms days, sql: terms_days, type: number }
      - { name: nights, title: Nights, sql: nights, type: number }
      - { name: arrival_date, title: Arrival date, sql: "CAST({CUBE}.arrival_date AS TIMESTAMP)", type: time }
    measures:
      - { name: stay_count, title: Stays, type: count }
  - name: reviews
    sql_table: reviews
    title: Reviews
    joins:
      - { name: hotels, relationship: many_to_one, sql: "{CUBE}.hotel_id = {hotels}.hotel_id" }
    dimensions:
      - { name: review_id, title: Review id, sql: review_id, type: number, primary_key: true, format: id }
      - { name: rating, title: Rating, description: 1 to 5 stars, sql: rating, type: number, meta: { synonyms: [stars] } }
      - { name: given_on, title: Given on, sql: "CAST({CUBE}.given_on AS TIMESTAMP)", type: time }
      - { name: replied_on, title: Replied on, sql: "CAST({CUBE}.replied_on AS TIMESTAMP)", type: time }
    measures:
      - { name: review_count, title: Reviews, type: count }
      - { name: average_rating, title: Average rating, sql: rating, type: avg, meta: { synonyms: [review score] } }
  - name: guests
    sql_table: guests
    title: Guests
    dimensions:
      - { name: guest_id, sql: guest_id, type: number, primary_key: true, format: id }
      - { name: guest_name, title: Guest name, sql: guest_name, type: string }
    measures:
      - { name: guest_count, title: Guests, type: count }
  - name: tickets
    sql_table: tickets
    title: Tickets
    dimensions:
      - { name: ticket_id, sql: ticket_id, type: number, primary_key: true, format: id }
      - { name: reported_at, title: Report date, sql: "CAST({CUBE}.reported_at AS TIMESTAMP)", type: time }
      - { name: due_on, title: Due on, sql: "CAST({CUBE}.due_on AS TIMESTAMP)", type: time }
      - { name: closed_at, title: Closing date, sql: "CAST({CUBE}.closed_at AS TIMESTAMP)", type: time }
      - { name: reported_by, title: Reported by, sql: reported_by, type: string }
    measures:
      - { name: ticket_count, title: Tickets, type: count }
`,
  },
  tables: {
    hotels: [
      ['hotel_id', 'hotel_name', 'stars', 'opened_on'],
      [1, 'Seafront', 4, '2008-03-14'],
      [2, 'Tannery', 4, '2021-06-01'],
      [3, 'Old Mill', 5, '2015-01-01'],
    ],
    stays: [
      ['stay_id', 'hotel_id', 'host', 'terms_days', 'nights', 'arrival_date'],
      [1, 1, 'Ada', 30, 3, '2024-12-01'],
      [2, 1, 'Ben', 60, 7, '2025-01-10'],
    ],
    reviews: [
      ['review_id', 'hotel_id', 'rating', 'given_on', 'replied_on'],
      [1, 1, 1, '2025-01-02', '2025-01-09'],
      [2, 1, 5, '2025-01-12', null],
      [3, 2, 1, '2024-11-02', '2024-11-03'],
    ],
    guests: [
      ['guest_id', 'guest_name'],
      [1, 'Ada'],
      [2, 'Ben'],
    ],
    tickets: [
      ['ticket_id', 'reported_at', 'due_on', 'closed_at', 'reported_by'],
      [1, '2024-12-01', '2024-12-05', '2024-12-09', 'Guest'],
      [2, '2024-12-02', '2024-12-05', null, 'Guest'],
      [3, '2025-01-02', '2025-01-30', null, 'Staff'],
    ],
  },
};

const world = openWorlds<'lifts' | 'inn'>({ lifts, inn });

describe('what a word belongs to', () => {
  it.each<[of: 'lifts' | 'inn', question: string, rows: readonly (readonly unknown[])[]]>([
    // Sites that have no contract at all have no active one either.
    ['lifts', 'sites without active contracts', [[2]]],
    ['lifts', 'how many sites have no active contract', [[2]]],
    // New jobs are no new sites.
    ['lifts', 'how many new sites in 2024', [[2]]],
    ['lifts', 'what did we invoice in december 2024', [[500]]],
    // Parts are told apart by their lines' numbers no more than orders by the names of products.
    // Technicians are meant where nobody speaks of their supervisors.
    [
      'lifts',
      'jobs by depot',
      [
        ['Leeds', 3],
        ['London', 1],
      ],
    ],
    ['lifts', 'how many jobs did Tom Bennett do', [[1]]],
    [
      'lifts',
      'jobs by supervisor depot',
      [
        ['London', 3],
        [null, 1],
      ],
    ],
    [
      'lifts',
      'parts cost by part',
      [
        ['door', 30],
        ['rope', 28],
      ],
    ],
    ['inn', 'how many 1 star reviews', [[2]]],
    ['inn', '4 star hotels', [[2]]],
    ['inn', 'how many tickets are overdue', [[1]]],
    ['inn', 'how many tickets were closed late', [[1]]],
    ['inn', 'whats the average review score for Seafront', [[3]]],
    [
      'inn',
      'tickets reported by guests, oldest first',
      [
        [1, '2024-12-01T00:00:00.000'],
        [2, '2024-12-02T00:00:00.000'],
      ],
    ],
  ])('is found in the data of %s: %s', async (of, question, rows) => {
    expectRows(await world(of).ask(question), rows as never);
  });

  it.each([
    ['lifts', 'breakdowns have no rating of their own', 'avg customer rating for breakdowns'],
    ['lifts', 'contracts are no invoices of that type', 'contracts that run out in january 2025'],
    ['lifts', 'callouts are not on time by their invoices', 'what % of callouts were on time'],
    ['lifts', 'lifts are not overdue by their invoices', 'how many lifts are overdue'],
    ['inn', 'guests are no tickets that they report', 'new guests in 2024'],
    ['inn', 'times are no other number', 'who stayed more than 20 times'],
    ['inn', 'nights are not slow', 'which hotel is slowest at getting things fixed'],
  ] as const)('in %s, %s, so that it asks back: %s', async (of, _, question) => {
    const { result, answer } = await world(of).ask(question);
    expect(result, answer).toBeUndefined();
  });

  it('"last" is the year before, and no date whose name begins so', async () => {
    const { result } = await world('lifts').ask('callouts this year vs last');
    expect(result?.sqlQuery ?? '').not.toContain('inspect');
  });

  it('jobs are not done by those who deliver the parts for them', async () => {
    const { answer } = await world('lifts').ask('who did the most jobs in december 2024');
    expect(answer).not.toContain('Liftparts (');
  });

  it('the year of the data is not that in which the last hotel was opened', async () => {
    const { answer } = await world('inn').ask('hotels opened this year');
    expect(answer).not.toContain('in 2021');
  });

  it('the sites that had the most are those of the callouts asked for before', async () => {
    const thread = ['callouts in december 2024', 'only lifts'];
    const { result, answer } = await world('lifts').ask('which sites had the most', thread);
    expect(result?.data[0], answer).toEqual(['Ash Court', 1]);
  });
});

it('an answer says by which date, where it is not the usual one', async () => {
  const ask = async (question: string) => (await world('inn').ask(question)).answer;
  expect(await ask('how many tickets were closed in december 2024')).toMatch(
    /^1 ticket in December 2024\. .*Dated by Closing date\.$/,
  );
  expect(await ask('how many tickets in december 2024')).not.toContain('Dated by');
});

it('an answer says how much of the whole belongs to no group', async () => {
  const { answer } = await world('lifts').ask('revenue by job type');
  expect(answer).toMatch(/unknown job type: €300\.00 \(50%\)|unknown job type: €300 \(50%\)/i);
});
