import type { CubeMetadata, DimensionMetadata } from '../../contract/tools.ts';
import { remembered } from '../language/remembered.ts';
import { countedSubjects, entityDimension, findRowCount, memberLemmas, ownLemmas } from './entities.ts';
import { joinsOne, maxJoinedMembers, ownerOf, renamed } from './joined-cubes.ts';
import { shortName } from './names.ts';
import { memberCount } from './readable-model.ts';

/** How the rows of a relation are found by those of another one that refer to them. */
export interface Reference {
  readonly from: CubeMetadata;
  /** Tells the rows apart that are referred to. */
  readonly key: string;
  /** The same in the relation that refers to them. */
  readonly foreign: string;
  /** The two share no more than what tells the rows apart, so only what is not there is asked through the reference. */
  readonly byName: boolean;
}

/** A relation whose rows can be narrowed by those that refer to them, which it cannot be split by. */
interface ReferredCube extends CubeMetadata {
  /** By the owner of the members that belong to it. */
  readonly references: ReadonlyMap<string, Reference>;
}

/** Of the members that a reference adds, the one that says whether there are any rows. */
export const existence = 'any row';

/**
 * For each relation that others refer to a wider one, so that "titles that are on no service" has a meaning.
 * @param joined the same relations with what they join: "members in Hamburg who never came"
 */
export function referredCubes(
  cubes: readonly CubeMetadata[],
  joined: ReadonlyMap<string, CubeMetadata>,
): readonly CubeMetadata[] {
  const wider: CubeMetadata[] = [];
  let members = 0;
  for (const cube of cubes) {
    const referring = cubes
      .flatMap((from) => referenceTo(cube, from) ?? [])
      .sort((a, b) => memberCount(a.from) - memberCount(b.from));
    if (referring.length === 0) continue;
    const referred = referredCube({ ...(joined.get(cube.name) ?? cube), measures: cube.measures }, referring);
    members += memberCount(referred);
    if (members > maxJoinedMembers) break;
    wider.push(referred);
  }
  return wider;
}

/** The reference that a member belongs to; undefined for the relation's own. */
export function referenceOf(cube: CubeMetadata, { name }: { readonly name: string }): Reference | undefined {
  return (cube as Partial<ReferredCube>).references?.get(ownerOf(name));
}

export function referencesOf(cube: CubeMetadata): ReadonlyMap<string, Reference> {
  return (cube as Partial<ReferredCube>).references ?? new Map();
}

/**
 * The member that says whether any row refers to one, where all rows that do so go through those of one relation: inspections of
 * inspectors.
 */
export function existenceOf(cube: CubeMetadata): DimensionMetadata | undefined {
  const referring = [...referencesOf(cube).values()].flatMap(({ from }) =>
    joinsOne(from, cube.name) ? [from] : [],
  );
  const [from, ...others] = referring.filter((it) => !referring.some(({ name }) => joinsOne(it, name)));
  return from === undefined || others.length > 0
    ? undefined
    : cube.dimensions.find(({ name }) => name === `${cube.name}.${from.name}.${existence}`);
}

/** Whether a member only says whether any row refers to another. */
export function isExistence({ name }: { readonly name: string }): boolean {
  return name.endsWith(`.${existence}`);
}

function referenceTo(cube: CubeMetadata, from: CubeMetadata): Reference | undefined {
  if (from === cube || saysNone(from)) return undefined;
  const keys = [
    ...cube.dimensions.filter(({ primaryKey }) => primaryKey === true),
    ...[entityDimension(cube) ?? []].flat(),
  ];
  if (joinsOne(from, cube.name)) {
    const [key] = keys;
    return key && { from, key: key.name, foreign: `${from.name}.${key.name}`, byName: false };
  }
  // A view repeats what its rows refer to, in whole or by its name.
  const own = bySameness(from);
  const [key] = keys;
  const isWhole =
    from.dimensions.length > cube.dimensions.length && cube.dimensions.every((it) => own.has(sameness(it)));
  const other = entityDimension(from);
  const isNamed =
    from.type === 'view' &&
    cube.type === 'view' &&
    key !== undefined &&
    key === entityDimension(cube) &&
    key.repeats !== true &&
    (other === undefined || sameness(other) !== sameness(key));
  if (!isWhole && !isNamed) return undefined;
  const foreign = key && own.get(sameness(key));
  // A view that shows each row once shows these rows, and none that refer to them.
  if (isWhole && foreign?.repeats !== true) return undefined;
  return key && foreign && { from, key: key.name, foreign: foreign.name, byName: !isWhole };
}

/** Whether there is a row even for what is not so: a level of support that is "none". */
function saysNone(cube: CubeMetadata): boolean {
  const own = ownLemmas(cube);
  return cube.dimensions.some(
    (it) =>
      it.values?.some((value) => /^(no|none)$/i.test(value)) === true &&
      memberLemmas(it).some((lemma) => own.has(lemma)),
  );
}

const bySameness = remembered(
  ({ dimensions }: CubeMetadata): ReadonlyMap<string, DimensionMetadata> =>
    new Map(dimensions.map((it) => [sameness(it), it])),
);

function sameness({ name, title }: DimensionMetadata): string {
  return `${shortName(name)} ${title}`;
}

function referredCube(cube: CubeMetadata, referring: readonly Reference[]): ReferredCube {
  const known = new Set(cube.dimensions.map(sameness));
  const dimensions = referring.flatMap(({ from }): DimensionMetadata[] => {
    const own = from.dimensions.filter((it) => !known.has(sameness(it)));
    for (const it of own) known.add(sameness(it));
    const any: DimensionMetadata = {
      name: `${cube.name}.${from.name}.${existence}`,
      title: from.title,
      type: 'boolean',
      synonyms: [...(from.synonyms ?? []), ...countedNames(from)],
    };
    return [any, ...own.map((it) => withoutKey(renamed(cube, from, it)))];
  });
  return {
    ...cube,
    dimensions: [...cube.dimensions, ...dimensions],
    references: new Map(referring.map((it) => [`${cube.name}.${it.from.name}`, it])),
  };
}

/** What the rows of a relation are called where they are counted: outages, of what is called downtime. */
function countedNames(from: CubeMetadata): readonly string[] {
  const count = findRowCount(from);
  return count === undefined ? [] : [...countedSubjects(count), ...(count.synonyms ?? [])];
}

/** The key of another relation tells no row of this one apart. */
function withoutKey({ primaryKey, ...dimension }: DimensionMetadata): DimensionMetadata {
  return primaryKey === true ? { ...dimension, format: 'id' } : dimension;
}
