import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** Members whose birth dates are known, beside staff whose ages a column holds. */
const gym: World = {
  name: 'gym',
  model: {
    'gym.yml': `
cubes:
  - name: members
    sql_table: members
    title: Members
    dimensions:
      - { name: member_no, title: Member no, sql: member_no, type: number, primary_key: true, format: id }
      - { name: birth_date, title: Birth date, sql: "CAST({CUBE}.birth_date AS TIMESTAMP)", type: time }
      - { name: joined_on, title: Joined on, sql: "CAST({CUBE}.joined_on AS TIMESTAMP)", type: time }
      - { name: gender, title: Gender, sql: gender, type: string }
    measures:
      - { name: member_count, title: Members, type: count }
  - name: memberships
    sql_table: memberships
    title: Memberships
    joins:
      - { name: members, relationship: many_to_one, sql: "{CUBE}.member_no = {members}.member_no" }
    dimensions:
      - { name: membership_id, title: Membership id, sql: membership_id, type: number, primary_key: true, format: id }
      - { name: start_date, title: Start date, sql: "CAST({CUBE}.start_date AS TIMESTAMP)", type: time }
      - { name: plan, title: Plan, sql: plan, type: string }
    measures:
      - { name: membership_count, title: Memberships, type: count }
  - name: trainers
    sql_table: trainers
    title: Trainers
    dimensions:
      - { name: trainer_name, title: Trainer name, sql: trainer_name, type: string, primary_key: true }
      - { name: birth_date, title: Birth date, sql: "CAST({CUBE}.birth_date AS TIMESTAMP)", type: time }
      - { name: age, title: Age, sql: age, type: number }
      - { name: wage, title: Monthly wage, sql: wage, type: number, format: currency }
    measures:
      - { name: trainer_count, title: Trainers, type: count }
`,
    'personal.yml': `
cubes:
  - name: mitarbeiter
    sql_table: members
    title: Mitarbeiter
    dimensions:
      - { name: personalnummer, title: Personalnummer, sql: member_no, type: number, primary_key: true, format: id }
      - { name: geburtsdatum, title: Geburtsdatum, sql: "CAST({CUBE}.birth_date AS TIMESTAMP)", type: time }
    measures:
      - { name: anzahl_mitarbeiter, title: Anzahl Mitarbeiter, type: count }
`,
  },
  tables: {
    members: [
      ['member_no', 'birth_date', 'joined_on', 'gender'],
      // 60 tomorrow, and 60 today.
      [1, '1965-01-21', '2020-02-01', 'male'],
      [2, '1965-01-20', '2021-02-01', 'female'],
      [3, '1956-04-17', '2023-02-01', 'female'],
      [4, '1956-11-08', '2019-02-01', 'male'],
      [5, '2001-07-01', '2022-02-01', 'female'],
      [6, '1993-02-28', '2024-02-01', 'female'],
      [7, '1998-06-30', '2024-03-01', 'male'],
      [8, null, '2024-04-01', 'male'],
    ],
    memberships: [
      ['membership_id', 'member_no', 'start_date', 'plan'],
      ...Array.from({ length: 20 }, (_, at) => [at, (at % 8) + 1, `2024-0${(at % 9) + 1}-01`, 'Gold']),
    ],
    trainers: [
      ['trainer_name', 'birth_date', 'age', 'wage'],
      ['Ada', '1980-01-01', 30, 2500],
      ['Ben', '1990-01-01', 50, 2000],
    ],
  },
};

const world = openWorlds<'gym'>({ gym });

describe('an age that only a birth date tells', () => {
  it.each<[question: string, rows: readonly (readonly unknown[])[]]>([
    ['average age of members', [[(59 + 60 + 68 + 68 + 23 + 31 + 26) / 7]]],
    [
      'average age by gender',
      [
        ['female', (60 + 68 + 23 + 31) / 4],
        ['male', (59 + 68 + 26) / 3],
      ],
    ],
    ['how many members are over 60', [[2]]],
    ['how many members are at least 60 years old', [[3]]],
    ['members older than 65', [[2]]],
    [
      'members under 30 by gender',
      [
        ['female', 1],
        ['male', 1],
      ],
    ],
    ['members aged 20 to 31', [[3]]],
    ['oldest member', [[3, '1956-04-17']]],
    ['youngest member', [[5, '2001-07-01']]],
    [
      '2 oldest members',
      [
        [3, '1956-04-17'],
        [4, '1956-11-08'],
      ],
    ],
    ['youngest and oldest member', [[23, 68]]],
    ['members born in the 90s', [[2]]],
    [
      'members by age group',
      [
        ['20–29', 2],
        ['30–39', 1],
        ['50–59', 1],
        ['60–69', 3],
        [null, 1],
      ],
    ],
    ['Durchschnittsalter der Mitarbeiter', [[(59 + 60 + 68 + 68 + 23 + 31 + 26) / 7]]],
    ['Wie viele Mitarbeiter sind über 60?', [[2]]],
    ['ältester Mitarbeiter', [[3, '1956-04-17']]],
    [
      'Mitarbeiter nach Altersgruppe',
      [
        ['20–29', 2],
        ['30–39', 1],
        ['50–59', 1],
        ['60–69', 3],
        [null, 1],
      ],
    ],
  ])('is computed: %s', async (question, rows) => {
    expectRows(await world('gym').ask(question), rows as never);
  });

  it.each([
    ['average age of members', 'Ages are as of 20 January 2025.'],
    ['how many members are over 60', 'Ages are as of 20 January 2025.'],
    ['Wie viele Mitarbeiter sind über 60?', 'Altersangaben zum 20. Januar 2025.'],
  ])('says of which day it is: %s', async (question, note) => {
    expect((await world('gym').ask(question)).answer).toContain(note);
  });

  it.each([
    ['memberships by members under 30', 'SELECT COUNT(*) FROM memberships WHERE member_no IN (5, 7)'],
  ])('says which rows are meant by whose they are: %s', async (question, sql) => {
    expectRows(await world('gym').ask(question), await world('gym').truth(sql));
  });

  it.each([
    'how many members made at least 3 memberships',
    'how many members have over 2 memberships',
    'memberships under 30',
    'new members by month',
  ])('is not asked where something else is: %s', async (question) => {
    expect((await world('gym').ask(question)).result?.sqlQuery ?? '').not.toContain('AGE(');
  });

  it.each<[question: string, rows: readonly (readonly unknown[])[]]>([
    ['average age of trainers', [[40]]],
    ['oldest trainer', [['Ben', 50]]],
    ['newest member', [[8, '2024-04-01']]],
  ])('is left to a column that holds it, and other dates to theirs: %s', async (question, rows) => {
    const asked = await world('gym').ask(question);
    expectRows(asked, rows as never);
    expect(asked.answer).not.toContain('Ages are');
  });

  it.each([
    'trainers by age group',
    'trainers per age bracket',
    'how many trainers are there in each age band?',
  ])('comes in groups of ten years where a column holds it: %s', async (question) => {
    const asked = await world('gym').ask(question);
    expectRows(asked, [
      ['30–39', 1],
      ['50–59', 1],
    ]);
    expect(asked.answer).not.toContain('Ages are');
  });

  it.each<[thread: string[], question: string, rows: readonly (readonly unknown[])[]]>([
    [[], 'how many trainers and how many over 40', [[2, 1]]],
    [[], 'how many trainers do we have and how many are over 40?', [[2, 1]]],
    [['how many trainers'], 'and how many over 40?', [[1]]],
    [['how many trainers'], 'and how many over 2200?', [[1]]],
    [['average wage of trainers'], 'only those over 40', [[2000]]],
    [[], 'average wage of those over 40', [[2000]]],
    [[], 'how many trainers earn more than 1000 and are over 40?', [[1]]],
  ])('is what a small number of people is: after %s, %s', async (thread, question, rows) => {
    const asked = await world('gym').ask(question, thread);
    expectRows(asked, rows as never);
    expect(asked.answer).toContain(question.includes('2200') ? 'Monthly wage over' : 'Age over');
  });
});
