import { describe, expect, it } from 'vitest';
import { openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import { type World, worlds } from '../../test/fixtures/agent/worlds.ts';

/** Loans of two years, beside the branches that give them, the oldest of which opened long before. */
const library: World = {
  name: 'library',
  model: {
    'library.yml': `
cubes:
  - name: branches
    sql_table: branches
    public: false
    dimensions:
      - { name: branch_id, sql: branch_id, type: number, primary_key: true, public: false }
      - { name: branch, title: Branch, sql: name, type: string }
      - { name: founded_on, title: Founding date, sql: "CAST({CUBE}.founded_on AS TIMESTAMP)", type: time }
    measures:
      - { name: branch_count, title: Branches, type: count }
  - name: loans
    sql_table: loans
    public: false
    joins:
      - { name: branches, relationship: many_to_one, sql: "{CUBE}.branch_id = {branches}.branch_id" }
    dimensions:
      - { name: loan_id, sql: loan_id, type: number, primary_key: true, public: false }
      - { name: genre, title: Genre, sql: genre, type: string }
      - { name: lent_on, title: Loan date, sql: "CAST({CUBE}.lent_on AS TIMESTAMP)", type: time }
    measures:
      - { name: loan_count, title: Loans, type: count }
      - { name: fines, title: Fines, type: sum, sql: fine }
views:
  - name: lending
    title: Loans
    cubes:
      - { join_path: loans, includes: "*" }
      - { join_path: loans.branches, includes: [branch] }
  - name: branch_overview
    title: Branches
    cubes:
      - { join_path: branches, includes: "*" }
      - { join_path: branches.loans, includes: [{ name: loan_count, alias: branch_loans, title: Branch loans }, { name: fines, alias: branch_fines, title: Branch fines }] }
`.replace(
      'public: false\n    dimensions:\n      - { name: branch_id',
      `public: false
    joins:
      - { name: loans, relationship: one_to_many, sql: "{CUBE}.branch_id = {loans}.branch_id" }
    dimensions:
      - { name: branch_id`,
    ),
  },
  tables: {
    branches: [
      ['branch_id', 'name', 'founded_on'],
      [1, 'Harbour', '2019-03-01'],
      [2, 'Hill', '2022-05-01'],
      [3, 'Mill', '2024-02-01'],
    ],
    loans: [
      ['loan_id', 'branch_id', 'genre', 'lent_on', 'fine'],
      ...Array.from({ length: 400 }, (_, at) => [
        at,
        (at % 3) + 1,
        (['crime', 'poetry', 'travel'] as const)[at % 3] ?? 'crime',
        new Date(Date.UTC(2023, 0, 2 + Math.floor(at * 1.8))).toISOString().slice(0, 10),
        at % 7,
      ]),
    ],
  },
};

const { hospital, logistics } = worlds;
const world = openWorlds<string>({ library, hospital, logistics });

describe('a period without data', () => {
  it.each([
    ['library', 'How many loans in 2022?'],
    ['library', 'loans in 2019'],
    ['library', 'fines in March 2019'],
    ['library', 'how much did we take in fines before 2020'],
    ['library', 'loans by genre in 2022'],
    ['hospital', 'admissions in 2021'],
    ['hospital', 'treatment cost by ward in 2021'],
    ['logistics', 'How many shipments went out in 2019?'],
  ])('a period without data of %s is said to be one: %s', async (name, question) => {
    const { answer, result } = await world(name).ask(question);
    expect(answer).toMatch(/There is no data (in|before) .*20(19|2\d)\. The data runs from \d+ \w+ 2023 to/);
    expect(result?.sqlQuery ?? '').not.toContain('founded_on');
  });

  it.each([
    [
      '2022 and 2023',
      'library',
      'compare loans in 2022 with 2023',
      /^Loans are \d+ for 2023\. The data runs from 2 January 2023/,
    ],
    [
      'since 2020',
      'hospital',
      'admissions since 2020',
      /^\d+ admissions since 1 January 2020\. The data runs from/,
    ],
  ])('beside one with data is told, too: %s', async (_, name, question, pattern) => {
    expect((await world(name).ask(question)).answer).toMatch(pattern);
  });
});

describe('figures that the dates of a relation do not date', () => {
  it.each([
    'branch fines in 2023',
    'branch loans by month',
    'Branch fines per year',
    'branch loans this year',
  ])('figures that the dates of a relation do not date are not dated by them: %s', async (question) => {
    const { answer, result } = await world('library').ask(question);
    if (result === undefined) expect(answer).toMatch(/I know no dates of|Do you mean|I did not understand/);
    else expect(result.sqlQuery).toContain('lent_on');
    expect(result?.sqlQuery ?? '').not.toContain('founded_on');
  });

  it('figures that the dates of a relation do not date are given without dates, and by dates that are named', async () => {
    expect((await world('library').ask('branch fines')).result?.totalRows).toBe(1);
    const named = await world('library').ask('branch fines by founding date per year');
    expect(named.result?.sqlQuery).toContain('founded_on');
  });

  it('figures that the dates of a relation do not date leave the dates to those that have them', async () => {
    const { answer } = await world('library').ask('branches founded in 2019');
    expect(answer).toMatch(/^1 branch in 2019/);
  });
});

// Asked on 20 January 2025, where the data of all but the carrier ends in December 2024.
describe('periods that are compared', () => {
  it.each([
    ['hospital', 'admissions this year vs last year', 'year', ['2023', '2024']],
    ['hospital', 'Compare treatment cost this year with last year', 'year', ['2023', '2024']],
    ['hospital', 'how do admissions this quarter compare to last quarter', 'quarter', ['2024-07', '2024-10']],
    ['hospital', 'treatment cost last month versus this month', 'month', ['2024-11', '2024-12']],
    ['hospital', 'admissions this week compared with last week', 'week', ['2024-12-23', '2024-12-30']],
    ['hospital', 'admissions 2024 vs 2023', 'year', ['2023', '2024']],
    ['library', 'loans this year against last year', 'year', ['2023', '2024']],
    ['library', 'difference in fines between this month and last month', 'month', ['2024-11', '2024-12']],
    ['logistics', 'freight cost last year vs this year', 'year', ['2024', '2025']],
  ])('periods that are compared are two, of %s: %s', async (name, question, grain, starts) => {
    const { answer, result } = await world(name).ask(question);
    expect(result?.schema[0]?.name, answer).toMatch(new RegExp(`_${grain}$`));
    const given = (result?.data ?? []).map(([bucket]) => String(bucket));
    expect(given.map((bucket, at) => bucket.slice(0, starts[at]?.length ?? 10))).toEqual(starts);
  });

  it.each([
    ['loans by month in 2024 compared with the year before', [], 24],
    ['loans by month in 2024', ['loans in 2023 by genre'], 12],
    ['and a year earlier?', ['loans by month in 2024'], 12],
  ] as const)(
    'periods that are compared are shown in the buckets asked for: %s',
    async (question, earlier, rows) => {
      const { result, answer } = await world('library').ask(question, [...earlier]);
      expect(result?.totalRows, answer).toBe(rows);
      expect(result?.sqlQuery).toContain("DATE_TRUNC('month'");
    },
  );

  it('periods that are compared are those of a year earlier in a thread', async () => {
    const earlier = ['loans this quarter versus the same quarter a year earlier'];
    expect((await world('library').ask('and Q3 the year before?', earlier)).answer).toMatch(
      /^There is no data in Q3 2022|^\d+ loans in Q3 2022/,
    );
  });

  it('periods that are compared are in order where their change is asked for', async () => {
    const { result } = await world('library').ask('monthly loan growth in 2024 compared with 2023');
    expect(result?.totalRows).toBe(24);
  });

  it('periods that are compared are called by what they are', async () => {
    const { answer } = await world('hospital').ask('admissions this year vs last year');
    expect(answer).toMatch(/^Admissions fell by [\d.]+%, from \d+ \(2023\) to \d+ \(2024\)\./);
    expect(answer).toContain('The data ends on');
  });
});

describe('what was a year ago', () => {
  it('may be of that day or of that year, which is asked back', async () => {
    const { answer } = await world('library').ask('loans one year ago');
    expect(answer).toContain('1. Loans, in 2024\n');
    expect(answer).toContain('2. Loans, on 20 January 2024\n');
  });

  it('is of that day where that is said', async () => {
    const { result, answer } = await world('library').ask('loans a year ago today');
    expect(result?.sqlQuery, answer).toContain(
      "lent_on >= DATE '2024-01-20' AND lent_on < DATE '2024-01-21'",
    );
  });
});
