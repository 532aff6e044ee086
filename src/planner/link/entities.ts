import type { CubeMetadata, DimensionMetadata, MeasureMetadata } from '../../contract/tools.ts';
import { operatorOf } from '../language/grammar.ts';
import { remembered } from '../language/remembered.ts';
import { nameWords } from '../language/text.ts';
import { articles, nameLemmas, namePhrases, ownerPrefix, shortName } from './names.ts';

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

/** What names end with that tell rows apart. */
export const identifying: ReadonlySet<string> = new Set(['name', 'id', 'number', 'key', 'code', 'title']);

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

/** The cubes whose rows a word by itself is a name of: their own, or that of what tells these apart. */
export function rowsByName(cubes: readonly CubeMetadata[]): Map<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const cube of cubes.filter(({ type }) => type === 'cube')) {
    const key = cube.dimensions.find(({ primaryKey }) => primaryKey === true);
    const names = [
      cube,
      ...(cube.synonyms ?? []).map((title) => ({ name: '', title })),
      entityDimension(cube),
    ];
    const said = names.flatMap((it) =>
      it === undefined ? [] : namePhrases({ name: it.name, title: it.title }),
    );
    const subjects = key === undefined ? [] : namePhrases({ name: key.name, title: key.title });
    for (const [only, ...more] of [
      ...said,
      ...subjects.filter((it) => identifying.has(it.at(-1)?.lemma ?? '')).map((it) => it.slice(0, -1)),
    ])
      if (
        only !== undefined &&
        more.length === 0 &&
        !modelNouns.has(only.lemma) &&
        !identifying.has(only.lemma)
      )
        found.set(only.lemma, (found.get(only.lemma) ?? new Set()).add(cube.name));
  }
  return found;
}

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
          isCounting(form.lemma),
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
    own.find((dimension) => isReference(dimension, relation)) ??
    own.find((dimension) => dimension.primaryKey === true) ??
    (cube.type === 'cube' ? own.find(tellsApart) : undefined)
  );
}

/** Whether each row has a text of its own that is no prose: the plate of a truck. */
function tellsApart(dimension: DimensionMetadata): boolean {
  const { type, repeats, values = [], valuesComplete } = dimension;
  const isOneOfFew = valuesComplete === true && values.length < fewValues;
  return (
    type === 'string' &&
    repeats !== true &&
    !isOneOfFew &&
    !memberLemmas(dimension).some((lemma) => prose.has(lemma))
  );
}

/** Fewer values may differ by chance. */
const fewValues = 10;

const prose: ReadonlySet<string> = new Set(
  'description note comment text remark reason address phone telephone mobile email mail url street'.split(
    ' ',
  ),
);

/** The dimension that names what a count counts: `customer_name` for `customer_count`, "Account" for "Number of accounts". */
export function entityCounted(cube: CubeMetadata, measure: MeasureMetadata): DimensionMetadata | undefined {
  if (measure.type !== 'count' && measure.type !== 'count_distinct') return undefined;
  const counted = new Set(countedSubjects(measure).filter((it) => it !== ''));
  const owner = ownerPrefix(measure);
  const named = cube.dimensions.filter(
    (it) =>
      it.type === 'string' &&
      ownerPrefix(it) === owner &&
      countedSubjects(it).some((subject) => counted.has(subject)),
  );
  return (
    named.find(({ name }) => shortName(name).endsWith('name')) ?? (named.length === 1 ? named[0] : undefined)
  );
}

/** What a member's name speaks of, without the words for counting and naming it. */
export const countedSubjects = remembered(
  ({ name, title }: { readonly title: string; readonly name: string }): readonly string[] =>
    namePhrases({ name, title }).map((words) =>
      words
        .map((form) => form.lemma)
        .filter(
          (lemma) => !isAggregate(lemma) && !articles.has(lemma) && lemma !== 'name' && lemma !== 'full',
        )
        .join(' '),
    ),
);

/**
 * A cube's rows are called by the only name that each of them has: `agent_name` of staff, unlike `customer_name` of orders. A
 * view shows names of several things.
 */
function onlyName(cube: CubeMetadata, own: readonly DimensionMetadata[]): DimensionMetadata | undefined {
  const [only, ...more] = own.filter(
    ({ name, type }) => type === 'string' && nameWords(shortName(name)).at(-1)?.toLowerCase() === 'name',
  );
  return cube.type === 'cube' && more.length === 0 && only?.repeats !== true ? only : undefined;
}

/** What rows are quoted by: a grant reference, an invoice number written with letters. */
function isReference(dimension: DimensionMetadata, relation: ReadonlySet<string>): boolean {
  const words = memberLemmas(dimension);
  return (
    dimension.type === 'string' &&
    dimension.repeats !== true &&
    words.some((word) => quoting.has(word)) &&
    words.every((word) => quoting.has(word) || relation.has(word))
  );
}

const quoting: ReadonlySet<string> = new Set(['reference', 'ref', 'number', 'no']);

function isOwn(cube: CubeMetadata, { name }: { readonly name: string }): boolean {
  return name.lastIndexOf('.') <= cube.name.length;
}

/** Lemmas of a member's title and short name. */
export const memberLemmas = remembered(
  ({ title, name }: { readonly title: string; readonly name: string }): readonly string[] =>
    [title, shortName(name)].flatMap(nameLemmas),
);

/** The same of something that is called nothing but its title. */
export function titleLemmas(title: string): readonly string[] {
  return [title, shortName(title)].flatMap(nameLemmas);
}

/** Whether the numbers of a dimension are years of the calendar: "Year of birth", unlike "Years of experience". */
export const isNumberedYear = remembered(
  ({ name, title, type, primaryKey, format = 'id', unit }: DimensionMetadata): boolean =>
    type === 'number' &&
    primaryKey !== true &&
    unit === undefined &&
    (format === 'id' || format === 'number') &&
    [title, shortName(name)].some((said) => calendarYear.test(nameWords(said).join(' '))),
);

/** Unlike fees "per year", hours "this year", "year to date" and the code of a year group. */
const calendarYear =
  /(?<!\b(?:per|a|each|every|this|last|next|half|full) )\byear\b(?! to\b)(?!.*\b(?:id|key|code|number)$)/i;

/** Whether numbers of a dimension only tell rows apart. */
export const isIdentifier = remembered((dimension: DimensionMetadata): boolean => {
  const { name, title, primaryKey, format } = dimension;
  if (primaryKey === true) return true;
  // What is written without separators may be a year.
  if (format === 'id') return !isNumberedYear(dimension);
  return [title, shortName(name)].some((said) => {
    const words = nameLemmas(said);
    return words.length > 1 && ['id', 'key', 'code'].includes(words.at(-1) ?? '');
  });
});

/** Whether the values of a dimension are what things are called. */
export const isNaming = remembered(({ name, title }: DimensionMetadata): boolean =>
  [title, shortName(name)].some((said) => /^(?:name|title)$/.test(nameLemmas(said).at(-1) ?? '')),
);

export function isCounting(lemma: string): boolean {
  const operator = operatorOf(lemma);
  return operator?.kind === 'aggregate' && (operator.aggregate === 'count' || operator.aggregate === 'sum');
}

function isAggregate(lemma: string): boolean {
  return operatorOf(lemma)?.kind === 'aggregate';
}
