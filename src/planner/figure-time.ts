import type { CubeMetadata, DimensionMetadata } from '../semantic/metadata.ts';
import { defaultTime } from './default-time.ts';
import { ownerOf } from './joined-cubes.ts';
import type { Lexicon } from './lexicon.ts';
import { shortName } from './member-phrases.ts';
import type { Quantity } from './reading.ts';
import { remembered } from './remembered.ts';
import { forms, nameWords } from './text.ts';

/**
 * The time by which figures go: a figure of a joined cube goes by that cube's own, and one that the relation's dates do not
 * date by none.
 */
export function timeOf(
  { cube, defaultTime: usual, relationLemmas }: Lexicon,
  quantities: readonly Quantity[],
): DimensionMetadata | undefined {
  const times = datesOf(quantities);
  const own =
    times === undefined || usual === undefined || times.has(usual.name)
      ? usual
      : defaultTime(
          { ...cube, dimensions: cube.dimensions.filter(({ name }) => times.has(name)) },
          relationLemmas,
        );
  const owners = new Set(
    quantities.map((it) => ownerOf(it.kind === 'measure' ? it.measure.name : it.dimension.name)),
  );
  const [owner] = owners;
  if (owner === undefined || owners.size > 1 || owner === cube.name) return own;
  return joinedTime(cube, owner) ?? own;
}

/** Names of the times that date every one of the figures; undefined when all of the relation's do. */
function datesOf(quantities: readonly Quantity[]): ReadonlySet<string> | undefined {
  const known = quantities.flatMap((it) =>
    it.kind === 'measure' && it.measure.times !== undefined ? [new Set(it.measure.times)] : [],
  );
  const [first, ...others] = known;
  return first && others.reduce<ReadonlySet<string>>((both, it) => both.intersection(it), first);
}

const joinedTimes = remembered((_cube: CubeMetadata) => new Map<string, DimensionMetadata | undefined>());

function joinedTime(cube: CubeMetadata, owner: string): DimensionMetadata | undefined {
  const times = joinedTimes(cube);
  if (!times.has(owner)) {
    const lemmas = nameWords(shortName(owner)).map((word) => forms(word).lemma);
    times.set(owner, defaultTime(cube, new Set(lemmas), owner));
  }
  return times.get(owner);
}
