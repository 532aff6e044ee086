import { expect, it } from 'vitest';
import { findClockTimes, findDayParts } from './day-times.ts';

it.each<[string, string]>([
  ['visits after 8pm', '20:00 24:00'],
  ['visits after 8:30 p.m. by club', '20:30 24:00'],
  ['visits before 9 in the morning', '0:00 9:00'],
  ['visits before noon', '0:00 12:00'],
  ['visits between 6 and 8 pm', '18:00 20:00'],
  ['visits between 11 and 1 pm', '11:00 13:00'],
  ['visits from 9am to 5pm', '9:00 17:00'],
  ['visits between 10 pm and 2 am', '22:00 2:00'],
  ['visits between 10 pm and midnight', '22:00 24:00'],
  ['visits 6-8pm', '18:00 20:00'],
  ['visits from 18:00 on', '18:00 24:00'],
  ["visits after 20 o'clock", '20:00 24:00'],
  ['visits at 6 pm', '18:00 19:00'],
  ['visits after 8.30 pm', '20:30 24:00'],
  ['visits after 7 in the evening', '19:00 24:00'],
])('times of a clock are found: %s', (text, truth) => {
  const { from = -1, to = -1 } = findClockTimes(text)?.time ?? {};
  const said = (at: number) => `${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}`;
  expect(`${said(from)} ${said(to)}`).toBe(truth);
});

it.each([
  'visits after 8',
  'visits between 6 and 8',
  'media with a price between 10 and 20.50 euros',
  'items from 8.30 on',
  'orders from 9 to 5',
  'top 5 amounts',
  'orders before 2024',
  'orders of more than 8 pm',
  'orders after 25 pm',
  'visits after midnight',
])('numbers that nothing says to be of a clock are left alone: %s', (text) => {
  expect(findClockTimes(text)).toBeUndefined();
});

it.each<[string, number[]]>([
  ['morning visits', [5 * 60, 12 * 60]],
  ['visits in the evening by club', [17 * 60, 22 * 60]],
  ['Monday afternoon visits', [12 * 60, 17 * 60]],
  ['visits at night', [22 * 60, 5 * 60]],
])('parts of the day have hours: %s', (text, hours) => {
  expect(findDayParts(text).map(({ time: { from, to } }) => [from, to])).toEqual([hours]);
});

it.each([
  'price per night',
  'visits in the nightclub',
  'number of nights',
  'visits every morning',
  'early morning visits',
  'a good evening',
])('words for parts of the day that say something else are left alone: %s', (text) => {
  expect(findDayParts(text)).toEqual([]);
});
