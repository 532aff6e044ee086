import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Homes that are let and repaired, with words that mean one thing as a verb, another as a value and a third as a date. */
const agency: World = {
  name: 'agency',
  model: {
    'agency.yml': `
cubes:
  - name: contractors
    sql_table: contractors
    title: Contractors
    dimensions:
      - { name: contractor_id, sql: "{CUBE}.contractor_id", type: number, primary_key: true, public: false }
      - { name: full_name, title: Contractor, sql: "{CUBE}.full_name", type: string }
      - { name: trade, title: Trade, sql: trade, type: string }
      - { name: hourly_rate, title: Hourly rate, sql: hourly_rate, type: number, format: currency, currency: GBP }
      - { name: rating, title: Rating, sql: rating, type: number }
    measures:
      - { name: contractor_count, title: Contractors, type: count }
      - { name: average_rating, title: Average rating, type: avg, sql: rating }
  - name: properties
    sql_table: properties
    title: Properties
    dimensions:
      - { name: property_id, title: Property no., sql: "{CUBE}.property_id", type: number, primary_key: true, format: id }
      - { name: kind, title: Property type, sql: kind, type: string }
      - { name: area, title: Area, sql: area, type: string }
      - { name: epc, title: EPC rating, sql: epc, type: string }
      - { name: service_level, title: Service level, sql: service_level, type: string }
      - { name: property_manager, title: Property manager, sql: property_manager, type: string }
      - { name: gas_expires, title: Gas certificate expires, sql: "CAST({CUBE}.gas_expires AS TIMESTAMP)", type: time }
      - { name: asking_rent, title: Asking rent, sql: asking_rent, type: number, format: currency, currency: GBP }
    measures:
      - { name: property_count, title: Properties, type: count }
      - { name: occupancy_rate, title: Occupancy rate, type: avg, sql: "CASE WHEN area = 'North' THEN 1.0 ELSE 0 END", format: percent }
  - name: tenants
    sql_table: tenants
    title: Tenants
    dimensions:
      - { name: tenant_id, sql: "{CUBE}.tenant_id", type: number, primary_key: true, public: false }
      - { name: full_name, title: Tenant, sql: "{CUBE}.full_name", type: string }
      - { name: date_of_birth, title: Date of birth, sql: "CAST({CUBE}.date_of_birth AS TIMESTAMP)", type: time }
    measures:
      - { name: tenant_count, title: Tenants, type: count }
  - name: tenancies
    sql_table: tenancies
    title: Tenancies
    joins:
      - { name: properties, relationship: many_to_one, sql: "{CUBE}.property_id = {properties}.property_id" }
      - { name: tenants, relationship: many_to_one, sql: "{CUBE}.tenant_id = {tenants}.tenant_id" }
    segments:
      - { name: current, title: Current tenancies, sql: "{CUBE}.leaving_reason IS NULL" }
    dimensions:
      - { name: reference, title: Tenancy reference, sql: reference, type: string, primary_key: true }
      - { name: leaving_reason, title: Reason for leaving, sql: leaving_reason, type: string }
      - { name: start_date, title: Start date, sql: "CAST({CUBE}.start_date AS TIMESTAMP)", type: time }
      - { name: end_date, title: End date, sql: "CAST({CUBE}.end_date AS TIMESTAMP)", type: time }
    measures:
      - { name: tenancy_count, title: Tenancies, type: count }
  - name: repairs
    sql_table: repairs
    title: Repairs
    meta: { synonyms: [jobs] }
    joins:
      - { name: properties, relationship: many_to_one, sql: "{CUBE}.property_id = {properties}.property_id" }
      - { name: contractors, relationship: many_to_one, sql: "{CUBE}.contractor_id = {contractors}.contractor_id" }
    dimensions:
      - { name: job_id, title: Job no., sql: job_id, type: number, primary_key: true, format: id }
      - { name: priority, title: Priority, sql: priority, type: string }
      - { name: status, title: Status, sql: "{CUBE}.status", type: string }
      - { name: charged_to, title: Charged to, sql: charged_to, type: string }
      - { name: reported_on, title: Reported on, sql: "CAST({CUBE}.reported_on AS TIMESTAMP)", type: time }
      - { name: scheduled_for, title: Scheduled for, sql: "CAST({CUBE}.scheduled_for AS TIMESTAMP)", type: time }
      - { name: estimate, title: Estimate, sql: estimate, type: number, format: currency, currency: GBP }
      - { name: final_cost, title: Final cost, sql: final_cost, type: number, format: currency, currency: GBP }
    measures:
      - { name: repair_count, title: Repairs, type: count }
      - { name: repair_cost, title: Repair cost, type: sum, sql: final_cost, format: currency, currency: GBP }
      - { name: average_estimate, title: Average estimate, type: avg, sql: estimate, format: currency, currency: GBP }
  - name: drivers
    sql_table: drivers
    title: Drivers
    dimensions:
      - { name: driver_id, sql: driver_id, type: number, primary_key: true, public: false }
      - { name: driver_name, title: Driver, sql: driver_name, type: string }
      - { name: status, title: Driver status, sql: status, type: string }
      - { name: hired_on, title: Hired on, sql: "CAST({CUBE}.hired_on AS TIMESTAMP)", type: time }
      - { name: left_on, title: Left on, sql: "CAST({CUBE}.left_on AS TIMESTAMP)", type: time }
    measures:
      - { name: driver_count, title: Drivers, type: count }
  - name: shipments
    sql_table: shipments
    title: Shipments
    meta: { synonyms: [delivery] }
    joins:
      - { name: drivers, relationship: many_to_one, sql: "{CUBE}.driver_id = {drivers}.driver_id" }
    dimensions:
      - { name: shipment_id, title: Shipment no., sql: shipment_id, type: number, primary_key: true, format: id }
      - { name: booked_at, title: Booked at, sql: "CAST({CUBE}.booked_at AS TIMESTAMP)", type: time }
      - { name: delivered_at, title: Delivered at, sql: "CAST({CUBE}.delivered_at AS TIMESTAMP)", type: time }
    measures:
      - { name: shipment_count, title: Shipments, type: count }
      - { name: tolls, title: Tolls paid, type: sum, sql: toll, format: currency, currency: EUR }
`,
  },
  tables: {
    contractors: [
      ['contractor_id', 'full_name', 'trade', 'hourly_rate', 'rating'],
      [1, 'Ann Ray', 'plumber', 30, 4.5],
      [2, 'Bo Fox', 'plumber', 50, 2.5],
      [3, 'Cy Orr', 'electrician', 40, 3.5],
    ],
    properties: [
      [
        'property_id',
        'kind',
        'area',
        'epc',
        'service_level',
        'property_manager',
        'gas_expires',
        'asking_rent',
      ],
      [1, 'flat', 'North', 'A', 'fully managed', 'Kim Poe', '2024-03-01', 900],
      [2, 'flat', 'North', 'C', 'let only', 'Kim Poe', '2026-03-01', 1_100],
      [3, 'house', 'South', 'D', 'fully managed', 'Lou Ash', null, 1_500],
    ],
    tenants: [
      ['tenant_id', 'full_name', 'date_of_birth'],
      [1, 'Dee Lin', '1990-01-01'],
      [2, 'Eli Kay', '1980-01-01'],
      [3, 'Flo Bay', '1970-01-01'],
    ],
    tenancies: [
      ['reference', 'property_id', 'tenant_id', 'leaving_reason', 'start_date', 'end_date'],
      ['T-1', 1, 1, 'evicted', '2023-01-01', '2024-06-30'],
      ['T-2', 2, 2, 'evicted', '2024-02-01', '2025-02-01'],
      ['T-3', 3, 3, null, '2024-03-01', '2025-12-31'],
    ],
    repairs: [
      [
        ...['job_id', 'property_id', 'contractor_id', 'priority', 'status', 'charged_to', 'reported_on'],
        ...['scheduled_for', 'estimate', 'final_cost'],
      ],
      [1, 1, 1, 'urgent', 'completed', 'tenant', '2024-04-10', '2024-04-12', 400, 600],
      [2, 1, 2, 'urgent', 'completed', 'landlord', '2025-04-10', '2025-04-12', 400, 300],
      [3, 2, 3, 'routine', 'completed', 'landlord', '2025-04-20', '2025-04-22', 500, 900],
      [4, 3, 3, 'routine', 'scheduled', 'tenant', '2025-05-01', '2025-07-01', 500, null],
    ],
    drivers: [
      ['driver_id', 'driver_name', 'status', 'hired_on', 'left_on'],
      [1, 'Gus Elk', 'active', '2020-01-01', null],
      [2, 'Hal Oak', 'on leave', '2021-01-01', null],
      [3, 'Ivy Elm', 'left', '2021-01-01', '2025-01-31'],
    ],
    shipments: [
      ['shipment_id', 'driver_id', 'booked_at', 'delivered_at', 'toll'],
      [1, 1, '2025-03-30', '2025-04-02', 5],
      [2, 1, '2025-04-28', '2025-05-02', 6],
      [3, 1, '2024-01-10', '2024-01-12', 7],
      [4, 2, '2025-01-10', '2025-01-12', 8],
      [5, 2, '2025-01-15', '2025-01-17', 9],
    ],
  },
};

/** Tickets to films in cinemas, bought by members who have a cinema of their own, nearer to the tickets than that of the show. */
const cinema: World = {
  name: 'cinema',
  model: {
    'cinema.yml': `
cubes:
  - name: cinemas
    sql_table: cinemas
    title: Cinemas
    dimensions:
      - { name: cinema_id, sql: "{CUBE}.cinema_id", type: number, primary_key: true, public: false }
      - { name: cinema_name, title: Cinema, sql: "{CUBE}.cinema_name", type: string }
      - { name: city, title: City, sql: "{CUBE}.city", type: string }
      - { name: region, title: Region, sql: "{CUBE}.region", type: string }
    measures:
      - { name: cinema_count, title: Cinemas, type: count }
  - { name: home_cinemas, extends: cinemas, title: Home cinemas }
  - name: members
    sql_table: members
    title: Members
    joins:
      - { name: home_cinemas, relationship: many_to_one, sql: "{CUBE}.cinema_id = {home_cinemas}.cinema_id" }
    dimensions:
      - { name: member_id, sql: "{CUBE}.member_id", type: number, primary_key: true, public: false }
      - { name: full_name, title: Member, sql: "{CUBE}.full_name", type: string }
    measures:
      - { name: member_count, title: Members, type: count }
  - name: films
    sql_table: films
    title: Films
    dimensions:
      - { name: film_id, sql: "{CUBE}.film_id", type: number, primary_key: true, public: false }
      - { name: title, title: Film, sql: "{CUBE}.title", type: string }
      - { name: budget_m, title: Budget (millions), sql: budget_m, type: number }
    measures:
      - { name: film_count, title: Films, type: count }
  - name: screenings
    sql_table: screenings
    title: Screenings
    joins:
      - { name: films, relationship: many_to_one, sql: "{CUBE}.film_id = {films}.film_id" }
      - { name: screens, relationship: many_to_one, sql: "{CUBE}.screen_id = {screens}.screen_id" }
    dimensions:
      - { name: screening_id, title: Screening no., sql: "{CUBE}.screening_id", type: number, primary_key: true, format: id }
      - { name: starts_at, title: Start time, sql: "CAST({CUBE}.starts_at AS TIMESTAMP)", type: time }
    measures:
      - { name: screening_count, title: Screenings, type: count }
  - name: screens
    sql_table: screens
    title: Screens
    joins:
      - { name: cinemas, relationship: many_to_one, sql: "{CUBE}.cinema_id = {cinemas}.cinema_id" }
    dimensions:
      - { name: screen_id, title: Screen no., sql: "{CUBE}.screen_id", type: number, primary_key: true, format: id }
      - { name: seats, title: Seats, sql: seats, type: number }
    measures:
      - { name: screen_count, title: Screens, type: count }
  - name: ticket_sales
    sql_table: ticket_sales
    title: Ticket sales
    joins:
      - { name: screenings, relationship: many_to_one, sql: "{CUBE}.screening_id = {screenings}.screening_id" }
      - { name: members, relationship: many_to_one, sql: "{CUBE}.member_id = {members}.member_id" }
    dimensions:
      - { name: sale_id, title: Sale no., sql: sale_id, type: number, primary_key: true, format: id }
      - { name: sold_on, title: Sale date, sql: "CAST({CUBE}.sold_on AS TIMESTAMP)", type: time }
      - { name: refunded_on, title: Refund date, sql: "CAST({CUBE}.refunded_on AS TIMESTAMP)", type: time }
    measures:
      - { name: sale_count, title: Number of sales, type: count }
      - { name: tickets_sold, title: Tickets sold, type: sum, sql: tickets, meta: { synonyms: [tickets] } }
      - { name: ticket_revenue, title: Ticket revenue, type: sum, sql: amount, format: currency, currency: GBP }
      - { name: refunded_amount, title: Refunds, type: sum, sql: amount, filters: [{ sql: "{CUBE}.refunded_on IS NOT NULL" }], format: currency, currency: GBP }
`,
  },
  tables: {
    cinemas: [
      ['cinema_id', 'cinema_name', 'city', 'region'],
      [1, 'Rialto', 'Leeds', 'North'],
      [2, 'Regent', 'York', 'North'],
    ],
    members: [
      ['member_id', 'full_name', 'cinema_id'],
      [1, 'Ann Ray', 2],
      [2, 'Bo Fox', 2],
    ],
    films: [
      ['film_id', 'title', 'budget_m'],
      [1, 'Glass Wolves', 4],
      [2, 'Dark Water', 120],
    ],
    screens: [
      ['screen_id', 'cinema_id', 'seats'],
      [1, 1, 100],
      [2, 2, 80],
    ],
    screenings: [
      ['screening_id', 'film_id', 'screen_id', 'starts_at'],
      [1, 1, 1, '2024-05-02 20:00:00'],
      [2, 2, 2, '2024-06-02 20:00:00'],
    ],
    ticket_sales: [
      ['sale_id', 'screening_id', 'member_id', 'sold_on', 'refunded_on', 'tickets', 'amount'],
      [1, 1, 1, '2024-04-20', null, 5, 50],
      [2, 1, 2, '2024-04-21', '2024-05-01', 1, 10],
      [3, 2, null, '2024-04-22', null, 2, 30],
    ],
  },
};

const world = openWorlds({ agency, cinema });

describe('words that are like several things', () => {
  it.each([
    // Those of a rating, not of a rate.
    ['worst rated contractor', [['Bo Fox', 2.5]]],
    // Who manages them says who they are managed by, not how much.
    ['how many properties are managed by Kim Poe', [[2]]],
    // What is called so before what is dated so.
    ['how many scheduled jobs', [[1]]],
    ['how many drivers are not on leave', [[2]]],
    // What is done to things, even where they are called after it.
    ['how many shipments did we deliver in April 2025', [[1]]],
    // Those whose date is past, of which others are yet to come.
    ['number of expired gas certificates', [[1]]],
    // How it was over says when: not when it began.
    ['how many tenancies were evicted in 2025', [[1]]],
    ['longest tenancy', [['T-3', 670]]],
    // People rather than what they pay for.
    ['tenants in South', [['Flo Bay']]],
    // Of those that are named, not of all.
    ['what percentage of urgent repairs cost more than 500', [[50]]],
    // One month against the same one a year before, and a year against the last.
    [
      'shipments this January compared to last January',
      [
        ['2024-01-01T00:00:00.000', 1],
        ['2025-01-01T00:00:00.000', 2],
      ],
    ],
    [
      'repairs compared to last year',
      [
        ['2024-01-01T00:00:00.000', 1],
        ['2025-01-01T00:00:00.000', 3],
      ],
    ],
  ])('are read as what is meant: %s', async (question, rows) => {
    expectRows(await world('agency').ask(question), rows as never);
  });

  it.each([
    // That of the show, not the one that those who came call theirs.
    ['ticket revenue at the Rialto', [[60]]],
    [
      'ticket revenue by city',
      [
        ['Leeds', 60],
        ['York', 30],
      ],
    ],
    // Who bought most was sold most.
    ['which member bought the most tickets', [['Ann Ray', 5]]],
    // By when they were made, not by when what was refunded was sold.
    ['refunds in May 2024', [[10]]],
    ['how many films with a budget under 5 million', [[1]]],
  ])('are read of a sale as what is meant: %s', async (question, rows) => {
    expectRows(await world('cinema').ask(question), rows as never);
  });

  it.each([
    ['no repair rate is an occupancy rate', 'repair rate by area'],
    ['no salary is a toll that is paid', 'salary cost by driver'],
    ['no other length is that of a trip', 'longest property'],
    ['no price of a job is that of a plumber', 'cheapest plumber'],
    ['nothing longer is older', 'tenancies longer than 2 years'],
    ['either of two conditions is not both', 'properties either in North or with an asking rent over 1000'],
    ['one or better is not just that one', 'EPC rating of C or better'],
    ['an estimate that was passed is no average', 'repairs that went over the estimate'],
    ['how far two figures are apart is no group', 'difference between estimate and final cost by priority'],
    ['hours are no amounts', 'repairs between 10 and 12'],
    ['one of them is no pound', 'properties with at least one urgent repair in 2025'],
    ['without a current one is not with one that is over', 'properties without a current tenancy'],
    ['lifts are not there just because flats are', 'flats with lifts'],
  ])('%s, so that it asks back: %s', async (_, question) => {
    const { result, answer } = await world('agency').ask(question);
    expect(result, answer).toBeUndefined();
  });
});
