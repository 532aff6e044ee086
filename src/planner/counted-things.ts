import { entityDimension } from './entities.ts';
import { entityOfCount } from './joined-cubes.ts';
import type { Lexicon } from './lexicon.ts';
import { type Group, type Having, type Quantity, sameQuantity } from './reading.ts';
import type { Work } from './work.ts';

/**
 * What a comparison of figures lets pass: "agents with more than 250 tickets" are listed by name, "how many agents
 * have" counted. Adds the group that they are; undefined where nothing is counted or something else splits the answer.
 */
export function passGroups(
  { lexicon, text }: Work,
  chosen: readonly Quantity[],
  groups: Group[],
  having: readonly Having[],
): readonly Quantity[] | undefined {
  const [only] = chosen;
  if (having.length === 0 || groups.length > 0 || chosen.length !== 1 || only?.kind !== 'measure')
    return undefined;
  const dimension = entityOfCount(lexicon.cube, only.measure);
  if (dimension === undefined || having.some(({ quantity }) => sameQuantity(quantity, only)))
    return undefined;
  if (/\b(how many|number of|count)\b/i.test(text))
    return [{ kind: 'aggregate', aggregate: 'distinct', dimension }];
  groups.push({ dimension });
  return having.map((it) => it.quantity);
}

/** Each row is there once: how many there are ranks nothing, as in "the biggest department". */
export function ranksRows(
  quantities: readonly Quantity[],
  groups: readonly Group[],
  lexicon: Lexicon,
): boolean {
  const [only] = quantities;
  const entity = entityDimension(lexicon.cube);
  return (
    groups.some(({ dimension }) => dimension === entity) &&
    quantities.length < 2 &&
    (only === undefined || (only.kind === 'measure' && only.measure === lexicon.rowCount))
  );
}
