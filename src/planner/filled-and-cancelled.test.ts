import { describe, expect, it } from 'vitest';
import { agency } from '../../test/fixtures/agent/agency.ts';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const world = openWorlds({ agency });

describe('what was filled or cancelled', () => {
  it.each([
    ['how many jobs were filled in October?', [[2]]],
    ['vacancies filled this year', [[4]]],
    ['filled jobs in Q3', [[1]]],
    [
      'filled jobs since October by seniority',
      [
        ['Senior', 2],
        ['Junior', 1],
      ],
    ],
    [
      'cancelled vacancies in October by client',
      [
        ['Novabridge', 1],
        ['Oakwave', 1],
      ],
    ],
    [
      'the 2 industries with the most cancelled vacancies in 2026',
      [
        ['Healthcare', 2],
        ['Software', 1],
      ],
    ],
    ['How many vacancies were cancelled in Q3?', [[0]]],
    ['how many jobs were filled or cancelled in October', [[4]]],
    ['share of jobs filled in October', [[1 / 2, 2, 4]]],
  ] as const)('is dated by the day that says so: %s', async (question, rows) => {
    const answered = await world('agency').ask(question);
    expectRows(answered, rows);
    expect(answered.answer).toContain('Dated by Closed on.');
  });

  it.each([
    [
      'jobs by status in Q3',
      [
        ['cancelled', 1],
        ['filled', 1],
      ],
    ],
    ['share of open jobs in October', [[1 / 3, 1, 3]]],
  ] as const)('says by which day it is told apart where that is another: %s', async (question, rows) => {
    const answered = await world('agency').ask(question);
    expectRows(answered, rows);
    expect(answered.answer).toContain('Dated by Opened on.');
  });

  it('is so by month, too', async () => {
    const { answer, result } = await world('agency').ask('filled jobs by month this year');
    expect(
      result?.data.map((row) => row.at(-1)),
      answer,
    ).toEqual([1, 2, 1]);
  });

  it('is so in a follow-up', async () => {
    const answered = await world('agency').ask('and filled ones?', [
      'cancelled vacancies in October by client',
    ]);
    expectRows(answered, [['Novabridge', 2]]);
    expect(answered.answer).toContain('Dated by Closed on.');
  });

  it.each([
    ['how many jobs were opened in October', [[3]]],
    ['open jobs in October', [[1]]],
    ['jobs in October', [[3]]],
    [
      'applications for filled jobs in October by stage',
      [
        ['hired', 1],
        ['interview', 1],
        ['rejected', 2],
      ],
    ],
    [
      'dropouts by recruiter this year',
      [
        ['Henry Byrne', 1],
        ['Arjun Smit', 1],
      ],
    ],
  ] as const)('dates nothing else: %s', async (question, rows) => {
    const answered = await world('agency').ask(question);
    expectRows(answered, rows);
    expect(answered.answer).not.toContain('Dated by');
  });
});

it.each([
  'jobs opened and filled in the same month',
  'how many jobs were filled in the same quarter in which they were opened',
  'jobs opened and closed in the same year',
  'how many jobs were cancelled on the same day they were opened in 2025',
  'how many placements ended on the same day they were due in 2025',
])('whether two days are in one month is not told: %s', async (question) => {
  const { answer, result } = await world('agency').ask(question);
  expect(result, answer).toBeUndefined();
});

it('the same month is that of the question before', async () => {
  expectRows(await world('agency').ask('fees in the same month?', ['placements in October']), [[3000]]);
});
