import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import { singular } from '../../english.ts';
import { remembered } from '../language/remembered.ts';
import { entityDimension, findRowCount, ownLemmas } from './entities.ts';
import { nameLemmas, shortName } from './names.ts';

/** A cube that is there for what the rows of another do for others: account managers, who are staff. */
interface RoleCube extends CubeMetadata {
  /** What only those are called who do so. */
  readonly roles: readonly string[];
  /** Its rows are all of the other's, whether or not they do so. */
  readonly all: boolean;
}

/** The same cubes, which know whether they have the rows of another one under a name that only some of these deserve. */
export function withRoles(cubes: readonly CubeMetadata[]): readonly CubeMetadata[] {
  return cubes.map((cube): CubeMetadata | RoleCube => {
    const others = cubes.filter((other) => other !== cube);
    const all = [
      ...others,
      ...others.flatMap((other) => (haveSameValues(cube, other) ? extended(other) : [])),
    ].filter((other) => isRoleOf(cube, other));
    if (cube.type !== 'cube' || all.length === 0) return cube;
    const shared = new Set(all.flatMap(({ synonyms = [] }) => synonyms));
    const own = (cube.synonyms ?? []).filter((name) => !shared.has(name));
    return {
      ...cube,
      roles: [tellingPart(cube, all), ...own],
      all: all.some((other) => haveSameValues(cube, other)),
    };
  });
}

/** What the rows of a cube are called that are meant only where that is said; empty for other cubes. */
export function rolesOf(cube: CubeMetadata): readonly string[] {
  return (cube as Partial<RoleCube>).roles ?? [];
}

export function isRole(cube: CubeMetadata): boolean {
  return rolesOf(cube).length > 0;
}

/** Whether a cube that is there for a role has also those who do not have it. */
export function holdsAll(cube: CubeMetadata): boolean {
  return (cube as Partial<RoleCube>).all === true;
}

/** What another role extends, as its count calls that, where the model was too large to be found as a whole. */
function extended(role: CubeMetadata): readonly CubeMetadata[] {
  const count = findRowCount(role);
  return count === undefined ? [] : [{ ...role, title: count.title, synonyms: [] }];
}

/** Whether a cube may have the rows of another one that was not found: "Injured employees", which are counted as employees. */
export function mayExtend(cube: CubeMetadata): boolean {
  return cube.type === 'cube' && extended(cube).some((other) => isRoleOf(cube, other));
}

/** Whether two cubes have the same rows, as all that is known of their values says. */
function haveSameValues(one: CubeMetadata, other: CubeMetadata): boolean {
  const pairs = one.dimensions.map((it) => {
    const same = other.dimensions.find(({ name }) => shortName(name) === shortName(it.name));
    return [valuesOf(it), same && valuesOf(same)];
  });
  return pairs.some(([own]) => own !== undefined) && pairs.every(([own, same]) => own === same);
}

/** All values of a dimension, or between which they are; undefined where that is not known. */
function valuesOf({ values, valuesComplete, range }: DimensionMetadata): string | undefined {
  return valuesComplete === true ? JSON.stringify(values?.toSorted()) : range?.join();
}

export function isRoleOf(cube: CubeMetadata, other: CubeMetadata): boolean {
  if (!haveSameColumns(cube, other) || !haveSameColumns(other, cube)) return false;
  if (isCalledIn(other, cube)) return true;
  const counted = new Set(nameLemmas(shortName(findRowCount(other)?.name ?? '')));
  const counts = (it: CubeMetadata): boolean => [...ownLemmas(it)].some((lemma) => counted.has(lemma));
  return counts(other) && !counts(cube);
}

/**
 * The words by which a role is told from what it extends, or from another role of that: "parent" of the parent accounts of
 * accounts, "home" of home and away teams.
 */
export function tellingPart(role: CubeMetadata, cubes: readonly CubeMetadata[]): string {
  const others = new Set(
    cubes.flatMap((it) =>
      it !== role && haveSameColumns(it, role) && !isCalledIn(role, it) ? nameLemmas(it.title) : [],
    ),
  );
  const words = singular(role.title).split(' ');
  return words.filter((word) => !nameLemmas(word).some((lemma) => others.has(lemma))).join(' ');
}

/** Whether the title of one cube is a part of the other's: "Cinemas" of "Home cinemas". */
export function isCalledIn(one: CubeMetadata, other: CubeMetadata): boolean {
  const [words, more] = [nameLemmas(one.title), nameLemmas(other.title)];
  return words.length < more.length && words.every((word) => more.includes(word));
}

/** Whether one cube extends the other, as far as their members tell: what names a row may be called by the role, as "Inspector". */
export function haveSameColumns(one: CubeMetadata, other: CubeMetadata): boolean {
  return columnsOf(other).size > 2 && columnsOf(other).isSubsetOf(columnsOf(one));
}

const columnsOf = remembered((cube: CubeMetadata): ReadonlySet<string> => {
  const named = entityDimension(cube);
  return new Set(
    cube.dimensions.map((it) => `${shortName(it.name)} ${it.type} ${it === named ? '' : it.title}`),
  );
});
