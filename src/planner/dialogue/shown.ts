import { tokenize } from '../language/text.ts';
import { entityDimension, isIdentifier } from '../link/entities.ts';
import { distinctOf, thingOf } from '../parse/figures.ts';
import { denied, type Filter, isCountOf, type Reading } from '../parse/reading.ts';
import { shownSql } from '../query/write-sql.ts';
import type { Choice } from './choice.ts';
import type { Edit } from './edit.ts';

/** The things that were counted, by name. */
export function listed(reading: Reading): Reading {
  const entity = entityDimension(reading.lexicon.cube);
  return {
    ...reading,
    quantities: [],
    groups: entity === undefined ? [] : [{ dimension: entity }],
    list: true,
    implied: false,
  };
}

/** "How many have none?", then "which of these are in Asia?" asks for their names. */
export function asksWhichOnes({ groups, quantities, share, lexicon }: Reading, later: Reading): boolean {
  return (
    namesNoFigure(later) &&
    later.ranking === undefined &&
    later.groups.length + groups.length === 0 &&
    quantities.length > 0 &&
    // "Open positions" are not all of them, though no filter says so.
    quantities.every((it) => isCountOf(it) && (it.kind !== 'measure' || it.measure === lexicon.rowCount)) &&
    share === undefined &&
    entityDimension(lexicon.cube) !== undefined
  );
}

/** "And the others?": the rows that do not meet the last condition. */
export function turnedOver(reading: Reading): Reading | undefined {
  const last = reading.filters.at(-1);
  if (last === undefined) return undefined;
  const other = denied(last);
  return other && { ...reading, filters: [...reading.filters.slice(0, -1), other] };
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
  const shown: Filter = {
    kind: 'shown',
    dimension: group.key ?? group.dimension,
    select: shownSql(plan, group),
    count: ranking?.limit,
  };
  return {
    ...reading,
    filters: [
      ...reading.filters.filter((it) => it.kind !== 'shown' || it.dimension !== shown.dimension),
      shown,
    ],
    having: [],
    quantities: plan.quantities,
    list: plan.quantities.length === 0,
    ranking: ranking && { ...ranking, limit: undefined, offset: 0 },
  };
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
  const things =
    thing === undefined || more.length > 0 || thing.type === 'time'
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
export function wouldChange(earlier: Reading, later: Reading, { asks }: Edit): boolean {
  if (isCut(earlier, later) && asks !== 'list' && asks !== 'others') return true;
  return earlier.having.length > 0 && (later.filters.length > 0 || later.dates !== undefined);
}

/** Whether only the first few rows were shown, and a message says nothing of their order. */
export function isCut(earlier: Reading, later: Reading): boolean {
  return earlier.ranking?.limit !== undefined && later.ranking === undefined;
}
