import { statedBefore } from './aggregates.ts';
import { entityDimension } from './entities.ts';
import type { FilterMention } from './filters.ts';
import { claimCue, groupCue } from './grouping.ts';
import { isJoined } from './joined-cubes.ts';
import type { Lexicon } from './lexicon.ts';
import type { Mention } from './matching.ts';
import { ranksBy } from './preferences.ts';
import type { QuantityMention } from './quantities.ts';
import { type Group, type Quantity, sameQuantity } from './reading.ts';
import { areOfRows } from './row-keys.ts';
import { isFiller } from './words.ts';
import { claim, firstOf, lastOf, lemmaAt, mentionsOf, type Work, wordAt } from './work.ts';

export function rowCount(lexicon: Lexicon): Quantity[] {
  return lexicon.rowCount === undefined ? [] : [{ kind: 'measure', measure: lexicon.rowCount }];
}

/** The relation's own name: what is counted, what the answer is split by, or mere context. */
export function readRelation(
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
    // "busiest month by orders" says what is counted.
    const cue = ranksBy(work.tokens, at) ? 'none' : groupCue(work, at);
    if (cue === 'per' && areOfRows(quantities)) {
      // An average is per row as it is.
      claim(work, mention.tokens);
      claimCue(work, at);
      continue;
    }
    if (cue === 'by' || cue === 'per' || cue === 'which') {
      const dimension = entityDimension(work.lexicon.cube);
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
    const amount =
      open === undefined || quantities.length > 0 ? undefined : extremeAmount(work, open.aggregate);
    if (amount !== undefined && open !== undefined) {
      claim(work, [...mention.tokens, ...open.tokens]);
      quantities.push({ quantity: amount, at, end: lastOf(mention), open: undefined });
      continue;
    }
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

/** "the smallest invoice" is the one of the least money, where a row has just one amount of it. */
function extremeAmount({ lexicon }: Work, aggregate: string): Quantity | undefined {
  if (aggregate !== 'min' && aggregate !== 'max') return undefined;
  const [amount, ...more] = lexicon.cube.dimensions.filter(
    (it) => it.type === 'number' && it.format === 'currency' && !isJoined(it),
  );
  return amount === undefined || more.length > 0
    ? undefined
    : { kind: 'aggregate', aggregate, dimension: amount };
}

/** "list the stores" wants their names, not their number. */
export function listedEntity(work: Work, quantities: readonly Quantity[]): Group | undefined {
  const [only] = quantities;
  const { rowCount: count } = work.lexicon;
  if (!/^\s*(please\s+)?(list|enumerate|name)\b/i.test(work.text)) return undefined;
  if (quantities.length !== 1 || only?.kind !== 'measure' || only.measure !== count) return undefined;
  const dimension = entityDimension(work.lexicon.cube);
  return dimension === undefined ? undefined : { dimension };
}

/** The things listed are the rows of this very relation. */
export function listsOwnRows(lexicon: Lexicon, listed: boolean, groups: readonly Group[]): boolean {
  return listed && groups.length === 1 && groups[0]?.dimension === entityDimension(lexicon.cube);
}

/** "cancelled by month", "newsletter subscribers by country": what a filter names is counted. */
export function impliesCount(
  work: Work,
  filters: readonly FilterMention[],
  groups: readonly Group[],
  comparisons: number,
): boolean {
  const [first] = filters;
  if (/\b(how many|number of)\b/i.test(work.text) && filters.length + comparisons > 0) return true;
  if (first === undefined || groups.length === 0) return false;
  return work.tokens.slice(0, first.at).every((token) => isFiller(token) || work.used.has(token.index));
}

/** "the store with the lowest revenue": what is ranked is the relation itself. */
export function rankedEntity(work: Work): Group[] {
  const named = mentionsOf(work, 'relation').length > 0;
  const counted = mentionsOf(work, 'measure').some(({ entry }) => entry.measure === work.lexicon.rowCount);
  const dimension = named || counted ? entityDimension(work.lexicon.cube) : undefined;
  return dimension === undefined ? [] : [{ dimension }];
}
