import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateText, intervalText, timestampText } from './temporal-text.ts';

test('dates and timestamps agree with ISO 8601 as the platform writes it', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), (date) => {
      const iso = date.toISOString().slice(0, -1);
      expect(timestampText(BigInt(date.getTime()) * 1000n, 1_000_000)).toBe(iso);
      expect(timestampText(BigInt(date.getTime()), 1_000)).toBe(iso);
      expect(dateText(Math.floor(date.getTime() / 86_400_000))).toBe(iso.split('T')[0]);
    }),
  );
});

test.each([
  [0n, 1_000_000, '1970-01-01T00:00:00.000'],
  [-1n, 1_000_000, '1969-12-31T23:59:59.999999'],
  [1_500n, 1_000_000, '1970-01-01T00:00:00.001500'],
  [2_000n, 1_000_000, '1970-01-01T00:00:00.002'],
  [1n, 1_000_000_000, '1970-01-01T00:00:00.000000001'],
  [1_000n, 1_000_000_000, '1970-01-01T00:00:00.000001'],
  [1_000_000n, 1_000_000_000, '1970-01-01T00:00:00.001'],
  [-1n, 1_000, '1969-12-31T23:59:59.999'],
  [253_402_300_800_000_001n, 1_000_000, '+010000-01-01T00:00:00.000001'],
] as const)('%s at %s per second is %s', (units, unitsPerSecond, text) => {
  expect(timestampText(units, unitsPerSecond)).toBe(text);
});

test('an offset moves the clock, not the fraction', () => {
  expect(timestampText(-1n, 1_000_000, () => 3600)).toBe('1970-01-01T00:59:59.999999');
});

test.each([
  [0, 0, 0n, 'PT0S'],
  [14, 3, 14_706_700_000n, 'P1Y2M3DT4H5M6.7S'],
  [-1, 0, 0n, 'P-1M'],
  [0, 0, -3_661_500_000n, 'PT-1H-1M-1.5S'],
  [0, 1, 0n, 'P1D'],
] as const)('%i months, %i days, %s microseconds are %s', (months, days, micros, text) => {
  expect(intervalText(months, days, micros)).toBe(text);
});
