import { expect, it } from 'vitest';
import { findWeekdays } from './weekdays.ts';

it.each<[string, string]>([
  ['revenue on weekends in 2025', '6,7'],
  ['weekend sales', '6,7'],
  ['orders on weekdays by region', '1,2,3,4,5'],
  ['how many orders come in on a Saturday', '6'],
  ['orders on Mondays, Tuesdays and Fridays', '1,2,5'],
  ['what do we sell every Sunday', '7'],
])('days of the week that narrow are found: %s', (text, days) => {
  expect(findWeekdays(text)?.days.join()).toBe(days);
});

it.each([
  'orders last weekend',
  'orders by weekday',
  'weekend vs weekday sales',
  'sales on weekends compared to weekdays',
  'orders on Monday',
  'what about monday.com',
])('days of the week that are dates, groups or held against others are left alone: %s', (text) => {
  expect(findWeekdays(text)).toBeUndefined();
});
