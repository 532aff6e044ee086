import { describe, expect, it } from 'vitest';
import { expectRows, openWorlds } from '../../test/fixtures/agent/open-worlds.ts';
import { orchestra } from '../../test/fixtures/agent/orchestra.ts';

const world = openWorlds({ orchestra });

describe('the total of what both a sum and a count are called after', () => {
  it.each([
    ['total purchases in 2026', [[305]]],
    [
      'total purchases last month by category',
      [
        ['Scores', 180],
        ['Strings', 80],
      ],
    ],
    ['purchases in 2026', [[305]]],
    ['how many purchases in total in 2026', [[4]]],
    ['total number of purchases in 2026', [[4]]],
    ['how many repairs in total', [[6]]],
  ] as const)('is the sum, and counts only where that is said: %s', async (question, rows) => {
    expectRows(await world('orchestra').ask(question), rows);
  });
});

describe('what is left of something', () => {
  it.each([
    'how many hours are left on the Cello',
    'how many hours left on the Cello?',
    'how many days holiday does Bodo Falk have left',
    'how many days has Bodo Falk left',
    'how many hours remain on the Cello',
    'wie viele Stunden sind beim Cello noch übrig',
  ])('is no figure of all of it: %s', async (question) => {
    const { result, answer } = await world('orchestra').ask(question);
    expect(result, answer).toBeUndefined();
  });
});
