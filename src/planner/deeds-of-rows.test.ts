import { describe, expect, it } from 'vitest';
import { openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const ids = Array.from({ length: 40 }, (_, id) => id);

/** Visits with a reason, some of them yet to come, and the fittings that were made at those that took place. */
const world = openWorlds({
  tailors: {
    name: 'a tailor',
    now: '2026-11-30T10:00:00Z',
    model: {
      'tailors.yml': `
cubes:
  - name: clients
    title: Clients
    sql_table: clients
    dimensions:
      - { name: client_id, title: Client number, sql: client_id, type: number, primary_key: true }
      - { name: name, title: Client, sql: "{CUBE}.name", type: string }
      - { name: since, title: Client since, sql: "CAST({CUBE}.since AS TIMESTAMP)", type: time }
    measures:
      - { name: client_count, title: Clients, type: count }
  - name: tailors
    title: Tailors
    sql_table: tailors
    dimensions:
      - { name: tailor_id, title: Tailor number, sql: tailor_id, type: number, primary_key: true }
      - { name: name, title: Tailor, sql: "{CUBE}.name", type: string }
    measures:
      - { name: tailor_count, title: Tailors, type: count }
  - name: garments
    title: Garments
    sql_table: garments
    dimensions:
      - { name: garment_id, title: Garment number, sql: garment_id, type: number, primary_key: true }
      - { name: name, title: Garment, sql: "{CUBE}.name", type: string }
      - { name: category, title: Garment category, sql: category, type: string }
    measures:
      - { name: garment_count, title: Garments, type: count }
  - name: visits
    title: Visits
    sql_table: visits
    joins:
      - { name: clients, relationship: many_to_one, sql: "{CUBE}.client_id = {clients}.client_id" }
      - { name: tailors, relationship: many_to_one, sql: "{CUBE}.tailor_id = {tailors}.tailor_id" }
    dimensions:
      - { name: visit_id, title: Visit number, sql: visit_id, type: number, primary_key: true }
      - { name: visit_on, title: Visit date, sql: "CAST(visit_on AS TIMESTAMP)", type: time }
      - { name: reason, title: Reason, sql: reason, type: string }
    measures:
      - { name: visit_count, title: Visits, type: count }
  - name: alterations
    title: Alterations
    sql_table: alterations
    joins:
      - { name: visits, relationship: many_to_one, sql: "{CUBE}.visit_id = {visits}.visit_id" }
      - { name: garments, relationship: many_to_one, sql: "{CUBE}.garment_id = {garments}.garment_id" }
      - { name: clients, relationship: many_to_one, sql: "{CUBE}.client_id = {clients}.client_id" }
      - { name: tailors, relationship: many_to_one, sql: "{CUBE}.tailor_id = {tailors}.tailor_id" }
    dimensions:
      - { name: alteration_id, title: Alteration number, sql: alteration_id, type: number, primary_key: true }
      - { name: done_on, title: Done on, sql: "CAST(done_on AS TIMESTAMP)", type: time }
    measures:
      - { name: alteration_count, title: Alterations, type: count }
views:
  - name: diary
    title: Diary
    cubes:
      - join_path: visits
        includes: [visit_id, visit_on, reason, visit_count]
      - join_path: visits.clients
        includes: [client_id, { name: name, alias: client }]
      - join_path: visits.tailors
        includes: [tailor_id, { name: name, alias: tailor }]
`,
    },
    tables: {
      clients: [
        ['client_id', 'name', 'since'],
        ...ids.slice(0, 12).map((id) => [id, `Client ${id}`, `${2025 + (id % 2)}-05-0${1 + (id % 7)}`]),
      ],
      tailors: [['tailor_id', 'name'], ...['Ann Beck', 'Bo Carr', 'Cy Dunn'].map((name, id) => [id, name])],
      garments: [
        ['garment_id', 'name', 'category'],
        ...[
          ['Long coat', 'Coat'],
          ['Short coat', 'Coat'],
          ['Morning dress', 'Dress'],
          ['Dinner suit', 'Suit'],
        ].map((row, id) => [id, ...row]),
      ],
      visits: [
        ['visit_id', 'client_id', 'tailor_id', 'visit_on', 'reason'],
        ...ids.map((id) => [
          ...[id, id % 12, (id * 5) % 3, id < 32 ? `2026-0${1 + (id % 9)}-1${id % 7}` : `2027-01-1${id % 7}`],
          ['coat', 'alteration', 'dress', 'advice'][id % 4] ?? '',
        ]),
      ],
      alterations: [
        ['alteration_id', 'visit_id', 'garment_id', 'client_id', 'tailor_id', 'done_on'],
        ...ids
          .slice(0, 26)
          .map((id) => [id, id, id % 4, id % 12, (id * 5) % 3, `2026-0${1 + (id % 7)}-1${id % 7}`]),
      ],
    },
  },
});

describe('a verb by whose noun a model calls rows', () => {
  it.each([
    'how many clients were altered for by Ann Beck this year?',
    'how many clients had alterations by Ann Beck this year?',
  ])('is no value that is called so: %s', async (question) => {
    const { result, answer } = await world('tailors').ask(question);
    expect(result?.sqlQuery ?? '', answer).not.toContain("reason = 'alteration'");
  });

  it('asks for these rows, which are dated by when that was done', async () => {
    const { result, answer } = await world('tailors').ask('how many garments did Ann Beck alter in March?');
    const [[truth] = []] = await world('tailors').truth(
      "SELECT COUNT(DISTINCT garment_id) FROM alterations a JOIN tailors t USING (tailor_id) WHERE t.name = 'Ann Beck' AND MONTH(CAST(done_on AS DATE)) = 3",
    );
    expect(
      result?.data.map((row) => Number(row.at(-1))),
      answer,
    ).toEqual([Number(truth)]);
  });
});

describe('what is said behind rows that refer to others', () => {
  it('is said of no further rows that do', async () => {
    const { result, answer } = await world('tailors').ask(
      'how many clients with a visit done in March have none booked?',
    );
    expect(result?.sqlQuery ?? '', answer).not.toContain('done_on');
  });
});

describe('a value that two things have', () => {
  it.each(['how many coats did we make this year?', 'how many coats this year by tailor?'])(
    'is asked back where it is counted: %s',
    async (question) => {
      const { result, answer } = await world('tailors').ask(question);
      expect(result?.data ?? [], answer).toEqual([]);
      expect(answer).toContain('Alterations');
      expect(answer).toContain('Visits');
    },
  );

  it.each(['which tailor makes the most coats?', 'how many clients had a coat this year?'])(
    'is not taken for that of one of them where it is ranked or had: %s',
    async (question) => {
      const { result, answer } = await world('tailors').ask(question);
      expect(result, answer).toBeUndefined();
    },
  );

  it('is of the rows that are named', async () => {
    const { result, answer } = await world('tailors').ask('how many visits for a coat this year?');
    const [[truth] = []] = await world('tailors').truth(
      "SELECT COUNT(*) FROM visits WHERE reason = 'coat' AND YEAR(CAST(visit_on AS DATE)) = 2026",
    );
    expect(
      result?.data.map((row) => Number(row.at(-1))),
      answer,
    ).toEqual([Number(truth)]);
  });
});

describe('the name of one thing', () => {
  it('counts the rows that are of it', async () => {
    const { result, answer } = await world('tailors').ask('how many long coats did we do this year?');
    const [[truth] = []] = await world('tailors').truth(
      'SELECT COUNT(*) FROM alterations WHERE garment_id = 0',
    );
    expect(
      result?.data.map((row) => Number(row.at(-1))),
      answer,
    ).toEqual([Number(truth)]);
  });
});

describe('the most recent of rows of which others are yet to come', () => {
  it.each([
    ['when was the most recent visit?', ''],
    ['when was the most recent visit for a dress?', "AND reason = 'dress'"],
  ])('has been: %s', async (question, where) => {
    const { result, answer } = await world('tailors').ask(question);
    const [[truth] = []] = await world('tailors').truth(
      `SELECT MAX(visit_on) FROM visits WHERE CAST(visit_on AS DATE) < DATE '2026-11-30' ${where}`,
    );
    expect(String(result?.data[0]?.[0]).slice(0, 10), answer).toBe(String(truth).slice(0, 10));
  });

  it('is still to be where that is asked', async () => {
    const { result, answer } = await world('tailors').ask('when is the last visit?');
    expect(String(result?.data[0]?.[0]).slice(0, 4), answer).toBe('2027');
  });
});
