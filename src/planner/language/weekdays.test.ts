import { expect, it } from 'vitest';
import { findWeekdays } from './weekdays.ts';

it.each<[string, string]>([
  ['revenue on weekends in 2025', '6,7'],
  ['weekend sales', '6,7'],
  ['orders on weekdays by region', '1,2,3,4,5'],
  ['how many orders come in on a Saturday', '6'],
  ['how many calls were made on a Saturday or Sunday', '6,7'],
  ['orders on a Friday or on a Sunday', '5,7'],
  ['visits every Monday and Tuesday', '1,2'],
  ['orders on Mondays, Tuesdays and Fridays', '1,2,5'],
  ['what do we sell every Sunday', '7'],
  ['sunday visits at kreuzberg', '7'],
  ['Saturday and Sunday orders', '6,7'],
  ['Monday morning visits', '1'],
  ['orders on Monday by region', '1'],
  ['orders on Monday in 2025', '1'],
  ['orders last week on Monday', '1'],
  ['orders from Monday to Friday', '1,2,3,4,5'],
  ['Friday to Sunday orders', '5,6,7'],
  ['orders between Monday and Wednesday', '1,2,3'],
])('days of the week that narrow are found: %s', (text, days) => {
  expect(findWeekdays(text)).toMatchObject({ days: days.split(',').map(Number) });
  expect(findWeekdays(text)?.apart).toBeUndefined();
});

it.each<[string, string, string]>([
  ['weekend vs weekday sales', '1,2,3,4,5,6,7', 'weekend'],
  ['weekend sales vs weekday sales this year', '1,2,3,4,5,6,7', 'weekend'],
  ['weekday class visits compared to weekend class visits', '1,2,3,4,5,6,7', 'weekend'],
  ['sales on weekends compared to weekdays', '1,2,3,4,5,6,7', 'weekend'],
  ['sales by weekday vs weekend', '1,2,3,4,5,6,7', 'weekend'],
  ['do we sell more on weekdays than on the weekend', '1,2,3,4,5,6,7', 'weekend'],
  ['sales on Mondays vs Fridays', '1,5', 'weekday'],
  ['is there more on Friday than on Sunday', '5,7', 'weekday'],
])('days of the week that are held against others are told apart: %s', (text, days, apart) => {
  expect(findWeekdays(text)).toMatchObject({ days: days.split(',').map(Number), apart });
});

it.each([
  'orders last weekend',
  'orders by weekday',
  'orders on Monday',
  'last Monday orders by region',
  'how many orders did we have on Monday by region',
  'Black Friday sales',
  'orders since Monday by region',
  'which Monday had the most orders',
  'what about monday.com',
])('days of the week that are dates, groups or held against others are left alone: %s', (text) => {
  expect(findWeekdays(text)).toBeUndefined();
});
