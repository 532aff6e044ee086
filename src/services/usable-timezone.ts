import { parseTimeZone } from '../engines/time-zone.ts';
import { AppError } from '../errors.ts';

/** The name of a time zone as engines accept it; undefined if they do not know it. */
export function usableTimezone(name: string | null | undefined): string | undefined {
  if (name == null) return undefined;
  try {
    parseTimeZone(name);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
  // Engines distinguish upper and lower case in names.
  return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
}
