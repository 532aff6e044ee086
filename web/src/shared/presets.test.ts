import { expect, test } from 'vitest';
import { presetDays, presetEnd, presetNames, presetOf } from './presets.ts';

test.each([
  ['last7Days', '2024-02-27', '2024-03-04'],
  ['last30Days', '2024-02-04', '2024-03-04'],
  ['last90Days', '2023-12-06', '2024-03-04'],
  ['last12Months', '2023-04-01', '2024-03-04'],
  ['thisMonth', '2024-03-01', '2024-03-04'],
  ['thisQuarter', '2024-01-01', '2024-03-04'],
  ['thisYear', '2024-01-01', '2024-03-04'],
  ['previousMonth', '2024-02-01', '2024-02-29'],
  ['previousQuarter', '2023-10-01', '2023-12-31'],
  ['previousYear', '2023-01-01', '2023-12-31'],
] as const)('%s is from %s to %s on 4 March 2024', (preset, from, to) => {
  expect(presetDays(preset, '2024-03-04')).toEqual({ from, to });
});

test('a preset is found by its days', () => {
  for (const name of presetNames) expect(presetOf(presetDays(name, '2024-05-17'), '2024-05-17')).toBe(name);
  expect(presetOf({ from: '2024-05-01' }, '2024-05-17')).toBeUndefined();
});

test.each([
  ['2025-12-31', '2025-12-31'],
  ['2027-01-01', '2026-02-02'],
])('presets end with the last day with rows, %s, or with today: %s', (lastDay, end) => {
  const lateInTokyo = new Date('2026-02-01T18:00:00Z');
  expect(presetEnd(lastDay, 'Asia/Tokyo', lateInTokyo)).toBe(end);
});
