import { addUnits, type Day, dayOf, isDay, type Unit, unitAround, yearOf } from './calendar.ts';
import { literalOr, type Meaning } from './date-meanings.ts';
import { namedDay } from './named-days.ts';
import { numberOf } from './relative-dates.ts';
import { wordTable } from './word-table.ts';

/** Something that comes every year; without its year, the latest one that has begun. */
function yearly(
  unit: Unit,
  yearText: string | undefined,
  inYear: (year: number) => { start: Day; end: Day },
  isOver = false,
): Meaning {
  if (yearText === undefined) {
    return {
      unit,
      inYear,
      resolve: ({ today, dataEnd }) => {
        const anchor = dataEnd !== undefined && dataEnd < today ? dataEnd : today;
        const same = inYear(yearOf(anchor));
        const hasCome = isOver ? same.end <= today : same.start <= anchor;
        return { period: hasCome ? same : inYear(yearOf(anchor) - 1), fromDataEnd: false };
      },
    };
  }
  const relative = /this|current/i.test(yearText) ? 0 : /last/i.test(yearText) ? -1 : undefined;
  if (relative !== undefined) {
    return {
      unit,
      resolve: (clock) => {
        const literal = inYear(yearOf(clock.today) + relative);
        return literalOr(clock, literal, (end) => inYear(yearOf(end) + relative));
      },
    };
  }
  const fixed = yearText.startsWith("'") ? 2000 + Number(yearText.slice(1)) : Number(yearText);
  return { unit, year: fixed, resolve: () => ({ period: inYear(fixed), fromDataEnd: false }) };
}

const ordinals = wordTable<number>({
  first: 1,
  '1st': 1,
  second: 2,
  '2nd': 2,
  third: 3,
  '3rd': 3,
  fourth: 4,
  '4th': 4,
  last: 4,
  final: 4,
});

/** `Q3 2024`, `the first quarter of last year`. */
export function quarter(groups: Record<string, string | undefined>): Meaning | undefined {
  const ordinal = groups['ordinal']?.toLowerCase();
  const yearText = groups['year'] ?? groups['year2'];
  // "the last quarter" without a year is the previous one.
  if ((ordinal === 'last' || ordinal === 'final') && yearText === undefined) return undefined;
  const q = groups['q'] === undefined ? (ordinals[ordinal ?? ''] ?? 1) : Number(groups['q']);
  return yearly('quarter', yearText, (y) => unitAround(dayOf(y, q * 3 - 2, 1), 'quarter'));
}

/** `H1 2024`, `the second half of 2023`. */
export function half(groups: Record<string, string | undefined>): Meaning {
  const h =
    groups['h'] === undefined ? (ordinals[groups['ordinal']?.toLowerCase() ?? ''] ?? 1) : Number(groups['h']);
  return yearly('quarter', groups['year'] ?? groups['year2'], (y) => {
    const start = dayOf(y, h * 6 - 5, 1);
    return { start, end: addUnits(start, 6, 'month') };
  });
}

const monthStarts = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

function monthNumber(groups: Record<string, string | undefined>): number {
  const name = groups['name']?.slice(0, 3).toLowerCase();
  return name === undefined ? Number(groups['month']) : monthStarts.indexOf(name) + 1;
}

/** `March`, `March 2024`, `last March`, which is over. */
export function month(groups: Record<string, string | undefined>): Meaning {
  const number = monthNumber(groups);
  const isOver = groups['last'] !== undefined;
  return yearly('month', groups['year'], (y) => unitAround(dayOf(y, number, 1), 'month'), isOver);
}

/** `the last three months of 2023`, `the first month of last year`, `the last ten days of May`. */
export function edge(groups: Record<string, string | undefined>): Meaning {
  const { end = '', n, unit = '', year, name } = groups;
  const each = unit.toLowerCase() as Unit;
  const count = n === undefined ? 1 : numberOf(n);
  return yearly(each, year, (y) => {
    const of =
      name === undefined
        ? unitAround(dayOf(y, 1, 1), 'year')
        : unitAround(dayOf(y, monthNumber(groups), 1), 'month');
    return /^first$/i.test(end)
      ? { start: of.start, end: addUnits(of.start, count, each) }
      : { start: addUnits(of.end, -count, each), end: of.end };
  });
}

/** `5 March`, `5 March 2024`; undefined for what is no date. */
export function date(groups: Record<string, string | undefined>): Meaning | undefined {
  const number = monthNumber(groups);
  const day = Number(groups['day']);
  if (number < 1 || number > 12 || day < 1 || day > 31) return undefined;
  const exists = (y: number): boolean => isDay(y, number, day);
  const { year: said } = groups;
  // 29 February was last in a leap year.
  const lastLeap = (y: number): number => (exists(y) ? y : lastLeap(y - 1));
  if (!exists(said === undefined ? leapYear : Number(said))) return noDay;
  return yearly('day', said, (y) => unitAround(dayOf(lastLeap(y), number, day), 'day'));
}

/** `Black Friday`, `Christmas Eve 2024`. */
export function feast(groups: Record<string, string | undefined>): Meaning {
  const { feast: name = '', year: said } = groups;
  return yearly('day', said, (y) => unitAround(namedDay(name, y), 'day'));
}

const leapYear = 2024;

/** A day that does not exist. */
export const noDay: Meaning = {
  unit: 'day',
  isNone: true,
  resolve: () => ({ period: { start: undefined, end: undefined }, fromDataEnd: false }),
};

/** `2024`. */
export function year(groups: Record<string, string | undefined>): Meaning {
  return yearly('year', groups['year'], (y) => unitAround(dayOf(y, 1, 1), 'year'));
}

/** `the eighties`, `the 1980s`, `the 80s`: of the last century unless there are few years of it in this one. */
export function decade(groups: Record<string, string | undefined>): Meaning {
  const { century, tens, name = '' } = groups;
  const place = tens === undefined ? decadeNames.indexOf(name.toLowerCase()) + 2 : Number(tens);
  const first = (century === undefined ? (place < 2 ? 20 : 19) : Number(century)) * 100 + place * 10;
  const period = unitAround(dayOf(first, 1, 1), 'decade');
  return { unit: 'decade', resolve: () => ({ period, fromDataEnd: false }) };
}

/** From the twenties on. */
export const decadeNames = 'twenties thirties forties fifties sixties seventies eighties nineties'.split(' ');
