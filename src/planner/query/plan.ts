import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import type { Day } from '../language/calendar.ts';
import { entityDimension } from '../link/entities.ts';
import { isJoined } from '../link/joined-cubes.ts';
import { keyOf } from '../link/keys.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import type { Doubt } from '../parse/doubt.ts';
import { endsOfFigures, isAsOfNow, isFinerThanRows, stateAsOfNow } from '../parse/figure-time.ts';
import { thingOf } from '../parse/figures.ts';
import type { Filter } from '../parse/filter.ts';
import { membersOf, type Quantity, sameQuantity } from '../parse/quantity.ts';
import { type Having, type Ranking, type Reading, saysNone, saysSome } from '../parse/reading.ts';
import {
  decideGrains,
  isBucket,
  type PlannedGroup,
  planGroups,
  withColumns,
  withPeriodsApart,
} from './planned-groups.ts';
import { otherDate, type PlannedTime, planTime } from './planned-time.ts';
import { stillLasting } from './still-lasting.ts';
import { withUnitsApart } from './units-apart.ts';

/** A question that can be answered by one query, every choice made. */
export interface Plan {
  readonly cube: CubeMetadata;
  /** The day on which it is asked. */
  readonly today: Day;
  /** Empty for a list of values. */
  readonly quantities: readonly Quantity[];
  /** Each row is shown as it is: nothing is grouped. */
  readonly each: boolean;
  readonly groups: readonly PlannedGroup[];
  readonly filters: readonly Filter[];
  readonly having: readonly Having[];
  readonly time: PlannedTime | undefined;
  readonly ranking: Ranking | undefined;
  /** The column that a list is in the order of, if not the first one. */
  readonly sortedBy?: DimensionMetadata | undefined;
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
export function completePlan(said: Reading, today: Day, kept: Kept = nothingKept): Completed {
  const [question] = said.ambiguities;
  if (question !== undefined) return missing(question, true);
  const reading = withUnitsApart(stillLasting(said, today));
  if (reading === undefined) return missing({ about: 'computation' });
  const quantities = quantitiesOf(reading);
  if (quantities === undefined) return missing({ about: 'figure' });
  const planned = planTime(reading, today);
  const time = planned === undefined || planned === 'none' ? planned : withPeriodsApart(reading, planned);
  if (time === 'none') return missing({ about: 'no dates', what: undatedTitle(reading) }, true);
  if (time?.dayTime !== undefined && time.dimension.timesOfDay !== true)
    return missing({ about: 'no times of day', what: time.dimension.title }, true);
  const dated = time === undefined ? undefined : otherDate(reading, time);
  if (dated !== undefined)
    return missing({ about: 'which date', dates: [time?.dimension.title ?? '', dated.title] });
  const [end, otherEnd] =
    time === undefined || reading.timeDimension !== undefined
      ? []
      : endsOfFigures(reading.lexicon.cube, quantities);
  if (end !== undefined && otherEnd !== undefined && time?.dimension === end)
    return missing({ about: 'which date', dates: [end.title, otherEnd.title] });
  const groups = planGroups(reading, time, quantities.length === 0);
  if (groups === undefined) return missing({ about: 'time' });
  const finer = [reading.dates?.unit, ...groups.map(({ grain }) => grain)].some(
    (it) => it !== undefined && isFinerThanRows(reading.lexicon, quantities, it),
  );
  if (finer) return missing({ about: 'shorter times', what: reading.lexicon.cube.title }, true);
  const bound = endBound(reading, time);
  if (bound === 'none') return missing({ about: 'computation' });
  const current = quantities.flatMap(membersOf).find(isAsOfNow) ?? stateAsOfNow(reading);
  const isDated = time !== undefined || groups.some(({ grain }) => grain !== undefined);
  if (current !== undefined && isDated && reading.timeDimension === undefined)
    return missing({ about: 'as of now', what: current.title }, true);
  // Who has no rows at all is not among the rows.
  if (reading.having.some(saysNone) && groups.some(({ dimension }) => isJoined(dimension)))
    return missing({ about: 'computation' });
  if (splitsByReferring(reading, groups)) return missing({ about: 'computation' });
  if (quantities.length === 0 && (reading.ranking?.limit !== undefined || reading.ranking?.judges === true))
    return missing({ about: 'rank by' });
  const shown = quantities.length === 0 ? withColumns(groups, reading) : groups;
  if (quantities.length === 0 && shown.length === 0) return missing({ about: 'list' });
  const isOfRecords = groups.length === 0 && shown.length > 0;
  const [first, ...more] = quantities;
  // What is counted is split once each of them has been bounded, by something else than how many they are.
  const isOfCounted =
    reading.having.length > 0 &&
    reading.having.every(
      ({ ofCounted, quantity }) =>
        ofCounted === true && first !== undefined && !sameQuantity(quantity, first),
    ) &&
    groups.every(({ grain }) => grain === undefined) &&
    reading.share === undefined;
  const isOfGroups = reading.having.length > 0 && (groups.length === 0 || isOfCounted);
  const thing =
    isOfGroups && first !== undefined && more.length === 0 ? thingOf(reading.lexicon, first) : undefined;
  if (isOfGroups && groups.length === 0 && thing === undefined) return missing({ about: 'comparison' });
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
  const isBetween = reading.change && groups.length > 1 && time?.periods.length === 2;
  if (reading.change && groups.length > 1 && reading.ranking !== undefined && !isBetween)
    return missing({ about: 'time' });
  const isOfDates = quantities.some((it) => it.kind === 'aggregate' && it.dimension.type === 'time');
  if (meanOver !== undefined && isOfDates) return missing({ about: 'computation' });
  if (reading.change && reading.ranking?.within !== undefined) return missing({ about: 'computation' });
  return {
    ok: true,
    plan: {
      cube: reading.lexicon.cube,
      today,
      quantities,
      each: (reading.each || isOfRecords) && reading.having.length === 0 && quantities.every(isOfRow),
      groups: shown
        .filter((group) => !isBetween || !isBucket(group))
        // "procedures by name": rows are counted under their names, not told apart by their keys.
        .map((group) =>
          rowsCounted && isOwnName(reading.lexicon.cube, group) ? { ...group, key: undefined } : group,
        ),
      filters: reading.filters.map((it) => untilToday(it, today)),
      having: bound === undefined ? reading.having : [...reading.having, bound],
      time: bound === undefined ? time : undefined,
      ranking: reading.ranking,
      sortedBy: reading.sortedBy,
      share: reading.share,
      shareOf: reading.shareOf,
      change: reading.change,
      running:
        reading.running &&
        (isBucket(groups[0]) || groups[0]?.dimension.type === 'number') &&
        quantities.length === 1,
      meanOver,
      countGroups:
        thing === undefined || groups.some(({ dimension }) => dimension === thing)
          ? undefined
          : { dimension: thing, grain: undefined, key: keyOf(reading.lexicon.cube, thing) },
      kept,
    },
  };
}

/** When the first or last row of each group has to be; `none` where that is no single period. */
function endBound({ endOfEach }: Reading, time: PlannedTime | undefined): Having | 'none' | undefined {
  if (endOfEach === undefined || time === undefined) return undefined;
  const [during, ...others] = time.periods;
  const isOne = others.length === 0 && time.weekdays === undefined && time.dayTime === undefined;
  return during === undefined || !isOne
    ? 'none'
    : { quantity: endOfEach, operator: '<', values: [], percent: false, during };
}

/** "Expired certificates", of which others are yet to expire, have expired by today. */
function untilToday(filter: Filter, today: Day): Filter {
  if (filter.kind !== 'missing' || filter.done !== true) return filter;
  const last = filter.dimension.range?.[1].slice(0, 10);
  return last === undefined || last < today ? filter : { ...filter, before: today };
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

/** Undefined when nothing says what to compute; empty for a list. */
function quantitiesOf(reading: Reading): readonly Quantity[] | undefined {
  if (reading.quantities.length > 0) return reading.quantities;
  const { rowCount } = reading.lexicon;
  const counts: readonly Quantity[] = rowCount === undefined ? [] : [{ kind: 'measure', measure: rowCount }];
  if (reading.share !== undefined) return counts.length === 0 ? undefined : counts;
  // That there is none of something is no figure to show, nor that there are rows of a kind.
  const isShown = (it: Having): boolean =>
    !saysNone(it) && !(it.quantity.kind === 'filtered' && saysSome(it));
  if (reading.having.length > 0) return reading.having.filter(isShown).map(({ quantity }) => quantity);
  return reading.list ? [] : undefined;
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
