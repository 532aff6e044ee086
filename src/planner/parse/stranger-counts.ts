import { entityDimension } from '../link/entities.ts';
import { memberOf } from '../link/entries.ts';
import { isJoined, ownerOf } from '../link/joined-cubes.ts';
import { existenceOf, isExistence, referenceOf } from '../link/referring-cubes.ts';
import { holdsAll, isRole } from '../link/role-cubes.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import { agesReferrers } from './figures.ts';
import { isCountOf, membersOf, type Quantity } from './quantity.ts';
import { isInRole } from './roles.ts';
import { afterBreak, linkAt } from './scene.ts';

/** Charges for things that are counted or dated with the rows of another relation, which they may be there several times in. */
export function chargeStrangers(draft: Draft, isShare: boolean): void {
  const counts = draft.quantities.some((it) => isStrangerCount(draft, it));
  // The whole is all of them, not only those that the rows refer to.
  if (isShare && counts) charge(draft, 'countsReferrers');
  if (draft.quantities.some(agesReferrers)) charge(draft, 'countsReferrers');
  // "Grants over 50k" are not those of projects whose budget is over it.
  const where = [
    ...draft.conditions.map(({ filter }) => filter),
    ...draft.quantities.flatMap((it) => (it.kind === 'filtered' ? [it.where] : [])),
  ];
  const isOfOthers = counts || where.some((it) => it.kind === 'boolean' && isExistence(it.dimension));
  if (isOfOthers && draft.charges.has('impliedAmount')) charge(draft, 'comparesNothing');
  chargeTimesOfOthers(draft);
  chargeOtherReferrers(draft);
}

/** "With a reminder due this month" says of reminders when they are due, and not of other rows that refer to the same things. */
function chargeOtherReferrers(draft: Draft): void {
  const { cube } = draft.lexicon;
  for (const { at, filter } of draft.conditions) {
    const before = linkAt(draft, at - 1)?.entry;
    if (filter.kind === 'segment' || before?.kind !== 'dimension' || !isExistence(before.dimension)) continue;
    const own = referenceOf(cube, filter.dimension);
    if (own !== undefined && own.from !== referenceOf(cube, before.dimension)?.from && !afterBreak(draft, at))
      charge(draft, 'throughOthers', 2);
  }
}

/** "Drivers with a claim who have left" are not those with a claim that somebody handled who has left, of whom nothing is said. */
function chargeTimesOfOthers(draft: Draft): void {
  const counted = draft.quantities.flatMap((it) => (isCountOf(it) ? membersOf(it) : []));
  const owners = new Set(counted.filter(isJoined).map(({ name }) => ownerOf(name)));
  if (owners.size === 0) return;
  for (const [at] of draft.items.entries()) {
    const entry = linkAt(draft, at)?.entry;
    const isTime = entry?.kind === 'dimension' && entry.dimension.type === 'time';
    if (!isTime || !isJoined(entry.dimension)) continue;
    const owner = ownerOf(entry.dimension.name);
    const isNamed = draft.items.some((_, place) => {
      const other = place === at ? undefined : linkAt(draft, place)?.entry;
      return other !== undefined && ownerOf(memberOf(other)?.name ?? '') === owner;
    });
    if (!owners.has(owner) && !isNamed) charge(draft, 'throughOthers');
  }
}

/** Whether a figure counts things of another relation than the rows'. */
export function isStrangerCount({ lexicon: { strangers } }: Draft, quantity: Quantity): boolean {
  return quantity.kind === 'measure' && isCountOf(quantity) && strangers.has(quantity.measure);
}

/**
 * Narrows a cube that is called after what only some of its rows do to those to which others refer: account managers are not the
 * whole staff. Charges for all of them.
 */
export function narrowToRole(draft: Draft): void {
  const { items, conditions, lexicon, question } = draft;
  const { cube } = lexicon;
  if (!isRole(cube)) return;
  // Merchants are not those who refer others, although these are merchants, too.
  if (!isInRole(cube, question.tokens)) charge(draft, 'namesake');
  const isNarrowed = conditions.some(
    ({ filter }) =>
      filter.kind !== 'segment' &&
      (filter.dimension === entityDimension(cube) || referenceOf(cube, filter.dimension) !== undefined),
  );
  const at = items.findIndex(({ from, to }) => isInRole(cube, question.tokens.slice(from, to + 1)));
  if (isNarrowed || !holdsAll(cube)) return;
  const dimension = at < 0 ? undefined : existenceOf(cube);
  if (dimension === undefined) charge(draft, 'allInRole');
  else conditions.push({ at, filter: { kind: 'boolean', dimension, value: true } });
}
