import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

/** People of a survey, and what they bought. */
const survey: World = {
  name: 'survey',
  model: {
    'survey.yml': `
cubes:
  - name: people
    title: People
    sql_table: people
    dimensions:
      - { name: person_id, sql: person_id, type: number, primary_key: true, public: false }
      - { name: person_name, title: Name, sql: person_name, type: string }
      - { name: gender, title: Gender, sql: gender, type: string, meta: { synonyms: [men, women] } }
      - { name: degree, title: Degree, sql: degree, type: string }
      - { name: city, title: City, sql: city, type: string }
      - { name: smokes, title: Smokes, sql: smokes, type: boolean }
      - { name: salary, title: Salary, sql: salary, type: number }
      - { name: rating, title: Rating, sql: rating, type: number }
      - { name: days_since_contact, title: Days Since Contact, sql: rating, type: number }
      - { name: asked_on, title: Asked on, sql: "CAST({CUBE}.asked_on AS TIMESTAMP)", type: time }
    measures:
      - { name: people_count, title: Number of people, type: count }
      - { name: smoker_count, title: Smokers, type: count, filters: [{ sql: "{CUBE}.smokes" }] }
      - { name: good_count, title: Good ones, type: count, filters: [{ sql: "{CUBE}.rating >= 8" }], meta: { synonyms: [highly rated people] } }
      - { name: average_salary, title: Average salary, sql: salary, type: avg }
`,
  },
  tables: {
    people: [
      ['person_id', 'person_name', 'gender', 'degree', 'city', 'smokes', 'salary', 'rating', 'asked_on'],
      [1, 'Ann', 'female', 'PhD', 'Leeds', true, 90, 9, '2025-03-01'],
      [2, 'Bea', 'female', 'Bachelor', 'Leeds', false, 50, 5, '2025-06-01'],
      [3, 'Carl', 'male', 'PhD', 'York', true, 80, 7, '2026-02-01'],
      [4, 'Dan', 'male', 'Bachelor', 'York', true, 40, 8, '2026-03-01'],
      [5, 'Emil', 'male', 'Bachelor', 'Hull', false, 60, 3, '2026-04-01'],
    ],
  },
  now: '2026-11-20T10:00:00Z',
};

const world = openWorlds({ survey });

describe('each of several values', () => {
  it.each([
    [
      'average salary of male and female people by degree',
      [
        ['PhD', 'female', 90],
        ['PhD', 'male', 80],
        ['Bachelor', 'male', 50],
        ['Bachelor', 'female', 50],
      ],
    ],
    [
      'what percent of the people smoke in Leeds and in York?',
      [
        ['York', 100],
        ['Leeds', 50],
      ],
    ],
  ] as const)('has a figure of its own where they are not taken together: %s', async (question, rows) => {
    expectRows(await world('survey').ask(question), rows);
  });
});

describe('whatever it is called', () => {
  it.each([
    ['I need somebody with a salary over 70', [['Ann'], ['Carl']]],
    ['anyone with a PhD?', [['Ann'], ['Carl']]],
    [
      "list everyone who's paid over 70, with degree and salary",
      [
        ['Ann', 'PhD', 90],
        ['Carl', 'PhD', 80],
      ],
    ],
  ] as const)('is listed by its name: %s', async (question, rows) => {
    expectRows(await world('survey').ask(question), rows);
  });
});

describe('what goes on in other words', () => {
  it('takes the total of what was split for the whole of a share', async () => {
    const asked = await world('survey').ask('in percent of the total', ['smokers by city']);
    expectRows(asked, [
      ['York', 2],
      ['Leeds', 1],
      ['Hull', 0],
    ]);
    expect(asked.answer).toMatch(/66\.7/);
  });

  it.each([
    [['number of people in 2026'], 'all years together', [[5]]],
    [['number of people in 2026'], 'average salary of female people, all years together', [[70]]],
  ] as const)('splits all years together by none of them: after %s, %s', async (thread, question, rows) => {
    expectRows(await world('survey').ask(question, thread), rows);
  });

  it('does not take those that are still to come for those that there were', async () => {
    const { answer, result } = await world('survey').ask('which people are still to be asked this year?');
    expect(result, answer).toBeUndefined();
  });
});

describe('whoever comes first', () => {
  it('is told with how many others have as much', async () => {
    const asked = await world('survey').ask('which city has the most smokers?');
    expectRows(asked, [['York', 2]]);
    expect(asked.answer).not.toMatch(/the same/);
    const tied = await world('survey').ask('which degree has the most people in 2025?');
    expect(tied.answer).toMatch(/\(1\) has the highest .*; 1 more has the same; that is 50% of the total/);
  });
});

describe('a participle that a figure of some rows is called by, too', () => {
  it.each([
    ['people rated above 6', [['Ann'], ['Carl'], ['Dan']]],
    ['how many highly rated people are there?', [[2]]],
  ] as const)('is of the number that it speaks of: %s', async (question, rows) => {
    expectRows(await world('survey').ask(question), rows);
  });
});

describe('what a single condition would mix up', () => {
  it.each([
    'how many people lasted between 5 and 10 minutes?',
    'which degrees have female people in Leeds but male people in York?',
    'how many people are there with "has" in Leeds?',
  ])('is not answered as if it were one: %s', async (question) => {
    const { answer, result } = await world('survey').ask(question);
    expect(result, answer).toBeUndefined();
  });

  it('leaves out none of what is named by itself at the end', async () => {
    expectRows(await world('survey').ask('top 2 people by salary, all cities'), [
      ['Ann', 90],
      ['Carl', 80],
    ]);
  });
});
