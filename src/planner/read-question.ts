import { adjectiveFigure, ageFigure, askedAdjectives } from './adjectives.ts';
import { askForFuture, askWhatToCount, askWhatToSplitBy } from './asking-back.ts';
import { booleanFilters } from './boolean-filters.ts';
import type { Budget } from './budget.ts';
import type { NumberComparison } from './comparisons.ts';
import { passGroups, ranksRows } from './counted-things.ts';
import { isAdjective, isBearer } from './described-names.ts';
import { type FilterMention, findFilters, isLabelOfValue } from './filters.ts';
import { findGrains } from './grains.ts';
import { claimCue, findGroups, groupCue } from './grouping.ts';
import { dropContext, unknownWords } from './leftovers.ts';
import { type Entry, isJoinedEntry, type Lexicon } from './lexicon.ts';
import { findMentions, findValues, type Mention } from './matching.ts';
import { closeOpenAggregates, readMean } from './means.ts';
import { shortName } from './member-phrases.ts';
import { attachComparisons } from './number-filters.ts';
import { splitOpposites } from './opposites.ts';
import { preferenceFor, ranksBy } from './preferences.ts';
import { countedThing, dimensionAggregate, measureMentions, type QuantityMention } from './quantities.ts';
import type { Question } from './question.ts';
import { findRanking, sized } from './rankings.ts';
import { type Group, type Quantity, quantityKey, type Ranking, type Reading } from './reading.ts';
import {
  impliesCount,
  listedEntity,
  listsOwnRows,
  rankedEntity,
  readRelation,
  rowCount,
} from './relation-mentions.ts';
import { isPerRow } from './row-keys.ts';
import { askWhoseShare, findShare, sharedFilter } from './shares.ts';
import { readGrains } from './time-groups.ts';
import { changeWords, comparisonWords, distributionWords, frequencyWords } from './words.ts';
import { claim, firstOf, type MentionOf, mentionsOf, type Work, wordAt } from './work.ts';

/**
 * Reads what a question asks of one relation. Every word ends up understood, known to say nothing, or in `unknown`.
 * @throws BudgetSpent
 */
export function readQuestion(question: Question, lexicon: Lexicon, budget: Budget): Reading {
  const reading = readWith(question, lexicon, budget);
  if (reading.share === undefined || reading.shareOf !== undefined || reading.groups.length > 0)
    return reading;
  // "which share of the orders was cancelled": the cancelled orders are the part, the orders the whole.
  const parts = new Set(reading.quantities.map(quantityKey));
  const entries = lexicon.entries.filter((it) => it.kind !== 'measure' || !parts.has(it.measure.name));
  budget.spend(entries.length);
  const apart = readWith(question, { ...lexicon, entries }, budget);
  return apart.unknown.length === 0 && apart.shareOf !== undefined ? { ...apart, lexicon } : reading;
}

function readWith(question: Question, lexicon: Lexicon, budget: Budget): Reading {
  const { text, tokens, dates, dated, lost } = question;
  budget.spend(tokens.length);
  const inDates = new Set([...dated, ...lost]);
  const comparisons = comparisonsIn(question, inDates, lexicon, budget);
  const told = /^\s*(?:please\s+)?name\s+(?:the|all|our|each|every|\d|top)\b/i.test(text)
    ? tokens.filter((token) => token.word === 'name').slice(0, 1)
    : [];
  const reserved = new Set([
    ...inDates,
    ...told.map((token) => token.index),
    ...askedAdjectives(tokens),
    ...comparisons.flatMap((it) => it.tokens),
  ]);
  const prefer = preferenceFor({ tokens, lexicon }, new Set(dated));
  const mentions = findMentions(tokens, reserved, lexicon, prefer, budget);
  const work: Work = {
    question,
    text,
    tokens,
    lexicon,
    mentions,
    used: new Set([...dated, ...told.map((token) => token.index)]),
    ambiguities: [],
    budget,
  };
  const named = new Set([...reserved, ...mentions.flatMap((mention) => mention.tokens)]);
  const grains = findGrains(tokens, named);
  const { filters: filterMentions, split: opposed } = splitOpposites(
    [...findFilters(work), ...booleanFilters(work)].sort((a, b) => a.at - b.at),
  );
  const numbers = attachComparisons(work, comparisons);
  const dimensions = mentionsOf(work, 'dimension').filter((mention) => {
    const explained =
      numbers.targets.has(mention) || work.used.has(firstOf(mention)) || isLabelOfValue(work, mention);
    if (explained) claim(work, mention.tokens);
    if (!explained && isAdjective(work, mention)) {
      const said = mention.tokens.map((index) => work.tokens[index]?.raw).join(' ');
      work.ambiguities.push(`I do not see what "${said}" says here.`);
      return false;
    }
    return !explained;
  });

  const figures = mentionsOf(work, 'measure').filter((mention) => !numbers.targets.has(mention));
  const things = new Map(figures.map((mention) => [mention, countedThing(work, mention)]));
  const unnamed = askWhatToSplitBy(
    work,
    figures.filter((mention) => things.get(mention) === undefined),
  );
  const quantities = measureMentions(
    work,
    figures.filter((mention) => things.get(mention) === undefined && !unnamed.has(mention)),
  );
  const aggregated = new Set<Mention>();
  for (const mention of dimensions) {
    const found =
      groupCue(work, firstOf(mention)) === 'none' || ranksBy(work.tokens, firstOf(mention))
        ? dimensionAggregate(work, mention)
        : undefined;
    if (found === undefined) continue;
    aggregated.add(mention);
    quantities.push(found);
  }
  const times = dimensions.filter(
    (mention) =>
      !aggregated.has(mention) &&
      mention.entry.dimension.type === 'time' &&
      groupCue(work, firstOf(mention)) === 'none',
  );
  claim(
    work,
    times.flatMap((mention) => mention.tokens),
  );
  const split = findGroups(
    work,
    dimensions.filter(
      (mention) =>
        !aggregated.has(mention) && !times.includes(mention) && !isPerRow(work, mention, quantities),
    ),
  );
  const groups: Group[] = [...split.groups];
  groups.push(...opposed);
  for (const [mention, dimension] of things) {
    if (dimension === undefined || isPerRow(work, mention, quantities)) continue;
    claim(work, mention.tokens);
    claimCue(work, firstOf(mention));
    groups.push({ dimension });
  }
  const relationGroup = readRelation(work, quantities, numbers.targets);
  if (relationGroup !== undefined) groups.push(relationGroup);
  const timeDimension = times[0]?.entry.dimension;
  const splitTime = groups.find(({ dimension }) => dimension.type === 'time')?.dimension;
  const grainGroups = readGrains(work, grains, quantities, timeDimension ?? splitTime);
  groups.push(...grainGroups.groups);
  const listed = placeUnmarked(work, split.unmarked, quantities, groups, filterMentions);

  const figure = adjectiveFigure(work, quantities);
  if (figure !== undefined) quantities.push(figure);
  const share = findShare(work);
  const frequent = claimAny(work, frequencyWords);
  const found = findRanking(work, quantities);
  quantities.sort((a, b) => a.at - b.at);
  const kept = dropContext(work, quantities);
  const chosen = unique(kept.map((it) => it.quantity));
  if (found.ranking !== undefined && groups.length === 0) groups.push(...rankedEntity(work));
  const aged =
    found.at === undefined || !ranksRows(chosen, groups, lexicon)
      ? undefined
      : ageFigure(work, wordAt(work, found.at));
  if (aged !== undefined) chosen.splice(0, chosen.length, aged.quantity);
  // "the most popular", "the busiest" speak of how many there are.
  const spread = claimAny(work, distributionWords);
  const counted =
    chosen.length === 0 && (frequent || found.busy || (spread && groups.length > 0)) ? rowCount(lexicon) : [];
  if (
    aged === undefined &&
    found.at !== undefined &&
    !frequent &&
    ranksRows([...chosen, ...counted], groups, lexicon)
  )
    work.ambiguities.push('I do not see by which figure to rank.');
  askWhatToCount(work, kept);
  askForFuture(work);
  const passing = passGroups(work, chosen, groups, numbers.having);
  const listing = groups.length === 0 ? listedEntity(work, chosen) : undefined;
  const implied =
    chosen.length + counted.length === 0 &&
    !listed &&
    impliesCount(work, filterMentions, groups, numbers.filters.length)
      ? rowCount(lexicon)
      : [];
  // "discharges this year", "sign-ups per month": rows by the date of what happened to them.
  const events =
    chosen.length + counted.length + implied.length === 0 &&
    !listed &&
    listing === undefined &&
    times.length === 1 &&
    share === undefined &&
    (dates.expression !== undefined || grainGroups.groups.length > 0)
      ? rowCount(lexicon)
      : [];
  if (implied.length + events.length > 0) claimAny(work, countWords);
  const ranking =
    frequent && found.ranking === undefined
      ? topOne
      : found.ranking && aged
        ? { ...found.ranking, direction: aged.direction, by: undefined }
        : found.ranking;
  const mean = readMean(work, kept, groups, grainGroups.adjective, split.per);
  const change = claimChange(work);
  const compare = claimAny(work, comparisonWords) || /\bdifference\b/i.test(text);
  const shareOf = share === undefined ? undefined : sharedFilter(work, filterMentions, groups);
  if (share !== undefined && groups.length > 0) {
    askWhoseShare(work, filterMentions, groups, isPartialCount(chosen[0], lexicon));
  }
  closeOpenAggregates(work, kept, mean, ranking, groups);
  return {
    lexicon,
    text,
    quantities: listing === undefined ? (passing ?? [...chosen, ...counted, ...implied, ...events]) : [],
    groups: uniqueGroups(listing === undefined ? groups.filter((group) => group !== mean) : [listing]),
    filters: [
      ...filterMentions.map((it) => it.filter).filter((filter) => filter !== shareOf),
      ...numbers.filters,
      // "which agent resolved the most tickets": what has such a date at all.
      ...(timeDimension !== undefined &&
      dates.expression === undefined &&
      (events.length > 0 || (timeDimension !== lexicon.defaultTime && grainGroups.groups.length === 0))
        ? [{ kind: 'missing' as const, dimension: timeDimension, negated: true }]
        : []),
    ],
    having: numbers.having,
    dates: dates.expression,
    timeDimension,
    ranking: sized(work, ranking, found.at, groups, split.per[0]),
    share,
    shareOf,
    change,
    compare,
    meanOver: mean,
    list: (listed && counted.length === 0) || listing !== undefined,
    implied: implied.length > 0,
    unknown: unknownWords(work, kept),
    ambiguities: work.ambiguities,
    cost:
      costOf(work) +
      (implied.length > 0 ? 1 : 0) -
      (listing === undefined && !listsOwnRows(lexicon, listed, groups) ? 0 : 0.3),
  };
}

const countWords: ReadonlySet<string> = new Set(['number', 'count']);

const topOne: Ranking = { direction: 'desc', limit: 1, offset: 0, by: undefined, within: undefined };

/** Names without a cue split the answer when they stand with a measure, and are listed when there is none. */
function placeUnmarked(
  work: Work,
  unmarked: readonly MentionOf<'dimension'>[],
  quantities: readonly QuantityMention[],
  groups: Group[],
  filters: readonly FilterMention[],
): boolean {
  const alone = quantities.length === 0;
  const filtered = new Set(filters.map(({ at }) => at));
  for (const mention of unmarked) {
    const { dimension } = mention.entry;
    const entity =
      dimension.primaryKey === true || /(name|id|key|code|title)$/i.test(shortName(dimension.name));
    if (entity && isBearer(work, mention, filtered, alone)) continue;
    if (!alone && !entity && dimension.type === 'number') {
      // Nothing is split by a bare number unasked.
      work.ambiguities.push(`I do not see what the ${dimension.title.toLowerCase()} says here.`);
      continue;
    }
    groups.push({ dimension });
  }
  const asked = /^\s*(list|show|give|which|what|tell|display|name|enumerate|who)\b/i.test(work.text);
  return alone && groups.length > 0 && asked && mentionsOf(work, 'relation').length === 0;
}

function claimAny(work: Work, words: ReadonlySet<string>): boolean {
  let found = false;
  for (const token of work.tokens) {
    if (work.used.has(token.index) || !(words.has(token.lemma) || words.has(token.word))) continue;
    claim(work, [token.index]);
    found = true;
  }
  return found;
}

/** "growth", "did it rise"; an order such as "drop all tickets" is not a question. */
function claimChange(work: Work): boolean {
  const first = work.tokens[0];
  if (first !== undefined && /^(drop|increase|decrease|rise|decline|grow)$/.test(first.word)) return false;
  return claimAny(work, changeWords);
}

/** A count of some of the rows only, such as the cancelled ones. */
function isPartialCount(quantity: Quantity | undefined, { rowCount: all }: Lexicon): boolean {
  return (
    quantity?.kind === 'measure' &&
    quantity.measure.type === 'count' &&
    quantity.measure !== all &&
    all !== undefined
  );
}

/** Comparisons with numbers, but for those that are part of a value: "customers under 30" may be an age group. */
function comparisonsIn(
  { tokens, comparisons: found }: Question,
  inDates: ReadonlySet<number>,
  lexicon: Lexicon,
  budget: Budget,
): readonly NumberComparison[] {
  if (found.length === 0) return found;
  const values = new Map(
    findValues(tokens, inDates, lexicon, budget).flatMap((value) => value.tokens.map((at) => [at, value])),
  );
  return found.filter((comparison) => {
    const [value, ...others] = new Set(comparison.tokens.map((at) => values.get(at)));
    return value === undefined || others.length > 0;
  });
}

function unique(quantities: readonly Quantity[]): Quantity[] {
  return [...new Map(quantities.map((quantity) => [quantityKey(quantity), quantity])).values()];
}

function uniqueGroups(groups: readonly Group[]): Group[] {
  const byDimension = new Map<string, Group>();
  for (const group of groups) {
    const known = byDimension.get(group.dimension.name);
    // "by order date per month": the stated grain wins over the one left open.
    if (known === undefined || known.grain === 'auto') byDimension.set(group.dimension.name, group);
  }
  return [...byDimension.values()];
}

function costOf(work: Work): number {
  return work.mentions.reduce(
    (sum, { entry, score, tokens }) =>
      sum + (1 - score) * tokens.length + (isJoinedEntry(entry) ? joinCost[entry.kind] : 0),
    0,
  );
}

/** A question is read from the cube that most of it speaks of; its figures weigh most. */
const joinCost: Readonly<Record<Entry['kind'], number>> = {
  measure: 0.5,
  dimension: 0.15,
  value: 0.15,
  segment: 0.15,
  relation: 0,
};
