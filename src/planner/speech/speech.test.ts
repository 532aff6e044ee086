import { expect, it } from 'vitest';
import { english } from './english.ts';
import { german } from './german.ts';
import { speechOf } from './speeches.ts';

it.each([
  [{ start: '2024-01-01', end: '2025-01-01' }, 'in 2024', 'im Jahr 2024'],
  [{ start: '2024-07-01', end: '2025-01-01' }, 'in H2 2024', 'im 2. Halbjahr 2024'],
  [{ start: '2024-07-01', end: '2024-10-01' }, 'in Q3 2024', 'im 3. Quartal 2024'],
  [{ start: '2024-03-01', end: '2024-04-01' }, 'in March 2024', 'im März 2024'],
  [{ start: '2024-03-05', end: '2024-03-06' }, 'on 5 March 2024', 'am 5. März 2024'],
  [{ start: '2024-03-01', end: '2024-06-01' }, 'from March 2024 to May 2024', 'von März 2024 bis Mai 2024'],
  [{ start: '2021-01-01', end: '2024-01-01' }, 'from 2021 to 2023', 'von 2021 bis 2023'],
  [
    { start: '2024-03-05', end: '2024-03-20' },
    'from 5 March 2024 to 19 March 2024',
    'vom 5. März 2024 bis 19. März 2024',
  ],
  [{ start: '2024-03-05', end: undefined }, 'since 5 March 2024', 'seit dem 5. März 2024'],
])('a period is said as people say it in both languages: %o', (period, inEnglish, inGerman) => {
  expect([english().during([period]), german().during([period])]).toEqual([inEnglish, inGerman]);
});

it.each([
  [{ start: '2024-01-01', end: '2024-07-01' }, 'H1 2024', '1. Halbjahr 2024'],
  [{ start: '2024-03-01', end: '2024-06-01' }, 'March 2024 to May 2024', 'März 2024 bis Mai 2024'],
])('a period is named in both languages: %o', (period, inEnglish, inGerman) => {
  expect([english().period(period), german().period(period)]).toEqual([inEnglish, inGerman]);
});

it.each([
  ['en', undefined, '1,234.5 €1,234.50 12.5% 5 March 2024'],
  ['en', 'en-US', '1,234.5 €1,234.50 12.5% March 5, 2024'],
  ['en', 'de-DE', '1,234.5 €1,234.50 12.5% 5 March 2024'],
  ['de', undefined, '1.234,5 1.234,50 € 12,5 % 5. März 2024'],
  ['de', 'de-CH', "1'234.5 EUR 1'234.50 12.5% 5. März 2024"],
] as const)('numbers and dates in %s follow the locale %s of that language', (language, locale, text) => {
  const speech = speechOf(language, locale);
  const said = [
    speech.number(1234.5, 2),
    speech.money(1234.5, 'EUR'),
    speech.percent(12.5),
    speech.day('2024-03-05'),
  ];
  expect(said.join(' ').replaceAll(/[\u00a0\u202f]/g, ' ')).toBe(text);
});

it.each([
  [7.8412, '7.84%', '7,84 %'],
  [64.5678, '64.6%', '64,6 %'],
  [0.78123, '0.781%', '0,781 %'],
  [0.004567, '0.00457%', '0,00457 %'],
  [1234.5, '1,235%', '1.235 %'],
  // No less is left to the whole than there is.
  [99.951, '99.951%', '99,951 %'],
  [100, '100%', '100 %'],
  [0, '0%', '0 %'],
])('the percentage %d has three significant figures in both languages', (points, inEnglish, inGerman) => {
  expect(english().percent(points)).toBe(inEnglish);
  expect(
    german()
      .percent(points)
      .replaceAll(/[\u00a0\u202f]/g, ' '),
  ).toBe(inGerman);
});

it.each([
  ['desc', 'Highest latitude by stop', 'Ay has the highest latitude by stop'],
  ['asc', 'Lowest price', 'Ay has the lowest price'],
  ['asc', 'Highest latitude', 'Ay has the lowest Highest latitude'],
  ['desc', 'Revenue', 'Ay has the highest Revenue'],
] as const)('an end that a title says itself is said once (%s, %s)', (direction, about, sentence) => {
  expect(english().leaders(about, 'Ay', false, direction, false)).toBe(sentence);
});

it.each([
  [27.93, '27.9 percentage points', '27,9 Prozentpunkte'],
  [1, '1 percentage point', '1 Prozentpunkt'],
])('percentages that are %d apart are so by points in both languages', (points, inEnglish, inGerman) => {
  expect([english().points(points), german().points(points)]).toEqual([inEnglish, inGerman]);
});

it.each([
  [{ operator: '=', values: ['1', '2'] }, 'with Category of 1 or 2', 'mit Category gleich 1 oder 2'],
  [{ operator: '<>', values: ['6'] }, 'with Category other than 6', 'mit Category ungleich 6'],
  [{ operator: 'between', values: ['1', '3'] }, 'with Category from 1 to 3', 'mit Category von 1 bis 3'],
])('a number is said to be any of several, or none of them: %o', (comparison, inEnglish, inGerman) => {
  expect([english().withNumber('Category', comparison), german().withNumber('Category', comparison)]).toEqual(
    [inEnglish, inGerman],
  );
});
