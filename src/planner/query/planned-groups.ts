import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import {
  addDays,
  type Day,
  daysBetween,
  type Period,
  type Unit,
  unitAround,
  yearOf,
} from '../language/calendar.ts';
import { comesRound, type RecurringGrain } from '../language/grains.ts';
import { ageOf } from '../link/ages.ts';
import { entityDimension, isIdentifier, titleLemmas } from '../link/entities.ts';
import { isJoined } from '../link/joined-cubes.ts';
import { keyOf } from '../link/keys.ts';
import { promisedBy } from '../link/lateness.ts';
import { plainAmount } from '../link/main-amount.ts';
import { isToldByDates } from '../link/states.ts';
import { timeOf } from '../parse/figure-time.ts';
import type { Filter } from '../parse/filter.ts';
import type { Group, Reading } from '../parse/reading.ts';
import type { PlannedTime } from './planned-time.ts';

/** A group with its grain decided. */
export interface PlannedGroup {
  readonly dimension: DimensionMetadata;
  readonly grain: Unit | RecurringGrain | undefined;
  /** The key of what the dimension names; two customers with the same name remain two. */
  readonly key: DimensionMetadata | undefined;
  /** The periods that are compared, where its buckets are of their days. */
  readonly compared?: readonly Period[] | undefined;
}

/** Whether a group is a bucket of time that comes once, unlike a weekday. */
export function isBucket(group: PlannedGroup | undefined): boolean {
  return group?.grain !== undefined && !comesRound(group.grain);
}

/** What counts of a bucket that begins on this day: of half years that are compared, one half; undefined where all of it does. */
export function comparedPart(day: Day, { grain, compared = [] }: PlannedGroup): Period | undefined {
  if (grain === undefined || comesRound(grain) || grain === 'hour') return undefined;
  const bucket = unitAround(day, grain);
  const parts = compared
    .map(({ start = bucket.start, end = bucket.end }) => ({
      start: start > bucket.start ? start : bucket.start,
      end: end < bucket.end ? end : bucket.end,
    }))
    .filter(({ start, end }) => start < end);
  const [part] = parts;
  return parts.length > 1 || (part?.start === bucket.start && part.end === bucket.end) ? undefined : part;
}

/** "The last 30 days compared with the 30 days before" are no sixty days, and no buckets. */
export function withPeriodsApart(reading: Reading, time: PlannedTime): PlannedTime {
  const { dates, groups, change, compare, quantities } = reading;
  const isCompared = (compare || dates?.compare === true) && !change && quantities.length > 0;
  const overTime = groups.some(({ grain }) => grain !== undefined);
  const unit = dates?.unit ?? 'year';
  const areLong = time.periods.every(
    ({ start, end }) => start !== undefined && end !== undefined && end > unitAround(start, unit).end,
  );
  const isApart = isCompared && !overTime && time.periods.length === 2 && areLong;
  return isApart && !areInOwnYears(time.periods, unit) ? { ...time, apart: true } : time;
}

/**
 * What an answer is split by, said or implied; undefined where nothing says over which time.
 * @param isList of what stands in the rows, where dates are not put into buckets
 */
export function planGroups(
  reading: Reading,
  time: PlannedTime | undefined,
  isList: boolean,
): PlannedGroup[] | undefined {
  const groups: Group[] = [...reading.groups];
  const overTime = groups.some((group) => group.grain !== undefined && group.grain !== 'weekday');
  const apart = reading.weekdays?.apart;
  if (apart !== undefined && time !== undefined && groups.every(({ grain }) => grain !== 'weekday'))
    groups.push({ dimension: time.dimension, grain: apart });
  const several = time !== undefined && time.periods.length > 1 && time.apart !== true;
  if (!overTime && several && (reading.compare || reading.change || reading.dates?.compare === true)) {
    const unit = reading.dates?.unit ?? 'year';
    groups.push({ dimension: time.dimension, grain: areInOwnYears(time.periods, unit) ? 'year' : unit });
  } else if ((reading.change || reading.running) && !overTime && groups.length === 0) {
    const dimension = time?.dimension ?? timeOf(reading.lexicon, reading.quantities, reading.filters);
    if (dimension === undefined) return undefined;
    groups.push({ dimension, grain: time === undefined ? 'year' : 'auto' });
  }
  // "Percentage of women among juniors, seniors and leads" is one of each.
  const isOne = reading.share === undefined || reading.shareOf !== undefined;
  const isPlain = !isList && isOne && groups.every(({ grain }) => grain !== undefined);
  const isForEach = listsForEach(reading);
  for (const filter of reading.filters) {
    const many = isOfSeveral(filter);
    // "Average pay of men and women by degree", of each.
    const isEach = isForEach && (groups.length === 0 || (many && filter.apart === true));
    const isSplit = many && (reading.compare || isEach || (isPlain && filter.apart === true));
    if (isSplit && !isSplitBy(groups, filter.dimension)) groups.push({ dimension: filter.dimension });
  }
  for (const part of reading.compare ? (reading.shareOf ?? []) : [])
    if (isOfSeveral(part) && !isSplitBy(groups, part.dimension)) groups.push({ dimension: part.dimension });
  const planned = decideGrains(reading.lexicon.cube, groups, time);
  const isWhole = (at: number): boolean => groups[at]?.grain === undefined || groups[at]?.grain === 'auto';
  return isList
    ? planned.map((group, at) => (isWhole(at) ? { ...group, grain: undefined } : group))
    : planned;
}

/** "Men and women", "category 3 versus category 6": values that rows may be split by. */
function isOfSeveral(filter: Filter): filter is Extract<Filter, { readonly kind: 'values' | 'number' }> {
  const isPositive =
    (filter.kind === 'values' && !filter.negated) || (filter.kind === 'number' && filter.operator === '=');
  return isPositive && filter.values.length > 1;
}

/** The first half of 2025 and that of 2026: several units each, of years in which nothing else counts. */
function areInOwnYears(periods: readonly Period[], unit: Unit): boolean {
  const years = periods.flatMap(({ start, end }) => {
    if (start === undefined || end === undefined || unitAround(start, unit).end === end) return [];
    const year = yearOf(start);
    return yearOf(addDays(end, -1)) === year ? [year] : [];
  });
  return years.length === periods.length && new Set(years).size === years.length;
}

/** As many columns as can be read beside a key. */
const maxColumns = 4;

/** Records that have no name are listed with their first columns: a number alone says nothing, and some have not even one. */
export function withColumns(
  groups: readonly PlannedGroup[],
  { lexicon, filters, list }: Reading,
): readonly PlannedGroup[] {
  const { cube } = lexicon;
  const [only, ...more] = groups;
  const isKey =
    only?.dimension.primaryKey === true && !isJoined(only.dimension) && isIdentifier(only.dimension);
  const isUnnamed = list && only === undefined;
  if (list && more.length === 0 && only !== undefined && isNumber(cube, only.dimension))
    return [...groups, ...tellingColumns(cube, filters).map(plainColumn)];
  if (!(isKey || isUnnamed) || more.length > 0 || cube.type !== 'cube') return groups;
  const given = filters.flatMap((it) =>
    it.kind === 'values' && it.values.length === 1 ? [it.dimension] : [],
  );
  const columns = cube.dimensions.filter(
    (it) =>
      !isJoined(it) &&
      !isIdentifier(it) &&
      !isToldByDates(it) &&
      ageOf(it) === undefined &&
      !given.includes(it),
  );
  return [...groups, ...columns.slice(0, isUnnamed ? maxColumns + 1 : maxColumns).map(plainColumn)];
}

function plainColumn(dimension: DimensionMetadata): PlannedGroup {
  return { dimension, grain: undefined, key: undefined };
}

/** Whether rows are told apart by a number in words, such as that of an invoice. */
function isNumber(cube: CubeMetadata, dimension: DimensionMetadata): boolean {
  return (
    dimension === entityDimension(cube) &&
    dimension.type === 'string' &&
    dimension.repeats !== true &&
    /^(?:number|code|id|reference)$/.test(titleLemmas(dimension.title).at(-1) ?? '')
  );
}

/** When what is open or overdue is due, and the money that a row is of. */
function tellingColumns(cube: CubeMetadata, filters: readonly Filter[]): readonly DimensionMetadata[] {
  const due = filters.flatMap((it) => (it.kind === 'segment' ? [] : (promisedBy(it.dimension)?.due ?? [])));
  const amount = plainAmount(cube);
  return [...new Set([...(amount === undefined ? [] : [amount]), ...due])].filter((it) => !isJoined(it));
}

function isSplitBy(groups: readonly Group[], { name }: DimensionMetadata): boolean {
  return groups.some(({ dimension }) => dimension.name === name);
}

/** "average price of A, B and C", "share of women in A and B": people want one for each, not an average or a ratio over all of them. */
function listsForEach({ quantities, share, shareOf, text }: Reading): boolean {
  const pooled = quantities.some((quantity) =>
    quantity.kind === 'measure'
      ? quantity.measure.type === 'avg' || quantity.measure.type === 'number'
      : quantity.kind === 'ratio' || (quantity.kind === 'aggregate' && quantity.aggregate === 'avg'),
  );
  return ((pooled && share === undefined) || shareOf !== undefined) && /\band\b/i.test(text);
}

/** The same, which remembers that it was asked for each of several values where a later message does not say so again. */
export function eachApart(reading: Reading): Reading {
  if (reading.groups.length > 0 || !listsForEach(reading)) return reading;
  const filters = reading.filters.map((it) =>
    it.kind === 'values' && !it.negated && it.values.length > 1 ? { ...it, apart: true } : it,
  );
  return { ...reading, filters };
}

/** Groups with the grains that fit the period where the words leave them open. */
export function decideGrains(
  cube: CubeMetadata,
  groups: readonly Group[],
  time: PlannedTime | undefined,
): PlannedGroup[] {
  return groups.map(({ dimension, grain }) => ({
    dimension,
    key: keyOf(cube, dimension),
    grain: dimension.type !== 'time' ? undefined : plannedGrain(grain, dimension, time),
    compared: time?.dimension === dimension && time.periods.length > 1 ? time.periods : undefined,
  }));
}

function plannedGrain(
  grain: Group['grain'],
  dimension: DimensionMetadata,
  time: PlannedTime | undefined,
): PlannedGroup['grain'] {
  if (grain === undefined || grain === 'auto') return sensibleGrain(dimension, time);
  // "orders by hour" over years asks for the hours of the day.
  return grain === 'hour' && daysCovered(dimension, time) > 7 ? 'daytime' : grain;
}

/** As many buckets as a chart carries well: days up to six weeks, months up to five years, then years. */
function sensibleGrain(dimension: DimensionMetadata, time: PlannedTime | undefined): Unit {
  const days = daysCovered(dimension, time);
  if (days <= 45) return 'day';
  return days <= 5 * 366 ? 'month' : 'year';
}

/** Days of the period asked for, or of all the data; a year where neither is known. */
export function daysCovered(dimension: DimensionMetadata, time: PlannedTime | undefined): number {
  const starts = time?.periods.map((period) => period.start) ?? [];
  const ends = time?.periods.map((period) => period.end) ?? [];
  const first = starts.find((day) => day !== undefined) ?? dimension.range?.[0].slice(0, 10);
  const last = ends.findLast((day) => day !== undefined) ?? dimension.range?.[1].slice(0, 10);
  return first === undefined || last === undefined ? 366 : daysBetween(first, last);
}
