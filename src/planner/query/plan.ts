import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import { addUnits, type Day, daysBetween, type Period, type Unit, unitAround } from '../language/calendar.ts';
import type { Clock } from '../language/date-meanings.ts';
import { numberWords } from '../language/grammar.ts';
import { tokenize } from '../language/text.ts';
import { entityDimension, keyOf } from '../link/entities.ts';
import { isJoined } from '../link/joined-cubes.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import type { Doubt } from '../parse/doubt.ts';
import { isFinerThanRows, timeOf } from '../parse/figure-time.ts';
import { thingOf } from '../parse/figures.ts';
import {
  type Filter,
  type Group,
  type Having,
  membersOf,
  type Quantity,
  type Ranking,
  type Reading,
  saysNone,
} from '../parse/reading.ts';

/** A group with its grain decided. */
export interface PlannedGroup {
  readonly dimension: DimensionMetadata;
  readonly grain: Unit | 'weekday' | 'daytime' | undefined;
  /** The key of what the dimension names; two customers with the same name remain two. */
  readonly key: DimensionMetadata | undefined;
}

/** Which dates count, and in which periods. */
export interface PlannedTime {
  readonly dimension: DimensionMetadata;
  readonly periods: readonly Period[];
  /** Set when the dates were counted from the end of the data instead of today. */
  readonly dataEnd: Day | undefined;
}

/** A question that can be answered by one query, every choice made. */
export interface Plan {
  readonly cube: CubeMetadata;
  /** Empty for a list of values. */
  readonly quantities: readonly Quantity[];
  /** Each row is shown as it is: nothing is grouped. */
  readonly each: boolean;
  readonly groups: readonly PlannedGroup[];
  readonly filters: readonly Filter[];
  readonly having: readonly Having[];
  readonly time: PlannedTime | undefined;
  readonly ranking: Ranking | undefined;
  readonly share: Reading['share'];
  readonly shareOf: readonly Filter[] | undefined;
  /** The change from bucket to bucket is asked for. */
  readonly change: boolean;
  /** Each bucket with all before it added. */
  readonly running: boolean;
  readonly meanOver: PlannedGroup | undefined;
  /** How many groups pass the comparison, rather than which. */
  readonly countGroups: PlannedGroup | undefined;
  /** What a follow-up did not say itself, and took over from before. */
  readonly kept: Kept;
}

/** Parts of a reading that were said in an earlier message. */
export interface Kept {
  readonly filters: readonly Filter[];
  readonly dates: boolean;
}

const nothingKept: Kept = { filters: [], dates: false };

/** A reading with its gaps filled, or what is missing. */
export type Completed =
  | { readonly ok: true; readonly plan: Plan }
  /** `certain` when the words are clear and the data is what lacks. */
  | { readonly ok: false; readonly missing: Doubt; readonly certain: boolean };

/**
 * Fills in what the words leave open, or says what is missing.
 * @param kept what of the reading was said before
 */
export function completePlan(reading: Reading, today: Day, kept: Kept = nothingKept): Completed {
  const [question] = reading.ambiguities;
  if (question !== undefined) return missing(question, true);
  const quantities = quantitiesOf(reading);
  if (quantities === undefined) return missing({ about: 'figure' });
  const time = planTime(reading, today);
  if (time === 'none') return missing({ about: 'no dates', what: undatedTitle(reading) }, true);
  const dated = time === undefined ? undefined : otherDate(reading, time);
  if (dated !== undefined)
    return missing({ about: 'which date', dates: [time?.dimension.title ?? '', dated.title] });
  const groups = planGroups(reading, time, quantities.length === 0);
  if (groups === undefined) return missing({ about: 'time' });
  const finer = [reading.dates?.unit, ...groups.map(({ grain }) => grain)].some(
    (it) => it !== undefined && isFinerThanRows(reading.lexicon, quantities, it),
  );
  if (finer) return missing({ about: 'shorter times', what: reading.lexicon.cube.title }, true);
  if (splitsByReferring(reading, groups)) return missing({ about: 'computation' });
  if (quantities.length === 0 && (reading.ranking?.limit !== undefined || reading.ranking?.judges === true))
    return missing({ about: 'rank by' });
  if (quantities.length === 0 && groups.length === 0) return missing({ about: 'list' });
  const isOfGroups = reading.having.length > 0 && groups.length === 0;
  const [first, ...more] = quantities;
  const thing =
    isOfGroups && first !== undefined && more.length === 0 ? thingOf(reading.lexicon, first) : undefined;
  if (isOfGroups && thing === undefined) return missing({ about: 'comparison' });
  if (reading.ranking !== undefined && groups.length === 0) return missing({ about: 'rank' });
  if (reading.share !== undefined && !canShare(reading, quantities, groups)) {
    return missing({ about: 'share' });
  }
  const [counted] = quantities;
  const rowsCounted =
    quantities.length === 1 && counted?.kind === 'measure' && counted.measure === reading.lexicon.rowCount;
  const [meanOver] =
    reading.meanOver === undefined ? [] : decideGrains(reading.lexicon.cube, [reading.meanOver], time);
  const changing = groups.filter(isBucket).length === 1 && quantities.length === 1;
  if (reading.change && !changing) return missing({ about: 'time' });
  if (reading.change && groups.length > 1 && reading.ranking !== undefined)
    return missing({ about: 'rank of change' });
  return {
    ok: true,
    plan: {
      cube: reading.lexicon.cube,
      quantities,
      each: reading.each && reading.having.length === 0 && quantities.every(isOfRow),
      // "procedures by name": rows are counted under their names, not told apart by their keys.
      groups: rowsCounted
        ? groups.map((group) =>
            isOwnName(reading.lexicon.cube, group) ? { ...group, key: undefined } : group,
          )
        : groups,
      filters: reading.filters,
      having: reading.having,
      time,
      ranking: reading.ranking,
      share: reading.share,
      shareOf: reading.shareOf,
      change: reading.change,
      running:
        reading.running &&
        (isBucket(groups[0]) || groups[0]?.dimension.type === 'number') &&
        quantities.length === 1,
      meanOver,
      countGroups:
        thing === undefined
          ? undefined
          : { dimension: thing, grain: undefined, key: keyOf(reading.lexicon.cube, thing) },
      kept,
    },
  };
}

/** Rows that refer to others narrow them, and no more. */
function splitsByReferring(
  { lexicon: { cube }, quantities, having }: Reading,
  groups: readonly PlannedGroup[],
): boolean {
  const members = [
    ...[...quantities, ...having.map(({ quantity }) => quantity)].flatMap(membersOf),
    ...groups.map(({ dimension }) => dimension),
  ];
  return members.some((it) => referenceOf(cube, it) !== undefined);
}

/** The title of what has no dates: the figure, or its whole relation. */
function undatedTitle({ lexicon, quantities }: Reading): string {
  const [first] = quantities;
  return lexicon.defaultTime !== undefined && first?.kind === 'measure'
    ? first.measure.title
    : lexicon.cube.title;
}

/** Whether a figure is a single row's own where nothing is grouped. */
function isOfRow(quantity: Quantity): boolean {
  return quantity.kind === 'aggregate' && (quantity.aggregate === 'max' || quantity.aggregate === 'min');
}

function isOwnName(cube: CubeMetadata, { dimension }: PlannedGroup): boolean {
  return dimension === entityDimension(cube);
}

function missing(doubt: Doubt, certain = false): Completed {
  return { ok: false, missing: doubt, certain };
}

/** Whether a group is a bucket of time that comes once, unlike a weekday. */
export function isBucket(group: PlannedGroup | undefined): boolean {
  return group?.grain !== undefined && group.grain !== 'weekday' && group.grain !== 'daytime';
}

/** Undefined when nothing says what to compute; empty for a list. */
function quantitiesOf(reading: Reading): readonly Quantity[] | undefined {
  if (reading.quantities.length > 0) return reading.quantities;
  const { rowCount } = reading.lexicon;
  const counts: readonly Quantity[] = rowCount === undefined ? [] : [{ kind: 'measure', measure: rowCount }];
  if (reading.share !== undefined) return counts.length === 0 ? undefined : counts;
  // That there is none of something is no figure to show.
  if (reading.having.length > 0)
    return reading.having.filter((it) => !saysNone(it)).map(({ quantity }) => quantity);
  return reading.list ? [] : undefined;
}

/**
 * Whether the dates are those of a bound: "customers with more than 5 orders in 2025" are dated by their orders, "new customers
 * in 2025 with more than 5 orders" by themselves.
 */
function isOfBound({ having, dates, text }: Reading): boolean {
  if (having.length === 0) return false;
  const [from, to] = [dates?.spans[0]?.[0] ?? 0, dates?.spans.at(-1)?.[1] ?? text.length];
  const leads = (text.slice(0, from).match(/\p{L}+/gu) ?? []).length <= 1;
  const behind = tokenize(text.slice(to));
  return leads || !behind.some(({ word }) => /\d/.test(word) || word in numberWords);
}

function planTime(reading: Reading, today: Day): PlannedTime | undefined | 'none' {
  const { dates } = reading;
  if (dates === undefined) return undefined;
  const grouped = reading.groups.find((group) => group.dimension.type === 'time');
  const figures = isOfBound(reading) ? reading.having.map(({ quantity }) => quantity) : reading.quantities;
  const dimension = reading.timeDimension ?? grouped?.dimension ?? timeOf(reading.lexicon, figures);
  if (dimension === undefined) return 'none';
  const clock: Clock = { today, dataEnd: dimension.range?.[1].slice(0, 10) };
  const bucket =
    typeof grouped?.grain === 'string' && !['auto', 'weekday', 'daytime'].includes(grouped.grain)
      ? (grouped.grain as Unit)
      : undefined;
  const { periods: said, fromDataEnd } = dates.resolve(clock, bucket);
  // "The change from one year to the next, from 2015 to 2025" is of all years between.
  const periods = reading.change && bucket !== undefined && said.length === 2 ? [spanOf(said)] : said;
  return {
    dimension,
    periods:
      reading.change && periods.length === 1
        ? withPrevious(periods, dates.unit, grouped !== undefined)
        : periods,
    dataEnd: fromDataEnd ? clock.dataEnd : undefined,
  };
}

/** The other date that may be meant: joined things can be counted by their own dates or by those of the rows that refer to them. */
function otherDate(
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

/** @param isList of what stands in the rows, where dates are not put into buckets */
function planGroups(
  reading: Reading,
  time: PlannedTime | undefined,
  isList: boolean,
): PlannedGroup[] | undefined {
  const groups: Group[] = [...reading.groups];
  const overTime = groups.some((group) => group.grain !== undefined && group.grain !== 'weekday');
  const several = time !== undefined && time.periods.length > 1;
  if (!overTime && several && (reading.compare || reading.change || reading.dates?.compare === true)) {
    groups.push({ dimension: time.dimension, grain: reading.dates?.unit ?? 'year' });
  } else if ((reading.change || reading.running) && !overTime && groups.length === 0) {
    const dimension = time?.dimension ?? timeOf(reading.lexicon, reading.quantities);
    if (dimension === undefined) return undefined;
    groups.push({ dimension, grain: time === undefined ? 'year' : 'auto' });
  }
  // "Percentage of women among juniors, seniors and leads" is one of each.
  const isOne = reading.share === undefined || reading.shareOf !== undefined;
  const isPlain = !isList && isOne && groups.every(({ grain }) => grain !== undefined);
  const forEach = groups.length === 0 && listsForEach(reading);
  for (const filter of reading.filters) {
    const many = filter.kind === 'values' && !filter.negated && filter.values.length > 1;
    const isSplit = many && (reading.compare || forEach || (isPlain && filter.apart === true));
    if (isSplit && !groups.some((group) => group.dimension.name === filter.dimension.name))
      groups.push({ dimension: filter.dimension });
  }
  const planned = decideGrains(reading.lexicon.cube, groups, time);
  const isWhole = (at: number): boolean => groups[at]?.grain === undefined || groups[at]?.grain === 'auto';
  return isList
    ? planned.map((group, at) => (isWhole(at) ? { ...group, grain: undefined } : group))
    : planned;
}

/** "average price of A, B and C": people want one for each, not an average or a ratio over all of them. */
function listsForEach({ quantities, share, text }: Reading): boolean {
  const pooled = quantities.some((quantity) =>
    quantity.kind === 'measure'
      ? quantity.measure.type === 'avg' || quantity.measure.type === 'number'
      : quantity.kind === 'ratio' || (quantity.kind === 'aggregate' && quantity.aggregate === 'avg'),
  );
  return pooled && share === undefined && /\band\b/i.test(text);
}

function decideGrains(
  cube: CubeMetadata,
  groups: readonly Group[],
  time: PlannedTime | undefined,
): PlannedGroup[] {
  return groups.map(({ dimension, grain }) => ({
    dimension,
    key: keyOf(cube, dimension),
    grain: dimension.type !== 'time' ? undefined : plannedGrain(grain, dimension, time),
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

function canShare(
  reading: Reading,
  quantities: readonly Quantity[],
  groups: readonly PlannedGroup[],
): boolean {
  const [first] = quantities;
  if (first?.kind !== 'measure') return false;
  const { type } = first.measure;
  if (reading.shareOf !== undefined) return ['count', 'count_distinct', 'sum', 'number'].includes(type);
  return (
    groups.length > 0 && groups.length <= 2 && ['count', 'sum', 'number', 'count_distinct'].includes(type)
  );
}
