import type { DimensionMetadata } from '../../contract/tools.ts';
import { entityDimension } from '../link/entities.ts';
import { isJoined, ownerOf } from '../link/joined-cubes.ts';
import { filterTarget, sameFilter } from '../parse/filter.ts';
import { isCountOf, isPart, type Quantity, uniqueQuantities } from '../parse/quantity.ts';
import { type Group, type Reading, saysNothing } from '../parse/reading.ts';
import { aggregated, isSaidInVain } from './aggregated.ts';
import { countedSome, haveSome } from './counted-some.ts';
import type { Edit } from './edit.ts';
import {
  areAlternatives,
  comparesWithNothing,
  datedAsFigures,
  isContrast,
  mergeDates,
  mergeFilters,
} from './follow-up-conditions.ts';
import { mergeRanking } from './follow-up-ranking.ts';
import { contrasts } from './going-on.ts';
import { ofGroups } from './new-bound.ts';
import { turnedOver } from './others.ts';
import { narrowedBy, narrowedShare, shareOfRows, splitOf } from './share-of-shown.ts';
import {
  asksWhichOnes,
  columnsOf,
  countedBy,
  isCut,
  isOfOthers,
  isOfShown,
  listed,
  namesNoFigure,
  withBounds,
  wouldChange,
} from './shown.ts';
import { lifted } from './taking-back.ts';

/**
 * Lays a follow-up over what was asked before: what it names replaces its like, the rest stays.
 * @param shown the same of nothing but what was shown, where that was not all
 */
export function mergeFollowUp(before: Reading, later: Reading, edit: Edit, shown?: Reading): Reading {
  const plain: Edit = { ...edit, dropped: [], unlimited: false, asks: undefined };
  const all = lifted(before, edit);
  const isOfRows =
    (pointsBack(later, edit) || edit.narrows || asksOfFirst(all, later, edit)) &&
    !isOfOthers(later, edit, shown);
  const earlier = shown !== undefined && isOfRows && wouldChange(all, later, edit) ? shown : all;
  return (
    askedOfShown(earlier, later, edit.asks, plain) ??
    addedToRows(all, later, edit) ??
    otherPart(earlier, later, edit) ??
    ofRows(earlier, later, plain) ??
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
      { ...later, implied: false, ...columnsOf(later) },
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
    const [where, ...more] = later.filters;
    // "How many of those isotopes are natural?" says of each element how many are, and of some that none is.
    if (isOfShown(earlier) && where !== undefined && more.length === 0)
      return laidOver(
        earlier,
        {
          ...later,
          filters: [],
          quantities: later.quantities.map((of) => ({ kind: 'filtered', of, where })),
        },
        plain,
      );
  }
  return undefined;
}

/** "What plan are they on?", "and their revenue?": of the rows that were shown. */
function addedToRows(earlier: Reading, later: Reading, edit: Edit): Reading | undefined {
  const isMeant = isCut(earlier, later) || later.groups.length > 0;
  if (!pointsBack(later, edit) || !isMeant || !asksOfEach(earlier, later)) return undefined;
  const { groups, quantities, ranking } = earlier;
  // In another relation they would be the first by another figure.
  if (quantities.length === 0 && ranking?.limit !== undefined) return undefined;
  return {
    ...earlier,
    text: later.text,
    groups: uniqueGroups([...groups, ...attributesIn(earlier, later)]),
    quantities: uniqueQuantities([...quantities, ...(namesNoFigure(later) ? [] : later.quantities)]),
    ranking: ranking && { ...ranking, by: ranking.by ?? quantities[0] },
    ambiguities: later.ambiguities,
  };
}

/** "How many of those stations have parking?", then "and lockers?"; "what share is from London?", then "and Leeds?" */
function otherPart(earlier: Reading, later: Reading, edit: Edit): Reading | undefined {
  const [figure, ...more] = earlier.quantities;
  const [part, ...parts] = earlier.shareOf ?? (figure?.kind === 'filtered' ? [figure.where] : []);
  const [where, ...others] = later.filters;
  if (part === undefined || where === undefined || [...more, ...parts, ...others].length > 0)
    return undefined;
  const isOfSame = filterTarget(part) === filterTarget(where);
  if (!isContrast(later, edit) || !(isOfSame || areAlternatives(earlier, part, where))) return undefined;
  const own = { ...later, filters: [], implied: false };
  return laidOver(
    earlier,
    figure?.kind === 'filtered'
      ? { ...own, quantities: [{ ...figure, where }] }
      : { ...own, quantities: [], shareOf: [where] },
    edit,
  );
}

/** The share that a count is of all rows, where that is asked. */
function ofRows(earlier: Reading, later: Reading, plain: Edit): Reading | undefined {
  const figure = shareOfRows(earlier, later);
  return (
    figure &&
    mergeFollowUp(earlier, { ...later, share: undefined, implied: false, quantities: [figure] }, plain)
  );
}

function laidOver(earlier: Reading, later: Reading, edit: Edit): Reading {
  const merged = mergeGroups(earlier, later, edit);
  const regrouped = later.groups.length > 0 && merged !== earlier.groups;
  const quantities = mergeQuantities(earlier, later, edit);
  // "The average age instead" is no share.
  const isShared = namesNoFigure(later) || quantities.every(isPart);
  const shareOf =
    later.shareOf ??
    (isShared ? (earlier.shareOf ?? (regrouped ? undefined : narrowedShare(earlier, later))) : undefined);
  const isList = quantities.length === 0 && (earlier.list || later.list);
  const split = datedAsFigures(splitOf(merged, earlier, later, shareOf), earlier, later);
  const groups = isList ? withBounds(split, later.filters) : split;
  // "In percent?" asks the same of changes.
  const isPartOfChange = earlier.change && later.share === 'percent' && isShared;
  const merging = mergeRanking(earlier, later, regrouped, quantities[0]);
  const ranking =
    isPartOfChange && merging?.ofChange !== undefined
      ? { ...merging, ofChange: { ...merging.ofChange, by: 'percent' as const } }
      : merging;
  // "Sort these 5 by salary": the same five, though others earn more.
  const isSorted =
    earlier.ranking?.limit !== undefined && later.ranking !== undefined && !namesNoFigure(later);
  const isOfFirst = (isCut(earlier, later) && ranking === undefined) || isSorted;
  return {
    ...later,
    quantities,
    groups,
    filters: mergeFilters(earlier, later, edit).filter(
      (it) => shareOf?.some((part) => sameFilter(part, it)) !== true,
    ),
    narrowed: narrowedBy(earlier, later),
    having: later.having.length > 0 ? later.having : regrouped ? haveSome(earlier, later) : earlier.having,
    dates: mergeDates(earlier, later),
    weekdays: later.weekdays ?? earlier.weekdays,
    dayTime: later.dayTime ?? earlier.dayTime,
    timeDimension: later.timeDimension ?? earlier.timeDimension,
    ranking,
    ambiguities: [
      ...(pointsBack(later, edit) && isOfFirst ? [{ about: 'first few' } as const] : []),
      ...((edit.keepsDates && earlier.dates === undefined) || comparesWithNothing(earlier, later)
        ? [{ about: 'period' } as const]
        : []),
      ...(isSaidInVain(earlier, later) ? [{ about: 'computation' } as const] : []),
      ...later.ambiguities,
    ],
    share: isPartOfChange ? undefined : (later.share ?? (isShared ? earlier.share : undefined)),
    shareOf,
    change: later.change || (earlier.change && (!regrouped || ranking?.ofChange !== undefined)),
    running: later.running || (earlier.running && !regrouped),
    compare: later.compare || (earlier.compare && !regrouped),
    meanOver: later.meanOver ?? (regrouped || later.quantities.length > 0 ? undefined : earlier.meanOver),
    implied: false,
    list: isList,
  };
}

function mergeQuantities(earlier: Reading, later: Reading, { adds }: Edit): readonly Quantity[] {
  const counted = countedSome(earlier, later);
  if (counted !== undefined && !adds) return counted;
  const isSilent = namesNoFigure(later);
  // After their average age, "and what share are women?" is of the people.
  if (isSilent && later.shareOf !== undefined && !earlier.quantities.every(isPart)) return [];
  // "What about orders?" counts them, "what about Berlin?" says of what.
  if (isSilent && !(earlier.quantities.length > 0 && asksForRows(later)))
    return earlier.quantities.map((quantity) => aggregated(quantity, later));
  return adds ? uniqueQuantities([...earlier.quantities, ...later.quantities]) : later.quantities;
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
  if (/\beach (?:one )?of (?:them|those|these)\b/i.test(later.text))
    return uniqueGroups([...earlier.groups, ...later.groups]);
  // "Only documentaries" narrows what was computed, and lists nothing.
  if (
    later.list &&
    earlier.quantities.length > 0 &&
    !/\b(list|show|name|names|which|what|who|give|by)\b/i.test(
      later.filters.length > 0 ? later.text.replace(/\bwhat about\b/i, '') : later.text,
    )
  )
    return earlier.groups;
  // "Which of those yield more than 1 percent?" asks for no yields.
  if (edit.asks === 'which' && earlier.groups.length > 0) {
    const compared = new Set(later.filters.map(filterTarget));
    return uniqueGroups([
      ...earlier.groups,
      ...later.groups.filter(({ dimension }) => !compared.has(dimension.name)),
    ]);
  }
  if (splitsResult(later.text, edit))
    return uniqueGroups([...earlier.groups, ...apartIn(earlier), ...later.groups]);
  if (edit.adds) return uniqueGroups([...earlier.groups, ...later.groups]);
  // "Men vs women", then "by education", is still of the one against the other.
  return earlier.compare && !edit.replaces
    ? uniqueGroups([...apartIn(earlier), ...later.groups])
    : later.groups;
}

/** What values that were each asked for, or held against each other, split an answer by. */
function apartIn({ filters, quantities, compare }: Reading): readonly Group[] {
  if (quantities.length === 0) return [];
  return filters.flatMap((it) => {
    if (it.kind !== 'values' || it.negated) return [];
    const isCompared = compare && it.values.length > 1;
    return it.apart === true || isCompared ? [{ dimension: it.dimension }] : [];
  });
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
  return /\b(?:that|those|these|them|they|their|it|its|he|she|his|her)\b/i.test(text) && !replaces;
}

/** "Which recruiter had the most placements?", then "how many dropouts?": of that one, and not of whoever has the most of them. */
function asksOfFirst({ ranking }: Reading, later: Reading, { replaces }: Edit): boolean {
  return (
    ranking?.limit === 1 &&
    later.ranking === undefined &&
    later.groups.length === 0 &&
    /^\s*(?:and )?how (?:many|much)\b/i.test(later.text) &&
    !replaces
  );
}

/** Whether a message asks for what each row of the last result has: attributes of the things in its rows, or further figures. */
function asksOfEach({ groups, lexicon }: Reading, later: Reading): boolean {
  const entity = entityDimension(lexicon.cube);
  const areThings = groups.some(({ dimension }) => dimension === entity || isOfThing(dimension, later));
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

/** Whether all that a message asks to be shown is of what a joined dimension names: "their emails" of members, whose visits were counted. */
function isOfThing(thing: DimensionMetadata, later: Reading): boolean {
  const entity = entityDimension(later.lexicon.cube);
  const asked = later.groups.filter(({ dimension }) => dimension !== entity);
  return (
    isJoined(thing) &&
    asked.length > 0 &&
    asked.every(({ dimension }) => ownerOf(dimension.name) === ownerOf(thing.name))
  );
}

/** What a message asks to be shown of each row, which is told apart already. */
function attributesIn({ groups }: Reading, later: Reading): readonly Group[] {
  const entity = entityDimension(later.lexicon.cube);
  return groups.some(({ dimension }) => isOfThing(dimension, later))
    ? later.groups.filter(({ dimension }) => dimension !== entity)
    : later.groups;
}

/** "Break that down by region" splits the rows of the result; "by region instead" splits anew. */
function splitsResult(text: string, { replaces }: Edit): boolean {
  return (
    (/\b(?:that|this|it|these|those|them)(?: \w+){0,2} by\b/i.test(text) ||
      /^\s*(?:and |now |then |also |please )*(?:split|broken|break)\b/i.test(text)) &&
    !replaces
  );
}
