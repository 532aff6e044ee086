import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** A translation agency: what is due is done in time, late, or not yet; the printer sends by a day of its own. */
const agency: World = {
  name: 'agency',
  now: '2025-06-16T12:00:00Z',
  model: {
    'agency.yml': `
cubes:
  - name: translations
    sql_table: translations
    title: Translations
    dimensions:
      - { name: translation_no, title: Translation no, sql: "{CUBE}.translation_no", type: string, primary_key: true }
      - { name: client, title: Client, sql: "{CUBE}.client", type: string }
      - { name: status, title: Status, sql: "{CUBE}.status", type: string }
      - { name: ordered_on, title: Ordered on, sql: "CAST({CUBE}.ordered_on AS TIMESTAMP)", type: time }
      - { name: due_on, title: Due on, sql: "CAST({CUBE}.due_on AS TIMESTAMP)", type: time }
      - { name: completed_on, title: Completed on, sql: "CAST({CUBE}.completed_on AS TIMESTAMP)", type: time }
    measures:
      - { name: translation_count, title: Translations, type: count }
    segments:
      - { name: open, title: Open translations, sql: "{CUBE}.status IN ('planned', 'in work')" }
  - name: parcels
    sql_table: parcels
    title: Parcels
    dimensions:
      - { name: parcel_no, title: Parcel no, sql: "{CUBE}.parcel_no", type: string, primary_key: true }
      - { name: packed_at, title: Packed at, sql: "CAST({CUBE}.packed_at AS TIMESTAMP)", type: time }
      - { name: send_by, title: Send-by date, sql: "CAST({CUBE}.send_by AS TIMESTAMP)", type: time, description: Day by which the parcel has to be sent }
      - { name: sent_at, title: Sent at, sql: "CAST({CUBE}.sent_at AS TIMESTAMP)", type: time }
      - { name: received_at, title: Received at, sql: "CAST({CUBE}.received_at AS TIMESTAMP)", type: time }
      - { name: town, title: Send-to town, sql: "{CUBE}.town", type: string }
    measures:
      - { name: parcel_count, title: Parcels, type: count }
    segments:
      - { name: to_send, title: Parcels to send, sql: "{CUBE}.sent_at IS NULL AND {CUBE}.send_by < DATE '2025-06-20'", meta: { synonyms: [unsent parcels] } }
  - name: complaints
    sql_table: complaints
    title: Complaints
    dimensions:
      - { name: complaint_no, title: Complaint no, sql: "{CUBE}.complaint_no", type: string, primary_key: true }
      - { name: received_on, title: Received on, sql: "CAST({CUBE}.received_on AS TIMESTAMP)", type: time }
      - { name: reply_by, title: Reply by, sql: "CAST({CUBE}.reply_by AS TIMESTAMP)", type: time, description: Day by which the office has to reply }
      - { name: replied_on, title: Replied on, sql: "CAST({CUBE}.replied_on AS TIMESTAMP)", type: time, description: Empty until the office replies }
    measures:
      - { name: complaint_count, title: Complaints, type: count }
`,
  },
  tables: {
    translations: [
      ['translation_no', 'client', 'status', 'ordered_on', 'due_on', 'completed_on'],
      ['T1', 'Arp', 'completed', '2025-04-01', '2025-04-10', '2025-04-09'],
      ['T2', 'Arp', 'completed', '2025-04-02', '2025-04-12', '2025-04-20'],
      ['T3', 'Bay', 'completed', '2025-04-20', '2025-05-05', '2025-05-05'],
      ['T4', 'Bay', 'in work', '2025-05-01', '2025-05-20', null],
      ['T5', 'Arp', 'in work', '2025-05-10', '2025-06-10', null],
      ['T6', 'Bay', 'planned', '2025-06-01', '2025-07-01', null],
      ['T7', 'Arp', 'cancelled', '2025-05-02', '2025-05-22', null],
    ],
    parcels: [
      ['parcel_no', 'packed_at', 'send_by', 'sent_at', 'received_at', 'town'],
      ['P1', '2025-05-01', '2025-05-03', '2025-05-02', '2025-05-05', 'Ulm'],
      ['P2', '2025-05-28', '2025-05-30', '2025-06-02', '2025-06-04', 'Ulm'],
      ['P3', '2025-06-02', '2025-06-04', '2025-06-03', null, 'Bonn'],
      ['P4', '2025-06-10', '2025-06-12', null, null, 'Bonn'],
      ['P5', '2025-06-15', '2025-06-20', null, null, 'Ulm'],
    ],
    complaints: [
      ['complaint_no', 'received_on', 'reply_by', 'replied_on'],
      ['C1', '2025-05-01', '2025-05-15', '2025-05-14'],
      ['C2', '2025-05-20', '2025-06-03', null],
      ['C3', '2025-06-04', '2025-06-18', '2025-06-13'],
      ['C4', '2025-06-05', '2025-06-19', null],
      ['C5', '2025-06-12', '2025-06-26', null],
    ],
  },
};

/** A view shows the status of repairs beside that of the bikes, some of which were withdrawn. */
const bikes: World = {
  name: 'bikes',
  now: '2025-06-16T12:00:00Z',
  model: {
    'bikes.yml': `
cubes:
  - name: bikes
    sql_table: bikes
    title: Bikes
    public: false
    dimensions:
      - { name: bike_no, title: Bike, sql: "{CUBE}.bike_no", type: string, primary_key: true }
      - { name: brand, title: Brand, sql: "{CUBE}.brand", type: string }
      - { name: status, title: Status, sql: "{CUBE}.status", type: string }
  - name: repairs
    sql_table: repairs
    title: Repairs
    public: false
    joins:
      - { name: bikes, relationship: many_to_one, sql: "{CUBE}.bike_no = {bikes}.bike_no" }
    dimensions:
      - { name: repair_no, title: Repair no, sql: "{CUBE}.repair_no", type: string, primary_key: true }
      - { name: status, title: Repair status, sql: "{CUBE}.status", type: string }
      - { name: due_on, title: Due on, sql: "CAST({CUBE}.due_on AS TIMESTAMP)", type: time }
      - { name: finished_on, title: Finished on, sql: "CAST({CUBE}.finished_on AS TIMESTAMP)", type: time }
    measures:
      - { name: repair_count, title: Repairs, type: count }
  - name: tours
    sql_table: tours
    title: Tours
    dimensions:
      - { name: tour_no, title: Tour no, sql: "{CUBE}.tour_no", type: string, primary_key: true }
      - { name: planned_start_on, title: Planned start, sql: "CAST({CUBE}.planned_start_on AS TIMESTAMP)", type: time }
      - { name: started_on, title: Started on, sql: "CAST({CUBE}.started_on AS TIMESTAMP)", type: time }
    measures:
      - { name: tour_count, title: Tours, type: count }
views:
  - name: workshop
    title: Workshop
    cubes:
      - { join_path: repairs, includes: "*" }
      - { join_path: repairs.bikes, includes: [bike_no, brand, { name: status, alias: bike_status }] }
`,
  },
  tables: {
    bikes: [
      ['bike_no', 'brand', 'status'],
      ['B1', 'Kea', 'in use'],
      ['B2', 'Kea', 'withdrawn'],
      ['B3', 'Tui', 'in use'],
    ],
    tours: [
      ['tour_no', 'planned_start_on', 'started_on'],
      ['U1', '2025-04-20', '2025-05-04'],
      ['U2', '2025-05-10', '2025-05-10'],
      ['U3', '2025-05-17', '2025-05-18'],
      ['U4', '2025-05-31', '2025-06-01'],
      ['U5', '2025-05-31', null],
    ],
    repairs: [
      ['repair_no', 'bike_no', 'status', 'due_on', 'finished_on'],
      ['R1', 'B1', 'done', '2025-05-02', '2025-05-01'],
      ['R2', 'B1', 'cancelled', '2025-05-10', null],
      ['R3', 'B2', 'begun', '2025-05-20', null],
      ['R4', 'B3', 'begun', '2025-06-02', null],
      ['R5', 'B3', 'begun', '2025-07-02', null],
    ],
  },
};

const world = openWorlds<'agency' | 'bikes'>({ agency, bikes });

type Case = readonly [question: string, rows: readonly (readonly unknown[])[]];

describe('what is late is done after it was due, or not yet done', () => {
  it.each<Case>([
    ['how many translations are late', [[3]]],
    ['which translations are late?', [['T2'], ['T4'], ['T5']]],
    ['late translations that are still open', [[2]]],
    ['which open translations are late', [['T4'], ['T5']]],
    ['late translations by client', [['Arp', 2], ['Bay', 1]]], // biome-ignore format: rows
    ['how many translations are overdue', [[2]]],
    ['how many translations were completed late', [[1]]],
    ['how many translations were finished late', [[1]]],
    ['translations finished late in April', [[1]]],
    ['how many translations are not late', [[3]]],
    ['how many translations that were due in May have not been completed?', [[2]]],
    ['translations due in June that were not completed', [[1]]],
    ['how many translations were on time', [[2]]],
    ['translations not on time', [[3]]],
    ['which translations were not completed on time', [['T2'], ['T4'], ['T5']]],
  ])('%s', async (question, rows) => {
    expectRows(await world('agency').ask(question), rows as never);
  });

  it.each<Case>([
    ['percent of translations on time', [[40, 2]]],
    ['share of translations that are late', [[0.6, 3]]],
    ['what is the on time rate of translations', [[0.4]]],
  ])('has a share of those that are done or past due: %s', async (question, rows) => {
    expectRows(await world('agency').ask(question), rows as never);
  });

  it('is said as it was asked', async () => {
    const { answer } = await world('agency').ask('how many translations are late');
    expect(answer).toBe('3 translations where late (completed late, or overdue and not cancelled).');
    const share = await world('agency').ask('percent of translations on time');
    expect(share.answer).toMatch(
      /^Translations where on time of those done or past due and not cancelled make up 40%/,
    );
  });
});

it('is not overdue in a view, either, if its own status says that it was given up', async () => {
  expectRows(await world('bikes').ask('overdue repairs by brand'), [
    ['Kea', 1],
    ['Tui', 1],
  ]);
});

it.each<Case>([
  ['tours started in May', [[3]]],
  ['how many tours started in May 2025?', [[3]]],
  ['tours planned to start in May', [[4]]],
])('what started did so when it started, and not when that was planned: %s', async (question, rows) => {
  expectRows(await world('bikes').ask(question), rows as never);
});

it('is not begun late for being done late', async () => {
  const { result, answer } = await world('bikes').ask('which bikes were started late?');
  expect(result?.data, answer).toBeUndefined();
});

describe('what has to be done by a day is due then', () => {
  it.each<Case>([
    ['how many parcels were sent late this month', [[1]]],
    ['parcels sent late', [[1]]],
    ['parcels sent in May', [[1]]],
    ['unsent parcels', [[1]]],
    ['parcels to send', [[1]]],
    ['how many parcels are late', [[2]]],
    ['how many parcels are overdue', [[1]]],
    ['parcels not sent yet', [[2]]],
    ['which parcels are not sent yet', [['P4'], ['P5']]],
  ])('%s', async (question, rows) => {
    expectRows(await world('agency').ask(question), rows as never);
  });

  it.each<Case>([
    ['complaints without a reply', [[3]]],
    ['How many complaints are unanswered?', [[3]]],
    ['how many complaints must be replied to in June', [[4]]],
    ['complaints that have to be replied to in June', [[4]]],
    ['parcels that must be sent in June', [[3]]],
    ['complaints due in the next 7 days', [[2]]],
    ['parcels due in May', [[2]]],
  ])('%s', async (question, rows) => {
    expectRows(await world('agency').ask(question), rows as never);
  });

  it.each(['how many complaints do we have to reply to', 'complaints that must be replied to'])(
    'is not all that there is: %s',
    async (question) => {
      const { result, answer } = await world('agency').ask(question);
      expect(result, answer).toBeUndefined();
    },
  );

  it('is not late for another deed than the one that it is due for', async () => {
    const { result } = await world('agency').ask('how many parcels were received late');
    expect(result?.data).toBeUndefined();
  });
});

it('where things are sent to says nothing of those that are to be sent', async () => {
  const { answer } = await world('agency').ask('Which towns do we send to the most?');
  expect(answer).not.toContain('Parcels to send');
});

it('an open rate is no share of whatever is open, unless that is named', async () => {
  const { result, answer } = await world('agency').ask("what's our open rate");
  expect(result, answer).toBeUndefined();
});
