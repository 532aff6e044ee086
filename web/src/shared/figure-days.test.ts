import { expect, test } from 'vitest';
import { figureDays } from './figure-days.ts';

const known = { from: '2023-01-02', to: '2025-12-30' };

test.each([
  ['the last months', 12, {}, '2025-01-01 to 2025-12-31, 1 year after 2024-01-01 to 2024-12-31'],
  ['fewer of them', 3, {}, '2025-10-01 to 2025-12-31, 1 year after 2024-10-01 to 2024-12-31'],
  [
    'what was chosen',
    12,
    { from: '2025-01-01', to: '2025-06-30' },
    '2025-01-01 to 2025-06-30, 1 year after 2024-01-01 to 2024-06-30',
  ],
  [
    'more than a year',
    12,
    { from: '2025-01-15', to: '2026-02-28' },
    '2025-01-15 to 2026-02-28, 2 years after 2023-01-15 to 2024-02-29',
  ],
  [
    'what was chosen, from its beginning',
    12,
    { from: '2025-11-15', to: null },
    '2025-11-15 to 2025-12-31, 1 year after 2024-11-15 to 2024-12-31',
  ],
  ['what was chosen, until its end', 12, { from: null, to: '2024-06-30' }, '2023-01-01 to 2024-06-30'],
  [
    'years of which there are none before',
    12,
    { from: '2023-05-01', to: '2023-05-31' },
    '2023-05-01 to 2023-05-31',
  ],
  ['more months than there are', 48, {}, '2023-01-01 to 2025-12-31'],
  ['days to come', 12, { from: '2026-03-01', to: null }, '2026-03-01 to 2026-03-01'],
  ['days before all others', 12, { from: null, to: '2022-03-01' }, '2022-03-01 to 2022-03-01'],
  ['days in the wrong order', 12, { from: '2025-05-31', to: '2025-05-01' }, '2025-05-31 to 2025-05-01'],
])('a figure is of %s', (_, months, chosen, text) => {
  const { days, before, years, isComparable } = figureDays(months, chosen, known);
  const after = isComparable
    ? `, ${years} ${years === 1 ? 'year' : 'years'} after ${before.from} to ${before.to}`
    : '';
  expect(`${days.from} to ${days.to}${after}`).toBe(text);
});
