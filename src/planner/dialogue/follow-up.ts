import type { Unit } from '../language/calendar.ts';
import { shifted, together } from '../language/dates.ts';
import { entityDimension, keyOf } from '../link/entities.ts';
import { figureOfMeasure, figureOfNumber } from '../parse/figures.ts';
import {
  type Filter,
  filterTarget,
  type Group,
  isCountOf,
  isDenied,
  type Quantity,
  type Reading,
  saysNothing,
  uniqueQuantities,
} from '../parse/reading.ts';
import type { Edit } from './edit.ts';
import { mergeRanking } from './follow-up-ranking.ts';
import { contrasts, pronouns } from './going-on.ts';
import { ofGroups } from './new-bound.ts';
import { asksWhichOnes, countedBy, listed, namesNoFigure, turnedOver } from './shown.ts';
import { lifted } from './taking-back.ts';

/** Lays a follow-up over what was asked before: what it names replaces its like, the rest stays. */
export function mergeFollowUp(before: Reading, later: Reading, edit: Edit): Reading {
  const earlier = lifted(before, edit);
  const plain: Edit = { ...edit, dropped: [], unlimited: false, asks: undefined };
  return (
    askedOfShown(earlier, later, edit.asks, plain) ??
    addedToRows(earlier, later, edit) ??
    shareOfRows(earlier, later, plain) ??
    laidOver(earlier, ofGroups(earlier, later), edit)
  );
}

/** "How many is that?", "list them", "and the others?" */
function askedOfShown(
  earlier: Reading,
  later: Reading,
  asks: Edit['asks'],
  plain: Edit,
): Reading | undefined {
  if (asks === 'list' || (asks === 'which' && asksWhichOnes(earlier, later)))
    return mergeFollowUp(
      listed(earlier),
      { ...later, implied: false, quantities: [] },
      { ...plain, adds: true },
    );
  if (asks === 'others') {
    const others = turnedOver(earlier);
    return others === undefined
      ? { ...earlier, text: later.text, ambiguities: [{ about: 'others' }] }
      : { ...others, text: later.text };
  }
  if (asks === 'count' || asks === 'total') {
    const count = countedBy(earlier, later, asks);
    if (count !== undefined) return mergeFollowUp(count, { ...later, implied: false, quantities: [] }, plain);
  }
  return undefined;
}

/** "What plan are they on?", "and their revenue?": of the rows that were shown. */
function addedToRows(earlier: Reading, later: Reading, edit: Edit): Reading | undefined {
  const isMeant = isCut(earlier, later) || later.groups.length > 0;
  if (!pointsBack(later, edit) || !isMeant || !asksOfEach(earlier, later)) return undefined;
  const { groups, quantities, ranking } = earlier;
  return {
    ...earlier,
    text: later.text,
    groups: uniqueGroups([...groups, ...later.groups]),
    quantities: uniqueQuantities([...quantities, ...(namesNoFigure(later) ? [] : later.quantities)]),
    ranking: ranking && { ...ranking, by: ranking.by ?? quantities[0] },
    ambiguities: later.ambiguities,
  };
}

/** "Subscriptions per job", then "as a percentage of their calls". */
function shareOfRows(earlier: Reading, later: Reading, plain: Edit): Reading | undefined {
  const { rowCount } = later.lexicon;
  const [counted, ...more] = earlier.quantities;
  if (
    !isOfAll(later) ||
    earlier.share !== undefined ||
    more.length > 0 ||
    counted?.kind !== 'measure' ||
    counted.measure.type !== 'count' ||
    rowCount === undefined ||
    counted.measure === rowCount
  )
    return undefined;
  const figure: Quantity = { kind: 'ratio', part: counted, whole: { kind: 'measure', measure: rowCount } };
  return mergeFollowUp(earlier, { ...later, share: undefined, implied: false, quantities: [figure] }, plain);
}

function laidOver(earlier: Reading, later: Reading, edit: Edit): Reading {
  const groups = mergeGroups(earlier, later, edit);
  const regrouped = later.groups.length > 0 && groups !== earlier.groups;
  // "What about orders?" counts them, "what about Berlin?" says of what.
  const quantities =
    namesNoFigure(later) && !(earlier.quantities.length > 0 && asksForRows(later))
      ? earlier.quantities.map((quantity) => aggregated(quantity, later))
      : edit.adds
        ? uniqueQuantities([...earlier.quantities, ...later.quantities])
        : later.quantities;
  // "The average age instead" is no share.
  const isShared = namesNoFigure(later) || quantities.every(isPartOfWhole);
  const shareOf =
    later.shareOf ??
    (isShared ? (earlier.shareOf ?? (regrouped ? undefined : narrowedShare(earlier, later))) : undefined);
  const ranking = mergeRanking(earlier, later, regrouped, quantities[0]);
  // "Sort these 5 by salary": the same five, though others earn more.
  const isSorted =
    earlier.ranking?.limit !== undefined && later.ranking !== undefined && !namesNoFigure(later);
  const isOfFirst = (isCut(earlier, later) && ranking === undefined) || isSorted;
  return {
    ...later,
    quantities,
    groups,
    filters: mergeFilters(earlier, later, edit).filter((it) => shareOf?.includes(it) !== true),
    having: later.having.length > 0 ? later.having : regrouped ? [] : earlier.having,
    dates: mergeDates(earlier, later),
    timeDimension: later.timeDimension ?? earlier.timeDimension,
    ranking,
    ambiguities:
      pointsBack(later, edit) && isOfFirst
        ? [{ about: 'first few' }, ...later.ambiguities]
        : later.ambiguities,
    share: later.share ?? (isShared ? earlier.share : undefined),
    shareOf,
    change: later.change || (earlier.change && !regrouped),
    running: later.running || (earlier.running && !regrouped),
    compare: later.compare || (earlier.compare && !regrouped),
    meanOver: later.meanOver ?? (regrouped || later.quantities.length > 0 ? undefined : earlier.meanOver),
    implied: false,
    list: quantities.length === 0 && (earlier.list || later.list),
  };
}

/** Whether a figure adds up, so that some of it is a part of all of it. */
function isPartOfWhole(quantity: Quantity): boolean {
  return isCountOf(quantity) || (quantity.kind === 'measure' && /^(sum|number)$/.test(quantity.measure.type));
}

/** "As a percentage of all stations in the state", after only some of them were counted. */
function narrowedShare(earlier: Reading, later: Reading): Reading['shareOf'] {
  const [only, ...more] = earlier.filters;
  return isOfAll(later) && later.filters.length === 0 && only !== undefined && more.length === 0
    ? [only]
    : undefined;
}

function isOfAll({ share, text }: Reading): boolean {
  return (
    share !== undefined &&
    /\b(?:percent|percentage|share|proportion|fraction) of (?:all|their|its|the)\b/i.test(text)
  );
}

/** A figure put together as a follow-up says: "and the median?". */
function aggregated(quantity: Quantity, { aggregate, lexicon }: Reading): Quantity {
  if (aggregate === undefined) return quantity;
  if (quantity.kind === 'measure') return figureOfMeasure(lexicon, quantity.measure, aggregate).quantity;
  return quantity.kind === 'aggregate'
    ? figureOfNumber(lexicon, quantity.dimension, aggregate).quantity
    : quantity;
}

function mergeGroups(earlier: Reading, later: Reading, edit: Edit): readonly Group[] {
  // "how many are that?" counts what was listed.
  if (
    (earlier.list ||
      /\bhow many (?:of (?:them|those|these)|(?:are|is|were) (?:that|those|they|there|these))\b/i.test(
        later.text,
      )) &&
    later.groups.length === 0 &&
    later.quantities.length > 0 &&
    !later.implied &&
    later.quantities.every(isCountOf) &&
    !/\b(each|every|their|its|(?<!of )them|with|per)\b/i.test(later.text)
  )
    return [];
  if (later.groups.length === 0) return earlier.groups;
  // "Only documentaries" narrows what was computed, and lists nothing.
  if (
    later.list &&
    earlier.quantities.length > 0 &&
    !/\b(list|show|name|names|which|what|who|give|by)\b/i.test(
      later.filters.length > 0 ? later.text.replace(/\bwhat about\b/i, '') : later.text,
    )
  )
    return earlier.groups;
  if (splitsResult(later.text, edit))
    return uniqueGroups([...earlier.groups, ...apartIn(earlier), ...later.groups]);
  return edit.adds ? uniqueGroups([...earlier.groups, ...later.groups]) : later.groups;
}

/** What values that were each asked for split an answer by. */
function apartIn({ filters, quantities, compare }: Reading): readonly Group[] {
  return quantities.length === 0
    ? []
    : filters.flatMap((it) =>
        it.kind === 'values' && !it.negated && (it.apart === true || (compare && it.values.length > 1))
          ? [{ dimension: it.dimension }]
          : [],
      );
}

/** Each dimension once, as it was said last. */
function uniqueGroups(groups: readonly Group[]): readonly Group[] {
  return groups.filter((group, at) => at === groups.findLastIndex((it) => it.dimension === group.dimension));
}

/** "What about orders?" names the rows and nothing else. */
function asksForRows({ quantities, ...rest }: Reading): boolean {
  return contrasts.test(rest.text) && quantities.length > 0 && saysNothing({ ...rest, quantities: [] });
}

/** Whether a message points to the rows of a result. */
function pointsBack({ text }: Reading, { replaces }: Edit): boolean {
  return /\b(?:that|those|these|them|they|their|it|its)\b/i.test(text) && !replaces;
}

/** Whether only the first few rows were shown, and a message says nothing of their order. */
function isCut(earlier: Reading, later: Reading): boolean {
  return earlier.ranking?.limit !== undefined && later.ranking === undefined;
}

/** Whether a message asks for what each row of the last result has: attributes of the things in its rows, or further figures. */
function asksOfEach({ groups, lexicon }: Reading, later: Reading): boolean {
  const entity = entityDimension(lexicon.cube);
  const areThings = groups.some(({ dimension }) => dimension === entity);
  const isMore =
    later.filters.length + later.having.length === 0 &&
    later.dates === undefined &&
    later.share === undefined &&
    !(later.change || later.compare || later.running);
  return (
    isMore &&
    (later.groups.length > 0 ? areThings && later.list : later.quantities.length > 0 && !later.implied)
  );
}

/** "Break that down by region" splits the rows of the result; "by region instead" splits anew. */
function splitsResult(text: string, { replaces }: Edit): boolean {
  return (
    (/\b(?:that|this|it|these|those|them)(?: \w+){0,2} by\b/i.test(text) ||
      /^\s*(?:and |now |then |also |please )*(?:split|broken|break)\b/i.test(text)) &&
    !replaces
  );
}

function mergeDates(earlier: Reading, later: Reading): Reading['dates'] {
  const before =
    /\b(?:the )?(year|quarter|month|week) before\b|\b(?:the )?previous (year|quarter|month|week)\b/i.exec(
      later.text,
    );
  const unit = (before?.[1] ?? before?.[2])?.toLowerCase();
  // "and the year before?" counts from the period that was spoken of.
  if (unit !== undefined && earlier.dates !== undefined) {
    const previous = shifted(earlier.dates, unit as Unit);
    return later.compare ? together([previous, earlier.dates], true) : previous;
  }
  if (later.dates === undefined || earlier.dates === undefined || !later.compare)
    return later.dates ?? earlier.dates;
  // "compare it with 2024" keeps the period that it is compared with; "this year with last year" names both.
  if (later.dates.compare && !pronouns.test(later.text)) return later.dates;
  return together([earlier.dates, later.dates], true);
}

function mergeFilters(earlier: Reading, later: Reading, { adds, narrows }: Edit): readonly Filter[] {
  const known = earlier.filters;
  const joined = later.filters.map((filter) => {
    const like = known.find((it) => filterTarget(it) === filterTarget(filter));
    if (!(adds || later.compare) || like?.kind !== 'values' || filter.kind !== 'values') return filter;
    // "and France too" does with France what was done with Germany.
    return { ...like, values: [...new Set([...like.values, ...filter.values])] };
  });
  const isContrast =
    contrasts.test(later.text) && !adds && !narrows && later.groups.length === 0 && namesNoFigure(later);
  const replaced = new Set(
    later.filters.flatMap((filter) => {
      const alternatives = known.filter((it) => isContrast && areAlternatives(earlier, it, filter));
      return [filterTarget(filter), ...(alternatives.length === 1 ? alternatives.map(filterTarget) : [])];
    }),
  );
  return [...known.filter((filter) => !replaced.has(filterTarget(filter))), ...joined];
}

/** Whether two conditions say the same of different things: two flags, two answers alike, the name and the key of something. */
function areAlternatives({ lexicon: { cube } }: Reading, one: Filter, other: Filter): boolean {
  if (isDenied(one) !== isDenied(other)) return false;
  const isFlag = (it: Filter): boolean => it.kind === 'boolean' || it.kind === 'segment';
  if (isFlag(one) && isFlag(other)) return true;
  if (one.kind !== 'values' || other.kind !== 'values') return false;
  const [a, b] = [one.dimension, other.dimension];
  return (
    (one.values.length === 1 && one.values[0] === other.values[0]) ||
    keyOf(cube, a) === b ||
    keyOf(cube, b) === a
  );
}
