import type { DimensionMetadata } from '../semantic/metadata.ts';
import { findRowCount } from './entities.ts';
import { claimCue, groupCue } from './grouping.ts';
import { isJoined } from './joined-cubes.ts';
import type { QuantityMention } from './quantities.ts';
import { claim, firstOf, type MentionOf, type Work } from './work.ts';

/** Figures that stand for rows: of each row by itself they are its own value. */
export function areOfRows(quantities: readonly QuantityMention[]): boolean {
  return quantities.length > 0 && quantities.every(({ quantity }) => isOfRows(quantity));
}

function isOfRows(quantity: QuantityMention['quantity']): boolean {
  const kind = quantity.kind === 'measure' ? quantity.measure.type : quantity.aggregate;
  return kind === 'avg' || kind === 'min' || kind === 'max';
}

/**
 * "average minutes per visit" of visits, by the count of the rows or by their key: one figure of all of them, and not a
 * row for each. Takes the words when that is what they say.
 */
export function isPerRow(
  work: Work,
  mention: MentionOf<'measure'> | MentionOf<'dimension'>,
  quantities: readonly QuantityMention[],
): boolean {
  const { entry } = mention;
  const { cube } = work.lexicon;
  const namesRows =
    entry.kind === 'measure'
      ? findRowCount(cube) === entry.measure
      : cube.type === 'cube' && isRowKey(cube.dimensions, entry.dimension);
  if (!namesRows || !areOfRows(quantities) || groupCue(work, firstOf(mention)) !== 'per') return false;
  claim(work, mention.tokens);
  claimCue(work, firstOf(mention));
  return true;
}

/** Whether each row of a cube has a value of its own there. */
function isRowKey(dimensions: readonly DimensionMetadata[], dimension: DimensionMetadata): boolean {
  const keys = dimensions.filter((it) => it.primaryKey === true && !isJoined(it));
  return keys.length === 1 && keys[0] === dimension;
}
