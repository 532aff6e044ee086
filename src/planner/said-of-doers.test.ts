import { describe, expect, it } from 'vitest';
import { agency } from '../../test/fixtures/agent/agency.ts';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const world = openWorlds({ agency });

describe('what all rows say was done, by those who did it', () => {
  it.each([
    [
      'candidates who applied to at least 3 jobs',
      [
        ['Cleo Roth', 5],
        ['Dan Fox', 3],
        ['Eva Lang', 3],
      ],
    ],
    ['candidates who have applied to more than 4 jobs', [['Cleo Roth', 5]]],
    ['how many candidates applied to more than 3 jobs', [[1]]],
    ['candidates who applied to more than 5 jobs', []],
    ['how many candidates applied for Nurse jobs', [[2]]],
    ['how many candidates applied in October', [[2]]],
  ] as const)('is no value of some of them: %s', async (question, rows) => {
    const answered = await world('agency').ask(question);
    expectRows(answered, rows);
    expect(answered.answer).not.toContain('applied');
  });

  it.each([
    ['how many applications are applied', [[1]]],
    ['applied applications', [[1]]],
    ['candidates with applied applications', [[1]]],
  ] as const)('is one where it is said of the rows: %s', async (question, rows) => {
    expectRows(await world('agency').ask(question), rows);
  });

  it('is not said of others', async () => {
    const { result, answer } = await world('agency').ask('who applied to at least 3 jobs');
    expect(result, answer).toBeUndefined();
  });
});
