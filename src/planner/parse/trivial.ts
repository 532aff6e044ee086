import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import { tokenize } from '../language/text.ts';
import { entityDimension } from '../link/entities.ts';
import { isJoined } from '../link/joined-cubes.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import { ownNumber, thingOf } from './figures.ts';
import { type Filter, filterKey } from './filter.ts';
import { isCountOf } from './quantity.ts';
import type { Group } from './reading.ts';

/** Charges for what has its answer in the question. */
export function chargeTrivial(
  draft: Draft,
  filters: readonly Filter[],
  grouped: readonly Group[],
  shareOf: readonly Filter[] | undefined,
): void {
  const { lexicon, having } = draft;
  const entity = entityDimension(lexicon.cube);
  const tested = having.map(({ quantity }) => thingOf(lexicon, quantity));
  const counted = draft.quantities.map((it) => thingOf(lexicon, it));
  const countsItself =
    grouped.length > 0
      ? grouped.some(({ dimension }) => [...counted, ...tested].includes(dimension)) ||
        (counted.length === 1 && counted[0] === entity && grouped.every(isOwnKey))
      : tested.some((it) => it !== undefined && (counted.length === 0 || counted.includes(it)));
  // "On Netflix, but not on Prime Video" is no row of both.
  if (filters.some((it) => it.kind === 'values' && it.negated && isGiven(filters, it.dimension)))
    charge(draft, 'trivial');
  // "How many Firefox releases" counts no browsers that are called Firefox.
  if (counted.some((it) => it !== undefined && isGiven(filters, it))) {
    // Things that are called by a name that no two of them share are one.
    const isOneOf =
      draft.charges.has('countedValue') && filters.some((it) => recordsNamed(lexicon.cube, it) === 1);
    charge(draft, 'trivial', isOneOf ? 0.6 : 0.2);
  }
  // "Status of grant G-1" counts no grants.
  const isOne = filters.some((it) => it.kind === 'values' && it.dimension.primaryKey === true && !it.negated);
  // "Invoice 17" asks for no invoice total.
  const isOfRows =
    draft.quantities.every(isCountOf) ||
    (draft.figures.length > 0 && draft.figures.every((it) => isCalledAsRows(draft, it.at)));
  const areNone = draft.quantities.length > 0 && grouped.length === 0 && !draft.isCounting;
  if (areNone && isOfRows && isOne) charge(draft, 'trivial', 0.3);
  // "Customers by customer" is one for each, and spend per customer by customer is the spend.
  // "Tickets, oldest first", "the most expensive first" are put in that order, and "with their price, dearest first" are those shown.
  const isSorted = (): boolean =>
    !/\b(?:their|its|them|these|those)\b/iu.test(draft.question.text) &&
    /\b(?:\p{L}{2,}est|(?:most|least) \p{L}+) first\s*(?:[,.;?!]|$)/iu.test(draft.question.text);
  const isNamed = draft.items.some(({ kind }) => kind === 'link');
  if (grouped.length === 0 && isNamed && isSorted()) charge(draft, 'trivial');
  if (countsItself || isPerEach(draft, grouped) || isMeanOfEach(draft)) charge(draft, 'trivial');
  if (isOfItself(draft, filters, grouped)) charge(draft, 'trivial');
  // All of those in default are in default.
  const isWhole = (part: Filter): boolean =>
    filters.some((it) => !shareOf?.includes(it) && filterKey(it) === filterKey(part));
  if (shareOf?.some(isWhole) === true) charge(draft, 'trivial');
  if (draft.quantities.length > 0 && grouped.some(({ dimension }) => isGiven(filters, dimension)))
    charge(draft, 'trivial');
}

/** Whether a figure is named by nothing but what rows are called. */
export function isCalledAsRows({ items, question, lexicon }: Draft, at: number): boolean {
  const item = items[at];
  const said = item?.kind === 'link' ? item.link.tokens : [];
  return said.length > 0 && said.every((it) => lexicon.relationLemmas.has(question.tokens[it]?.lemma ?? ''));
}

/** Whether a figure is one per thing, and split by those things. */
function isPerEach({ quantities, lexicon }: Draft, grouped: readonly Group[]): boolean {
  const entity = entityDimension(lexicon.cube);
  if (!grouped.some(({ dimension }) => dimension === entity)) return false;
  return quantities.some((it) => {
    const thing =
      it.kind === 'measure' ? /\b(?:per|pro|je) (\p{L}+)$/iu.exec(it.measure.title)?.[1] : undefined;
    return thing !== undefined && tokenize(thing).some(({ lemma }) => lexicon.relationLemmas.has(lemma));
  });
}

/** The mean light of what has a light of 15, and the highest light of each light. */
function isOfItself(
  { quantities, lexicon }: Draft,
  filters: readonly Filter[],
  grouped: readonly Group[],
): boolean {
  const fixed = filters.flatMap((it) =>
    it.kind === 'number' && it.operator === '=' && it.values.length === 1 ? [it.dimension] : [],
  );
  const split = grouped.map(({ dimension }) => dimension);
  // Records that nothing names are told apart by their numbers, too.
  const entity = entityDimension(lexicon.cube);
  const isNamed = split.length === 1 || (entity !== undefined && split.includes(entity));
  const apart = isNamed ? [...fixed, ...split] : fixed;
  return quantities.some((it) => {
    const own =
      (it.kind === 'measure' && it.measure.type === 'sum') ||
      (it.kind === 'aggregate' && it.aggregate === 'sum')
        ? undefined
        : ownNumber(lexicon, it);
    return own !== undefined && apart.includes(own);
  });
}

/** "What's the average rating of reviews" is not asked of each review. */
function isMeanOfEach({ quantities, groups, question, meanOver }: Draft): boolean {
  // "Per smart meter" is not per answer to whether a meter is smart.
  if (meanOver?.dimension.type === 'boolean') return true;
  const isAsked = /\bwhich\b/iu.test(question.text);
  return (
    groups.some(
      (group) =>
        isOwnKey(group) && (/^(?:list|bare)$/.test(group.cue) || (group.cue === 'which' && !isAsked)),
    ) && quantities.some((it) => it.kind === 'measure' && it.measure.type === 'avg' && !isJoined(it.measure))
  );
}

/** How many single records a condition names: by their key, or by a name that no two of them share. */
export function recordsNamed(cube: CubeMetadata, filter: Filter): number {
  const isNaming =
    filter.kind === 'values' ? !filter.negated : filter.kind === 'number' && filter.operator === '=';
  if (!isNaming || !('values' in filter) || isJoined(filter.dimension)) return 0;
  const { dimension, values } = filter;
  const isName = dimension === entityDimension(cube) && dimension.repeats !== true;
  return dimension.primaryKey === true || isName ? values.length : 0;
}

/** Whether all that narrows rows is what one of them is called. */
export function namesOneRecord(cube: CubeMetadata, filters: readonly Filter[]): boolean {
  const [only, ...others] = filters;
  return only !== undefined && others.length === 0 && recordsNamed(cube, only) === 1;
}

/** Whether only single records are left, each with figures of its own. */
export function namesRecords(
  { lexicon: { cube }, compare }: Draft,
  filters: readonly Filter[],
  grouped: readonly Group[],
): boolean {
  const isEach = (it: Filter): boolean =>
    compare || ('dimension' in it && grouped.some(({ dimension }) => dimension === it.dimension));
  return filters.some((it) => {
    const count = recordsNamed(cube, it);
    return count === 1 || (count > 1 && isEach(it));
  });
}

/** Whether only rows with one value of a dimension are left. */
export function isGiven(filters: readonly Filter[], dimension: DimensionMetadata): boolean {
  return filters.some(
    (filter) =>
      filter.kind === 'values' &&
      !filter.negated &&
      filter.values.length === 1 &&
      filter.dimension === dimension,
  );
}

function isOwnKey({ dimension }: Pick<Group, 'dimension'>): boolean {
  return dimension.primaryKey === true && !isJoined(dimension);
}
