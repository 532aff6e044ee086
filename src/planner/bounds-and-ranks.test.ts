import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** People with two numbers each, and the deals that consultants made with them. */
const deals: World = {
  name: 'deals',
  model: {
    'deals.yml': `
cubes:
  - name: people
    sql_table: people
    title: Candidates
    dimensions:
      - { name: person_id, sql: person_id, type: number, primary_key: true, public: false }
      - { name: full_name, title: Candidate, sql: full_name, type: string }
      - { name: birth_date, title: Birth date, sql: "CAST({CUBE}.birth_date AS TIMESTAMP)", type: time }
      - { name: expected_salary, title: Expected salary, sql: expected_salary, type: number }
      - { name: seniority, title: Seniority, sql: seniority, type: string }
      - { name: gender, title: Gender, sql: gender, type: string }
      - { name: relocates, title: Willing to relocate, sql: relocates, type: string }
    measures:
      - { name: person_count, title: Candidates, type: count }
      - { name: average_salary, title: Average expected salary, sql: expected_salary, type: avg }
  - name: consultants
    sql_table: consultants
    title: Consultants
    dimensions:
      - { name: consultant_id, sql: consultant_id, type: number, primary_key: true, public: false }
      - { name: consultant_name, title: Consultant, sql: consultant_name, type: string }
      - { name: office, title: Office, sql: office, type: string }
    measures:
      - { name: consultant_count, title: Consultants, type: count }
  - name: placements
    sql_table: placements
    title: Placements
    joins:
      - { name: consultants, relationship: many_to_one, sql: "{CUBE}.consultant_id = {consultants}.consultant_id" }
    dimensions:
      - { name: placement_id, title: Placement number, sql: placement_id, type: number, primary_key: true, public: true }
      - { name: started_on, title: Start date, sql: "CAST({CUBE}.started_on AS TIMESTAMP)", type: time }
      - { name: fee, title: Fee, sql: fee, type: number }
    measures:
      - { name: placement_count, title: Placements, type: count }
      - { name: total_fees, title: Fees, sql: fee, type: sum }
`,
  },
  tables: {
    people: [
      ['person_id', 'full_name', 'birth_date', 'expected_salary', 'seniority', 'gender', 'relocates'],
      [1, 'Ada Klein', '2000-05-01', 30000, 'junior', 'female', 'yes'],
      [2, 'Ben Wolf', '1970-02-01', 60000, 'lead', 'male', 'yes'],
      [3, 'Cleo Roth', '1985-03-01', 50000, 'senior', 'female', 'no'],
      [4, 'Dan Fuchs', '1990-12-24', 40000, 'junior', 'male', 'partly'],
      [5, 'Eva Lang', '1969-06-01', 70000, 'lead', 'female', 'no'],
    ],
    consultants: [
      ['consultant_id', 'consultant_name', 'office'],
      [1, 'Kim Vogel', 'London'],
      [2, 'Jo Petersen', 'Dublin'],
      [3, 'Lu Gruber', 'London'],
      [4, 'Max Winter', 'Dublin'],
    ],
    placements: [
      ['placement_id', 'consultant_id', 'started_on', 'fee'],
      [1, 1, '2026-01-15', 9000],
      [2, 1, '2026-02-15', 8000],
      [3, 2, '2026-03-15', 15000],
      [4, 3, '2026-04-15', 400],
      [5, 3, '2026-05-15', 500],
      [6, 4, '2025-06-15', 7000],
    ],
  },
  now: '2026-11-27T10:00:00Z',
};

const world = openWorlds({ deals });

describe('a bound that names nothing', () => {
  it('is of what the bound before it is of', async () => {
    expectRows(await world('deals').ask('how many candidates are over 30 and under 50'), [[2]]);
  });
});

describe('a message that goes on', () => {
  it.each([
    [
      ['top 2 consultants by fees this year'],
      'and the bottom 2 by fees?',
      [
        ['Lu Gruber', 900],
        ['Jo Petersen', 15000],
      ],
    ],
    [
      ['top 2 consultants by fees this year', 'how many placements did they make?'],
      'and the bottom 2 by fees?',
      [
        ['Lu Gruber', 900],
        ['Jo Petersen', 15000],
      ],
    ],
    [
      ['average expected salary for junior, senior and lead', 'and just the women?'],
      'now the same for men',
      [
        ['junior', 40000],
        ['lead', 60000],
      ],
    ],
  ])('is of what was split or ranked: after %j, %s', async (thread, question, rows) => {
    expectRows(await world('deals').ask(question, thread), rows);
  });

  it('which asks for some of them is not answered with how many are of each kind', async () => {
    const { answer, result } = await world('deals').ask('which of those are willing to relocate?', [
      'how many female candidates are there?',
    ]);
    expect(result, answer).toBeUndefined();
  });

  it('all time is no time', async () => {
    expectRows(await world('deals').ask('top consultant by fees, all time'), [['Kim Vogel', 17000]]);
  });
});

it.each(['what share of juniors and leads are female?', 'share of women for junior and lead'])(
  'a share of several values is one of each: %s',
  async (question) => {
    expectRows(await world('deals').ask(question), [
      ['junior', 0.5, 1, 2],
      ['lead', 0.5, 1, 2],
    ]);
  },
);
