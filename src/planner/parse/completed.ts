import type { DimensionMetadata } from '../../contract/tools.ts';
import { entityDimension } from '../link/entities.ts';
import { type Charged, charge } from './charges.ts';
import { readConditional } from './condition-roles.ts';
import { isDatedByOthers, lacksOthersThen } from './dated-by-others.ts';
import { chargeNarrowing, deniesOthers, leavesRestriction } from './denials.ts';
import { readDifference } from './difference.ts';
import type { Draft } from './draft.ts';
import { readEndOfEach } from './ends-of-each.ts';
import type { Filter } from './filter.ts';
import { readTrailingEach } from './group.ts';
import { asksWhatFor, readHowMany } from './how-many.ts';
import { chargeIdle } from './idle.ts';
import { timeOfDone, timeOfReferrers } from './implied-time.ts';
import type { Interpretation } from './interpretation.ts';
import { judged } from './judged-order.ts';
import { lastingState, nameOfThose } from './lasting-state.ts';
import { chargeSkipped } from './leftovers.ts';
import { listOrCount } from './list-or-count.ts';
import { mergedName } from './merged-names.ts';
import { turnedRound } from './opposites.ts';
import { orderRecords } from './ordered-records.ts';
import { chargeOtherDuration } from './other-duration.ts';
import { chargeOtherLogic } from './other-logic.ts';
import { hidesDeed, hidesMeeting } from './people.ts';
import { overBy, settledOf } from './promises.ts';
import { isCountOf, type Quantity } from './quantity.ts';
import { nameWho, ranksRows } from './ranked-by.ts';
import type { Group, Reading } from './reading.ts';
import { asksWho, chargeWho } from './records.ts';
import { leadOf, open, operatorOfItem, use } from './scene.ts';
import { isPartOfFirst, readShareOf } from './shares.ts';
import { chargeStrangers, narrowToRole } from './stranger-counts.ts';
import { thoseThatTookPlace } from './taking-place.ts';
import { throughOthers } from './through-others.ts';
import { readWhen } from './time-role.ts';
import { chargeTrivial, namesRecords } from './trivial.ts';
import { chargeUnanswerable } from './unanswerable.ts';
import { readUnits } from './units.ts';
import { countDoers, nameDoers } from './who-did.ts';

/** Fills in what the question leaves open, and charges for what that takes. */
export function completed(
  draft: Draft,
  ranked: Reading['ranking'],
  isSpread: boolean,
  isVerified: boolean,
): Interpretation {
  const { lexicon, question, groups, having, relations } = draft;
  // "Who spent more than 5 billion" asks for names.
  const isBounded = having.length > 0 || draft.conditions.some(({ filter }) => filter.kind === 'number');
  if (draft.quantities.length === 0 && isBounded && asksWho(draft)) nameWho(draft, 'list');
  nameDoers(draft);
  narrowToRole(draft);
  const endOfEach = readEndOfEach(draft, ranked);
  const filters = draft.conditions.toSorted((a, b) => a.at - b.at).map(({ filter }) => filter);
  const grouped = groups
    .toSorted((a, b) => a.at - b.at)
    .map(({ dimension, grain }): Group => ({ dimension, ...(grain === undefined ? {} : { grain }) }));
  const entity = entityDimension(lexicon.cube);
  const assumed: Charged = { charges: new Map() };
  readHowMany(draft, filters, grouped);
  countDoers(draft);
  readWhen(draft);
  const turned = turnedRound(draft, endOfEach === undefined ? ranked : undefined);
  const told = turned && judged(turned, turned.by ?? draft.quantities[0]);
  const ranking = orderRecords(draft, told, grouped);
  const referrersTime = timeOfReferrers(draft);
  draft.timeDimension ??= referrersTime ?? timeOfDone(draft);
  const lasting = lastingState(draft, draft.timeDimension);
  draft.timeDimension = lasting?.time ?? draft.timeDimension;
  for (const it of lasting?.without ?? []) filters.splice(filters.indexOf(it), 1);
  const those = lasting && nameOfThose(draft);
  if (those !== undefined) grouped.push({ dimension: those });
  const { isList, isEach, implied } = listOrCount(draft, filters, grouped, ranking, assumed, {
    isDatedByReferrers: referrersTime !== undefined,
    isVerified,
    isSpread,
  });
  // "what share of the calls ended in a subscription"
  if (
    draft.share !== undefined &&
    (grouped.length === 0 || isPartOfFirst(draft)) &&
    draft.quantities.length === 2 &&
    draft.quantities.every(isCountOf)
  ) {
    const [first, second] = draft.quantities as [Quantity, Quantity];
    const isOfAll = second.kind === 'measure' && second.measure === lexicon.rowCount;
    const [whole, part] = isOfAll ? [second, first] : [first, second];
    draft.quantities = [{ kind: 'ratio', part, whole, share: true }];
    draft.share = undefined;
  }
  const shareOf = readShareOf(draft, filters, grouped.length > 0);
  chargeStrangers(draft, shareOf !== undefined);
  if (
    having.length > 0 &&
    grouped.length === 0 &&
    relations.length > 0 &&
    entity !== undefined &&
    !draft.isCounting
  )
    grouped.push({ dimension: entity });
  for (const { at } of open(draft, 'list')) use(draft, at);
  readConditional(draft);
  chargeNarrowing(draft, filters);
  if (isDatedByOthers(draft) || hidesDeed(draft)) charge(draft, 'idleTime');
  if (lacksOthersThen(draft)) charge(draft, 'otherTime');
  if (hidesMeeting(draft)) charge(draft, 'idleTime', 2);
  if (asksWhatFor(draft)) charge(draft, 'muchOfRows');
  if (deniesOthers(draft, filters, grouped)) charge(draft, 'deniesOthers');
  // "By education, without the unknowns".
  for (const filter of filters)
    if (filter.kind === 'values' && filter.negated && !isSplitBy(grouped, filter.dimension))
      charge(draft, 'otherPart', 1.5);
  const hasEach = readTrailingEach(draft);
  const selects =
    hasEach ||
    endOfEach !== undefined ||
    ranking !== undefined ||
    having.length > 0 ||
    // "Which blocks": the blocks themselves are what is asked.
    draft.conditions.some(({ at }) => leadOf(draft, at).cue?.kind !== 'which');
  // "Which sub-categories lost money" asks for some of them.
  if (!selects && draft.quantities.length > 0 && groups.some(({ cue }) => cue === 'which'))
    charge(draft, 'unselective');
  if (mergedName({ ...draft, groups: grouped }) !== undefined) charge(draft, 'namesakes');
  chargeTrivial(draft, filters, grouped, shareOf);
  chargeOtherLogic(draft, filters, grouped, shareOf);
  if (ranking !== undefined && ranksRows(draft.quantities, grouped, lexicon)) charge(draft, 'ranksRows');
  // "and the median?" says nothing by itself, but something of a figure before it.
  const [aggregate, ...others] =
    draft.figures.length === 0
      ? open(draft, 'aggregate').filter(({ operator }) => operator.aggregate !== 'count')
      : [];
  if (aggregate !== undefined && others.length === 0) {
    use(draft, aggregate.at);
    charge(assumed, 'idle.aggregate');
  }
  if (draft.few !== undefined) {
    use(draft, draft.few);
    charge(assumed, 'number');
  }
  readDifference(draft, filters, grouped);
  readUnits(draft);
  chargeOtherDuration(draft);
  const skipped = chargeSkipped(draft);
  // What a record has is what it comes to: "the price of Nike".
  if (skipped.length === 0 && namesRecords(draft, filters, grouped))
    for (const price of ['impliedAggregate', 'impliedAverage'] as const)
      charge(draft, price, -(draft.charges.get(price) ?? 0));
  const isThan = draft.compare && draft.items.some((item) => operatorOfItem(item, 'than') !== undefined);
  // "Does gold have more isotopes than silver" compares how many, and "do men earn more than women" how much.
  if (isThan && (isList || (implied && skipped.length > 0))) charge(draft, 'trivial');
  // "With at least 50 people, have more women than men": 50 of both, and of neither alone.
  if (isThan && having.length > 0 && isSplitBySides(grouped, filters)) charge(draft, 'comparesNothing');
  // "Do adults or children recover better" is not of which there are more.
  const isBetter = draft.compare && /\b(?:better|worse)\b/iu.test(question.text);
  if (isBetter && draft.quantities.every(isCountOf)) charge(draft, 'trivial');
  filters.push(
    ...throughOthers(draft, filters, grouped),
    ...(lasting?.filters ?? thoseThatTookPlace(draft, filters)),
    ...settledOf(draft, shareOf),
  );
  if (isList && ranking !== undefined) {
    draft.sortedBy ??= orderedIn(grouped, filters);
    if (draft.sortedBy === undefined && ranking.by === undefined) charge(draft, 'unused');
  }
  const restricts = filters.length + having.length > 0 || ranking !== undefined;
  // "Where do our members come from?" counts no clubs that have some, nor is "the slowest agent" the longest course.
  const namesNothing = draft.relations.length + draft.figures.length + grouped.length + filters.length === 0;
  if (namesNothing && draft.charges.has('bearerDimension')) charge(draft, 'countedStranger', 2);
  if (leavesRestriction(draft, skipped, restricts)) charge(draft, 'unrestricted');
  filters.push(...overBy(draft));
  chargeWho(draft, grouped);
  chargeIdle(draft);
  const hasChanged = draft.change && draft.quantities.length > 0 && !implied;
  chargeUnanswerable(draft, isVerified || draft.compare || draft.verifies || hasChanged, skipped);
  const numbers = draft.items.flatMap((item, at) =>
    item.kind === 'number' && !draft.used.has(at) ? [question.tokens[item.from]?.raw ?? ''] : [],
  );
  return {
    reading: {
      lexicon,
      text: question.text,
      quantities: draft.quantities,
      groups: grouped,
      filters: filters.filter((filter) => shareOf?.includes(filter) !== true),
      having,
      dates: question.dates.expression ?? lasting?.dates,
      weekdays: question.weekdays,
      dayTime: draft.dayTime,
      ...(endOfEach && { endOfEach }),
      timeDimension: draft.timeDimension,
      ranking,
      ...(isList && { sortedBy: draft.sortedBy }),
      share: draft.share,
      shareOf,
      change: draft.change,
      compare: draft.compare,
      running: draft.running,
      meanOver: draft.meanOver,
      list: isList,
      each: isEach || (draft.attributes?.each === true && (isList || ranking !== undefined)),
      implied: implied || draft.charges.has('impliedAmount') || draft.charges.has('impliedEvents'),
      counts:
        draft.isCounting || draft.items.some((it) => operatorOfItem(it, 'many', 'aggregate') !== undefined),
      aggregate: others.length === 0 ? aggregate?.operator.aggregate : undefined,
      ambiguities: draft.ambiguities,
    },
    charges: draft.charges,
    openCharges: assumed.charges,
    leftAside: [...skipped, ...numbers],
  };
}

/** "With less than 5 g of fibre, lowest first", "with their weight, heaviest first": the only number that is listed, or bounded as well. */
function orderedIn(groups: readonly Group[], filters: readonly Filter[]): DimensionMetadata | undefined {
  const bounded = filters.flatMap((it) => (it.kind === 'number' ? [it.dimension] : []));
  const numbers = groups.flatMap(({ dimension }) => (dimension.type === 'number' ? [dimension] : []));
  const both = numbers.filter((it) => bounded.includes(it));
  const [only, ...more] = both.length > 0 ? both : numbers;
  return more.length === 0 ? only : undefined;
}

/** Whether an answer is split, by a dimension if at all. */
function isSplitBy(groups: readonly Group[], dimension: DimensionMetadata): boolean {
  return groups.length === 0 || groups.some((group) => group.dimension === dimension);
}

/** Whether groups are to be split once more by what is held against each other. */
function isSplitBySides(groups: readonly Group[], filters: readonly Filter[]): boolean {
  return (
    groups.length > 0 && filters.some((it) => it.kind === 'values' && !it.negated && it.values.length > 1)
  );
}
