import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import type { World } from '../../test/fixtures/agent/worlds.ts';

const reasons = ['damaged', 'defective', 'too small'] as const;
const educations = ['school', 'college'] as const;

const claims: World = {
  name: 'claims',
  model: {
    'claims.yml': `
cubes:
  - name: claims
    sql_table: claims
    title: Claims
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: false }
      - { name: reason, title: Reason, sql: reason, type: string }
      - { name: condition, title: Condition, sql: condition, type: string }
    measures:
      - { name: claims_count, title: Number of claims, type: count }
  - name: staff
    sql_table: staff
    title: Staff
    meta: { synonyms: [people] }
    dimensions:
      - { name: id, sql: id, type: number, primary_key: true, public: false }
      - { name: gender, title: Gender, sql: gender, type: string }
      - { name: education, title: Education, sql: education, type: string }
      - { name: team, title: Team, sql: team, type: string }
      - { name: crew, title: Crew, sql: crew, type: string }
      - { name: rank, title: Rank, sql: rank, type: string }
      - { name: balance, title: Balance, sql: balance, type: number }
      - { name: hired_on, title: Hire date, sql: "CAST({CUBE}.hired AS TIMESTAMP)", type: time }
    measures:
      - { name: people_count, title: Number of people, type: count }
      - { name: avg_wage, title: Average wage, type: avg, sql: wage }
      - { name: total_balance, title: Total balance, type: sum, sql: balance }
`,
  },
  tables: {
    claims: [
      ['id', 'reason', 'condition'],
      ...Array.from({ length: 60 }, (_, at) => [
        at,
        reasons[at % 3] ?? 'damaged',
        at % 4 === 0 ? 'damaged' : 'good',
      ]),
    ],
    staff: [
      ['id', 'gender', 'education', 'team', 'wage', 'hired', 'balance', 'crew', 'rank'],
      ...Array.from({ length: 90 }, (_, at) => [
        at,
        at % 3 === 0 ? 'Female' : 'Male',
        educations[at % 2] ?? 'school',
        `Team ${(at * at) % 7}`,
        1_000 + ((at * 37) % 50) * 10 + at,
        `202${at % 3}-03-01`,
        ((at * 31) % 60) - 28,
        at % 4 === 0 ? 'Junior crew' : 'Senior crew',
        at % 5 === 0 ? 'Senior' : 'Trainee',
      ]),
    ],
  },
};

const world = openWorlds<'claims'>({ claims });

describe('what a follow-up puts in the place of what was asked before', () => {
  it('is the value of another attribute that has both, and not the rows that have the two', async () => {
    const asked = await world('claims').ask('and defective?', ['how many claims', 'only damaged', '2']);
    expectRows(asked, await world('claims').truth("SELECT COUNT(*) FROM claims WHERE reason = 'defective'"));
    expect(asked.answer).not.toContain('damaged');
  });

  it('is the value of that name, though something else has a value that is said so', async () => {
    const asked = await world('claims').ask('and Senior?', ['people by team', 'only Junior crew']);
    const truth = "SELECT team, COUNT(*) FROM staff WHERE crew = 'Senior crew' GROUP BY 1";
    expectRows(asked, await world('claims').truth(truth));
  });

  it('is what was counted of them, and not what they were before', async () => {
    const thread = ['how many people were hired in 2021?', 'how many of them are Female?'];
    const asked = await world('claims').ask('and Trainee?', thread);
    const truth = "SELECT COUNT(*) FROM staff WHERE year(hired) = 2021 AND rank = 'Trainee'";
    expectRows(asked, await world('claims').truth(truth));
  });

  it.each([
    ['total', 'people by team', 'SELECT COUNT(*) FROM staff'],
    ['and in total?', 'total balance by education', 'SELECT SUM(balance) FROM staff'],
  ])('is all of it: %s', async (message, before, truth) => {
    const asked = await world('claims').ask(message, [before]);
    expectRows(asked, await world('claims').truth(truth));
  });

  it('is the figure where a share is asked for that it has not', async () => {
    const asked = await world('claims').ask('and what share are Female?', ['average wage by team']);
    const truth = "SELECT team, AVG(CASE WHEN gender = 'Female' THEN 1.0 ELSE 0 END) FROM staff GROUP BY 1";
    expectRows(asked, await world('claims').truth(truth));
  });
});

describe('what a follow-up keeps of what was asked before', () => {
  const truth = 'SELECT gender, education, AVG(wage) FROM staff GROUP BY 1, 2';

  it.each(['split by education', 'by education'])(
    'is what was held against each other: %s',
    async (message) => {
      const asked = await world('claims').ask(message, ['average wage, Male vs Female']);
      expectRows(asked, await world('claims').truth(truth));
    },
  );

  it('is nothing of that where it says so', async () => {
    const asked = await world('claims').ask('by education instead', ['average wage, Male vs Female']);
    expectRows(asked, await world('claims').truth('SELECT education, AVG(wage) FROM staff GROUP BY 1'));
  });

  it('is the rows that were shown, in the year that was spoken of', async () => {
    const thread = ['top 2 teams by average wage in 2021'];
    const asked = await world('claims').ask('how many people did each of these have that year?', thread);
    const first =
      '(SELECT team FROM staff WHERE year(hired) = 2021 GROUP BY 1 ORDER BY AVG(wage) DESC LIMIT 2)';
    const rows = await world('claims').truth(
      `SELECT team, COUNT(*) FROM staff WHERE year(hired) = 2021 AND team IN ${first} GROUP BY 1`,
    );
    expect(asked.result?.totalRows, asked.answer).toBe(2);
    const at = asked.result?.schema.findIndex(({ name }) => name === 'people_count') ?? -1;
    expect(new Map(asked.result?.data.map((row) => [row[0], Number(row[at])]))).toEqual(
      new Map(rows.map(([team, count]) => [team, Number(count)])),
    );
  });

  it('is both years that were held against each other', async () => {
    const thread = ['number of people hired in 2020 compared to 2021'];
    const asked = await world('claims').ask('average wage in both years', thread);
    const truth =
      "SELECT date_trunc('year', hired::DATE)::DATE, AVG(wage) FROM staff WHERE year(hired::DATE) < 2022 GROUP BY 1";
    expectRows(asked, await world('claims').truth(truth));
  });

  it('is no year where none was spoken of', async () => {
    const { outcome } = await world('claims').ask('how many people were there that year?', [
      'people by team',
    ]);
    expect(outcome).toMatchObject({ stopReason: 'no_answer' });
  });
});

it('"only the ones below 0" bounds the figures of the groups that the same message asks for', async () => {
  const asked = await world('claims').ask('now by team, only the ones with a balance below 0', [
    'number of people and total balance by education',
  ]);
  const truth = `SELECT team, COUNT(*), SUM(balance) FROM staff GROUP BY 1 HAVING SUM(balance) < 0`;
  expectRows(asked, await world('claims').truth(truth));
});

describe('the share that a follow-up asks for', () => {
  const truth = `SELECT 100.0 * COUNT(*) FILTER (WHERE gender = 'Female') / COUNT(*) FROM staff`;

  it.each([
    ['what percentage is that?', ['people by team', 'only Female']],
    ['what percentage is that?', ['how many people are Female?']],
    ['what percent is Female?', ['people by gender']],
    ['what percentage is Female?', ['people by gender', 'only Female']],
  ])('is one of the whole: %s', async (message, thread) => {
    const asked = await world('claims').ask(message, thread);
    expectRows(asked, await world('claims').truth(truth));
  });

  it('is of each group where the groups are others', async () => {
    const asked = await world('claims').ask('what percent is Female?', ['people by team']);
    const each = `SELECT team, 100.0 * COUNT(*) FILTER (WHERE gender = 'Female') / COUNT(*) FROM staff GROUP BY 1`;
    expectRows(asked, await world('claims').truth(each));
  });
});
