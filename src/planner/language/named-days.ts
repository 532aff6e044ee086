import { addDays, type Day, dayOf } from './calendar.ts';

/** Days with a name of their own, each with when it is in a year. */
const namedDays: readonly (readonly [name: string, inYear: (year: number) => Day])[] = [
  ['black friday', (year) => addDays(thanksgiving(year), 1)],
  ['cyber monday', (year) => addDays(thanksgiving(year), 4)],
  ['thanksgiving(?: day)?', thanksgiving],
  ['christmas eve', (year) => dayOf(year, 12, 24)],
  ['(?:christmas|xmas) day', (year) => dayOf(year, 12, 25)],
  ['boxing day', (year) => dayOf(year, 12, 26)],
  ["new year[’']?s eve", (year) => dayOf(year, 12, 31)],
  ["new year[’']?s day", (year) => dayOf(year, 1, 1)],
  ["valentine[’']?s(?: day)?", (year) => dayOf(year, 2, 14)],
  ['halloween', (year) => dayOf(year, 10, 31)],
  ['good friday', (year) => addDays(easter(year), -2)],
  ['easter sunday', easter],
  ['easter monday', (year) => addDays(easter(year), 1)],
];

/** The days of the week, Monday first. */
export const weekdayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** What matches the name of a day. */
export const dayNames = namedDays.map(([name]) => name).join('|');

/** When a named day is in a year. */
export function namedDay(name: string, year: number): Day {
  const [, inYear] = namedDays.find(([pattern]) => new RegExp(`^(?:${pattern})$`, 'i').test(name)) ?? [];
  return inYear?.(year) ?? dayOf(year, 1, 1);
}

/** The fourth Thursday of November. */
function thanksgiving(year: number): Day {
  const first = dayOf(year, 11, 1);
  const toThursday = (11 - new Date(first).getUTCDay()) % 7;
  return addDays(first, toThursday + 21);
}

/** The Sunday after the first full moon of spring, by Gauss's rule for the Gregorian calendar. */
function easter(year: number): Day {
  const century = Math.floor(year / 100);
  const moon =
    (19 * (year % 19) + century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 15) % 30;
  const late = moon === 29 || (moon === 28 && year % 19 > 10) ? 1 : 0;
  const full = addDays(dayOf(year, 3, 21), moon - late);
  return addDays(full, 7 - new Date(full).getUTCDay());
}
