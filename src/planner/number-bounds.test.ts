import { describe, expect, it } from 'vitest';
import { openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const staff: World = {
  name: 'staff',
  model: {
    'people.yml': `
cubes:
  - name: people
    sql_table: people
    title: People
    dimensions:
      - { name: person_id, title: Person ID, sql: "{CUBE}.id", type: number, primary_key: true, format: id }
      - { name: job, title: Job, sql: "{CUBE}.job", type: string }
      - { name: gender, title: Gender, sql: "{CUBE}.gender", type: string }
      - { name: age, title: Age, sql: "{CUBE}.age", type: number }
      - { name: experience, title: Years of experience, sql: "{CUBE}.experience", type: number }
      - { name: lunch, title: Lunch, description: Energy of the usual lunch in kilocalories, sql: "{CUBE}.lunch", type: number }
      - { name: commute, title: Commute, description: In minutes, sql: "{CUBE}.commute", type: number }
      - { name: width, title: Width, description: In metres, sql: "{CUBE}.width", type: number }
      - { name: notice, title: Notice period, description: In days, sql: "{CUBE}.notice", type: number }
      - { name: salary, title: Salary, sql: "{CUBE}.salary", type: number, format: currency, meta: { currency: USD } }
    measures:
      - { name: people_count, title: Number of people, type: count }
      - { name: avg_salary, title: Average salary, type: avg, sql: "{CUBE}.salary", format: currency, meta: { currency: USD } }
`,
  },
  tables: {
    people: [
      ['id', 'job', 'gender', 'age', 'experience', 'lunch', 'commute', 'width', 'notice', 'salary'],
      ...Array.from({ length: 60 }, (_, index) => [
        index + 1,
        ['Welder', 'Painter', 'Clerk', 'Painter'][index % 4] ?? '',
        index % 3 === 0 ? 'Female' : 'Male',
        20 + ((index * 7) % 43),
        (index * 3) % 17,
        300 + ((index * 37) % 600),
        5 + ((index * 11) % 80),
        (index % 12) / 1.3,
        [14, 30, 90][index % 3] ?? 0,
        30_000 + ((index * 7_919) % 150_000),
      ]),
    ],
  },
};

const count = (where: string): string => `SELECT COUNT(*) FROM people WHERE ${where}`;
const each = (where: string): string => `SELECT job, COUNT(*) FROM people WHERE ${where} GROUP BY 1`;

/** Questions with bounds of numbers, each with the figures that it asks for. */
const bounds: readonly (readonly [question: string, oracle: string])[] = [
  // A range needs no word that introduces it, and both ends have the unit of the last one.
  ['how many people with 5 to 10 years of experience', count('experience BETWEEN 5 AND 10')],
  ['how many people with 5-10 years of experience', count('experience BETWEEN 5 AND 10')],
  [
    'What do painters with 5 to 10 years of experience earn on average?',
    "SELECT AVG(salary) FROM people WHERE job = 'Painter' AND experience BETWEEN 5 AND 10",
  ],
  ['how many people have a salary of 60-90k', count('salary BETWEEN 60000 AND 90000')],
  ['number of people 30 to 40 years old by job', each('age BETWEEN 30 AND 40')],
  // A unit that nothing is counted in says what is compared.
  ['number of people between 400 and 500 kcal for each job', each('lunch BETWEEN 400 AND 500')],
  ['how many people under 500 kcal per job', each('lunch < 500')],
  // Days are not said in minutes.
  ['number of people under 30 minutes by job', each('commute < 30')],
  // What has its bound already is not what the next one is of, unless that is its other end.
  [
    'how many people with more than 10 years experience earn less than 100,000?',
    count('experience > 10 AND salary < 100000'),
  ],
  [
    'number of people with more than 5 years of experience but less than 10',
    count('experience > 5 AND experience < 10'),
  ],
  [
    'number of people with more than 400 kcal of lunch and less than 20 years of experience',
    count('lunch > 400 AND experience < 20'),
  ],
  // A kind of name stands between, or "to".
  ['how many people with an experience level of 5', count('experience = 5')],
  ['how many people have a notice period at 30', count('notice = 30')],
  // What the adjective behind it measures.
  ['how many people are less than 8 hands wide', count('width < 8')],
  ['how many people are less than half a meter wide', count('width < 0.5')],
  // Who is under 40 is that old.
  [
    'women with at least 10 years of experience who are under 40',
    count("gender = 'Female' AND experience >= 10 AND age < 40"),
  ],
  // So are people of whom a verb says it, whatever they are split by.
  ['how many people are over 40', count('age > 40')],
  ['how many women are under 30?', count("gender = 'Female' AND age < 30")],
  ['how many people per job are over 40', each('age > 40')],
  // What is left out is whatever is on the other side.
  ['number of people by job, leave out everything below 90k salary', each('salary >= 90000')],
  // What there is some of is more than nothing.
  ['how many people have some experience, but less than 3 years', count('experience > 0 AND experience < 3')],
  // How many, and how many of these.
  [
    'How many people are there per job, and how many of them are over 40?',
    `SELECT job, COUNT(*) FILTER (WHERE age > 40) * 1.0 / COUNT(*), COUNT(*) FILTER (WHERE age > 40), COUNT(*)
     FROM people GROUP BY 1`,
  ],
];

describe('bounds of numbers', () => {
  const world = openWorlds({ staff });

  it.each(bounds)('are read from "%s"', async (question, oracle) => {
    const { result, answer } = await world('staff').ask(question);
    const truth = await world('staff').truth(oracle);
    const rows = (of: readonly (readonly unknown[])[]): string[] =>
      of
        .map((row) => row.map((value) => String(Number.isNaN(Number(value)) ? value : Number(value))).join())
        .sort();
    expect(rows(result?.data ?? []), answer).toEqual(rows(truth));
  });

  it.each([
    'how many people weigh less than 70',
    'how many people with more than 10 years experience weigh less than 100',
    'number of people over 10 kilometers by job',
    'average salary of job 3-7',
    'how many people are less than 8 hands tall',
  ])('are not guessed for what the data does not know: "%s"', async (question) => {
    const { result, answer } = await world('staff').ask(question);
    expect(result?.data ?? [], answer).toEqual([]);
  });
});
