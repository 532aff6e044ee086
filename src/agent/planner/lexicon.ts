import type {
  CubeMetadata,
  DimensionMetadata,
  MeasureMetadata,
  MemberMetadata,
} from '../../semantic/metadata.ts';
import { beginnings, defaultTime } from './default-time.ts';
import {
  articles,
  basePhrase,
  dimensionPhrases,
  measurePhrases,
  namePhrases,
  type Phrase,
  phrase,
  shortName,
  variants,
  withoutRelation,
} from './member-phrases.ts';
import { forms, nameWords } from './text.ts';
import { aggregateWords } from './words.ts';

export type Entry = {
  readonly phrases: readonly Phrase[];
} & (
  | { readonly kind: 'measure'; readonly measure: MeasureMetadata }
  | { readonly kind: 'dimension'; readonly dimension: DimensionMetadata }
  | { readonly kind: 'value'; readonly dimension: DimensionMetadata; readonly value: string }
  | { readonly kind: 'segment'; readonly segment: MemberMetadata }
  /** The relation itself: what one of its rows is. */
  | { readonly kind: 'relation' }
);

/** All that can be said about one relation. */
export interface Lexicon {
  readonly cube: CubeMetadata;
  readonly entries: readonly Entry[];
  /** Lemmas of the relation's own name. */
  readonly relationLemmas: ReadonlySet<string>;
  /** Lemmas of the things that the whole model speaks of; as a modifier ("product category") they name no member. */
  readonly entities: ReadonlySet<string>;
  /** The measure that counts the relation's rows. */
  readonly rowCount: MeasureMetadata | undefined;
  readonly defaultTime: DimensionMetadata | undefined;
  /** The default time says when a row came into being. */
  readonly timeIsBeginning: boolean;
}

/** Builds the vocabulary of one relation from its metadata alone. */
export function buildLexicon(cube: CubeMetadata, entities: ReadonlySet<string> = new Set()): Lexicon {
  const relationPhrases = namePhrases(cube).map((words) =>
    words.filter((form) => !modelNouns.has(form.lemma)),
  );
  const relationLemmas = ownLemmas(cube);
  const things = new Set([...entities, ...relationLemmas]);
  const rowCount = findRowCount(cube, relationLemmas);
  const entries: Entry[] = [
    {
      kind: 'relation',
      phrases: relationPhrases.filter((words) => words.length > 0).map((words) => phrase(words, 1)),
    },
    ...cube.measures.map(
      (measure): Entry => ({
        kind: 'measure',
        measure,
        phrases: measurePhrases(measure, relationLemmas, things),
      }),
    ),
    ...cube.dimensions.map(
      (dimension): Entry => ({
        kind: 'dimension',
        dimension,
        phrases: dimensionPhrases(dimension, relationLemmas),
      }),
    ),
    ...cube.dimensions.flatMap((dimension) => valueEntries(dimension)),
    ...cube.segments.map(
      (segment): Entry => ({
        kind: 'segment',
        segment,
        phrases: namePhrases(segment).flatMap((words) =>
          variants(basePhrase(words, 1), [{ cut: withoutRelation(relationLemmas), factor: 0.95 }]),
        ),
      }),
    ),
  ];
  const time = defaultTime(cube, relationLemmas);
  return {
    cube,
    entries,
    relationLemmas,
    entities: things,
    rowCount,
    defaultTime: time,
    timeIsBeginning:
      time !== undefined &&
      namePhrases(time)
        .flat()
        .some((form) => beginnings.test(form.lemma)),
  };
}

function ownLemmas(cube: CubeMetadata): Set<string> {
  const words = namePhrases({ name: cube.name, title: cube.title }).flat();
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

function valueEntries(dimension: DimensionMetadata): Entry[] {
  if (dimension.type !== 'string') return [];
  return (dimension.values ?? []).flatMap((value): Entry[] => {
    const words = value
      .split(/[^\p{L}\p{N}#%.]+/u)
      .flatMap((piece) => (/\d/.test(piece) ? [piece] : nameWords(piece)));
    const whole = words.filter((word) => word !== '').map(forms);
    return whole.length === 0 ? [] : [{ kind: 'value', dimension, value, phrases: [phrase(whole, 1)] }];
  });
}

function findRowCount(cube: CubeMetadata, relation: ReadonlySet<string>): MeasureMetadata | undefined {
  const counts = cube.measures.filter((measure) => measure.type === 'count');
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

/** The primary key that tells apart what a dimension names: `customer_id` for `customer_name`. */
export function keyOf(cube: CubeMetadata, dimension: DimensionMetadata): DimensionMetadata | undefined {
  const named = nameWords(shortName(dimension.name)).map((word) => forms(word).lemma);
  if (dimension.type !== 'string' || named.at(-1) !== 'name') return undefined;
  const own = ownLemmas(cube);
  const subject = (words: readonly string[]): string =>
    words.filter((word) => !identifying.has(word) && !own.has(word) && word !== 'full').join(' ');
  return cube.dimensions.find(
    (it) =>
      it.primaryKey === true &&
      it !== dimension &&
      subject(nameWords(shortName(it.name)).map((word) => forms(word).lemma)) === subject(named),
  );
}
