import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const ids = Array.from({ length: 40 }, (_, id) => id);

/** Repairs, some of them of the same again, and claims: the only measures that are called rates are those of pay and of visits. */
const world = openWorlds({
  lifts: {
    name: 'a repairer of lifts',
    now: '2026-11-30T10:00:00Z',
    model: {
      'lifts.yml': `
cubes:
  - name: fitters
    title: Fitters
    sql_table: fitters
    dimensions:
      - { name: fitter_id, title: Fitter number, sql: fitter_id, type: number, primary_key: true }
      - { name: name, title: Fitter, sql: "{CUBE}.name", type: string }
      - { name: grade, title: Grade, sql: grade, type: string }
      - { name: hourly_rate, title: Hourly rate, sql: "{CUBE}.hourly_rate", type: number, format: currency, currency: EUR }
    measures:
      - { name: fitter_count, title: Fitters, type: count }
      - { name: average_hourly_rate, title: Average hourly rate, sql: "{CUBE}.hourly_rate", type: avg, format: currency, currency: EUR }
  - name: lifts
    title: Lifts
    sql_table: lifts
    dimensions:
      - { name: lift_id, title: Lift number, sql: lift_id, type: number, primary_key: true }
      - { name: name, title: Lift, sql: "{CUBE}.name", type: string }
    measures:
      - { name: lift_count, title: Lifts, type: count }
  - name: visits
    title: Visits
    sql_table: visits
    joins:
      - { name: lifts, relationship: many_to_one, sql: "{CUBE}.lift_id = {lifts}.lift_id" }
    dimensions:
      - { name: visit_id, title: Visit number, sql: visit_id, type: number, primary_key: true }
      - { name: visit_on, title: Visit date, sql: "CAST(visit_on AS TIMESTAMP)", type: time }
    measures:
      - { name: visit_count, title: Visits, type: count }
      - { name: late_count, title: Late visits, type: count, filters: [{ sql: "{CUBE}.late" }] }
      - { name: lateness_rate, title: Lateness rate, sql: "1.0 * {late_count} / {visit_count}", type: number, format: percent }
  - name: repairs
    title: Repairs
    sql_table: repairs
    joins:
      - { name: visits, relationship: many_to_one, sql: "{CUBE}.visit_id = {visits}.visit_id" }
      - { name: lifts, relationship: many_to_one, sql: "{CUBE}.lift_id = {lifts}.lift_id" }
      - { name: fitters, relationship: many_to_one, sql: "{CUBE}.fitter_id = {fitters}.fitter_id" }
    dimensions:
      - { name: repair_id, title: Repair number, sql: repair_id, type: number, primary_key: true }
      - { name: done_on, title: Done on, sql: "CAST(done_on AS TIMESTAMP)", type: time }
      - { name: is_repeat, title: Repeat, sql: is_repeat, type: boolean }
    measures:
      - { name: repair_count, title: Repairs, type: count }
  - name: claims
    title: Claims
    sql_table: claims
    joins:
      - { name: lifts, relationship: many_to_one, sql: "{CUBE}.lift_id = {lifts}.lift_id" }
      - { name: fitters, relationship: many_to_one, sql: "{CUBE}.fitter_id = {fitters}.fitter_id" }
    dimensions:
      - { name: claim_id, title: Claim number, sql: claim_id, type: number, primary_key: true }
      - { name: made_on, title: Made on, sql: "CAST(made_on AS TIMESTAMP)", type: time }
    measures:
      - { name: claim_count, title: Claims, type: count }
`,
    },
    tables: {
      fitters: [
        ['fitter_id', 'name', 'grade', 'hourly_rate'],
        ...['Ann Beck', 'Bo Carr', 'Cy Dunn'].map((name, id) => [
          id,
          name,
          ['Senior', 'Junior'][id % 2] ?? '',
          40 + 7 * id,
        ]),
      ],
      lifts: [['lift_id', 'name'], ...['Town hall', 'Museum', 'Station'].map((name, id) => [id, name])],
      visits: [
        ['visit_id', 'lift_id', 'visit_on', 'late'],
        ...ids.map((id) => [id, id % 3, `2026-0${1 + (id % 9)}-11`, id % 4 === 0]),
      ],
      repairs: [
        ['repair_id', 'visit_id', 'lift_id', 'fitter_id', 'done_on', 'is_repeat'],
        ...ids.map((id) => [id, id, id % 3, (id * 2) % 3, `2026-0${1 + (id % 9)}-11`, id % 5 === 0]),
      ],
      claims: [
        ['claim_id', 'lift_id', 'fitter_id', 'made_on'],
        ...ids.slice(0, 14).map((id) => [id, id % 3, id % 2, `2026-0${1 + (id % 9)}-21`]),
      ],
    },
  },
});

describe('a rate', () => {
  it.each(['claim rate by lift', 'claim rate', 'rate of claims per lift', 'claim rate by fitter this year'])(
    'is none of pay where it is said to be of something else: %s',
    async (question) => {
      const { result, answer } = await world('lifts').ask(question);
      expect(result?.sqlQuery ?? '', answer).not.toMatch(/hourly_rate|lateness_rate/);
      expect(answer).not.toMatch(/hourly/i);
    },
  );

  it.each([
    ['repeat rate by lift', 'lifts', 'lift_id'],
    ['repeat rate by fitter', 'fitters', 'fitter_id'],
  ])(
    'is the share of the rows that are so, whatever rates of other rows there are: %s',
    async (question, of, key) => {
      expectRows(
        await world('lifts').ask(question),
        await world('lifts').truth(
          `SELECT o.name, AVG(CASE WHEN is_repeat THEN 1.0 ELSE 0 END) FROM repairs r JOIN ${of} o USING (${key}) GROUP BY 1`,
        ),
      );
    },
  );

  it.each([
    ['average hourly rate by grade', 'SELECT grade, AVG(hourly_rate) FROM fitters GROUP BY 1'],
    ['hourly rate of fitters', 'SELECT AVG(hourly_rate) FROM fitters'],
    [
      'lateness rate by lift',
      'SELECT name, AVG(CASE WHEN late THEN 1.0 ELSE 0 END) FROM visits JOIN lifts USING (lift_id) GROUP BY 1',
    ],
  ])('is the one that is named: %s', async (question, sql) => {
    expectRows(await world('lifts').ask(question), await world('lifts').truth(sql));
  });
});
