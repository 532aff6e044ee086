import {
  addDays,
  addUnits,
  type Day,
  floorTo,
  type Period,
  type Unit,
  unitAround,
  yearOf,
} from '../language/calendar.ts';
import { type DayTime, midnight } from '../language/day-times.ts';
import { type LocaleFormats, listed } from './formats.ts';

/** What a period can be called after. */
type NamedUnit = Unit | 'half';

/** The name of a unit of time by its first day. */
export type BucketName = (day: Day, unit: NamedUnit) => string;

/** What a period is, for a language to say it: whole units by name, anything else from day to day. */
type PeriodShape =
  | { readonly kind: 'all' }
  | { readonly kind: 'before' | 'since'; readonly day: Day }
  | { readonly kind: 'unit'; readonly unit: Exclude<NamedUnit, 'hour' | 'week'>; readonly start: Day }
  /** `last` is the first day of the last unit. */
  | {
      readonly kind: 'range';
      readonly unit: 'year' | 'month' | 'day';
      readonly start: Day;
      readonly last: Day;
    };

function shapeOf({ start, end }: Period): PeriodShape {
  if (start === undefined) return end === undefined ? { kind: 'all' } : { kind: 'before', day: end };
  if (end === undefined) return { kind: 'since', day: start };
  for (const unit of ['decade', 'year', 'half', 'quarter', 'month', 'day'] as const) {
    const around: Period = unit === 'half' ? halfAround(start) : unitAround(start, unit);
    if (around.start === start && around.end === end) return { kind: 'unit', unit, start };
  }
  const unit = (['year', 'month'] as const).find(
    (it) => floorTo(start, it) === start && floorTo(end, it) === end,
  );
  const last = addDays(end, -1);
  return unit === undefined
    ? { kind: 'range', unit: 'day', start, last }
    : { kind: 'range', unit, start, last: floorTo(last, unit) };
}

function halfAround(day: Day): Period {
  const start = addUnits(floorTo(day, 'year'), halfOf(day) === 1 ? 0 : 6, 'month');
  return { start, end: addUnits(start, 6, 'month') };
}

/** The half of the year that a day lies in: 1 or 2. */
function halfOf(day: Day): number {
  return quarterOf(day) <= 2 ? 1 : 2;
}

/** The quarter of the year that a day lies in: 1 to 4. */
function quarterOf(day: Day): number {
  return Math.floor((Number(day.slice(5, 7)) - 1) / 3) + 1;
}

/** A unit of time by its first day: `March 2024`. */
export function englishBucket(formats: LocaleFormats, day: Day, unit: NamedUnit): string {
  switch (unit) {
    case 'decade':
      return `the ${yearOf(day)}s`;
    case 'year':
      return String(yearOf(day));
    case 'half':
      return `H${halfOf(day)} ${yearOf(day)}`;
    case 'quarter':
      return `Q${quarterOf(day)} ${yearOf(day)}`;
    case 'month':
      return formats.month(day);
    case 'week':
      return `the week of ${formats.day(day)}`;
    case 'day':
    case 'hour':
      return formats.day(day);
  }
}

/** The words for two periods in the order of time; undefined where either is no whole unit. */
function endsOf(
  periods: readonly Period[],
  bucket: BucketName,
): readonly [from: string, to: string] | undefined {
  const words = periods
    .map(shapeOf)
    .flatMap((shape) => (shape.kind === 'unit' ? [shape] : []))
    .toSorted((a, b) => a.start.localeCompare(b.start))
    .map(({ start, unit }) => bucket(start, unit));
  const [from, to] = words;
  return from === undefined || to === undefined || periods.length !== 2 ? undefined : [from, to];
}

/** A period by itself: `H1 2024`, `January 2024 to May 2024`. */
export function englishPeriod(period: Period, bucket: BucketName): string {
  return englishPhrase(period, bucket)[1];
}

/** `in 2024`, `on 5 March 2024`, `since 1 May 2024`. */
export function englishDuring(periods: readonly Period[], bucket: BucketName): string {
  const said = periods.map((period) => englishPhrase(period, bucket));
  const alike = said.every(([preposition]) => preposition === said[0]?.[0]);
  if (alike && said.length > 0)
    return `${said[0]?.[0] ?? ''} ${listed(
      said.map(([, words]) => words),
      'and',
    )}`;
  return listed(
    said.map((it) => it.join(' ')),
    'and',
  );
}

function englishPhrase(period: Period, bucket: BucketName): readonly [preposition: string, words: string] {
  const shape = shapeOf(period);
  switch (shape.kind) {
    case 'all':
      return ['of', 'all time'];
    case 'before':
    case 'since':
      return [shape.kind, bucket(shape.day, 'day')];
    case 'unit':
      return [shape.unit === 'day' ? 'on' : 'in', bucket(shape.start, shape.unit)];
    case 'range':
      return ['from', `${bucket(shape.start, shape.unit)} to ${bucket(shape.last, shape.unit)}`];
  }
}

/** The same in German: `März 2024`. */
export function germanBucket(formats: LocaleFormats, day: Day, unit: NamedUnit): string {
  switch (unit) {
    case 'decade':
      return `${yearOf(day)}er-Jahre`;
    case 'year':
      return String(yearOf(day));
    case 'half':
      return `${halfOf(day)}. Halbjahr ${yearOf(day)}`;
    case 'quarter':
      return `${quarterOf(day)}. Quartal ${yearOf(day)}`;
    case 'month':
      return formats.month(day);
    case 'week':
      return `Woche ab ${formats.day(day)}`;
    case 'day':
    case 'hour':
      return formats.day(day);
  }
}

const prepositions = {
  decade: 'in den',
  year: 'im Jahr',
  half: 'im',
  quarter: 'im',
  month: 'im',
  day: 'am',
} as const;
const prepositionsOfMany = {
  decade: 'in den',
  year: 'in den Jahren',
  half: 'im',
  quarter: 'im',
  month: 'im',
  day: 'am',
} as const;

/** A period by itself: `1. Halbjahr 2024`, `Januar 2024 bis Mai 2024`. */
export function germanPeriod(period: Period, bucket: BucketName): string {
  const shape = shapeOf(period);
  return shape.kind === 'range'
    ? germanRange(shape, bucket)
    : shape.kind === 'unit'
      ? bucket(shape.start, shape.unit)
      : germanPhrase(shape, bucket);
}

/** `im Jahr 2024`, `am 5. März 2024`, `seit dem 1. Mai 2024`. */
export function germanDuring(periods: readonly Period[], bucket: BucketName): string {
  const shapes = periods.map(shapeOf);
  const [first] = shapes;
  const isPlain =
    first?.kind === 'unit' && shapes.every((it) => it.kind === 'unit' && it.unit === first.unit);
  if (first?.kind === 'unit' && isPlain) {
    const words = shapes.map((it) => (it.kind === 'unit' ? bucket(it.start, it.unit) : ''));
    return `${(words.length > 1 ? prepositionsOfMany : prepositions)[first.unit]} ${listed(words, 'und')}`;
  }
  return listed(
    shapes.map((shape) => germanPhrase(shape, bucket)),
    'und',
  );
}

function germanRange(
  { unit, start, last }: Extract<PeriodShape, { kind: 'range' }>,
  bucket: BucketName,
): string {
  return `${bucket(start, unit)} bis ${bucket(last, unit)}`;
}

function germanPhrase(shape: PeriodShape, bucket: BucketName): string {
  switch (shape.kind) {
    case 'all':
      return 'über die ganze Zeit';
    case 'before':
      return `vor dem ${bucket(shape.day, 'day')}`;
    case 'since':
      return `seit dem ${bucket(shape.day, 'day')}`;
    case 'unit':
      return `${prepositions[shape.unit]} ${bucket(shape.start, shape.unit)}`;
    case 'range':
      return `${shape.unit === 'day' ? 'vom' : 'von'} ${germanRange(shape, bucket)}`;
  }
}

/** From the earlier of two periods to the other. */
export function englishFromTo(periods: readonly Period[], bucket: BucketName): string {
  const ends = endsOf(periods, bucket);
  return ends === undefined ? englishDuring(periods, bucket) : `from ${ends[0]} to ${ends[1]}`;
}

/** The same in German. */
export function germanFromTo(periods: readonly Period[], bucket: BucketName): string {
  const ends = endsOf(periods, bucket);
  return ends === undefined ? germanDuring(periods, bucket) : `von ${ends[0]} auf ${ends[1]}`;
}

export const englishDays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
export const germanDays = ['Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag', 'Sonntag'];

const weekend = '6,7';
const workdays = '1,2,3,4,5';

/** @param days 1 for Monday */
export function englishWeekdays(days: readonly number[]): string {
  if (days.join() === weekend) return 'on weekends';
  if (days.join() === workdays) return 'from Monday to Friday';
  const names = days.map((day) => `${englishDays[day - 1] ?? ''}s`);
  return `on ${listed(names, 'and')}`;
}

/** The same in German. */
export function germanWeekdays(days: readonly number[]): string {
  if (days.join() === weekend) return 'an Wochenenden';
  if (days.join() === workdays) return 'von Montag bis Freitag';
  const names = days.map((day) => `${(germanDays[day - 1] ?? '').toLowerCase()}s`);
  return listed(names, 'und');
}

/** `between 17:00 and 22:00`. */
export function englishTimes({ from, to }: DayTime): string {
  if (from === 0) return `before ${clockTime(to)}`;
  return to === midnight ? `from ${clockTime(from)} on` : `between ${clockTime(from)} and ${clockTime(to)}`;
}

/** The same in German. */
export function germanTimes({ from, to }: DayTime): string {
  if (from === 0) return `vor ${clockTime(to)} Uhr`;
  return to === midnight
    ? `ab ${clockTime(from)} Uhr`
    : `zwischen ${clockTime(from)} und ${clockTime(to)} Uhr`;
}

function clockTime(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
}
