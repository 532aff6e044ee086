import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const ids = Array.from({ length: 40 }, (_, id) => id);

/** Bookings that a station or a driver called off, and drivers who heard of it from a company: values called like things. */
const world = openWorlds({
  cars: {
    name: 'a hirer of cars',
    now: '2026-11-30T10:00:00Z',
    model: {
      'cars.yml': `
cubes:
  - name: stations
    title: Stations
    sql_table: stations
    dimensions:
      - { name: station_id, sql: station_id, type: number, primary_key: true, public: false }
      - { name: name, title: Station, sql: "{CUBE}.name", type: string }
    measures:
      - { name: station_count, title: Stations, type: count }
  - name: companies
    title: Companies
    sql_table: companies
    dimensions:
      - { name: company_id, sql: company_id, type: number, primary_key: true, public: false }
      - { name: name, title: Company, sql: "{CUBE}.name", type: string }
    measures:
      - { name: company_count, title: Companies, type: count }
  - name: staff
    title: Staff
    sql_table: staff
    joins:
      - { name: stations, relationship: many_to_one, sql: "{CUBE}.station_id = {stations}.station_id" }
    dimensions:
      - { name: staff_id, title: Staff number, sql: staff_id, type: number, primary_key: true }
      - { name: name, title: Member of staff, sql: "{CUBE}.name", type: string }
      - { name: role, title: Role, sql: role, type: string }
      - { name: left_on, title: Left on, sql: "CAST({CUBE}.left_on AS TIMESTAMP)", type: time }
    measures:
      - { name: staff_count, title: Staff, type: count }
  - name: drivers
    title: Drivers
    sql_table: drivers
    joins:
      - { name: companies, relationship: many_to_one, sql: "{CUBE}.company_id = {companies}.company_id" }
    dimensions:
      - { name: driver_id, title: Driver number, sql: driver_id, type: number, primary_key: true }
      - { name: name, title: Driver, sql: "{CUBE}.name", type: string }
      - { name: plan, title: Plan, sql: plan, type: string }
      - { name: heard_from, title: Heard from, sql: heard_from, type: string }
      - { name: closed_on, title: Account closed on, description: Day the driver left us, sql: "CAST(closed_on AS TIMESTAMP)", type: time }
      - { name: signed_up_on, title: Signed up on, sql: "CAST(signed_up_on AS TIMESTAMP)", type: time }
    measures:
      - { name: driver_count, title: Drivers, type: count }
  - name: bookings
    title: Bookings
    sql_table: bookings
    joins:
      - { name: drivers, relationship: many_to_one, sql: "{CUBE}.driver_id = {drivers}.driver_id" }
      - { name: stations, relationship: many_to_one, sql: "{CUBE}.station_id = {stations}.station_id" }
      - { name: staff, relationship: many_to_one, sql: "{CUBE}.staff_id = {staff}.staff_id" }
    dimensions:
      - { name: booking_id, title: Booking number, sql: booking_id, type: number, primary_key: true }
      - { name: booked_for, title: Booked for, sql: "CAST({CUBE}.booked_for AS TIMESTAMP)", type: time }
      - { name: cancelled_by, title: Cancelled by, sql: cancelled_by, type: string }
    measures:
      - { name: booking_count, title: Bookings, type: count }
      - { name: average_wait, title: Average waiting time, sql: wait, type: avg, meta: { unit: min } }
  - name: invoices
    title: Invoices
    sql_table: invoices
    joins:
      - { name: bookings, relationship: many_to_one, sql: "{CUBE}.booking_id = {bookings}.booking_id" }
      - { name: drivers, relationship: many_to_one, sql: "{CUBE}.driver_id = {drivers}.driver_id" }
    dimensions:
      - { name: invoice_id, title: Invoice number, sql: invoice_id, type: number, primary_key: true }
      - { name: issued_on, title: Issued on, sql: "CAST({CUBE}.issued_on AS TIMESTAMP)", type: time }
      - { name: payer, title: Payer, sql: payer, type: string }
      - { name: total, title: Invoice amount, sql: "{CUBE}.total", type: number, format: currency, currency: EUR }
    measures:
      - { name: invoice_count, title: Invoices, type: count }
      - { name: turnover, title: Turnover, sql: "{CUBE}.total", type: sum, format: currency, currency: EUR }
views:
  - name: billing
    title: Billing
    cubes:
      - join_path: invoices
        includes: [invoice_id, issued_on, payer, total, invoice_count, turnover]
      - join_path: invoices.drivers
        includes: [plan]
      - join_path: invoices.bookings.stations
        includes: [{ name: name, alias: station }]
  - name: desk
    title: Desk
    cubes:
      - join_path: bookings
        includes: [booking_id, booked_for, cancelled_by, booking_count]
      - join_path: bookings.stations
        includes: [{ name: name, alias: station }]
      - join_path: bookings.staff
        includes: [staff_id, { name: name, alias: colleague }, role]
`,
    },
    tables: {
      stations: [['station_id', 'name'], ...['Airport', 'Harbour', 'Old Town'].map((name, id) => [id, name])],
      companies: [['company_id', 'name'], ...['Alder', 'Birch'].map((name, id) => [id, name])],
      staff: [
        ['staff_id', 'station_id', 'name', 'role', 'left_on'],
        ...['Ann Beck', 'Bo Carr', 'Cy Dunn', 'Di Egan', 'Ed Falk', 'Flo Gray'].map((name, id) => [
          ...[id, id % 3, name, ['Valet', 'Clerk'][id % 2] ?? ''],
          id === 5 ? '2026-03-01' : null,
        ]),
      ],
      drivers: [
        ['driver_id', 'company_id', 'name', 'plan', 'heard_from', 'closed_on', 'signed_up_on'],
        ...ids.map((id) => [
          ...[id, id % 3 === 0 ? null : id % 2, `Driver ${id}`, ['private', 'business'][id % 2] ?? ''],
          ...[['company', 'web', 'friend'][id % 3] ?? '', id % 6 === 1 ? '2026-02-11' : null],
          ...[`${2025 + (id % 2)}-04-0${1 + (id % 7)}`],
        ]),
      ],
      bookings: [
        ['booking_id', 'driver_id', 'station_id', 'staff_id', 'booked_for', 'cancelled_by', 'wait'],
        ...ids.map((id) => [
          ...[id, id % 17, id % 3, id % 6, `2026-1${id % 2}-${10 + (id % 15)}`],
          ...[id % 5 === 0 ? 'station' : id % 7 === 0 ? 'driver' : null, 3 + ((id * 7) % 11)],
        ]),
      ],
      invoices: [
        ['invoice_id', 'booking_id', 'driver_id', 'issued_on', 'payer', 'total'],
        ...ids.map((id) => [
          ...[id, id, id % 17, `2026-0${1 + (id % 9)}-15`],
          ...[id % 3 === 0 ? 'company' : 'driver', 40 + ((id * 13) % 60)],
        ]),
      ],
    },
  },
});

const byStation = 'SELECT s.name, AVG(wait) FROM bookings b JOIN stations s USING (station_id) GROUP BY 1';

describe('a value that is called like a thing', () => {
  it.each([
    ['which station has the best average waiting time?', `${byStation} ORDER BY 2 LIMIT 1`],
    ['which station has the worst waiting time?', `${byStation} ORDER BY 2 DESC LIMIT 1`],
    ['average waiting time by station', byStation],
  ])('is not meant where that is asked for: %s', async (question, sql) => {
    expectRows(await world('cars').ask(question), await world('cars').truth(sql));
  });

  it.each([
    ['how many drivers have no company?', 'SELECT COUNT(*) FROM drivers WHERE company_id IS NULL'],
    ['how many drivers have a company?', 'SELECT COUNT(*) FROM drivers WHERE company_id IS NOT NULL'],
    [
      'how many drivers without a company signed up in 2026?',
      'SELECT COUNT(*) FROM drivers WHERE company_id IS NULL AND YEAR(CAST(signed_up_on AS DATE)) = 2026',
    ],
  ])('is not meant where that is had: %s', async (question, sql) => {
    expectRows(await world('cars').ask(question), await world('cars').truth(sql));
  });

  it('is not meant where a follow-up says that it is had', async () => {
    expectRows(
      await world('cars').ask('how many have a company?', ['how many drivers signed up in 2026?']),
      await world('cars').truth(
        'SELECT COUNT(*) FROM drivers WHERE company_id IS NOT NULL AND YEAR(CAST(signed_up_on AS DATE)) = 2026',
      ),
    );
  });

  it('is not meant where nothing else is answered', async () => {
    const { result, answer } = await world('cars').ask('how many drivers crashed this year?');
    expect(result, answer).toBeUndefined();
  });

  it('is not meant beside a value of that thing', async () => {
    expectRows(
      await world('cars').ask('only private drivers', ['turnover by station this year']),
      await world('cars').truth(
        "SELECT s.name, SUM(total) FROM invoices i JOIN bookings b USING (booking_id) JOIN stations s USING (station_id) JOIN drivers d ON d.driver_id = i.driver_id WHERE plan = 'private' GROUP BY 1",
      ),
    );
  });

  it.each([
    ['bookings cancelled by the station', "SELECT COUNT(*) FROM bookings WHERE cancelled_by = 'station'"],
    [
      'how many bookings were cancelled by station?',
      "SELECT COUNT(*) FROM bookings WHERE cancelled_by = 'station'",
    ],
    ['how many drivers heard from a company?', "SELECT COUNT(*) FROM drivers WHERE heard_from = 'company'"],
    ['turnover where the payer is driver', "SELECT SUM(total) FROM invoices WHERE payer = 'driver'"],
  ])('is meant where its column is named: %s', async (question, sql) => {
    const { result, answer } = await world('cars').ask(question);
    const [[truth] = []] = await world('cars').truth(sql);
    expect(result?.totalRows === 1 ? Number(result.data[0]?.at(-1)) : result?.totalRows, answer).toBe(
      Number(truth),
    );
  });
});

describe('people who are called by their role', () => {
  it('are told apart by their names where a view calls these otherwise', async () => {
    expectRows(
      await world('cars').ask('and by clerk at the airport', ['bookings in November by station']),
      await world('cars').truth(
        "SELECT f.name, COUNT(*) FROM bookings b JOIN staff f USING (staff_id) JOIN stations s ON s.station_id = b.station_id WHERE role = 'Clerk' AND s.name = 'Airport' AND MONTH(CAST(booked_for AS DATE)) = 11 GROUP BY 1",
      ),
    );
  });
});

describe('what somebody did', () => {
  it.each([
    ['how many drivers left this year?', 'SELECT COUNT(closed_on) FROM drivers'],
    ['how many drivers have left us?', 'SELECT COUNT(closed_on) FROM drivers'],
    ['how many staff left this year?', 'SELECT COUNT(left_on) FROM staff'],
  ])('is dated by the time that is described in these words: %s', async (question, sql) => {
    expectRows(await world('cars').ask(question), await world('cars').truth(sql));
  });

  it('is said of nobody else', async () => {
    const { result, answer } = await world('cars').ask('how many drivers with a booking have left us?');
    expect(result, answer).toBeUndefined();
  });

  it('is what things are ranked by where it is said to be spent', async () => {
    expectRows(
      await world('cars').ask('which driver has spent the most?'),
      await world('cars').truth(
        'SELECT d.name, SUM(total) FROM invoices i JOIN drivers d USING (driver_id) GROUP BY 1 ORDER BY 2 DESC LIMIT 1',
      ),
    );
  });
});
