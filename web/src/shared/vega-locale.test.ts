import { expect, test } from 'vitest';
import { numberLocaleOf, timeLocaleOf } from './vega-locale.ts';

test.each([
  ['en-GB', '.', ','],
  ['de-DE', ',', '.'],
])('numbers of charts are written as %s has them', (locale, decimal, thousands) => {
  expect(numberLocaleOf(locale)).toMatchObject({ decimal, thousands });
});

test('months and days of charts have their names in the locale, each in its place', () => {
  const german = timeLocaleOf('de-DE');
  expect(german.months).toHaveLength(12);
  expect([german.months[0], german.months[11]]).toEqual(['Januar', 'Dezember']);
  expect([german.days[0], german.days[6]]).toEqual(['Sonntag', 'Samstag']);
});
