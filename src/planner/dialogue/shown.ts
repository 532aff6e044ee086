import { tokenize } from '../language/text.ts';
import { entityDimension, isIdentifier } from '../link/entities.ts';
import { isJoined } from '../link/joined-cubes.ts';
import { countsSome } from '../link/some-rows.ts';
import { extreme } from '../parse/extremes.ts';
import { timeOf } from '../parse/figure-time.ts';
import { distinctOf, ownNumber, thingOf } from '../parse/figures.ts';
import type { Filter } from '../parse/filter.ts';
import { isCountOf, type Quantity, sameQuantity } from '../parse/quantity.ts';
import type { Group, Reading } from '../parse/reading.ts';
import { isOfEach } from '../parse/records.ts';
import type { Plan } from '../query/plan.ts';
import type { PlannedGroup } from '../query/planned-groups.ts';
import { shownSql } from '../query/write-sql.ts';
import type { Choice } from './choice.ts';
import { conditionOf } from './count-condition.ts';
import type { Edit } from './edit.ts';

/** The things that were counted, by name, and no others: "list them" after how many customers are active. */
export function listed(reading: Reading): Reading {
  const { lexicon, quantities, groups, having, filters, dates } = reading;
  // Those with so many of something are who was found.
  if (groups.length > 0 && having.length > 0)
    return { ...reading, quantities: [], list: true, implied: false };
  const counted = quantities.find(isCountOf);
  const thing = (counted && thingOf(lexicon, counted)) ?? entityDimension(lexicon.cube);
  const some = counted?.kind === 'measure' && counted.measure !== lexicon.rowCount ? counted : undefined;
  // "List the no-shows" is of what is called so, and of whatever else a figure counts.
  const condition =
    some && countsSome(lexicon, some.measure) ? conditionOf(lexicon, some.measure) : undefined;
  return {
    ...reading,
    quantities: [],
    groups: thing === undefined ? [] : [{ dimension: thing }],
    filters: condition === undefined ? reading.filters : [...reading.filters, condition],
    having:
      some === undefined || condition !== undefined
        ? having
        : [...having, { quantity: some, operator: '>', values: [0], percent: false }],
    // Leavers of 2026 are those who left then, though a list of people has no such date.
    timeDimension:
      reading.timeDimension ?? (dates === undefined ? undefined : timeOf(lexicon, quantities, filters)),
    list: true,
    implied: false,
  };
}

/** What a list of things is to show of each: "list them with their price", "…, cheapest first", where a figure puts it together. */
export function columnsOf(later: Reading): Pick<Reading, 'groups' | 'quantities'> {
  const figures = namesNoFigure(later) ? [] : later.quantities;
  const numbers = figures.map((it) => ownNumber(later.lexicon, it));
  const { ranking } = later;
  const [first, ...more] = numbers;
  if (ranking !== undefined && first !== undefined && more.length === 0)
    return { groups: later.groups, quantities: [extreme(first, ranking.direction)] };
  return {
    groups: [...later.groups, ...numbers.flatMap((it) => (it === undefined ? [] : [{ dimension: it }]))],
    quantities: figures.filter((_, at) => numbers[at] === undefined),
  };
}

/** The columns of a list with those that a message bounds, which say how each meets it. */
export function withBounds(groups: readonly Group[], bounds: readonly Filter[]): readonly Group[] {
  const bounded = bounds.flatMap((it) => (it.kind === 'number' && it.operator !== '=' ? [it.dimension] : []));
  return [...groups, ...bounded.filter((it) => isOfEach(it, groups)).map((dimension) => ({ dimension }))];
}

/** "Average duration by kind", then "only brakes": one group, or none, is nothing among which to choose. */
export function isOfOneGroup({ groups, filters }: Reading): boolean {
  const isOne = (it: Filter): boolean =>
    (it.kind === 'values' && !it.negated && it.values.length === 1) ||
    (it.kind === 'shown' && it.count === 1);
  return groups.every(({ dimension }) =>
    filters.some((it) => isOne(it) && 'dimension' in it && it.dimension === dimension),
  );
}

/** "How many have none?", then "which of these are in Asia?" asks for their names. */
export function asksWhichOnes(earlier: Reading, later: Reading): boolean {
  const { quantities, share, lexicon } = earlier;
  // "… which of them are over 2 m, and how high?"
  const isBounded = (it: Quantity): boolean =>
    later.filters.some(
      (bound) => bound.kind === 'number' && bound.dimension === ownNumber(later.lexicon, it),
    );
  return (
    (namesNoFigure(later) || later.quantities.every(isBounded)) &&
    later.ranking === undefined &&
    later.groups.length === 0 &&
    isOfOneGroup(earlier) &&
    quantities.length > 0 &&
    // "Open positions" are not all of them, though no filter says so.
    quantities.every((it) =>
      isCountOf(it) ? it.kind !== 'measure' || it.measure === lexicon.rowCount : isBounded(it),
    ) &&
    share === undefined &&
    entityDimension(lexicon.cube) !== undefined
  );
}

/** "Which are the ketches?", after boats by type: the things of a group whose number was shown. */
export function asksWhichHave({ quantities }: Reading, later: Reading): boolean {
  return (
    quantities.length > 0 &&
    quantities.every(isCountOf) &&
    namesNoFigure(later) &&
    later.ranking === undefined &&
    /^\s*(?:(?:and|ok|so|now|then|please) )*(?:(?:which|what|who) (?:is|are|was|were)|list|show|name|give)\b/i.test(
      later.text,
    )
  );
}

/**
 * What was asked before of no other things than those in the rows that it showed; undefined where all of them are shown, or where the
 * rows are no things.
 */
export function ofShown({ plan, reading }: Choice): Reading | undefined {
  const { ranking } = reading;
  const [group, ...more] = plan.groups;
  if (ranking?.limit === undefined && reading.having.length === 0) return undefined;
  if (group === undefined || more.length > 0 || group.grain !== undefined) return undefined;
  const shown = among(plan, group, ranking?.limit);
  return {
    ...reading,
    filters: [
      ...reading.filters.filter(
        (it) => it.kind !== 'shown' || it.dimension !== (group.key ?? group.dimension),
      ),
      shown,
    ],
    having: [],
    quantities: plan.quantities,
    list: plan.quantities.length === 0,
    ranking: ranking && { ...ranking, limit: undefined, offset: 0 },
  };
}

/** The condition that something is among the rows that a plan shows. */
function among(plan: Plan, group: PlannedGroup, count: number | undefined): Filter {
  return { kind: 'shown', dimension: group.key ?? group.dimension, select: shownSql(plan, group), count };
}

/** "Who manages Nordpath?", then "how many accounts does she have?": all of whoever was named, and no longer of what she was found by. */
export function ofPerson({ plan, reading }: Choice, message: string): Reading | undefined {
  const [group, ...more] = plan.groups;
  const isName =
    group !== undefined && more.length + plan.quantities.length === 0 && group.dimension.type === 'string';
  if (!isName || !/\b(?:he|she|his|her|him)\b/i.test(message)) return undefined;
  if (
    reading.filters.some(
      (it) => it.kind === 'shown' || (it.kind === 'values' && it.dimension === group.dimension),
    )
  )
    return undefined;
  const nobodyElse = {
    groups: [],
    having: [],
    ranking: undefined,
    dates: undefined,
    timeDimension: undefined,
  };
  return { ...reading, ...nobodyElse, filters: [among(plan, group, undefined)], list: false };
}

export function isOfShown({ filters }: Reading): boolean {
  return filters.some(({ kind }) => kind === 'shown');
}

/** Whether the rows that were shown are things of their own, unlike what rows have in common. */
function isOfThings({ filters, lexicon }: Reading): boolean {
  return filters.some(
    (it) =>
      it.kind === 'shown' && (isIdentifier(it.dimension) || it.dimension === entityDimension(lexicon.cube)),
  );
}

/** How many there are of what was shown: the things in its rows, or the rows that its figures are made of. */
export function countedBy(earlier: Reading, later: Reading, asks: 'count' | 'total'): Reading | undefined {
  const { lexicon, groups, quantities } = earlier;
  const [thing, ...more] = groups.map(({ dimension }) => dimension);
  const own = lexicon.rowCount && { kind: 'measure' as const, measure: lexicon.rowCount };
  const isCounted = quantities.length > 0 && quantities.every(isCountOf);
  const [counted] = later.quantities;
  const isOfRows = counted?.kind === 'measure' && counted.measure === lexicon.rowCount;
  // "How many of them are there?" names no rows.
  const isNamed = tokenize(later.text).some(({ lemma }) => lexicon.relationLemmas.has(lemma));
  const said = namesNoFigure(later) || (isOfRows && !isNamed) ? undefined : counted;
  // "How many orders has each of them placed?", then "how many of those were late?", of each.
  const areEachs =
    isCounted &&
    groups.length > 0 &&
    asks === 'count' &&
    !(isOfShown(earlier) && said !== undefined) &&
    earlier.having.length === 0 &&
    later.filters.length + (later.dates === undefined ? 0 : 1) > 0 &&
    /\bhow many\b/i.test(earlier.text);
  const areThings =
    !areEachs && (quantities.length === 0 || earlier.having.length > 0 || earlier.list || isOfShown(earlier));
  const isEntity = thing === entityDimension(lexicon.cube);
  // "How many of them subscribed?", after the job with the longest calls, are its calls: no kind of jobs does.
  const areRows =
    asks === 'count' &&
    !isEntity &&
    later.filters.length > 0 &&
    earlier.filters.some((it) => it.kind === 'shown' && it.dimension === thing) &&
    (later.filters.every(
      (it) => (it.kind === 'boolean' || it.kind === 'number') && !isJoined(it.dimension),
    ) ||
      earlier.filters.some((it) => it.kind === 'shown' && it.count === 1));
  const things =
    thing === undefined || more.length > 0 || thing.type === 'time' || areRows
      ? own
      : isEntity && earlier.having.length === 0
        ? (own ?? distinctOf(lexicon, thing))
        : distinctOf(lexicon, thing);
  // "How many of those isotopes are natural?", of elements.
  if (!areEachs && isOfShown(earlier) && said !== undefined && thingOf(lexicon, said) !== thing)
    return undefined;
  const figure = areThings ? things : (said ?? (isCounted ? quantities[0] : own));
  if (figure === undefined) return undefined;
  const keepsGroups = areEachs || (!areThings && asks === 'count' && !isCounted);
  return {
    ...earlier,
    quantities: [figure],
    groups: keepsGroups ? groups : [],
    ranking: keepsGroups ? earlier.ranking : undefined,
    share: undefined,
    shareOf: undefined,
    change: false,
    running: false,
    list: false,
  };
}

export function namesNoFigure({ quantities, implied }: Reading): boolean {
  return quantities.length === 0 || implied;
}

/** "Just those older than 40", after jobs, are people: which jobs come first may be others then. */
export function isOfOthers(later: Reading, { asks }: Edit, shown: Reading | undefined): boolean {
  const narrows = later.filters.length > 0 && later.groups.length === 0 && namesNoFigure(later);
  return asks === undefined && narrows && shown !== undefined && !isOfThings(shown);
}

/** Whether what was shown would be other things if a message were laid over the question for them. */
export function wouldChange(earlier: Reading, later: Reading, { asks, narrows }: Edit): boolean {
  if (isCut(earlier, later) && asks !== 'list' && asks !== 'others' && asks !== 'not') return true;
  if (narrows && ranksAnew(earlier, later)) return true;
  if (asks === 'amount') return true;
  return earlier.having.length > 0 && (later.filters.length > 0 || later.dates !== undefined);
}

/** "Which of those five has the most stock?", of the first five by price: the first by stock may be none of them. */
export function ranksAnew({ ranking, quantities }: Reading, later: Reading): boolean {
  return (
    ranking?.limit !== undefined &&
    later.ranking !== undefined &&
    !namesNoFigure(later) &&
    !later.quantities.every((it) => quantities.some((known) => sameQuantity(it, known)))
  );
}

/** Whether only the first few rows were shown, and a message says nothing of their order. */
export function isCut(earlier: Reading, later: Reading): boolean {
  return earlier.ranking?.limit !== undefined && later.ranking === undefined;
}
