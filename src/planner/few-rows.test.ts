import { expect, it } from 'vitest';
import { agency } from '../../test/fixtures/agent/agency.ts';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const world = openWorlds({ agency });

it.each([
  [
    'jobs with fewer than 2 applications',
    [
      [3, 1],
      [8, 1],
    ],
  ],
  ['how many jobs have fewer than 3 applications', [[5]]],
  ['how many jobs have at most 2 applications', [[5]]],
  ['which job has the fewest applications', [[3, 1]]],
] as const)('that those without any are not among them is said: %s', async (question, rows) => {
  const answered = await world('agency').ask(question);
  expectRows(answered, rows);
  expect(answered.answer).toContain('Those without applications are not counted.');
});

it.each([
  'how many jobs have more than 2 applications',
  'how many jobs have between 1 and 2 applications',
  'which job has the most applications',
  'industries with fewer than 4 clients',
])('it is not said where nobody is missing: %s', async (question) => {
  const { answer, result } = await world('agency').ask(question);
  expect(result, answer).toBeDefined();
  expect(answer).not.toContain('not counted');
});

it('it is said where nobody is found, too', async () => {
  const { answer } = await world('agency').ask('clients with less than 1 job');
  expect(answer).toBe('I found no client with Jobs under 1. Those without jobs are not counted.');
});
