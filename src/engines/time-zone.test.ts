import fc from 'fast-check';
import { expect, test } from 'vitest';
import { utcOffset } from './time-zone.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Pacific/Apia',
];

/** What the zone's clocks show, read from the platform part by part. */
function wallClock(zone: string, epochSeconds: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(new Date(epochSeconds * 1000));
  const part = (type: string): number => Number(parts.find((each) => each.type === type)?.value);
  return (
    Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) /
    1000
  );
}

test('offsets agree with the clocks of the zone, at any instant since 1900', () => {
  const instant = fc.integer({ min: -2_208_988_800, max: 4_102_444_800 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), instant, (zone, epochSeconds) => {
      expect(epochSeconds + utcOffset(zone)(epochSeconds)).toBe(wallClock(zone, epochSeconds));
    }),
    { numRuns: 500 },
  );
});

test('the day on which clocks change has both offsets', () => {
  const offsetAt = utcOffset('Europe/Berlin');
  const change = Date.UTC(2024, 2, 31, 1) / 1000;
  expect([offsetAt(change - 1), offsetAt(change)]).toEqual([3600, 7200]);
});

test('what is known of a zone is forgotten when clients have named a hundred others, however they spell them', () => {
  const name = 'antarctica/vostok';
  const first = utcOffset(name);
  expect(utcOffset(name)).toBe(first);
  for (let bits = 1; bits <= 100; bits += 1) {
    utcOffset(
      [...name].map((letter, index) => ((bits >> index) & 1 ? letter.toUpperCase() : letter)).join(''),
    );
  }
  expect(utcOffset(name)).not.toBe(first);
});
