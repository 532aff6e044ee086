import { filterTarget, sameFilter } from '../parse/filter.ts';
import { isPart } from '../parse/quantity.ts';
import { type Reading, saysNothing } from '../parse/reading.ts';
import { isSaidInVain } from './aggregated.ts';
import { amountOfShown } from './amount-of-shown.ts';
import { haveSome } from './counted-some.ts';
import type { Edit } from './edit.ts';
import { holderOfExtreme, otherEnd } from './extreme-of-all.ts';
import { addedToRows } from './follow-up-columns.ts';
import {
  areAlternatives,
  comparesWithNothing,
  datedAsFigures,
  isContrast,
  mergeDates,
  mergeFilters,
} from './follow-up-conditions.ts';
import { stayApart } from './follow-up-differences.ts';
import { mergeQuantities } from './follow-up-figures.ts';
import { mergeGroups, splitApart, splitsResult } from './follow-up-groups.ts';
import { mergeRanking } from './follow-up-ranking.ts';
import { ofGroups } from './new-bound.ts';
import { rankedThings } from './ranked-things.ts';
import { keptToOne, picksGroup, pointsBack } from './reference.ts';
import { listedPart, rowsOfGroup } from './rows-of-group.ts';
import {
  narrowedBy,
  narrowedShare,
  ofKnownWhole,
  otherParts,
  shareOfRows,
  splitOf,
} from './share-of-shown.ts';
import {
  asksWhichOnes,
  columnsOf,
  countedBy,
  isCut,
  isOfOthers,
  isOfShown,
  namesNoFigure,
  ranksAnew,
  withBounds,
  wouldChange,
} from './shown.ts';
import { isOfSpan, keptTime } from './shown-time.ts';
import { lifted } from './taking-back.ts';
import { withNone, withoutLast } from './with-none.ts';

/**
 * Lays a follow-up over what was asked before: what it names replaces its like, the rest stays.
 * @param shown the same of nothing but what was shown, where that was not all
 */
export function mergeFollowUp(before: Reading, said: Reading, edit: Edit, shown?: Reading): Reading {
  const splits = splitsResult(said.text, edit);
  const own = keptToOne(before, said);
  const later = ofKnownWhole(before, otherEnd(before, splits ? splitApart(own) : own));
  const plain: Edit = { ...edit, dropped: [], unlimited: false, asks: undefined };
  const all = lifted(before, edit);
  // "The ones with a profit below 0" are some of those that were shown.
  const bounded = ofGroups(all, later, edit);
  const boundsShown = bounded.having.length > 0 && /\bones\b/i.test(later.text);
  const isOfRows =
    (pointsBack(later, edit) || edit.narrows || splits || boundsShown || asksOfFirst(all, later, edit)) &&
    !isOfOthers(bounded, edit, shown);
  const earlier = shown !== undefined && isOfRows && wouldChange(all, bounded, edit) ? shown : all;
  return (
    askedOfShown(earlier, later, edit.asks, plain) ??
    addedToRows(all, later, edit) ??
    otherPart(earlier, later, edit) ??
    ofRows(earlier, later, plain) ??
    laidOver(rankedThings(earlier, later), stayApart(earlier, ofGroups(earlier, later, edit)), edit)
  );
}

/** "How many is that?", "list them", "and the others?" */
function askedOfShown(
  earlier: Reading,
  later: Reading,
  asks: Edit['asks'],
  plain: Edit,
): Reading | undefined {
  const isOfGroup = /^(?:list|which|none)$/.test(asks ?? '') && picksGroup(later, earlier, plain);
  const rows = isOfGroup ? rowsOfGroup(earlier, later, asks) : undefined;
  if (rows !== undefined)
    return mergeFollowUp(rows, { ...later, implied: false, ...columnsOf(later) }, { ...plain, adds: true });
  const holder = holderOfExtreme(earlier, later, asks);
  if (holder !== undefined) return mergeFollowUp(holder, { ...later, groups: [], implied: false }, plain);
  if (asks === 'list' || (asks === 'which' && asksWhichOnes(earlier, later)))
    return mergeFollowUp(
      listedPart(earlier),
      { ...later, implied: false, ...columnsOf(later) },
      { ...plain, adds: true },
    );
  if (asks === 'others' || asks === 'not') {
    // "How many of them are from Kiel?", then "how many don't?" is of Kiel, and no longer so after "only in Kiel".
    const isDone = asks === 'not' && !/\b(?:how many|which|what|who)\b/i.test(earlier.text);
    const others = (isDone ? withoutLast(earlier, true) : undefined) ?? withoutLast(earlier, false);
    return others === undefined
      ? { ...earlier, text: later.text, ambiguities: [{ about: 'others' }] }
      : { ...others, text: later.text };
  }
  if (asks === 'none') {
    const { reading, rest } = withNone(earlier, later);
    return rest
      ? mergeFollowUp(reading, { ...later, quantities: [], groups: [], implied: false }, plain)
      : reading;
  }
  if (asks === 'amount') return amountOfShown(earlier, later);
  // "By region", then "in total?"
  if (asks === 'total' && saysNothing(later) && earlier.quantities.length > 0)
    return { ...earlier, text: later.text, groups: [], ranking: undefined, share: undefined, change: false };
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

/** "How many of those stations have parking?", then "and lockers?"; "what share is from London?", then "and Leeds?" */
function otherPart(earlier: Reading, later: Reading, edit: Edit): Reading | undefined {
  const others = edit.narrows || edit.adds ? undefined : otherParts(earlier, later);
  if (others !== undefined)
    return laidOver({ ...earlier, share: undefined, shareOf: undefined }, others, edit);
  const [figure, ...more] = earlier.quantities;
  const [part, ...parts] = earlier.shareOf ?? (figure?.kind === 'filtered' ? [figure.where] : []);
  const [where, ...further] = later.filters;
  if (part === undefined || where === undefined || [...more, ...parts, ...further].length > 0)
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
  // What is counted together has no first few.
  const isCounted = merged.length === 0 && earlier.groups.length > 0;
  const merging = mergeRanking(earlier, later, regrouped || isCounted, quantities[0]);
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
    endOfEach: later.endOfEach ?? earlier.endOfEach,
    weekdays: later.weekdays ?? earlier.weekdays,
    dayTime: later.dayTime ?? earlier.dayTime,
    timeDimension: later.timeDimension ?? keptTime(earlier, later) ?? earlier.timeDimension,
    ranking,
    sortedBy: later.sortedBy ?? earlier.sortedBy,
    ambiguities: [
      ...((pointsBack(later, edit) && isOfFirst) || (edit.narrows && ranksAnew(earlier, later))
        ? [{ about: 'first few' } as const]
        : []),
      ...((edit.keepsDates !== undefined && !isOfSpan(earlier, edit)) ||
      comparesWithNothing(earlier, later) ||
      datesOther(earlier, later)
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

/** "How many did they give in 2015?", after whose last one was before 2020: the one period is of the last, and the other of all. */
function datesOther({ endOfEach }: Reading, later: Reading): boolean {
  return (
    endOfEach !== undefined &&
    later.endOfEach === undefined &&
    later.dates !== undefined &&
    !namesNoFigure(later)
  );
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
