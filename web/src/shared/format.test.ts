import { expect, test } from 'vitest';
import { createFormats } from './format.ts';

test('numbers are written as the locale has them', () => {
  expect(createFormats({ locale: 'en-US' }).number(1234.567)).toBe('1,234.57');
  expect(createFormats({ locale: 'de-DE' }).number(1234.567)).toBe('1.234,57');
  expect(createFormats({ locale: 'en-US' }).number(0.256, { style: 'percent' })).toBe('26%');
});

test('moments are told in the time zone of the session, not of the machine', () => {
  const late = '2026-03-01T23:30:00.000Z';
  expect(createFormats({ locale: 'en-GB', timeZone: 'UTC' }).date(late)).toBe('1 Mar 2026');
  expect(createFormats({ locale: 'en-GB', timeZone: 'Europe/Berlin' }).date(late)).toBe('2 Mar 2026');
  expect(createFormats({ locale: 'en-GB', timeZone: 'Europe/Berlin' }).dateTime(late)).toBe(
    '2 Mar 2026, 00:30',
  );
});
