import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const ids = Array.from({ length: 60 }, (_, id) => id);
const day = (id: number, month = 1 + (id % 9)): string => `2026-0${month}-${10 + (id % 15)}`;

/** Parcels, the complaints about some of them, surcharges of which some are called after those, and cash in two currencies. */
const world = openWorlds({
  parcels: {
    name: 'a parcel carrier',
    now: '2026-11-30T10:00:00Z',
    model: {
      'parcels.yml': `
cubes:
  - name: depots
    title: Depots
    sql_table: depots
    dimensions:
      - { name: depot_id, title: Depot number, sql: depot_id, type: number, primary_key: true, public: true, format: id }
      - { name: name, title: Depot, sql: "{CUBE}.name", type: string }
    measures:
      - { name: depot_count, title: Depots, type: count }
  - name: parcels
    title: Parcels
    sql_table: parcels
    joins:
      - { name: depots, relationship: many_to_one, sql: "{CUBE}.depot_id = {depots}.depot_id" }
    dimensions:
      - { name: parcel_id, title: Parcel number, sql: parcel_id, type: number, primary_key: true, public: true, format: id }
      - { name: sent_on, title: Sent on, sql: "CAST(sent_on AS TIMESTAMP)", type: time }
      - { name: kind, title: Kind of parcel, description: "express, standard or bulky", sql: "{CUBE}.kind", type: string }
      - { name: return_reason, title: Return reason, sql: return_reason, type: string }
      - { name: postage, title: Postage, sql: "{CUBE}.postage", type: number, format: currency, currency: EUR }
    measures:
      - { name: parcel_count, title: Parcels, type: count }
      - { name: express_count, title: Express shipments, type: count, filters: [{ sql: "{CUBE}.kind = 'express'" }] }
      - { name: donations, title: Donations, sql: "{CUBE}.donation", type: sum, format: currency, currency: EUR }
  - name: complaints
    title: Complaints
    sql_table: complaints
    joins:
      - { name: parcels, relationship: many_to_one, sql: "{CUBE}.parcel_id = {parcels}.parcel_id" }
      - { name: depots, relationship: many_to_one, sql: "{CUBE}.depot_id = {depots}.depot_id" }
    dimensions:
      - { name: complaint_id, title: Complaint number, sql: complaint_id, type: number, primary_key: true, public: true, format: id }
      - { name: made_on, title: Made on, sql: "CAST(made_on AS TIMESTAMP)", type: time }
    measures:
      - { name: complaint_count, title: Complaints, type: count }
  - name: surcharges
    title: Surcharges
    sql_table: surcharges
    dimensions:
      - { name: surcharge_id, title: Surcharge number, sql: surcharge_id, type: number, primary_key: true, public: true, format: id }
      - { name: kind, title: Kind of surcharge, description: "complaint, fuel or island", sql: "{CUBE}.kind", type: string }
      - { name: booked_on, title: Booked on, sql: "CAST(booked_on AS TIMESTAMP)", type: time }
      - { name: cleared_on, title: Cleared on, sql: "CAST(cleared_on AS TIMESTAMP)", type: time }
    measures:
      - { name: surcharge_count, title: Surcharges, type: count }
  - name: safes
    title: Safes
    sql_table: safes
    meta: { synonyms: [grounds] }
    joins:
      - { name: depots, relationship: many_to_one, sql: "{CUBE}.depot_id = {depots}.depot_id" }
    dimensions:
      - { name: safe_id, title: Safe number, sql: safe_id, type: number, primary_key: true, public: true, format: id }
      - { name: model, title: Safe model, sql: model, type: string }
      - { name: currency, title: Currency, sql: currency, type: string }
      - { name: cash, title: Cash, description: "Cash in it today, in the currency of the safe", sql: "{CUBE}.cash", type: number }
    measures:
      - { name: safe_count, title: Safes, type: count }
      - { name: fill_rate, title: Fill rate, sql: "AVG({CUBE}.cash) / 1000", type: number, format: percent }
`,
      'tours.yml': `
cubes:
  - name: tours
    title: Tours
    sql_table: tours
    joins:
      - { name: depots, relationship: many_to_one, sql: "{CUBE}.depot_id = {depots}.depot_id" }
    dimensions:
      - { name: tour_id, title: Tour number, sql: tour_id, type: number, primary_key: true, public: true, format: id }
      - { name: starts_on, title: Start, sql: "CAST(starts_on AS TIMESTAMP)", type: time }
    measures:
      - { name: tour_count, title: Tours, type: count }
`,
      'views.yml': `
views:
  - name: grievances
    title: Grievances
    cubes:
      - join_path: complaints
        includes: "*"
      - join_path: complaints.parcels
        includes: [kind, { name: sent_on, alias: parcel_date, title: Parcel date }]
      - join_path: complaints.depots
        includes: [depot_id, { name: name, alias: depot_name, title: Depot }]
`,
    },
    tables: {
      tours: [
        ['tour_id', 'depot_id', 'starts_on'],
        ...ids.slice(0, 9).map((id) => [id, id % 3, id < 5 ? `2025-12-1${id}` : `2026-12-0${id}`]),
      ],
      depots: [['depot_id', 'name'], ...['North', 'Harbour', 'Mill'].map((name, id) => [id, name])],
      parcels: [
        ['parcel_id', 'depot_id', 'sent_on', 'kind', 'return_reason', 'postage', 'donation'],
        ...ids.map((id) => [
          id,
          id % 3,
          day(id),
          ['express', 'standard', 'bulky', 'standard'][id % 4] ?? '',
          id % 6 === 0 ? 'damaged' : id % 10 === 1 ? 'refused' : null,
          4 + (id % 7),
          id % 5 === 0 ? 1 : null,
        ]),
      ],
      complaints: [
        ['complaint_id', 'parcel_id', 'depot_id', 'made_on'],
        ...ids.slice(0, 14).map((id) => [id, id * 3, (id * 3) % 3, day(id * 3, 9)]),
      ],
      surcharges: [
        ['surcharge_id', 'kind', 'booked_on', 'cleared_on'],
        ...ids
          .slice(0, 20)
          .map((id) => [id, ['complaint', 'fuel', 'island'][id % 3] ?? '', day(id), day(id + 2)]),
      ],
      safes: [
        ['safe_id', 'depot_id', 'model', 'currency', 'cash'],
        ...ids
          .slice(0, 9)
          .map((id) => [
            id,
            id % 3,
            ['Oak Ground', 'Iron Ground'][id % 2] ?? '',
            id % 4 === 0 ? 'GBP' : 'EUR',
            100 + 10 * id,
          ]),
      ],
    },
  },
});

const ask = (question: string) => world('parcels').ask(question);
const truth = (sql: string) => world('parcels').truth(sql);

describe('a ratio', () => {
  it.each(['ratio of complaints to parcels in 2026', 'ratio of complaints to parcels'])(
    'holds rows against none that are only there because of them: %s',
    async (question) => {
      const { result, answer } = await ask(question);
      expect(result?.data ?? [], answer).not.toContainEqual([1]);
    },
  );

  it.each(['average postage per express shipment', 'average postage per express parcel'])(
    'divides no average by how many there are: %s',
    async (question) => {
      const { result, answer } = await ask(question);
      expect(result?.sqlQuery ?? '', answer).not.toMatch(/AVG\(postage\) \* 1\.0 \//);
    },
  );
});

describe('a share', () => {
  it.each(['share of express shipments among all parcels', 'share of express shipments among parcels'])(
    'of some among all is one of the rows: %s',
    async (question) => {
      expectRows(
        await ask(question),
        await truth("SELECT AVG(CASE WHEN kind = 'express' THEN 1.0 ELSE 0 END) FROM parcels"),
      );
    },
  );

  it('of some among all is one of each group where it is split', async () => {
    const { result } = await ask('share of express shipments among all parcels by depot');
    expect(result?.data.map(([, share]) => share)).toStrictEqual([0.25, 0.25, 0.25]);
  });

  it('of what most have is one of those that have any', async () => {
    const { answer } = await ask('which return reason is the most common');
    expect(answer).toMatch(/Damaged \(10\)/);
    expect(answer).toContain('62.5%');
  });
});

describe('amounts of several currencies', () => {
  const byCurrency = 'SELECT currency, SUM(cash) FROM safes GROUP BY 1';
  it.each([
    ['total cash in our safes by currency', byCurrency],
    ['total cash in our safes', byCurrency],
    ['total cash by safe model', 'SELECT model, currency, SUM(cash) FROM safes GROUP BY ALL'],
    ['total cash of EUR safes', "SELECT SUM(cash) FROM safes WHERE currency = 'EUR'"],
  ])('are added up by currency: %s', async (question, sql) => {
    const asked = await ask(question);
    expectRows(asked, await truth(sql));
    expect(asked.answer).not.toMatch(/in total|% of|difference|highest/);
  });

  it('are not ranked against each other', async () => {
    const { result, answer } = await ask('which depot has the most cash');
    expect(result?.sqlQuery ?? '', answer).not.toMatch(/SUM\(cash\)/);
  });
});

describe('rows per thing without a name', () => {
  it.each(['complaints per parcel', 'how many complaints per parcel'])(
    'are averaged, as nobody knows its numbers: %s',
    async (question) => {
      const { result, answer } = await ask(question);
      expect(result?.data).toStrictEqual([[1]]);
      expect(answer).toContain('Those without complaints are not counted.');
    },
  );

  it.each(['complaints per parcel number', 'safes per depot'])(
    'are split where it has a name, or its numbers are asked for: %s',
    async (question) => {
      expect((await ask(question)).result?.sqlQuery).toMatch(/GROUP BY/);
    },
  );
});

describe('the last of some rows', () => {
  it.each(['last parcel of North', 'when was the last parcel of North'])(
    'is not only the last one about which others are: %s',
    async (question) => {
      const { result, answer } = await ask(question);
      expect(result?.sqlQuery ?? '', answer).not.toContain('grievances');
    },
  );
});

describe('days', () => {
  it.each(['average days between parcel and complaint', 'average days between parcels and complaints'])(
    'between two things are none between two dates of another: %s',
    async (question) => {
      const { answer } = await ask(question);
      expect(answer).not.toMatch(/cleared on|booked on/i);
    },
  );
});

describe('a rate', () => {
  it.each(['complaint rate', 'complaint rate by depot'])(
    'of rows is none of a value elsewhere that is called like them, nor the only one that there is: %s',
    async (question) => {
      const { answer } = await ask(question);
      expect(answer).not.toMatch(/surcharges|fill rate/i);
    },
  );
});

describe('what is had', () => {
  it('asks for the rows, and not for the amount', async () => {
    const { result, answer } = await ask('parcels with a donation');
    expect(result?.sqlQuery ?? '', answer).not.toMatch(/^SELECT MEASURE\(donations\)/);
  });
});

describe('a month that is yet to come', () => {
  it.each([
    ['how many tours does North have in December', "starts_on > '2026-01-01'"],
    ['how many tours did North have in December', "starts_on < '2026-01-01'"],
  ])('is the next one where it is asked what there is: %s', async (question, then) => {
    expectRows(await ask(question), await truth(`SELECT COUNT(*) FROM tours WHERE depot_id = 0 AND ${then}`));
  });
});

describe('what the model calls otherwise', () => {
  it('is nothing that another word may mean, though a value has it, too', async () => {
    const { answer } = await ask('which depot scores most');
    expect(answer).not.toMatch(/safes/i);
  });
});
