import type { Entry } from '../link/entries.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import { charge } from './charges.ts';
import { excludesPair } from './negation.ts';
import { leftOf, linkAt, open, operatorOfItem, rightOf, type Scene } from './scene.ts';

/** Charges where "and" or "or" joins what no query here puts together so. */
export function chargeJoined(scene: Scene): void {
  // "orders and cancelled orders" are two things.
  for (const { at } of open(scene, 'and')) {
    const [left, right] = entriesBeside(scene, at);
    // "Juniors and leads", "seniors, leads and juniors" rank nothing.
    const isValueRanked =
      (left?.kind === 'value' && isRankBy(scene, rightOf(scene.items, at), scene.items.length - 1)) ||
      (right?.kind === 'value' && isRankBy(scene, leftOf(scene.items, at), at - 1));
    if (((left?.kind === 'relation' || left?.kind === 'measure') && right?.kind === 'value') || isValueRanked)
      charge(scene, 'uneven');
  }
  for (const { at, operator } of scene.operators)
    if ((operator.kind === 'and' || operator.kind === 'compare') && areApart(scene, at))
      charge(scene, 'unused');
  // "damaged or defective" are values of one dimension.
  for (const { at } of open(scene, 'or')) {
    const [left, right] = entriesBeside(scene, at);
    if (left?.kind === 'value' && right?.kind === 'value' && left.dimension !== right.dimension)
      charge(scene, 'unevenOr');
  }
  if (excludesPair(scene)) charge(scene, 'twice', 2);
}

/** What is named on either side of a small word. */
function entriesBeside(scene: Scene, at: number): readonly (Entry | undefined)[] {
  return [leftOf, rightOf].map((beside) => linkAt(scene, beside(scene.items, at) ?? -1)?.entry);
}

/** "Revenue and refunds" are two things: nothing says that the revenue is of what was refunded. */
function areApart(scene: Scene, at: number): boolean {
  const [left, right] = entriesBeside(scene, at);
  const isFigure = (it: Entry | undefined): boolean => it?.kind === 'measure' || it?.kind === 'relation';
  const refers = (it: Entry | undefined): boolean =>
    it?.kind === 'dimension' && referenceOf(scene.lexicon.cube, it.dimension) !== undefined;
  return (isFigure(left) && refers(right)) || (refers(left) && isFigure(right));
}

function isRankBy({ items }: Scene, at: number | undefined, place: number): boolean {
  return at === place && operatorOfItem(items[at], 'rank') !== undefined;
}
