import { charge } from './charges.ts';
import { excludeEachOther } from './contrary.ts';
import { type Draft, statedFigure } from './draft.ts';
import type { Condition, Filter } from './filter.ts';
import type { Quantity } from './quantity.ts';
import { linkAt, open, operatorOfItem, use } from './scene.ts';

/**
 * "Salary of people aged 40 to 49 vs those under 30", "complaints of businesses and households": the figure of either side, rather
 * than of who would be on both.
 */
export function readComparedSides(draft: Draft): void {
  const { conditions, figures, lexicon, relations, items } = draft;
  const [one, other, ...others] = conditions
    .filter(({ filter }) => isSide(filter))
    .toSorted((a, b) => a.at - b.at);
  if (one === undefined || other === undefined || others.length > 0 || !areLike(one.filter, other.filter))
    return;
  const places = items.flatMap((item, at) =>
    at > one.at && at < other.at && operatorOfItem(item, 'compare', 'or', 'and') !== undefined ? [at] : [],
  );
  const joint = places.find((at) => isJoint(draft, at, one, other));
  // "Do people over 50 earn more than people under 30" asks for what they earn.
  if (joint === undefined || open(draft, 'than').length > 0 || draft.share !== undefined) return;
  const counted = lexicon.rowCount && { kind: 'measure' as const, measure: lexicon.rowCount };
  const [figure] = figures;
  const isOfRows =
    figure === undefined &&
    (areThings(draft, [one, other]) ||
      excludeEachOther(one.filter, other.filter) ||
      relations.length > 0 ||
      open(draft, 'many').length > 0);
  const of: Quantity | undefined = figures.length === 1 ? figure?.quantity : isOfRows ? counted : undefined;
  if (of === undefined) return;
  const counts = open(draft, 'many', 'aggregate').filter(
    ({ operator }) => operator.kind === 'many' || (of === counted && operator.aggregate === 'count'),
  );
  use(draft, joint, ...counts.map(({ at }) => at));
  charge(draft, 'unevenOr', -(draft.charges.get('unevenOr') ?? 0));
  figures.splice(0, 1);
  for (const side of [one, other]) {
    conditions.splice(conditions.indexOf(side), 1);
    figures.push(statedFigure({ kind: 'filtered', of, where: side.filter }, figure?.at ?? side.at));
  }
}

/**
 * "Of businesses or households" where no two figures are asked for: either would do, which no query here asks. Nor are there
 * any that are both incoming and outgoing.
 */
export function chargeEitherSegment({ conditions, items, ...draft }: Draft): void {
  const sides = conditions.toSorted((a, b) => a.at - b.at);
  const isEither = sides.some(({ at, filter }, place) => {
    const before = sides[place - 1];
    if (sides.slice(0, place).some((it) => excludeEachOther(it.filter, filter))) return true;
    return (
      [filter.kind, before?.filter.kind].includes('segment') &&
      items
        .slice(before?.at ?? at, at)
        .some((item) => operatorOfItem(item, 'or', 'compare', 'than') !== undefined)
    );
  });
  if (isEither) charge(draft, 'unevenOr', 2);
}

function isSide(filter: Filter): boolean {
  return (
    filter.kind === 'number' ||
    filter.kind === 'missing' ||
    filter.kind === 'boolean' ||
    filter.kind === 'segment'
  );
}

function areLike(one: Filter, other: Filter): boolean {
  if (one.kind === 'number' && other.kind === 'number') return one.dimension === other.dimension;
  return one.kind !== 'number' && other.kind !== 'number';
}

/** Whether a word between two conditions holds them against each other; "and" joins things, and conditions of one thing. */
function isJoint(draft: Draft, at: number, one: Condition, other: Condition): boolean {
  const { items } = draft;
  if (operatorOfItem(items[at], 'compare') !== undefined) return true;
  if (operatorOfItem(items[at], 'or') !== undefined)
    return (
      one.filter.kind !== 'number' &&
      items.some((item, place) => place < one.at && operatorOfItem(item, 'compare') !== undefined)
    );
  // "Incoming and outgoing transfers".
  return areThings(draft, [one, other]) || excludeEachOther(one.filter, other.filter);
}

/** Whether conditions are that rows are of some kinds, which are called like things: "households and businesses". */
function areThings(draft: Draft, conditions: readonly Condition[]): boolean {
  return conditions.every(({ at, filter }) => {
    const token = draft.question.tokens[linkAt(draft, at)?.tokens.at(-1) ?? -1];
    return filter.kind === 'segment' && token?.word !== token?.lemma && token?.word.endsWith('s') === true;
  });
}
