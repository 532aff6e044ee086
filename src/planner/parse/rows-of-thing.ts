import type { DimensionMetadata } from '../../contract/tools.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import { type Filter, isDenied } from './filter.ts';
import type { Scene } from './scene.ts';

/** Whether a condition is on the rows of a thing, each of which may be otherwise, and not on the thing. */
export function isOnRowsOf(
  { lexicon: { cube, strangers } }: Scene,
  filter: Filter,
  thing: DimensionMetadata,
): boolean {
  if (filter.kind !== 'values' && filter.kind !== 'boolean') return false;
  const [home, own = ''] = [strangers.get(thing), strangers.get(filter.dimension)];
  const isOfThing = home === undefined ? filter.dimension === thing : `${own}.`.startsWith(`${home}.`);
  return !isDenied(filter) && !isOfThing && referenceOf(cube, filter.dimension) === undefined;
}
