import { findComparisons } from './comparisons.ts';
import { type DateExpression, findDates } from './dates.ts';
import {
  dimensionLemmas,
  type FilterMention,
  findFilters,
  isLabelOfValue,
  negationBefore,
} from './filters.ts';
import { findGrains, type GrainMention } from './grains.ts';
import { claimCue, findGroups, grainCue, groupCue } from './grouping.ts';
import { type Lexicon, shortName } from './lexicon.ts';
import { findMentions, type Mention } from './matching.ts';
import { attachComparisons } from './number-filters.ts';
import {
  dimensionAggregate,
  measureMentions,
  preferenceFor,
  type QuantityMention,
  statedBefore,
} from './quantities.ts';
import { findRanking } from './rankings.ts';
import type { Filter, Group, Quantity, Ranking, Reading } from './reading.ts';
import { quantityKey, sameQuantity } from './reading.ts';
import { forms, type Token, tokenize } from './text.ts';
import {
  changeWords,
  comparisonWords,
  frequencyWords,
  isFiller,
  leastWords,
  mostWords,
  shareWords,
} from './words.ts';
import {
  before,
  claim,
  firstOf,
  lastOf,
  lemmaAt,
  type MentionOf,
  mentionsOf,
  type Work,
  wordAt,
} from './work.ts';

/** Reads what a message asks of one relation. Every word ends up understood, known to say nothing, or in `unknown`. */
export function readQuestion(text: string, lexicon: Lexicon): Reading {
  const reading = readWith(text, lexicon);
  if (reading.share === undefined || reading.shareOf !== undefined || reading.groups.length > 0)
    return reading;
  // "which share of the orders was cancelled": the cancelled orders are the part, the orders the whole.
  const parts = new Set(reading.quantities.map(quantityKey));
  const entries = lexicon.entries.filter((it) => it.kind !== 'measure' || !parts.has(it.measure.name));
  const apart = readWith(text, { ...lexicon, entries });
  return apart.unknown.length === 0 && apart.shareOf !== undefined ? { ...apart, lexicon } : reading;
}

function readWith(text: string, lexicon: Lexicon): Reading {
  const tokens = tokenize(text);
  const dates = findDates(text);
  const dated = tokensWithin(tokens, dates.expression?.spans ?? []);
  const lost = tokensWithin(tokens, dates.leftover);
  const comparisons = findComparisons(tokens, new Set([...dated, ...lost]));
  const reserved = new Set([...dated, ...lost, ...comparisons.flatMap((it) => it.tokens)]);
  const mentions = findMentions(
    tokens,
    reserved,
    lexicon,
    preferenceFor({ tokens, lexicon }, new Set(dated)),
  );
  const work: Work = { text, tokens, lexicon, mentions, used: new Set(dated), ambiguities: [] };
  const named = new Set([...reserved, ...mentions.flatMap((mention) => mention.tokens)]);
  const grains = findGrains(tokens, named);
  const filterMentions = [...findFilters(work), ...booleanFilters(work)].sort((a, b) => a.at - b.at);
  const numbers = attachComparisons(work, comparisons);
  const dimensions = mentionsOf(work, 'dimension').filter((mention) => {
    const explained =
      numbers.targets.has(mention) || work.used.has(firstOf(mention)) || isLabelOfValue(work, mention);
    if (explained) claim(work, mention.tokens);
    return !explained;
  });

  const quantities = [
    ...measureMentions(
      work,
      mentionsOf(work, 'measure').filter((mention) => !numbers.targets.has(mention)),
    ),
  ];
  const aggregated = new Set<Mention>();
  for (const mention of dimensions) {
    const found =
      groupCue(work, firstOf(mention), []) === 'none' ? dimensionAggregate(work, mention) : undefined;
    if (found === undefined) continue;
    aggregated.add(mention);
    quantities.push(found);
  }
  const times = dimensions.filter(
    (mention) =>
      !aggregated.has(mention) &&
      mention.entry.dimension.type === 'time' &&
      groupCue(work, firstOf(mention), []) === 'none',
  );
  claim(
    work,
    times.flatMap((mention) => mention.tokens),
  );
  const split = findGroups(
    work,
    dimensions.filter((mention) => !aggregated.has(mention) && !times.includes(mention)),
  );
  const groups: Group[] = [...split.groups];
  const relationGroup = readRelation(work, quantities, numbers.targets);
  if (relationGroup !== undefined) groups.push(relationGroup);
  const timeDimension = times[0]?.entry.dimension;
  const grainGroups = readGrains(work, grains, quantities, timeDimension);
  groups.push(...grainGroups.groups);
  const listed = placeUnmarked(work, split.unmarked, quantities, groups);

  const share = findShare(work);
  const frequent = claimAny(work, frequencyWords);
  const found = findRanking(work, quantities);
  quantities.sort((a, b) => a.at - b.at);
  const kept = dropContext(work, quantities);
  const chosen = unique(kept.map((it) => it.quantity));
  const counted =
    chosen.length === 0 && (frequent || found.ranking !== undefined) && listed === false
      ? rowCount(lexicon)
      : [];
  const listing = groups.length === 0 ? listedEntity(work, chosen) : undefined;
  const implied =
    chosen.length + counted.length === 0 && !listed && impliesCount(work, filterMentions, groups)
      ? rowCount(lexicon)
      : [];
  const ranking = frequent && found.ranking === undefined ? topOne : found.ranking;
  const mean = readMean(work, kept, groups, grainGroups.adjective, split.per);
  const change = claimAny(work, changeWords);
  const compare = claimAny(work, comparisonWords) || /\bdifference\b/i.test(text);
  const shareOf = share === undefined ? undefined : sharedFilter(work, filterMentions, groups);
  if (share !== undefined && groups.length > 0) askWhoseShare(work, filterMentions, groups);
  closeOpenAggregates(work, kept, mean, ranking, groups);
  return {
    lexicon,
    text,
    quantities: listing === undefined ? [...chosen, ...counted, ...implied] : [],
    groups: uniqueGroups(listing === undefined ? groups.filter((group) => group !== mean) : [listing]),
    filters: [
      ...filterMentions.map((it) => it.filter).filter((filter) => filter !== shareOf),
      ...numbers.filters,
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
    list: listed || listing !== undefined,
    implied: implied.length > 0,
    unknown: unknownWords(work),
    ambiguities: work.ambiguities,
    cost:
      costOf(work) +
      (implied.length > 0 ? 1 : 0) -
      (listing === undefined && !listsOwnRows(lexicon, listed, groups) ? 0 : 0.3),
  };
}

/** The things listed are the rows of this very relation. */
function listsOwnRows(lexicon: Lexicon, listed: boolean, groups: readonly Group[]): boolean {
  return listed && groups.length === 1 && groups[0]?.dimension === entityDimension(lexicon);
}

/** "list the stores" wants their names, not their number. */
function listedEntity(work: Work, quantities: readonly Quantity[]): Group | undefined {
  const [only] = quantities;
  const { rowCount: count } = work.lexicon;
  if (!/^\s*(please\s+)?(list|enumerate|name)\b/i.test(work.text)) return undefined;
  if (quantities.length !== 1 || only?.kind !== 'measure' || only.measure !== count) return undefined;
  const dimension = entityDimension(work.lexicon);
  return dimension === undefined ? undefined : { dimension };
}

/** "cancelled by month", "newsletter subscribers by country": what a filter names is counted. */
function impliesCount(work: Work, filters: readonly FilterMention[], groups: readonly Group[]): boolean {
  const [first] = filters;
  if (first === undefined || groups.length === 0) return false;
  return work.tokens.slice(0, first.at).every((token) => isFiller(token) || work.used.has(token.index));
}

const topOne: Ranking = { direction: 'desc', limit: 1, offset: 0, by: undefined, within: undefined };

function tokensWithin(tokens: readonly Token[], spans: DateExpression['spans']): number[] {
  return tokens
    .filter((token) => spans.some(([from, to]) => token.start < to && token.end > from))
    .map((token) => token.index);
}

function rowCount(lexicon: Lexicon): Quantity[] {
  return lexicon.rowCount === undefined ? [] : [{ kind: 'measure', measure: lexicon.rowCount }];
}

/** Booleans named without "by": `active customers`, `not insured`, `uninsured`. */
function booleanFilters(work: Work): FilterMention[] {
  const found: FilterMention[] = [];
  for (const mention of mentionsOf(work, 'dimension')) {
    const { dimension } = mention.entry;
    if (dimension.type !== 'boolean' || groupCue(work, firstOf(mention), []) !== 'none') continue;
    claim(work, mention.tokens);
    const value = !negationBefore(work, firstOf(mention), undefined);
    found.push({ at: firstOf(mention), filter: { kind: 'boolean', dimension, value } });
  }
  for (const token of work.tokens) {
    const bare = /^(?:un|in|non|dis)(\p{L}{4,})$/u.exec(token.word)?.[1];
    if (bare === undefined || work.used.has(token.index)) continue;
    const { lemma } = forms(bare);
    const dimension = work.lexicon.entries.find(
      (entry) =>
        entry.kind === 'dimension' &&
        entry.dimension.type === 'boolean' &&
        entry.phrases.some((it) => it.forms.length === 1 && it.forms[0]?.lemma === lemma),
    );
    if (dimension?.kind !== 'dimension' || work.mentions.some((it) => it.tokens.includes(token.index)))
      continue;
    claim(work, [token.index]);
    found.push({
      at: token.index,
      filter: { kind: 'boolean', dimension: dimension.dimension, value: false },
    });
  }
  return found;
}

/** The relation's own name: what is counted, what the answer is split by, or mere context. */
function readRelation(
  work: Work,
  quantities: QuantityMention[],
  targets: ReadonlySet<Mention>,
): Group | undefined {
  let group: Group | undefined;
  for (const mention of mentionsOf(work, 'segment')) {
    // "business customers" names the customers, too.
    const names = mention.tokens.some((index) => work.lexicon.relationLemmas.has(lemmaAt(work, index)));
    const [count] = rowCount(work.lexicon);
    if (!names || count === undefined || quantities.length > 0 || targets.has(mention)) continue;
    const stated = statedBefore(work, firstOf(mention));
    if (stated !== undefined && ['count', 'sum', 'distinct'].includes(stated.aggregate))
      claim(work, stated.tokens);
    quantities.push({ quantity: count, at: firstOf(mention), end: lastOf(mention), open: undefined });
  }
  for (const mention of mentionsOf(work, 'relation')) {
    if (targets.has(mention)) continue;
    const at = firstOf(mention);
    const cue = groupCue(work, at, []);
    if (cue === 'by' || cue === 'per' || cue === 'which') {
      const dimension = entityDimension(work.lexicon);
      if (dimension !== undefined) {
        claim(work, mention.tokens);
        claimCue(work, at);
        group = { dimension };
        continue;
      }
      // "revenue per order" without such a measure is not an answer that a count can give.
      if (cue === 'per') continue;
    }
    const stated = statedBefore(work, at);
    const counts =
      stated?.aggregate === 'count' || stated?.aggregate === 'sum' || stated?.aggregate === 'distinct';
    const open = stated !== undefined && !counts ? stated : undefined;
    claim(work, mention.tokens);
    const joined =
      quantities.some((it) => it.end === at - 2 && ['and', 'versus', 'vs'].includes(wordAt(work, at - 1))) ||
      quantities.some((it) => it.at === lastOf(mention) + 2 && wordAt(work, it.at - 1) === 'and');
    if (quantities.length > 0 && !counts && !joined) continue;
    const [count] = rowCount(work.lexicon);
    if (count === undefined || quantities.some((it) => sameQuantity(it.quantity, count))) continue;
    if (counts) claim(work, stated?.tokens ?? []);
    quantities.push({ quantity: count, at, end: lastOf(mention), open });
  }
  return group;
}

/** The dimension that names one row of the relation: its name or title, else its key. */
function entityDimension({ cube, relationLemmas }: Lexicon) {
  const named = cube.dimensions.find((dimension) => {
    const words = dimensionLemmas(dimension);
    return (
      words.includes('name') &&
      words.every((word) => word === 'name' || word === 'full' || relationLemmas.has(word))
    );
  });
  return named ?? cube.dimensions.find((dimension) => dimension.primaryKey === true);
}

function readGrains(
  work: Work,
  grains: readonly GrainMention[],
  quantities: readonly QuantityMention[],
  named: Group['dimension'] | undefined,
): { groups: Group[]; adjective: Group | undefined } {
  const groups: Group[] = [];
  let adjective: Group | undefined;
  const dimension = named ?? work.lexicon.defaultTime;
  const ranked = work.tokens.some(
    ({ index, word }) => !work.used.has(index) && (mostWords.has(word) || leastWords.has(word)),
  );
  for (const mention of grains) {
    if (dimension === undefined) continue;
    const cue = grainCue(work, mention);
    const at = mention.tokens[0] ?? 0;
    if (
      cue === 'none' &&
      !mention.adjective &&
      !ranked &&
      quantities.length > 0 &&
      lemmaAt(work, at) === wordAt(work, at) &&
      mention.tokens.length === 1
    )
      continue;
    claim(work, mention.tokens);
    claimCue(work, at);
    const group: Group = { dimension, grain: mention.grain };
    if (mention.adjective || cue === 'per') adjective ??= group;
    groups.push(group);
  }
  return { groups, adjective };
}

const prepositions = new Set(['from', 'of', 'for', 'to', 'with', 'in', 'on', 'at']);

/** Names without a cue split the answer when they stand with a measure, and are listed when there is none. */
function placeUnmarked(
  work: Work,
  unmarked: readonly MentionOf<'dimension'>[],
  quantities: readonly QuantityMention[],
  groups: Group[],
): boolean {
  const alone = quantities.length === 0;
  for (const mention of unmarked) {
    const { dimension } = mention.entry;
    const at = before(work, firstOf(mention));
    const entity =
      dimension.primaryKey === true || /(name|id|key|code|title)$/i.test(shortName(dimension.name));
    if (!alone && entity && prepositions.has(wordAt(work, at))) continue;
    groups.push({ dimension });
  }
  const asked = /^\s*(list|show|give|which|what|tell|display|name|enumerate|who)\b/i.test(work.text);
  return alone && groups.length > 0 && asked && mentionsOf(work, 'relation').length === 0;
}

/** A count that is only where the rest comes from: "revenue from orders", "how much did customers spend". */
function dropContext(work: Work, quantities: readonly QuantityMention[]): QuantityMention[] {
  return quantities.filter((it) => {
    if (quantities.length === 1 || it.quantity.kind !== 'measure' || it.quantity.measure.type !== 'count')
      return true;
    if (statedBefore(work, it.at) !== undefined) return true;
    if (wordAt(work, before(work, it.at)) === 'by') return true;
    return quantities.some(
      (other) => other !== it && (joins(work, other.end, it.at) || joins(work, it.end, other.at)),
    );
  });
}

/** Two names in one list: "orders and revenue", "orders, revenue". */
function joins(work: Work, end: number, start: number): boolean {
  if (start <= end) return false;
  const between = work.tokens.slice(end + 1, start).map((token) => token.word);
  const listed = between.every((word) =>
    ['and', 'plus', 'versus', 'vs', 'the', 'our', 'total', 'with', 'to'].includes(word),
  );
  return (
    listed &&
    (between.length > 0 ||
      work.tokens[start]?.afterBreak === true ||
      work.text.slice(work.tokens[end]?.end, work.tokens[start]?.start).includes(','))
  );
}

function findShare(work: Work): Reading['share'] {
  for (const token of work.tokens) {
    if (work.used.has(token.index) || !shareWords.has(token.lemma)) continue;
    claim(work, [token.index]);
    return token.lemma === 'percent' ? 'percent' : 'fraction';
  }
  return undefined;
}

/** The filter that a share is asked of: what is said of the things counted, not where they were looked for. */
function sharedFilter(
  work: Work,
  filters: readonly FilterMention[],
  groups: readonly Group[],
): Filter | undefined {
  if (groups.length > 0 || filters.length === 0) return undefined;
  if (filters.length === 1) return filters[0]?.filter;
  const verb = work.tokens.find(
    (token) => ['be', 'come', 'belong', 'have', 'go', 'account'].includes(token.lemma) && token.index > 2,
  );
  if (verb === undefined) {
    work.ambiguities.push('Which of the conditions is the share about?');
    return undefined;
  }
  return (filters.find((it) => it.at > verb.index) ?? filters.at(-1))?.filter;
}

/** "percentage of cancelled orders by channel" may be shares of the cancelled, or of each channel's orders. */
function askWhoseShare(work: Work, filters: readonly FilterMention[], groups: readonly Group[]): void {
  const bare = filters.find(
    ({ filter, at }) => filter.kind !== 'segment' && !prepositions.has(wordAt(work, before(work, at))),
  );
  const title = groups[0]?.dimension.title;
  if (bare === undefined || title === undefined || bare.filter.kind === 'segment') return;
  work.ambiguities.push(
    `Do you mean how they spread over ${title}, or which part of each ${title} they are?`,
  );
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

/** "average monthly revenue", "average orders per customer": the mean of a sum over the groups. */
function readMean(
  work: Work,
  quantities: readonly QuantityMention[],
  groups: readonly Group[],
  adjective: Group | undefined,
  per: readonly unknown[],
): Group | undefined {
  const stated = quantities.find((it) => it.open?.aggregate === 'avg') ?? averageBefore(work, adjective);
  if (stated === undefined) return undefined;
  const { quantity } = stated;
  if (quantity.kind !== 'measure' || !['sum', 'count', 'count_distinct'].includes(quantity.measure.type))
    return undefined;
  const over = adjective ?? groups.find((group) => per.includes(group.dimension));
  if (over !== undefined) claim(work, stated.open?.tokens ?? []);
  return over;

  function averageBefore(it: Work, grain: Group | undefined): QuantityMention | undefined {
    const word = it.tokens.find((token) => token.lemma === 'average' && !it.used.has(token.index));
    const [first] = quantities;
    if (word === undefined || grain === undefined || first === undefined) return undefined;
    return { ...first, open: { aggregate: 'avg', tokens: [word.index] } };
  }
}

/** "highest revenue" with a group is a ranking; "total" over what is split is just the measure. */
function closeOpenAggregates(
  work: Work,
  quantities: readonly QuantityMention[],
  mean: Group | undefined,
  ranking: Ranking | undefined,
  groups: readonly Group[],
): void {
  for (const { open } of quantities) {
    if (open === undefined) continue;
    const ranked =
      (open.aggregate === 'max' || open.aggregate === 'min') && ranking !== undefined && groups.length > 0;
    if (!ranked && !(mean !== undefined && open.aggregate === 'avg')) {
      for (const index of open.tokens) work.used.delete(index);
    }
  }
}

/** Without a number a ranking is for one row when the noun is singular, for ten when it is plural. */
function sized(
  work: Work,
  ranking: Ranking | undefined,
  at: number | undefined,
  groups: readonly Group[],
  per: Group['dimension'] | undefined,
): Ranking | undefined {
  if (ranking === undefined || at === undefined) return ranking;
  const within = groups.length > 1 ? per : undefined;
  if (ranking.limit !== undefined) return { ...ranking, within };
  const plural = work.mentions.some(
    (mention) =>
      mention.entry.kind === 'dimension' &&
      groups.some(
        (group) => mention.entry.kind === 'dimension' && group.dimension === mention.entry.dimension,
      ) &&
      mention.tokens.some((index) => {
        const token = work.tokens[index];
        return token !== undefined && token.word !== token.lemma && token.word.endsWith('s');
      }),
  );
  return { ...ranking, limit: plural ? 10 : 1, within };
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

function unknownWords(work: Work): string[] {
  const context = new Set([
    ...work.lexicon.relationLemmas,
    ...work.mentions.flatMap((mention) =>
      mention.entry.phrases.flatMap((it) => it.forms.map((form) => form.lemma)),
    ),
  ]);
  return work.tokens
    .filter((token) => !work.used.has(token.index))
    .filter(
      (token) => !isFiller(token) && !isNewRows(work, token.index) && !isBearerOfValue(work, token.index),
    )
    .filter(
      (token) =>
        !context.has(token.lemma) || statedBefore({ tokens: work.tokens }, token.index + 1) !== undefined,
    )
    .map((token) => token.raw);
}

/** "tickets from Enterprise accounts": the accounts only say whose value it is. */
function isBearerOfValue(work: Work, index: number): boolean {
  if (!work.lexicon.entities.has(lemmaAt(work, index))) return false;
  return mentionsOf(work, 'value').some(
    (mention) =>
      lastOf(mention) === index - 1 && prepositions.has(wordAt(work, before(work, firstOf(mention)))),
  );
}

/** "new customers in 2025": new by the date that says when a row came into being. */
function isNewRows(work: Work, index: number): boolean {
  const { lexicon } = work;
  if (wordAt(work, index) !== 'new' || !lexicon.timeIsBeginning || lexicon.rowCount === undefined)
    return false;
  const dated =
    findDates(work.text).expression !== undefined || findGrains(work.tokens, new Set()).length > 0;
  return (
    dated &&
    work.mentions.some(
      ({ entry, tokens }) =>
        tokens[0] === index + 1 &&
        (entry.kind === 'relation' || (entry.kind === 'measure' && entry.measure === lexicon.rowCount)),
    )
  );
}

function costOf(work: Work): number {
  return work.mentions.reduce((sum, mention) => sum + (1 - mention.score) * mention.tokens.length, 0);
}
