import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import { keyOf, namesOwnRows } from './keys.ts';

/** A dimension of a view by which several of what it names count as one: customers of one name, whose key the view hides. */
interface Merging extends DimensionMetadata {
  readonly mergesNamesakes: true;
}

/** Marks what a view calls others by, where some of these share a name and the view has no key of theirs. */
export function withNamesakes(cubes: readonly CubeMetadata[]): readonly CubeMetadata[] {
  return cubes.map((cube) => {
    const merges = (it: DimensionMetadata): boolean =>
      it.shared === true && namesOwnRows(it) && keyOf(cube, it) === undefined;
    if (cube.type !== 'view' || !cube.dimensions.some(merges)) return cube;
    const dimensions = cube.dimensions.map((it): DimensionMetadata | Merging =>
      merges(it) ? { ...it, mergesNamesakes: true } : it,
    );
    return { ...cube, dimensions };
  });
}

export function mergesNamesakes(member: object): boolean {
  return 'mergesNamesakes' in member;
}
