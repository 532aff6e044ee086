import { describe, expect, it } from 'vitest';
import { openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import { type World, worlds } from '../../test/fixtures/agent/worlds.ts';

/** A survey whose records have no name and no key that may be seen. */
const survey: World = {
  name: 'survey',
  model: {
    'answers.yml': `
cubes:
  - name: answers
    sql_table: answers
    title: Answers
    dimensions:
      - { name: id, sql: "{CUBE}.id", type: number, primary_key: true, public: false }
      - { name: trade, title: Trade, sql: "{CUBE}.trade", type: string }
      - { name: age, title: Age, sql: "{CUBE}.age", type: number }
      - { name: wage, title: Wage, sql: "{CUBE}.wage", type: number, format: currency, meta: { currency: USD } }
    measures:
      - { name: answer_count, title: Number of answers, type: count }
      - { name: avg_age, title: Average age, type: avg, sql: "{CUBE}.age" }
      - { name: avg_wage, title: Average wage, type: avg, sql: "{CUBE}.wage", format: currency, meta: { currency: USD } }
`,
  },
  tables: {
    answers: [
      ['id', 'trade', 'age', 'wage'],
      ...Array.from({ length: 40 }, (_, index) => [
        index + 1,
        index % 2 === 0 ? 'Baker' : 'Smith',
        20 + (index % 5) * 10,
        30_000 + (index % 10) * 4_000,
      ]),
    ],
  },
};

const settings = { survey, saas: worlds.saas, hospital: worlds.hospital };
const world = openWorlds(settings);

const rows = (of: readonly (readonly unknown[])[], width: number): string[] =>
  of
    .map((row) =>
      row
        .slice(0, width)
        .map((value) => String(Number.isNaN(Number(value)) ? value : Number(value)))
        .join(),
    )
    .sort();

describe('groups that have somebody', () => {
  it.each([
    [
      'which trades have somebody who earns more than 65k?',
      'SELECT DISTINCT trade FROM answers WHERE wage > 65000',
    ],
    ['trades with anyone over 55', 'SELECT DISTINCT trade FROM answers WHERE age > 55'],
  ])('are each shown once: %s', async (question, sql) => {
    const { result, answer } = await world('survey').ask(question);
    expect(rows(result?.data ?? [], 2), answer).toEqual(rows(await world('survey').truth(sql), 2));
  });
});

describe('what is shown of records', () => {
  it.each<[keyof typeof settings, string, string]>([
    // Records that are alike are each shown.
    [
      'survey',
      'answers with a wage over 60k, show trade, age and wage',
      'SELECT trade, age, wage FROM answers WHERE wage > 60000',
    ],
    [
      'survey',
      'who is over 50? show trade, age and wage',
      'SELECT trade, age, wage FROM answers WHERE age > 50',
    ],
    [
      'survey',
      'list everyone aged 60 or older with trade and wage',
      'SELECT trade, wage FROM answers WHERE age >= 60',
    ],
    [
      'saas',
      'accounts with more than 240 seats - show company name, seats and plan',
      'SELECT company, seats, plan FROM accounts WHERE seats > 240',
    ],
    // Groups are compared by what they come to, and an average is no record.
    [
      'survey',
      'trades with more than 10 answers, show average wage',
      'SELECT trade, AVG(wage) FROM answers GROUP BY 1 HAVING COUNT(*) > 10',
    ],
    [
      'hospital',
      'wards with more than 200 admissions, show treatment cost',
      'SELECT ward, SUM(cost) FROM admissions GROUP BY 1 HAVING COUNT(*) > 200',
    ],
  ])('%s: %s', async (name, question, oracle) => {
    const { result, answer } = await world(name).ask(question);
    const truth = await world(name).truth(oracle);
    const width = truth[0]?.length ?? 1;
    expect(rows(result?.data ?? [], width), answer).toEqual(rows(truth, width));
  });
});
