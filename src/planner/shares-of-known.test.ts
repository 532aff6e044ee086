import { expect, it } from 'vitest';
import { agency } from '../../test/fixtures/agent/agency.ts';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';

const world = openWorlds({ agency });

it.each([
  [
    "what's the most common reason for leaving and its share of the total",
    [['Commute', 2, 2 / 3]],
    'that is 66.7% of the total where Reason for leaving is known.',
  ],
  [
    'which recruiter has the most placements and what share is that',
    [['Henry Byrne', 4, 4 / 7]],
    'that is 57.1% of the total.',
  ],
] as const)('a share is told of what it is computed of: %s', async (question, rows, said) => {
  const answered = await world('agency').ask(question);
  expectRows(answered, rows);
  expect(answered.answer).toContain(said);
});
