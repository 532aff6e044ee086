import { LRUCache } from 'lru-cache';
import { AppError } from '../errors.ts';

const secondsPerDay = 86_400;
const maxCachedDays = 200_000;
/** Names that were found, which takes longer than most other things about a statement. */
const usable = new LRUCache<string, true>({ max: 1_000 });

/**
 * The name of a usable IANA time zone, as given.
 * @throws AppError `BAD_REQUEST` when this runtime does not know it.
 */
export function parseTimeZone(name: string): string {
  if (usable.has(name)) return name;
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/.test(name)) {
    throw new AppError('BAD_REQUEST', `Unknown time zone ${JSON.stringify(name.slice(0, 64))}.`);
  }
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    throw new AppError('BAD_REQUEST', `Unknown time zone ${JSON.stringify(name)}.`);
  }
  usable.set(name, true);
  return name;
}

/** Seconds that a zone's clocks are ahead of UTC at an instant, given in seconds since the epoch. */
export type UtcOffset = (epochSeconds: number) => number;

/** Clients name zones, in any spelling of upper and lower case. */
const offsets = new LRUCache<string, UtcOffset>({ max: 100 });

/** Offsets of a zone that `parseTimeZone` accepted, cached by day: rows of a result share few days. */
export function utcOffset(timezone: string): UtcOffset {
  const known = offsets.get(timezone);
  if (known !== undefined) {
    return known;
  }
  const format = new Intl.DateTimeFormat('en-US', { timeZone: timezone, timeZoneName: 'longOffset' });
  const exact = (epochSeconds: number): number => parseOffset(format.format(clampToDate(epochSeconds)));
  const byDay = new Map<number, number | null>();
  const offsetAt: UtcOffset = (epochSeconds) => {
    const day = Math.floor(epochSeconds / secondsPerDay);
    let offset = byDay.get(day);
    if (offset === undefined) {
      // Clocks change at most once within a day, so equal ends mean that the whole day has one offset.
      const atStart = exact(day * secondsPerDay);
      offset = atStart === exact((day + 1) * secondsPerDay) ? atStart : null;
      if (byDay.size >= maxCachedDays) {
        byDay.clear();
      }
      byDay.set(day, offset);
    }
    return offset ?? exact(epochSeconds);
  };
  offsets.set(timezone, offsetAt);
  return offsetAt;
}

const maxDateSeconds = 8_640_000_000_000;

function clampToDate(epochSeconds: number): Date {
  return new Date(Math.max(-maxDateSeconds, Math.min(maxDateSeconds, epochSeconds)) * 1000);
}

function parseOffset(text: string): number {
  const match = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text);
  if (match === null) {
    return 0;
  }
  const [, sign, hours, minutes, seconds] = match;
  const magnitude = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0);
  return sign === '-' ? -magnitude : magnitude;
}
