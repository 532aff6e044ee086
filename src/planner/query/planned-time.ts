import type { DimensionMetadata } from '../../contract/tools.ts';
import {
  addDays,
  addUnits,
  type Day,
  dayOf,
  daysBetween,
  type Period,
  type Unit,
  unitAround,
  yearOf,
} from '../language/calendar.ts';
import { withCurrent } from '../language/compared-dates.ts';
import type { Clock } from '../language/date-meanings.ts';
import type { DayTime } from '../language/day-times.ts';
import { deedOf } from '../language/doers.ts';
import { comesRound } from '../language/grains.ts';
import { numberWords } from '../language/grammar.ts';
import { weekdayNames } from '../language/named-days.ts';
import { nameWords, tokenize } from '../language/text.ts';
import { isJoined } from '../link/joined-cubes.ts';
import { datedParts, timeOf } from '../parse/figure-time.ts';
import type { Reading } from '../parse/reading.ts';

/** Which dates count, and in which periods. */
export interface PlannedTime {
  readonly dimension: DimensionMetadata;
  readonly periods: readonly Period[];
  /** Only these days of the week, 1 for Monday. */
  readonly weekdays?: readonly number[] | undefined;
  /** Only this part of each day. */
  readonly dayTime?: DayTime | undefined;
  /** Set when the dates were counted from the end of the data instead of today. */
  readonly dataEnd: Day | undefined;
  /** The periods are compared, and no bucket of time tells them apart: each has an answer of its own. */
  readonly apart?: true | undefined;
}

/** The dates that a question names, as dates of what it asks for; undefined where it names none, `none` where what it asks for has none. */
export function planTime(reading: Reading, today: Day): PlannedTime | undefined | 'none' {
  const { weekdays, dayTime } = reading;
  const time = inPeriods(reading, today);
  if ((weekdays === undefined && dayTime === undefined) || time === 'none') return time;
  const within = { weekdays: weekdays?.days, dayTime };
  if (time !== undefined) return { ...time, ...within };
  const dimension = dimensionOf(reading);
  if (dimension === undefined) return 'none';
  return { dimension, periods: [{ start: undefined, end: undefined }], dataEnd: undefined, ...within };
}

/** The time that dates what is asked for. */
function dimensionOf(reading: Reading): DimensionMetadata | undefined {
  const grouped = reading.groups.find((group) => group.dimension.type === 'time');
  const figures = isOfBound(reading) ? reading.having.map(({ quantity }) => quantity) : reading.quantities;
  return (
    reading.timeDimension ??
    grouped?.dimension ??
    timeOf(reading.lexicon, figures, [...reading.filters, ...datedParts(reading)])
  );
}

function inPeriods(reading: Reading, today: Day): PlannedTime | undefined | 'none' {
  const dates = heldAgainst(reading);
  if (dates === undefined) return lastTwoYears(reading, today);
  const grouped = reading.groups.find((group) => group.dimension.type === 'time');
  const dimension = dimensionOf(reading);
  if (dimension === undefined) return 'none';
  const clock: Clock = { today, dataEnd: dataEnd(reading, dimension, today) };
  const bucket =
    grouped?.grain === undefined || grouped.grain === 'auto' || comesRound(grouped.grain)
      ? undefined
      : grouped.grain;
  const { periods: meant, fromDataEnd } = dates.resolve(clock, bucket);
  const said = inData(meant, dimension, dates, dates.text ?? reading.text, today);
  // "The change from one year to the next, from 2015 to 2025" is of all years between.
  const isOfThings = reading.change && grouped === undefined && reading.groups.length > 0;
  const periods =
    reading.change && bucket !== undefined && said.length === 2
      ? [spanOf(said)]
      : isOfThings
        ? endsOf(said, dates.unit)
        : said;
  return {
    dimension,
    periods:
      reading.change && periods.length === 1
        ? withPrevious(periods, dates.unit, grouped !== undefined)
        : periods,
    dataEnd: fromDataEnd ? clock.dataEnd : undefined,
  };
}

/** Data may lag so many days behind and go on. */
const liveDays = 15;
/** Dates that end so many days before others do not say where the data ends: the last hotel was opened years ago. */
const rareDays = 200;

/**
 * The last day of the data. Other dates of the model show that it goes on: nobody signed up for a week, or was hired of late.
 */
function dataEnd({ lexicon }: Reading, { range }: DimensionMetadata, today: Day): Day | undefined {
  const end = range?.[1].slice(0, 10);
  const last = lexicon.lastDay;
  if (end === undefined || last === undefined || end >= last) return end;
  if (last >= addDays(today, -liveDays)) return end < addDays(today, -liveDays) ? undefined : last;
  return end < addDays(last, -rareDays) ? last : end;
}

/**
 * "Renewals in December", where all of them are yet to come, or "due in December" where some of these are and that one is
 * nearer: the next one, unless a year is said. "On Thursday" is the next one, too, where "do we have" says so.
 */
function inData(
  periods: readonly Period[],
  { range, title }: DimensionMetadata,
  { spans }: NonNullable<Reading['dates']>,
  text: string,
  today: Day,
): readonly Period[] {
  const [first, last] = (range ?? []).map((moment) => moment.slice(0, 10));
  const isStated = spans.some(([from, to]) =>
    /\d{4}|['’]\d\d|year|last|ago|this|current|next|past|day\b|today|tomorrow|week/i.test(
      text.slice(from, to),
    ),
  );
  const said = spans.map(([from, to]) => text.slice(from, to).replace(/^on /i, ''));
  const isWeekday = said.length > 0 && said.every((it) => weekdayNames.includes(it.toLowerCase()));
  const unit = isWeekday ? 'week' : 'year';
  const next = periods.map(({ start, end }) => ({
    start: start && addUnits(start, 1, unit),
    end: end && addUnits(end, 1, unit),
  }));
  const isOngoing = isWeekday && /\b(?:is|are|will|do|does)\b/i.test(text);
  const isPast = periods.every(({ end }) => end !== undefined && first !== undefined && end <= first);
  const isNearer = periods.every(({ end }, at) => {
    const start = next[at]?.start;
    if (end === undefined || start === undefined || last === undefined || start <= today) return false;
    return start <= last && (isOngoing || daysBetween(today, start) <= daysBetween(end, today));
  });
  const deeds = new Set(nameWords(title).flatMap((word) => deedOf(word) ?? []));
  const isDone =
    /\b(?:did|was|were|had|(?<!\b(?:do|does) (?:\S+ ){1,4})have|has)\b/i.test(text) ||
    tokenize(text).some(({ word, root }) => word.endsWith('ed') && deeds.has(root));
  return (isStated && !isWeekday) || !(isPast || (isNearer && !isDone)) ? periods : next;
}

/** "The biggest drop compared with last year" is one from last year to this. */
function heldAgainst({ dates, change, text }: Reading): Reading['dates'] {
  const before = (dates?.text ?? text).slice(0, dates?.spans[0]?.[0] ?? 0);
  const isBase =
    /\bcompared (?:to|with)\s*$/i.test(before) ||
    (change && /\b(?:vs\.?|versus|than|against|over|since)\s*$/i.test(before));
  return (isBase && dates !== undefined && withCurrent(dates)) || dates;
}

/** "Which category grew the most": from the year before to the last year that the data has in full. */
function lastTwoYears(reading: Reading, today: Day): PlannedTime | undefined {
  const isOfOther = reading.groups.some(({ grain }) => grain !== undefined && grain !== 'year');
  const isOfThings = reading.groups.some(({ grain }) => grain === undefined);
  if (reading.ranking?.ofChange === undefined || isOfOther || !isOfThings) return undefined;
  const dimension = reading.timeDimension ?? timeOf(reading.lexicon, reading.quantities, reading.filters);
  const [first, last] = dimension?.range?.map((moment) => moment.slice(0, 10)) ?? [];
  if (dimension === undefined || first === undefined || last === undefined) return undefined;
  const year = yearOf(last < today ? last : today);
  const isFull = year < yearOf(today) && last >= dayOf(year, 12, 1);
  const end = isFull ? year : year - 1;
  const periods = [end - 1, end].map((it) => unitAround(dayOf(it, 1, 1), 'year'));
  return first > dayOf(end - 1, 1, 31) ? undefined : { dimension, periods, dataEnd: undefined };
}

/**
 * Whether the dates are those of a bound: "customers with more than 5 orders in 2025" are dated by their orders, "new customers
 * in 2025 with more than 5 orders" by themselves.
 */
function isOfBound({ having, dates, text: own }: Reading): boolean {
  if (having.length === 0) return false;
  const text = dates?.text ?? own;
  const [from, to] = [dates?.spans[0]?.[0] ?? 0, dates?.spans.at(-1)?.[1] ?? text.length];
  const leads = (text.slice(0, from).match(/\p{L}+/gu) ?? []).length <= 1;
  const behind = tokenize(text.slice(to));
  return leads || !behind.some(({ word }) => /\d/.test(word) || word in numberWords);
}

/** The other date that may be meant: joined things can be counted by their own dates or by those of the rows that refer to them. */
export function otherDate(
  { lexicon, quantities, timeDimension }: Reading,
  { dimension }: PlannedTime,
): DimensionMetadata | undefined {
  const counts = quantities.some(
    (it) => it.kind === 'measure' && it.measure.type === 'count' && isJoined(it.measure),
  );
  const { defaultTime } = lexicon;
  return counts && timeDimension === undefined && defaultTime !== undefined && defaultTime !== dimension
    ? defaultTime
    : undefined;
}

/** "Grew the most from 2023 to 2025": the first and the last unit of a period of several. */
function endsOf(periods: readonly Period[], unit: Unit): readonly Period[] {
  const [only, ...more] = periods;
  if (more.length > 0 || only?.start === undefined || only.end === undefined) return periods;
  const [first, last] = [unitAround(only.start, unit), unitAround(addDays(only.end, -1), unit)];
  const isWhole = first.start === only.start && last.end === only.end && first.start !== last.start;
  return isWhole ? [first, last] : periods;
}

/** From the first to the last, in whichever order they were said. */
function spanOf(periods: readonly Period[]): Period {
  const inOrder = periods.toSorted((a, b) => (a.start ?? '').localeCompare(b.start ?? ''));
  return { start: inOrder[0]?.start, end: inOrder.at(-1)?.end };
}

/** "How did it change in 2024" needs the year before, too. */
function withPrevious(periods: readonly Period[], unit: Unit, grouped: boolean): readonly Period[] {
  const [only] = periods;
  if (grouped || only?.start === undefined || only.end === undefined) return periods;
  const around = unitAround(only.start, unit);
  if (around.start !== only.start || around.end !== only.end) return periods;
  return [unitAround(addUnits(only.start, -1, unit), unit), only];
}
