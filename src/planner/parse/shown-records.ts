import { entityDimension, isIdentifier } from '../link/entities.ts';
import { isJoined } from '../link/joined-cubes.ts';
import { type Charged, charge } from './charges.ts';
import type { Draft } from './draft.ts';
import type { Filter } from './filter.ts';
import { asksForAnything } from './listing.ts';
import type { Group } from './reading.ts';
import { isOfEach, takesAny } from './records.ts';
import { linkAt } from './scene.ts';
import { isGiven } from './trivial.ts';

/** Lists what there is, each with what is asked of it. @returns whether records that nothing tells apart are each shown */
export function showRecords(
  draft: Draft,
  filters: readonly Filter[],
  grouped: Group[],
  assumed: Charged,
  {
    isExplicit,
    isNamed: named,
    isOfOne,
  }: { readonly isExplicit: boolean; readonly isNamed: boolean; readonly isOfOne: boolean },
): boolean {
  const { lexicon, question, relations } = draft;
  // "Claim 512": all of it.
  if (isOfOne && grouped.length === 0) {
    charge(assumed, 'impliedList');
    return true;
  }
  // A salary is no list of payments.
  for (const at of relations)
    charge(draft, 'unlike', Math.max(0, 0.8 - (linkAt(draft, at)?.quality ?? 1)) * 3);
  const entity = entityDimension(lexicon.cube);
  // "Which stores lost revenue in 2025 compared with 2024" compares no stores.
  if (draft.compare) charge(draft, 'trivial');
  const areNamed = relations.length > 0 || (entity !== undefined && asksForAnything(draft));
  if (!areNamed && grouped.length === 0) charge(isExplicit ? draft : assumed, 'trivial');
  if (entity !== undefined && areNamed && !grouped.some(({ dimension }) => dimension === entity))
    grouped.unshift({ dimension: entity });
  // "Everyone over 60 with their job and salary": each record, though others are alike.
  const [first, second] = question.tokens;
  const hasNumbers = grouped.some(({ dimension }) => dimension.type === 'number' && !isIdentifier(dimension));
  const isOfRecords =
    draft.attributes !== undefined ||
    (first?.word === 'name' && (second?.afterBreak === true || second?.word === 'and')) ||
    (relations.length === 0 && question.tokens.some(({ word }) => word === 'their' || word === 'its')) ||
    (relations.length === 0 && hasNumbers);
  // "Everyone over 60 with job and salary", where nothing tells them apart; what is said of their order is said once.
  const isOfRows = grouped.some(({ dimension }) => !isJoined(dimension));
  const isEach = entity === undefined && hasNumbers && isOfRecords && grouped.length > 1 && isOfRows;
  if (entity !== undefined && isOfRecords && !grouped.some(({ dimension }) => dimension === entity))
    grouped.unshift({ dimension: entity });
  // "Teams that have somebody over 60" are each shown once, whatever their ages.
  const isShown = areNamed || isOfRecords || !takesAny(draft);
  for (const filter of filters)
    if (isShown && filter.kind === 'number' && filter.operator !== '=' && isOfEach(filter.dimension, grouped))
      grouped.push({ dimension: filter.dimension });
  // Sales over 100 are each shown, though several are of one product and price.
  const isOfMany =
    entity?.repeats === true && grouped.length > 1 && isOfRows && filters.some((it) => it.kind === 'number');
  // "What does a month of it cost" asks for no months.
  if (grouped.length > 0 && grouped.every(({ grain }) => grain !== undefined)) charge(draft, 'trivial');
  if (!draft.isListing) charge(assumed, named ? 'namedCount' : 'impliedList');
  if (grouped.length > 0 && grouped.every(({ dimension }) => isGiven(filters, dimension)))
    charge(draft, 'trivial');
  return isEach || isOfMany;
}
