import type { CubeMetadata, DimensionMetadata, MeasureMetadata } from '../semantic/metadata.ts';
import { articles, namePhrases, shortName } from './member-phrases.ts';
import { remembered } from './remembered.ts';
import { forms, nameWords } from './text.ts';
import { aggregateWords, isSoftWord } from './words.ts';

const modelNouns = new Set([
  'view',
  'cube',
  'table',
  'dataset',
  'data',
  'fact',
  'dim',
  'analytic',
  'analytics',
  'all',
]);

/** Words of a name that speak of the model itself rather than of what it holds. */
export function isModelNoun(lemma: string): boolean {
  return modelNouns.has(lemma);
}

/** Lemmas of a relation's own name. */
export const ownLemmas = remembered((cube: CubeMetadata): ReadonlySet<string> => lemmasOfName(cube));

/** Lemmas of a name and a title, without those that speak of the model. */
export function lemmasOfName({
  name,
  title,
}: {
  readonly name: string;
  readonly title: string;
}): Set<string> {
  const words = namePhrases({ name, title }).flat();
  return new Set(words.map((form) => form.lemma).filter((lemma) => !modelNouns.has(lemma)));
}

/** What a model has rows or names of: relations, and what `customer_name` or `product_id` speak of. */
export function entityLemmas(cubes: readonly CubeMetadata[]): Set<string> {
  const found = new Set(cubes.flatMap((cube) => [...ownLemmas(cube)]));
  for (const dimension of cubes.flatMap((cube) => cube.dimensions)) {
    const words = namePhrases({ name: dimension.name, title: dimension.title });
    for (const [first, second] of words.filter((it) => it.length === 2)) {
      if (first !== undefined && second !== undefined && identifying.has(second.lemma))
        found.add(first.lemma);
    }
  }
  return found;
}

const identifying = new Set(['name', 'id', 'number', 'key', 'code', 'title']);

/** The measure that counts the relation's rows. */
export const findRowCount = remembered((cube: CubeMetadata) => rowCountOf(cube, ownLemmas(cube)));

function rowCountOf(cube: CubeMetadata, relation: ReadonlySet<string>): MeasureMetadata | undefined {
  const counts = cube.measures.filter((measure) => measure.type === 'count' && isOwn(cube, measure));
  const plain = counts.filter((measure) =>
    namePhrases(measure).some((words) =>
      words.every(
        (form) =>
          relation.has(form.lemma) ||
          articles.has(form.lemma) ||
          form.lemma === 'total' ||
          aggregateWords[form.lemma] === 'count',
      ),
    ),
  );
  return plain[0] ?? (counts.length === 1 ? counts[0] : undefined);
}

/** The dimension that names one row of the relation: its name or title, else its key. */
export const entityDimension = remembered((cube: CubeMetadata) => entityNamed(cube, ownLemmas(cube)));

/** @param relation lemmas of what the rows are called */
export function entityNamed(
  cube: CubeMetadata,
  relation: ReadonlySet<string>,
): DimensionMetadata | undefined {
  const own = cube.dimensions.filter((dimension) => isOwn(cube, dimension));
  const named = own.find((dimension) => {
    const words = memberLemmas(dimension);
    return (
      words.includes('name') &&
      words.every((word) => word === 'name' || word === 'full' || relation.has(word))
    );
  });
  const count = rowCountOf(cube, relation);
  return (
    named ??
    (count && entityCounted(cube, count)) ??
    onlyName(cube, own) ??
    own.find((dimension) => dimension.primaryKey === true)
  );
}

/** The dimension that names what a count counts: `customer_name` for `customer_count`, "Account" for "Number of accounts". */
export function entityCounted(cube: CubeMetadata, measure: MeasureMetadata): DimensionMetadata | undefined {
  if (measure.type !== 'count' && measure.type !== 'count_distinct') return undefined;
  const counted = new Set(subjects(measure).filter((it) => it !== ''));
  const owner = measure.name.slice(0, measure.name.lastIndexOf('.') + 1);
  const named = cube.dimensions.filter(
    (it) =>
      it.type === 'string' &&
      it.name.slice(0, it.name.lastIndexOf('.') + 1) === owner &&
      subjects(it).some((subject) => counted.has(subject)),
  );
  return (
    named.find(({ name }) => shortName(name).endsWith('name')) ?? (named.length === 1 ? named[0] : undefined)
  );
}

/** What a member's name speaks of, without the words for counting and naming it. */
function subjects(member: { readonly title: string; readonly name: string }): string[] {
  return namePhrases({ name: member.name, title: member.title }).map((words) =>
    words
      .map((form) => form.lemma)
      .filter(
        (lemma) =>
          aggregateWords[lemma] === undefined && !articles.has(lemma) && lemma !== 'name' && lemma !== 'full',
      )
      .join(' '),
  );
}

/** A cube's rows are called by the only name that it has: `agent_name` of staff. A view shows names of several things. */
function onlyName(cube: CubeMetadata, own: readonly DimensionMetadata[]): DimensionMetadata | undefined {
  const names = own.filter(
    ({ name, type }) => type === 'string' && nameWords(shortName(name)).at(-1)?.toLowerCase() === 'name',
  );
  return cube.type === 'cube' && names.length === 1 ? names[0] : undefined;
}

function isOwn(cube: CubeMetadata, { name }: { readonly name: string }): boolean {
  return name.lastIndexOf('.') <= cube.name.length;
}

/** Lemmas of a member's title and short name. */
export const memberLemmas = remembered(
  ({ title, name }: { readonly title: string; readonly name: string }): readonly string[] =>
    [title, shortName(name)].flatMap(nameWords).map((word) => forms(word).lemma),
);

/** The primary key that tells apart what a dimension names: `customer_id` for `customer_name`. */
export function keyOf(cube: CubeMetadata, dimension: DimensionMetadata): DimensionMetadata | undefined {
  const named = nameWords(shortName(dimension.name)).map((word) => forms(word).lemma);
  if (dimension.type !== 'string' || named.at(-1) !== 'name') return undefined;
  const own = ownLemmas(cube);
  const subject = (words: readonly string[]): string =>
    words.filter((word) => !identifying.has(word) && !own.has(word) && word !== 'full').join(' ');
  const owner = dimension.name.slice(0, dimension.name.lastIndexOf('.') + 1);
  return primaryKeys(cube).find(
    (it) =>
      it !== dimension &&
      it.name.startsWith(owner) &&
      subject(nameWords(shortName(it.name)).map((word) => forms(word).lemma)) === subject(named),
  );
}

const primaryKeys = remembered((cube: CubeMetadata) =>
  cube.dimensions.filter((it) => it.primaryKey === true),
);

/** Small words that are values of the model, or names of its members, by themselves: "databases" may be a course. */
export function namedSoftWords(cubes: readonly CubeMetadata[]): Set<string> {
  const found = new Set<string>();
  for (const dimension of cubes.flatMap((cube) => cube.dimensions)) {
    for (const name of [dimension.title, ...(dimension.type === 'string' ? (dimension.values ?? []) : [])]) {
      const { lemma } = forms(name);
      if (isSoftWord(lemma)) found.add(lemma);
    }
  }
  return found;
}
