import type { DimensionMetadata } from '../../contract/tools.ts';
import { entityDimension } from '../link/entities.ts';
import { isOfRows } from '../link/entries.ts';
import { charge } from './charges.ts';
import type { Condition } from './filter.ts';
import type { Item } from './item.ts';
import { negationOf } from './negation.ts';
import { leadOf, leftOf, linkAt, operatorOfItem, rightOf, type Scene, use } from './scene.ts';

/** "Products with chair in the name", "whose job title starts with Senior". */
export function readTextConditions(scene: Scene): Condition[] {
  return scene.items.flatMap((item, at): Condition[] => {
    if (item.kind !== 'text') return [];
    use(scene, at);
    const dimension = comparedText(scene, item, at);
    if (dimension?.type !== 'string') {
      charge(scene, 'comparesNothing');
      return [];
    }
    const { comparison, text } = item.match;
    const negated = negationOf(scene, at);
    return [{ at, filter: { kind: 'text', dimension, comparison, text, negated } }];
  });
}

function comparedText(
  scene: Scene,
  { match }: Extract<Item, { kind: 'text' }>,
  at: number,
): DimensionMetadata | undefined {
  const { cube } = scene.lexicon;
  if (match.of === 'behind') {
    const place = rightOf(scene.items, at);
    const entry = place === undefined ? undefined : linkAt(scene, place)?.entry;
    use(scene, place);
    return entry?.kind === 'dimension' ? entry.dimension : undefined;
  }
  let place = leftOf(scene.items, at);
  while (place !== undefined && operatorOfItem(scene.items[place], 'not') !== undefined)
    place = leftOf(scene.items, place);
  const entry = place === undefined ? undefined : linkAt(scene, place)?.entry;
  // What a food contains is in no name.
  const isThing = match.of === 'before' && match.comparison === 'contains' && !match.quoted;
  if (place !== undefined && entry?.kind === 'dimension' && entry.dimension.type === 'string') {
    const { cue } = leadOf(scene, place);
    const isSaidOfRows =
      cue?.kind === 'with' ||
      (cue?.kind === 'which' && scene.question.tokens[scene.items[cue.at]?.from ?? -1]?.word === 'whose');
    if (isThing && !(isSaidOfRows || isWritten(scene, place))) return undefined;
    if (match.of === 'before' && isSaidOfRows) use(scene, place, cue.at);
    return entry.dimension;
  }
  if (isThing) return undefined;
  return match.of === 'name' || isOfRows(entry, scene.lexicon) ? entityDimension(cube) : undefined;
}

/** Whether a dimension is said to be a text rather than a thing: "job title". */
function isWritten({ items, question }: Scene, at: number): boolean {
  return /^(name|title|description|text|label|code)$/.test(question.tokens[items[at]?.to ?? -1]?.lemma ?? '');
}
