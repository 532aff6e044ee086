import type {
  CubeMetadata,
  DimensionMetadata,
  MeasureMetadata,
  MemberMetadata,
} from '../semantic/metadata.ts';
import { beginnings, defaultTime } from './default-time.ts';
import { entityDimension, findRowCount, isModelNoun, ownLemmas } from './entities.ts';
import { isJoined } from './joined-cubes.ts';
import {
  basePhrase,
  dimensionPhrases,
  type Form,
  measurePhrases,
  namePhrases,
  type Phrase,
  phrase,
  variants,
  withoutRelation,
} from './member-phrases.ts';
import { remembered } from './remembered.ts';
import { forms, nameWords } from './text.ts';

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
  /** Small words that are names somewhere in the model, and so are not small in it. */
  readonly named: ReadonlySet<string>;
  /** The measure that counts the relation's rows. */
  readonly rowCount: MeasureMetadata | undefined;
  readonly defaultTime: DimensionMetadata | undefined;
  /** The default time says when a row came into being. */
  readonly timeIsBeginning: boolean;
}

/** Builds the vocabulary of one relation from its metadata alone. */
export function buildLexicon(
  cube: CubeMetadata,
  entities: ReadonlySet<string> = new Set(),
  named: ReadonlySet<string> = new Set(),
): Lexicon {
  const relationPhrases = namePhrases(cube).map((words) => words.filter((form) => !isModelNoun(form.lemma)));
  const relationLemmas = ownLemmas(cube);
  const things = new Set([...entities, ...relationLemmas]);
  const rowCount = findRowCount(cube);
  const entries: Entry[] = [
    {
      kind: 'relation',
      phrases: [...relationPhrases, ...rowNames(cube)]
        .filter((words) => words.length > 0)
        .map((words) => phrase(words, 1)),
    },
    ...cube.measures.map(
      (measure): Entry => ({
        kind: 'measure',
        measure,
        phrases: measurePhrases(spoken(measure), relationLemmas, things),
      }),
    ),
    ...cube.dimensions.map(
      (dimension): Entry => ({
        kind: 'dimension',
        dimension,
        phrases: dimensionPhrases(spoken(dimension), relationLemmas),
      }),
    ),
    ...cube.dimensions.flatMap((dimension) => valueEntries(dimension)),
    ...cube.segments.map(
      (segment): Entry => ({
        kind: 'segment',
        segment,
        phrases: namePhrases(spoken(segment)).flatMap((words) =>
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
    named,
    rowCount,
    defaultTime: time,
    timeIsBeginning:
      time !== undefined &&
      namePhrases(time)
        .flat()
        .some((form) => beginnings.test(form.lemma)),
  };
}

/** A joined member's own name means something else here. */
function spoken<M extends MemberMetadata>(member: M): M {
  return isJoined(member) ? { ...member, name: member.title } : member;
}

/** Whether an entry names something of a cube that is joined. */
export function isJoinedEntry(entry: Entry): boolean {
  switch (entry.kind) {
    case 'measure':
      return isJoined(entry.measure);
    case 'dimension':
    case 'value':
      return isJoined(entry.dimension);
    case 'segment':
      return isJoined(entry.segment);
    case 'relation':
      return false;
  }
}

/** What a row is called after its name: `agent_name` of staff names agents. */
function rowNames(cube: CubeMetadata): Form[][] {
  const entity = cube.type === 'cube' ? entityDimension(cube) : undefined;
  if (entity === undefined || entity.primaryKey === true) return [];
  return namePhrases(entity).map((words) =>
    words.filter((form) => form.lemma !== 'name' && form.lemma !== 'full'),
  );
}

function valueEntries(dimension: DimensionMetadata, values = dimension.values ?? []): Entry[] {
  if (dimension.type !== 'string') return [];
  return phrasesOfValues(values).map(({ value, phrases }) => ({ kind: 'value', dimension, value, phrases }));
}

/** Nobody says a longer value. */
const maxValueCharacters = 100;

/** The same dimension stands in each relation that joins its own. */
const phrasesOfValues = remembered((values: readonly string[]) =>
  values
    .filter((value) => value.length <= maxValueCharacters)
    .map((value) => ({ value, phrases: phrasesOfValue(value) }))
    .filter(({ phrases }) => phrases.length > 0),
);

function phrasesOfValue(value: string): Phrase[] {
  const pieces = value.split(/[^\p{L}\p{N}#%.]+/u).filter((piece) => piece !== '');
  const whole = pieces.flatMap((piece) => (/\d/.test(piece) ? [piece] : nameWords(piece))).map(forms);
  if (whole.length === 0) return [];
  // "PayPal" is written as one word, "NorthSea" as two.
  const unbroken = pieces.map(forms);
  return (unbroken.length === whole.length ? [whole] : [whole, unbroken]).map((words) => phrase(words, 1));
}

/** Values that a dimension has although the metadata does not list them. */
export interface FoundValues {
  readonly dimension: DimensionMetadata;
  readonly values: readonly string[];
}

/** The same vocabulary with further values. */
export function withValues(lexicon: Lexicon, found: readonly FoundValues[]): Lexicon {
  const added = found.flatMap(({ dimension: { name }, values }) =>
    lexicon.cube.dimensions
      .filter((it) => it.name === name || it.name === `${lexicon.cube.name}.${name}`)
      .flatMap((it) => valueEntries(it, values)),
  );
  return added.length === 0 ? lexicon : { ...lexicon, entries: [...lexicon.entries, ...added] };
}
