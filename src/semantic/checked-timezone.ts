import { LRUCache } from 'lru-cache';
import { AppError } from '../errors.ts';

/** To look a zone up takes as long as a tenth of a reused result. */
const timezones = new LRUCache<string, string>({ max: 1_000 });

/** @throws AppError `BAD_REQUEST` for a name that is no IANA time zone */
export function checkedTimezone(name = 'UTC'): string {
  const known = timezones.get(name);
  if (known !== undefined) return known;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    const checked = timeZone === 'UTC' ? 'UTC' : name;
    timezones.set(name, checked);
    return checked;
  } catch (error) {
    throw new AppError('BAD_REQUEST', `Unknown time zone "${name}".`, { cause: error });
  }
}
