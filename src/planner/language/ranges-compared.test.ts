import { describe, expect, it } from 'vitest';
import type { Clock } from './date-meanings.ts';
import { findDates } from './dates.ts';

const clock: Clock = { today: '2024-11-15', dataEnd: '2024-11-15' };

function periods(text: string): string[] {
  const { expression } = findDates(text);
  return (expression?.resolve(clock).periods ?? []).map(({ start, end }) => `${start}..${end}`);
}

const quarters = ['2024-04-01..2024-07-01', '2023-04-01..2023-07-01'];

describe('ranges that are held against each other', () => {
  it.each([
    'compare visits April to June 2024 with April to June 2023',
    'compare visits from April to June 2024 to April to June 2023',
    'compare visits April to June 2024 and April to June 2023',
    'visits April to June 2024 compared to April to June 2023',
    'how do visits April to June 2024 compare with April to June 2023',
    'visits April to June 2024 vs April to June 2023',
    'compare visits April to June with the same months last year',
    'compare visits April until June 2024 with Q2 2023',
  ])('ranges that are held against each other are whole ranges: %s', (text) => {
    expect(periods(text)).toEqual(quarters);
    expect(findDates(text)).toMatchObject({ expression: { compare: true }, leftover: [] });
  });

  it.each([
    [
      'visits in April 2024 compared to April to June 2023',
      '2024-04-01..2024-05-01',
      '2023-04-01..2023-07-01',
    ],
    ['visits in Q3 2024 vs April to June 2024', '2024-07-01..2024-10-01', '2024-04-01..2024-07-01'],
  ])('a range that a single period is held against is a whole range: %s', (text, ...expected) => {
    expect(periods(text)).toEqual(expected);
    expect(findDates(text)).toMatchObject({ expression: { compare: true }, leftover: [] });
  });

  it.each([
    ['compare visits in April to June 2023', ['2023-04-01..2023-05-01', '2023-06-01..2023-07-01']],
    [
      'compare 2021 to 2022 to 2023',
      ['2021-01-01..2022-01-01', '2022-01-01..2023-01-01', '2023-01-01..2024-01-01'],
    ],
    [
      'compare 2021 to 2022 and 2023',
      ['2021-01-01..2022-01-01', '2022-01-01..2023-01-01', '2023-01-01..2024-01-01'],
    ],
  ])('single periods that are held against each other make no range: %s', (text, expected) => {
    expect(periods(text)).toEqual(expected);
  });
});

it.each([
  'visits of May and June 2024 and May and June 2023',
  'visits in May, June 2024, May and June 2023',
  'visits May and June 2024 versus May and June 2023',
])('months that are listed are of the year that is said next: %s', (text) => {
  expect(periods(text)).toEqual([
    '2024-05-01..2024-06-01',
    '2024-06-01..2024-07-01',
    '2023-05-01..2023-06-01',
    '2023-06-01..2023-07-01',
  ]);
});
