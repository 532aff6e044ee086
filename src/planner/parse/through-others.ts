import type { CubeMetadata, MemberMetadata } from '../../contract/tools.ts';
import { memberLemmas, ownLemmas } from '../link/entities.ts';
import { memberOf } from '../link/entries.ts';
import { isJoined, isOfMany, isOfParts, ownerOf } from '../link/joined-cubes.ts';
import { nameLemmas, shortName } from '../link/names.ts';
import { isExistence, type Reference, referenceOf } from '../link/referring-cubes.ts';
import { isSaidByDates, isToldByDates, stateOf } from '../link/states.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import type { Filter } from './filter.ts';
import { isCountOf, membersOf, type Quantity } from './quantity.ts';
import type { Group, Having } from './reading.ts';

/**
 * Charges a question that names nothing of the rows that it would be computed through: "members by city" by the clubs in which they
 * have booked classes, or refunds as a share of the revenue of only what was returned.
 * @returns that there are such rows, as a condition, so that whoever is asked back reads it
 */
export function throughOthers(
  draft: Draft,
  filters: readonly Filter[],
  grouped: readonly Group[],
): readonly Filter[] {
  const { lexicon, relations, quantities, timeDimension, share, having, items } = draft;
  chargePromises(draft, filters);
  if (saysOnly(draft)) charge(draft, 'throughOthers', 2);
  const figures = [...quantities, ...having.map(({ quantity }) => quantity)].flatMap(membersOf);
  const others: readonly (MemberMetadata | undefined)[] = [
    ...grouped.map(({ dimension }) => dimension),
    ...filters.map((it) => (it.kind === 'segment' ? it.segment : it.dimension)),
    timeDimension,
  ];
  const named = new Set(items.map((item) => (item.kind === 'link' ? memberOf(item.link.entry) : undefined)));
  // The day of a refund that nobody speaks of narrows no revenue.
  const said = others.filter((it) => it !== lexicon.defaultTime || named.has(it));
  const areFewer = chargeRoot(draft, figures, said);
  if (quantities.some((it) => countsOnlySome(lexicon.cube, it))) charge(draft, 'throughFewer', 2);
  const rows = areFewer ? rowsOf(lexicon.cube) : [];
  if (relations.length > 0) return rows;
  // "Who did most of the jobs" need not be who delivered the parts for them.
  const isThrough =
    figures.length > 0 &&
    !figures.some((it) => isOfParts(lexicon.cube, it)) &&
    figures.every(isJoined) &&
    // Those who "applied" did so in applications.
    [...others, lexicon.defaultTime].every((it) => it === undefined || isJoined(it) || !named.has(it));
  if (
    !isThrough &&
    !quantities.some((it) => isMomentOfOthers(lexicon, it)) &&
    !quantities.some((it) => isShareOfOthers(it, share !== undefined))
  )
    return rows;
  charge(draft, 'throughOthers');
  return rowsOf(lexicon.cube);
}

/** That there are such rows, as a condition. */
function rowsOf({ dimensions, title }: CubeMetadata): readonly Filter[] {
  const dimension = dimensions.find((it) => it.primaryKey === true && !isJoined(it));
  return dimension === undefined
    ? []
    : [{ kind: 'missing', dimension, negated: true, unknown: true, rows: title }];
}

/**
 * Charges for figures of rows that are rather counted in their own relation: those that belong to no row are missing. Beside
 * figures of the relation's own, only what belongs to its rows is counted whole.
 * @returns whether a figure would be of fewer rows than it has
 */
function chargeRoot(
  draft: Draft,
  figures: readonly MemberMetadata[],
  others: readonly (MemberMetadata | undefined)[],
): boolean {
  const { cube } = draft.lexicon;
  const isOwn = (it: MemberMetadata | undefined): boolean => it !== undefined && !isJoined(it);
  const areOfMany = figures.length > 0 && figures.every((it) => isOfMany(cube, it));
  if (areOfMany) charge(draft, 'throughMany');
  // "Open longer than 60 days" are claims, and nobody who handles them.
  if (
    areOfMany &&
    others.some((it) => it !== undefined && isOwn(it) && isToldByDates(it) && stateOf(it) === undefined)
  )
    charge(draft, 'throughOthers');
  const isOfOne = figures.some((it) => isJoined(it) && !isOfMany(cube, it));
  // Who has one booking is among those who have any.
  const whole = [
    ...draft.quantities,
    ...draft.having.filter((it) => !hasRows(it)).map(({ quantity }) => quantity),
  ];
  const areFewer = !draft.holds && isOfOne && whole.flatMap(membersOf).some(isOwn) && !others.some(isOwn);
  // "Payments vs revenue by month": each has dates of its own, and what is not paid is held against the payments, too, as are
  // bookings without a review in "ratio of reviews to bookings", unlike "reviews per guest".
  const isHeld =
    (draft.compare && draft.question.isDated) ||
    (!draft.isRatio && draft.quantities.some((it) => it.kind === 'ratio' && it.share !== true));
  if (areFewer) charge(draft, 'throughFewer', isHeld ? 3 : 1);
  return areFewer;
}

/** "Readings per smart meter" are no readings of all meters for each smart one. */
function countsOnlySome({ dimensions }: CubeMetadata, quantity: Quantity): boolean {
  if (quantity.kind !== 'ratio' || quantity.whole.kind !== 'measure') return false;
  const { measure } = quantity.whole;
  if (!isJoined(measure) || membersOf(quantity.part).some(isJoined)) return false;
  const named = new Set(memberLemmas(measure));
  return dimensions.some(
    (it) =>
      it.type === 'boolean' &&
      ownerOf(it.name) === ownerOf(measure.name) &&
      memberLemmas(it).every((lemma) => named.has(lemma)),
  );
}

/** Whether only what has rows at all can have so many. */
function hasRows({ quantity, operator, values: [least = 0] }: Having): boolean {
  return (
    isCountOf(quantity) && (operator === '>' ? least >= 0 : /^(?:=|>=|between)$/.test(operator) && least > 0)
  );
}

/** Callouts are not on time because their invoices were paid in time, nor are lifts overdue that are invoiced for. */
function chargePromises(draft: Draft, filters: readonly Filter[]): void {
  // "Lifts are down" while their stoppages go on, where the model says so.
  const saysSubject = (it: object): boolean =>
    draft.question.tokens.some(({ lemma }) => stateOf(it)?.subject.has(lemma) === true);
  const isSaidOfOthers = (it: object): boolean => isSaidByDates(it) && !saysSubject(it);
  const isPromised = filters.some(
    (it) => it.kind !== 'segment' && isSaidOfOthers(it.dimension) && !isJoined(it.dimension),
  );
  const countsOthers =
    (draft.charges.get('countedStranger') ?? 0) > 0 ||
    draft.quantities.some((it) => membersOf(it).some((member) => isJoined(member)));
  const { cube } = draft.lexicon;
  const referred = draft.conditions.flatMap(({ at, filter }) => {
    const reference = filter.kind === 'boolean' ? referenceOf(cube, filter.dimension) : undefined;
    return reference && filter.kind === 'boolean' ? [{ at, reference, dimension: filter.dimension }] : [];
  });
  // "Overdue lifts", unlike "lifts with overdue invoices".
  const isUnnamed = referred.some(
    ({ at, reference, dimension }) =>
      isSaidOfOthers(dimension) &&
      !namesRowsOf(draft, at, reference) &&
      !referred.some((it) => it.reference === reference && isExistence(it.dimension)),
  );
  if ((isPromised && countsOthers) || isUnnamed) charge(draft, 'throughOthers');
}

/** "Owners with only cats" have nothing else, which one of their rows does not tell. */
function saysOnly({ conditions, items, lexicon, question: { tokens } }: Draft): boolean {
  return conditions.some(
    ({ at, filter }) =>
      filter.kind === 'values' &&
      referenceOf(lexicon.cube, filter.dimension) !== undefined &&
      /^(?:only|just|exclusively)$/.test(tokens[(items[at]?.from ?? 0) - 1]?.word ?? ''),
  );
}

function namesRowsOf({ items, question }: Draft, at: number, { from }: Reference): boolean {
  const item = items[at];
  const rows = ownLemmas(from);
  return item?.kind === 'link' && item.link.tokens.some((it) => rows.has(question.tokens[it]?.lemma ?? ''));
}

/** "The last payment" is none of only those in a view of disputes, where payments have rows of their own. */
function isMomentOfOthers({ cube, things }: Draft['lexicon'], quantity: Quantity): boolean {
  if (quantity.kind !== 'aggregate' || quantity.dimension.type !== 'time') return false;
  const { source = '' } = quantity.dimension;
  const key = cube.dimensions.find((it) => it.primaryKey === true)?.source ?? source;
  return (
    ownerOf(source) !== ownerOf(key) &&
    nameLemmas(shortName(ownerOf(source))).every((lemma) => things.has(lemma))
  );
}

function isShareOfOthers(quantity: Quantity, isShare: boolean): boolean {
  if (quantity.kind !== 'ratio' || !(isShare || quantity.share === true)) return false;
  const [part, whole] = [quantity.part, quantity.whole].map((it) => membersOf(it).every(isJoined));
  return part === false && whole === true;
}
