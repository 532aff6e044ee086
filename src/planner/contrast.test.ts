import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenWorld, openWorld } from '../../test/fixtures/agent/open-world.ts';
import type { Row } from '../engines/query-engine.ts';

const kinds = ['item', 'block'] as const;
const levels = ['junior', 'senior', 'lead'] as const;

const workshop = {
  name: 'workshop',
  model: {
    'workshop.yml': `
cubes:
  - name: staff
    sql_table: staff
    title: Staff
    description: One row per person who works here
    meta: { synonyms: [people] }
    dimensions:
      - { name: person_id, title: Person number, sql: "{CUBE}.id", type: number, primary_key: true }
      - { name: gender, title: Gender, sql: "{CUBE}.gender", type: string }
      - { name: level, title: Level, sql: "{CUBE}.level", type: string }
      - { name: guild, title: Guild, sql: "{CUBE}.guild", type: string }
      - { name: trained, title: Trained, sql: "{CUBE}.trained", type: boolean }
      - { name: hired_on, title: Hire date, sql: "CAST({CUBE}.hired AS TIMESTAMP)", type: time }
    measures:
      - { name: people_count, title: Number of people, type: count }
      - { name: avg_wage, title: Average wage, type: avg, sql: "{CUBE}.wage" }
      - { name: total_wage, title: Total wage, type: sum, sql: "{CUBE}.wage" }
  - name: items
    sql_table: items
    title: Items
    dimensions:
      - { name: item_id, title: Item number, sql: "{CUBE}.id", type: number, primary_key: true }
      - { name: kind, title: Kind, sql: "{CUBE}.kind", type: string }
    measures:
      - { name: items_count, title: Number of items, type: count }
`,
  },
  tables: {
    staff: [
      ['id', 'gender', 'level', 'guild', 'trained', 'wage', 'hired'],
      ...Array.from({ length: 60 }, (_, at) => [
        at,
        at % 5 < 2 ? 'Female' : 'Male',
        levels[at % 3] ?? '',
        at % 2 === 0 ? 'Fine wood and paint' : 'Metal work',
        at % 4 === 0,
        1_000 + at * at,
        `${2021 + (at % 4)}-0${1 + (at % 9)}-10`,
      ]),
    ],
    items: [
      ['id', 'kind'],
      ...Array.from({ length: 20 }, (_, at) => [at, kinds[at % 7 === 0 ? 1 : 0] ?? '']),
    ],
  },
};

const share = "AVG(CASE WHEN gender = 'Female' THEN 1.0 ELSE 0 END)";

/** What is held against each other, with the figures of each. */
const contrasts: readonly (readonly [question: string, oracle: string])[] = [
  ['how many items and how many blocks are there?', 'SELECT kind, COUNT(*) FROM items GROUP BY 1'],
  ['items vs blocks, how many of each', 'SELECT kind, COUNT(*) FROM items GROUP BY 1'],
  ['items versus blocks: how many?', 'SELECT kind, COUNT(*) FROM items GROUP BY 1'],
  [
    'juniors and leads: how many people each',
    "SELECT level, COUNT(*) FROM staff WHERE level <> 'senior' GROUP BY 1",
  ],
  ['share of women among seniors, leads and juniors', `SELECT level, ${share} FROM staff GROUP BY 1`],
  [
    'share of women among juniors and leads',
    `SELECT level, ${share} FROM staff WHERE level <> 'senior' GROUP BY 1`,
  ],
  ['share of women when the level is lead', `SELECT ${share} FROM staff WHERE level = 'lead'`],
  [
    'how many of the leads are women, as a percentage?',
    `SELECT 100 * ${share} FROM staff WHERE level = 'lead'`,
  ],
  [
    'what share of the people are juniors and leads',
    "SELECT AVG(CASE WHEN level <> 'senior' THEN 1.0 ELSE 0 END) FROM staff",
  ],
  [
    'total wage in 2022 and in 2023',
    "SELECT date_trunc('year', hired), SUM(wage) FROM staff WHERE year(hired) IN (2022, 2023) GROUP BY 1",
  ],
  [
    'total wage in 2021, 2022 and 2023',
    "SELECT date_trunc('year', hired), SUM(wage) FROM staff WHERE year(hired) < 2024 GROUP BY 1",
  ],
  ['total wage in 2022 and 2023', 'SELECT SUM(wage) FROM staff WHERE year(hired) IN (2022, 2023)'],
  [
    'was the average wage higher in 2023 than in 2022?',
    "SELECT date_trunc('year', hired), AVG(wage) FROM staff WHERE year(hired) IN (2022, 2023) GROUP BY 1",
  ],
  [
    'by how much was the total wage higher in 2023 than in 2022?',
    `SELECT date_trunc('year', hired), SUM(wage), SUM(wage) - LAG(SUM(wage)) OVER (ORDER BY 1) FROM staff
     WHERE year(hired) IN (2022, 2023) GROUP BY 1`,
  ],
  ...[
    'gap between the average wage of women and men',
    'by how much is the wage of women lower than that of men?',
    'is the wage of women higher than that of men? Show the averages please.',
    'are women paid more than men on average? give me both numbers',
    'What is the average wage of men and women? Both numbers please.',
    'how many times as much is the wage of women compared to men, on average',
  ].map((question) => [question, 'SELECT gender, AVG(wage) FROM staff GROUP BY 1'] as const),
  [
    'how much did the trained leads earn on average in 2022, women and men separately?',
    `SELECT gender, AVG(wage) FROM staff
     WHERE level = 'lead' AND trained = 'true' AND year(hired) = 2022 GROUP BY 1`,
  ],
  ['what do women and men earn on average?', 'SELECT gender, AVG(wage) FROM staff GROUP BY 1'],
  // By the initials of one.
  ['do FWAPs have a higher average wage than metal work?', 'SELECT guild, AVG(wage) FROM staff GROUP BY 1'],
  ['are there more women than men?', 'SELECT gender, COUNT(*) FROM staff GROUP BY 1'],
];

function asText(rows: readonly Row[], width: number): string[] {
  return rows
    .map((row) =>
      row
        .slice(0, width)
        .map((value) =>
          Number.isFinite(Number(value)) ? Number(value).toFixed(3) : String(value).slice(0, 10),
        )
        .join(' | '),
    )
    .sort();
}

describe('what is held against each other', () => {
  let world: OpenWorld;
  beforeAll(async () => {
    world = await openWorld(workshop);
  });
  afterAll(() => world[Symbol.asyncDispose]());

  it.each(contrasts)('the planner gives each side its figure: %s', async (question, oracle) => {
    const { result, answer } = await world.ask(question);
    const truth = await world.truth(oracle);
    const width = truth[0]?.length ?? 1;
    expect(asText(result?.data ?? [], width), `${answer} ${result?.sqlQuery}`).toEqual(asText(truth, width));
  });

  it.each([
    // What is not known is no number of people.
    'do women juggle more than men?',
    // One side is not known, and some by both years are not the years.
    'average wage of women versus wizards',
    'people vs leads: how many?',
    // Leads are no other figure than what they earn.
    'average wage versus leads',
    'total wage against all',
    'average wage of juniors compared to the things',
    'how many items were forged?',
    'how many people earned more in 2023 than in 2022?',
    'which levels have a higher wage in 2023 than in 2022?',
    // What all of them earn together is nobody's.
    'which levels have anyone who earns more than 4000?',
  ])('the planner declines what only looks like two sides: %s', async (question) => {
    const { outcome, answer } = await world.ask(question);
    expect(outcome, answer).toMatchObject({ stopReason: 'no_answer' });
  });
});
