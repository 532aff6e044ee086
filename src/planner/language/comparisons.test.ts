import { describe, expect, it } from 'vitest';
import { findComparisons } from './comparisons.ts';
import { tokenize } from './text.ts';

describe('findComparisons', () => {
  it.each([
    ['over 100', '>', [100]],
    ['more than 1,500', '>', [1500]],
    ['at least 5', '>=', [5]],
    ['no more than 5', '<=', [5]],
    ['fewer than 3', '<', [3]],
    ['at most 2.5', '<=', [2.5]],
    ['exactly 4', '=', [4]],
    ['between 10 and 20', 'between', [10, 20]],
    ['100 or more', '>=', [100]],
    ['10 or less', '<=', [10]],
    ['above 2k', '>', [2000]],
    ['over 1.5 million', '>', [1_500_000]],
    ['>= 7', '>=', [7]],
    ['under 20 %', '<', [20]],
    ['8 or better', '>=', [8]],
    ['negative', '<', [0]],
    ['between 1 and 2 thousand', 'between', [1000, 2000]],
    ['5 to 10', 'between', [5, 10]],
    ['5-10', 'between', [5, 10]],
    ['between 5 and 10', 'between', [5, 10]],
    ['100-150k', 'between', [100_000, 150_000]],
    ['1 to 10 billion', 'between', [1e9, 1e10]],
    ['over 4 trillion', '>', [4e12]],
    ['less than half a million', '<', [500_000]],
    ['under 2 blocks high', '<', [2]],
    ['harder than 3', '>', [3]],
    ['under 10mg', '<', [10]],
    ['between 5kg and 10kg', 'between', [5, 10]],
    ['2h or more', '>=', [2]],
  ])('findComparisons reads "%s"', (text, operator, values) => {
    expect(findComparisons(tokenize(`things ${text} there`), new Set())).toMatchObject([
      { operator, values },
    ]);
  });

  it('claims the unit, and tells a percentage', () => {
    const [comparison] = findComparisons(tokenize('rate above 20%'), new Set());
    expect(comparison).toMatchObject({ percent: true, tokens: [1, 2, 3] });
    expect(findComparisons(tokenize('longer than 14 days'), new Set())[0]?.tokens).toEqual([0, 1, 2, 3]);
  });

  it.each(['over 10 mg', 'over 10mg'])('reads the unit of "%s", written to its number or not', (text) => {
    expect(findComparisons(tokenize(text), new Set())).toMatchObject([{ values: [10], unit: 'mg' }]);
  });

  it.each([
    'over time',
    'over the last 6 months',
    'more than others',
    'between Berlin and Paris',
    '9-1-1',
    'ratio of 3 to 1',
    'more than half of them',
  ])('sees none in "%s"', (text) => {
    expect(findComparisons(tokenize(text), new Set())).toEqual([]);
  });
});
