import {
  addDays,
  addUnits,
  type Day,
  dayOf,
  floorTo,
  isDay,
  type Period,
  type Unit,
  unitAround,
  yearOf,
} from './calendar.ts';
import { numberWords } from './grammar.ts';
import { wordTable } from './word-table.ts';

/** What relative dates count from. */
export interface Clock {
  readonly today: Day;
  /** Last day with data, where known. */
  readonly dataEnd: Day | undefined;
}

/** One date as it stands in a text. */
export interface Atom {
  readonly from: number;
  readonly to: number;
  readonly unit: Unit;
  readonly resolve: (clock: Clock, bucket?: Unit) => { period: Period; fromDataEnd: boolean };
  /** It is the unit that goes on: "this month". */
  readonly ongoing?: boolean | undefined;
  /** Set where the year was left out: the same in a given year. */
  readonly inYear?: ((year: number) => Period) | undefined;
  readonly year?: number | undefined;
  /** There is no such day. */
  readonly isNone?: boolean;
  /** It counts from a date that was spoken of before: "a year earlier". */
  readonly back?: Back | undefined;
}

/** So many units before something. */
export interface Back {
  readonly count: number;
  readonly unit: Unit;
}

export interface ResolvedDates {
  /** One period, or several that are compared or added up, in the order asked. */
  readonly periods: readonly Period[];
  /** Counted from the end of the data, because it ends before the day that the words mean. */
  readonly fromDataEnd: boolean;
}

/** The dates that a question names. */
export interface DateExpression {
  /** Offsets in the text. */
  readonly spans: readonly (readonly [from: number, to: number])[];
  /** Several periods are to be told apart. */
  readonly compare: boolean;
  /** The unit that the periods are made of. */
  readonly unit: Unit;
  /** One of them is the unit that goes on, from which the others count. */
  readonly ongoing?: boolean | undefined;
  /** Where they count from a date that an earlier message spoke of: what they are from there. */
  readonly from?: ((dates: DateExpression) => DateExpression) | undefined;
  /** For "last 6 months" shown by month: whole buckets instead of days. */
  readonly resolve: (clock: Clock, bucket?: Unit) => ResolvedDates;
}

/** What a date means, without its place. */
export type Meaning = Omit<Atom, 'from' | 'to'>;

function numberOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  return numberWords[text.toLowerCase()] ?? (/couple/i.test(text) ? 2 : 3);
}

function unitOf(groups: Record<string, string | undefined>): Unit {
  const short = groups['short']?.toLowerCase();
  if (short !== undefined)
    return ({ y: 'year', q: 'quarter', m: 'month', w: 'week' } as const)[short[0] ?? ''] ?? 'year';
  return (groups['unit']?.toLowerCase() ?? 'day') as Unit;
}

/** Days that data may lag behind, in loads or in rare rows, without having ended. */
const usualLagDays: Readonly<Record<Unit, number>> = {
  hour: 3,
  day: 3,
  week: 5,
  month: 15,
  quarter: 30,
  year: 60,
  decade: 400,
};

export function rolling(groups: Record<string, string | undefined>): Meaning {
  const unit = unitOf(groups);
  const count = numberOf(groups['n'] ?? '1');
  return {
    unit,
    resolve: ({ today, dataEnd }, bucket) => {
      const buckets = bucket === undefined ? undefined : bucketsIn(unit, bucket);
      // A bucket that has just begun is not yet in the data.
      const behind = buckets !== undefined && bucket !== undefined ? floorTo(today, bucket) : today;
      const ended =
        dataEnd !== undefined &&
        (dataEnd < addDays(today, -usualLagDays[unit]) || (buckets !== undefined && dataEnd < behind));
      const anchor = ended ? dataEnd : today;
      const end = addDays(anchor, 1);
      const start =
        buckets !== undefined && bucket !== undefined
          ? addUnits(floorTo(anchor, bucket), 1 - count * buckets, bucket)
          : addUnits(end, -count, unit);
      return { period: { start, end }, fromDataEnd: ended };
    },
  };
}

/** How many whole buckets a unit has; undefined where it has no whole number of them. */
function bucketsIn(unit: Unit, bucket: Unit): number | undefined {
  if (unit === bucket) return 1;
  if (unit === 'year') return bucket === 'month' ? 12 : bucket === 'quarter' ? 4 : undefined;
  return unit === 'quarter' && bucket === 'month' ? 3 : undefined;
}

/** Calendar units keep their literal meaning while the data reaches into them. */
function literalOr(
  clock: Clock,
  literal: { start: Day; end: Day },
  fromEnd: (dataEnd: Day) => { start: Day; end: Day },
): { period: Period; fromDataEnd: boolean } {
  const { dataEnd } = clock;
  if (dataEnd === undefined || literal.start <= dataEnd) return { period: literal, fromDataEnd: false };
  return { period: fromEnd(dataEnd), fromDataEnd: true };
}

export function current(groups: Record<string, string | undefined>): Meaning {
  const unit = unitOf(groups);
  return {
    unit,
    ongoing: true,
    resolve: (clock) => literalOr(clock, unitAround(clock.today, unit), (end) => unitAround(end, unit)),
  };
}

/** The current unit up to today. */
export function toDate(groups: Record<string, string | undefined>): Meaning {
  const { unit, resolve } = current(groups);
  return {
    unit,
    ongoing: true,
    resolve: (clock) => {
      const { period, fromDataEnd } = resolve(clock);
      const tomorrow = addDays(clock.today, 1);
      const cut = period.end !== undefined && period.end > tomorrow;
      return { period: cut ? { ...period, end: tomorrow } : period, fromDataEnd };
    },
  };
}

export function previous(groups: Record<string, string | undefined>): Meaning {
  const unit = unitOf(groups);
  return {
    unit,
    resolve: (clock) =>
      literalOr(clock, unitAround(addUnits(floorTo(clock.today, unit), -1, unit), unit), (dataEnd) =>
        // The last unit that is complete: the day after the data's end lies in the next one.
        unitAround(addUnits(floorTo(addDays(dataEnd, 1), unit), -1, unit), unit),
      ),
  };
}

/** "The year before", which is the last one where no other was spoken of. */
export function before(groups: Record<string, string | undefined>): Meaning {
  const { n } = groups;
  return {
    ...(n === undefined ? previous(groups) : rolling(groups)),
    back: { count: numberOf(n ?? '1'), unit: unitOf(groups) },
  };
}

export function ago(groups: Record<string, string | undefined>): Meaning {
  const unit = unitOf(groups);
  const count = numberOf(groups['n'] ?? '1');
  return {
    unit,
    resolve: (clock) =>
      literalOr(clock, unitAround(addUnits(floorTo(clock.today, unit), -count, unit), unit), (end) =>
        unitAround(addUnits(floorTo(end, unit), -count, unit), unit),
      ),
  };
}

export function relativeDay(offset: number): Meaning {
  return {
    unit: 'day',
    resolve: (clock) =>
      literalOr(clock, unitAround(addDays(clock.today, offset), 'day'), (end) =>
        unitAround(addDays(end, offset), 'day'),
      ),
  };
}

/** Something that comes every year; without its year, the latest one that has begun. */
function yearly(
  unit: Unit,
  yearText: string | undefined,
  inYear: (year: number) => { start: Day; end: Day },
): Meaning {
  if (yearText === undefined) {
    return {
      unit,
      inYear,
      resolve: ({ today, dataEnd }) => {
        const anchor = dataEnd !== undefined && dataEnd < today ? dataEnd : today;
        const same = inYear(yearOf(anchor));
        return { period: same.start <= anchor ? same : inYear(yearOf(anchor) - 1), fromDataEnd: false };
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

export function quarter(groups: Record<string, string | undefined>): Meaning | undefined {
  const ordinal = groups['ordinal']?.toLowerCase();
  const yearText = groups['year'] ?? groups['year2'];
  // "the last quarter" without a year is the previous one.
  if ((ordinal === 'last' || ordinal === 'final') && yearText === undefined) return undefined;
  const q = groups['q'] === undefined ? (ordinals[ordinal ?? ''] ?? 1) : Number(groups['q']);
  return yearly('quarter', yearText, (y) => unitAround(dayOf(y, q * 3 - 2, 1), 'quarter'));
}

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

export function month(groups: Record<string, string | undefined>): Meaning {
  const number = monthNumber(groups);
  return yearly('month', groups['year'], (y) => unitAround(dayOf(y, number, 1), 'month'));
}

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

const leapYear = 2024;

/** A day that does not exist. */
export const noDay: Meaning = {
  unit: 'day',
  isNone: true,
  resolve: () => ({ period: { start: undefined, end: undefined }, fromDataEnd: false }),
};

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

export const decadeNames = 'twenties thirties forties fifties sixties seventies eighties nineties'.split(' ');
