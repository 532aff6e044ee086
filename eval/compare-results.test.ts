import { describe, expect, it } from 'vitest';
import type { Row } from '../src/engines/query-engine.ts';
import { matchesGold, type ResultSet } from './compare-results.ts';

const free = { ordered: false, percent: false };

function result(rows: readonly Row[], totalRows = rows.length): ResultSet {
  const columns = (rows[0] ?? []).map((_, index) => ({ name: `c${index}` }));
  return { columns, rows, totalRows };
}

const gold = result([
  ['EU', 11413409.27],
  ['UK', 3926217.28],
  ['US', 4049951.67],
]);

describe('matchesGold', () => {
  it('finds the columns under any name, in any place, among others', () => {
    const answer = result([
      [1, '4049951.67', 'us'],
      [1, '11413409.27', 'EU'],
      [1, '3926217.28', 'UK '],
    ]);
    expect(matchesGold(answer, gold, free)).toBe(true);
    expect(matchesGold(answer, gold, { ...free, ordered: true })).toBe(false);
  });

  it('takes rows that tie in the figure that they are ordered by in any order', () => {
    const ranked = result([
      ['lead', 43],
      ['thallium', 43],
      ['gold', 42],
    ]);
    const isRanked = (...names: string[]) =>
      matchesGold(result(names.map((name) => [name, name === 'gold' ? 42 : 43])), ranked, {
        ...free,
        ordered: true,
      });
    expect(isRanked('thallium', 'lead', 'gold')).toBe(true);
    expect(isRanked('thallium', 'gold', 'lead')).toBe(false);
    const names = result([['lead'], ['thallium']]);
    expect(matchesGold(result([['thallium'], ['lead']]), names, { ...free, ordered: true })).toBe(false);
  });

  it('tells four significant figures apart', () => {
    expect(matchesGold(result([[0.12344]]), result([[0.1234]]), free)).toBe(true);
    expect(matchesGold(result([[0.1236]]), result([[0.1234]]), free)).toBe(false);
    expect(matchesGold(result([[-5]]), result([[5]]), free)).toBe(false);
    expect(matchesGold(result([[0]]), result([[0]]), free)).toBe(true);
    expect(matchesGold(result([[0.0001]]), result([[0]]), free)).toBe(false);
  });

  it.each([
    [
      'a row too many',
      [
        ['EU', 11413409.27],
        ['UK', 3926217.28],
        ['US', 4049951.67],
        ['CH', 1],
      ],
    ],
    [
      'a row too few',
      [
        ['EU', 11413409.27],
        ['UK', 3926217.28],
      ],
    ],
    [
      'figures of other rows',
      [
        ['EU', 3926217.28],
        ['UK', 11413409.27],
        ['US', 4049951.67],
      ],
    ],
    [
      'a row twice',
      [
        ['EU', 11413409.27],
        ['EU', 11413409.27],
        ['US', 4049951.67],
      ],
    ],
    ['a column missing', [['EU'], ['UK'], ['US']]],
  ] satisfies [string, Row[]][])('refuses %s', (_, rows) => {
    expect(matchesGold(result(rows), gold, free)).toBe(false);
  });

  it('does not take one answer column for two gold columns', () => {
    expect(matchesGold(result([[5, 6]]), result([[5, 5]]), free)).toBe(false);
    expect(matchesGold(result([[5, 6, 5]]), result([[5, 5]]), free)).toBe(true);
  });

  it.each([
    ['2024-04-01T00:00:00.000', '2024-04-01'],
    ['2024-04', '2024-04-01'],
    ['2024-Q2', '2024-04-01T00:00:00.000'],
    ['2024', '2024-01-01'],
    [2024, '2024-01-01T00:00:00.000'],
    [true, 'true'],
  ])('reads %s as %s', (given, expected) => {
    expect(matchesGold(result([[given]]), result([[expected]]), free)).toBe(true);
  });

  it.each([
    ['2024-04-01T06:00:00.000', '2024-04-01'],
    [2023, '2024-01-01'],
    [null, 0],
    [null, ''],
    ['12', '012-A'],
  ])('does not read %s as %s', (given, expected) => {
    expect(matchesGold(result([[given]]), result([[expected]]), free)).toBe(false);
  });

  it('takes shares as fractions or percentages, and no other numbers', () => {
    expect(matchesGold(result([[58.13]]), result([[0.5813]]), { ...free, percent: true })).toBe(true);
    expect(matchesGold(result([[58.13]]), result([[0.5813]]), free)).toBe(false);
  });

  it('compares the rows that are shown when the protocol cut the rest', () => {
    const long = result(Array.from({ length: 150 }, (_, index) => [`v${index}`, index]));
    expect(matchesGold(result(long.rows.slice(0, 100), 150), long, free)).toBe(true);
    expect(matchesGold(result(long.rows.slice(0, 100), 100), long, free)).toBe(false);
    expect(matchesGold(result([...long.rows.slice(0, 99), ['v99', 7]], 150), long, free)).toBe(false);
  });
});
