import type {
  CubeMetadata,
  DimensionMetadata,
  MeasureMetadata,
  MemberMetadata,
} from '../../semantic/metadata.ts';
import { forms, nameWords, type Token } from './text.ts';
import { type Aggregate, aggregateWords } from './words.ts';

/** A word of a name, in the forms that matching compares. */
export type Form = Pick<Token, 'word' | 'lemma' | 'root'>;

/** One way to say an entry. `weight` is 1 for its own title, less for what was made of it. */
export interface Phrase {
  readonly forms: readonly Form[];
  readonly weight: number;
  /** The aggregate that the entry's name states and this phrase leaves out. */
  readonly omitted: Aggregate | undefined;
  /** A ratio such as "revenue per customer": a part of its name is another figure. */
  readonly indivisible: boolean;
}

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

/** `orders_view.total` is `total`. */
export function shortName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
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
const articles = new Set(['of', 'the', 'a', 'an', 'in', 'per', 'by', 'for', 'and']);
const tailNouns = new Set(['name', 'title', 'label', 'id', 'code', 'key', 'value', 'amount']);
const unitNouns = new Set(
  'day hour minute second week month year eur usd gbp percent kg km mile ton unit ms'.split(' '),
);
const timeTails = new Set(['date', 'time', 'at', 'on', 'day', 'timestamp', 'datetime', 'ts', 'dt']);
const booleanLeads = new Set(['be', 'have', 'do', 'can']);

function namePhrases(member: Pick<MemberMetadata, 'name' | 'title' | 'synonyms'>): Form[][] {
  const said = [member.title, shortName(member.name), ...(member.synonyms ?? [])];
  // "sign-ups" is also written "signups", "e-mail" "email".
  const names = said.flatMap((name) => (name.includes('-') ? [name, name.replaceAll('-', '')] : [name]));
  const seen = new Set<string>();
  return names
    .map((name) => nameWords(name).map(forms))
    .filter((words) => {
      const key = words.map((form) => form.lemma).join(' ');
      if (words.length === 0 || seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}

function phrase(words: readonly Form[], weight: number, omitted?: Aggregate, indivisible = false): Phrase {
  return { forms: words, weight, omitted, indivisible };
}

/** The first phrase of a name: articles dropped, `length of stay` turned into `stay length`, whose last word is its head. */
function basePhrase(words: readonly Form[], weight: number): Phrase {
  const of = words.findIndex((form) => form.lemma === 'of');
  const turned = of > 0 ? [...words.slice(of + 1), ...words.slice(0, of)] : words;
  const indivisible = words.some((form) => form.lemma === 'per');
  return phrase(
    turned.filter((form) => !articles.has(form.lemma)),
    weight,
    undefined,
    indivisible,
  );
}

/** The phrase itself and what is left when pieces that people leave out are cut, each at a lower weight. */
function variants(
  base: Phrase,
  cuts: readonly { readonly cut: (words: readonly Form[]) => readonly Form[]; readonly factor: number }[],
): Phrase[] {
  const found: Phrase[] = [base];
  for (const { cut, factor } of cuts) {
    for (const known of base.indivisible ? [] : [...found]) {
      const words = cut(known.forms);
      const key = lemmas(words);
      if (words.length === 0 || found.some((it) => lemmas(it.forms) === key)) continue;
      found.push(phrase(words, known.weight * factor, known.omitted, known.indivisible));
    }
  }
  return found;
}

function lemmas(words: readonly Form[]): string {
  return words.map((form) => form.lemma).join(' ');
}

const withoutTail =
  (nouns: ReadonlySet<string>) =>
  (words: readonly Form[]): readonly Form[] => {
    const last = words.at(-1);
    return words.length > 1 && last !== undefined && nouns.has(last.lemma) ? words.slice(0, -1) : words;
  };

const withoutRelation =
  (relation: ReadonlySet<string>) =>
  (words: readonly Form[]): readonly Form[] =>
    words.filter((form) => !relation.has(form.lemma));

function measurePhrases(
  measure: MeasureMetadata,
  relation: ReadonlySet<string>,
  things: ReadonlySet<string>,
): Phrase[] {
  return namePhrases(measure).flatMap((words, index) => {
    const base = basePhrase(words, index === 0 ? 1 : 0.99);
    const stripped = withoutAggregate(base, measure);
    const bases = stripped === undefined ? [base] : [base, stripped];
    return bases.flatMap((known) =>
      variants(known, [
        { cut: withoutTail(unitNouns), factor: 0.97 },
        // A count named after its relation is said by the relation's name; that entry handles it.
        { cut: withoutRelation(relation), factor: 0.93 },
        // "discount amount" may be called the discount; the "order value" is no order.
        {
          cut: (it) => (it.slice(0, -1).every(isThing) ? it : withoutTail(tailNouns)(it)),
          factor: 0.9,
        },
      ]),
    );
  });

  function isThing(form: Form): boolean {
    return things.has(form.lemma) || aggregateWords[form.lemma] !== undefined;
  }
}

function withoutAggregate(base: Phrase, measure: MeasureMetadata): Phrase | undefined {
  const words = base.forms.filter((form) => aggregateWords[form.lemma] === undefined);
  if (words.length === 0 || words.length === base.forms.length) return undefined;
  const omitted = base.forms.map((form) => aggregateWords[form.lemma]).find((it) => it !== undefined);
  const natural = omitted === 'sum' || omitted === 'count';
  const factor = natural ? 0.98 : measure.type === 'min' || measure.type === 'max' ? 0.8 : 0.92;
  return phrase(words, base.weight * factor, omitted, base.indivisible);
}

function dimensionPhrases(dimension: DimensionMetadata, relation: ReadonlySet<string>): Phrase[] {
  return namePhrases(dimension).flatMap((words, index) => {
    const base = basePhrase(words, index === 0 ? 1 : 0.99);
    return variants(base, [
      ...(dimension.type === 'boolean'
        ? [
            {
              cut: (it: readonly Form[]) => (booleanLeads.has(it[0]?.lemma ?? '') ? it.slice(1) : it),
              factor: 0.99,
            },
          ]
        : []),
      { cut: withoutRelation(relation), factor: 0.95 },
      ...(dimension.type === 'time' ? [{ cut: withoutTail(timeTails), factor: 0.75 }] : []),
      { cut: withoutTail(tailNouns), factor: dimension.primaryKey === true ? 0.8 : 0.9 },
    ]);
  });
}

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

/**
 * The time dimension meant when none is named: one that is simply called date, one called after the relation, one that
 * says when a row came into being, or the first.
 */
function defaultTime(cube: CubeMetadata, relation: ReadonlySet<string>): DimensionMetadata | undefined {
  const roots = new Set([...relation].map((lemma) => forms(lemma).root));
  const times = cube.dimensions.filter((dimension) => dimension.type === 'time');
  const score = (dimension: DimensionMetadata): number =>
    Math.max(...namePhrases(dimension).map((words) => timeScore(words, roots)));
  return times.toSorted((a, b) => score(b) - score(a))[0];
}

const beginnings =
  /^(creat|start|open|regist|begin|event|occur|record|transact|book|plac|issu|post|sign|admi|report)/;
const laterTimes =
  /^(updat|modif|delet|end|clos|load|sync|import|birth|expir|deliver|ship|discharg|resolv|finish|complet|cancel|due)/;

function timeScore(words: readonly Form[], relationRoots: ReadonlySet<string>): number {
  const own = words.filter((form) => !timeTails.has(form.lemma));
  if (own.length === 0) return 5;
  if (own.every((form) => relationRoots.has(form.root))) return 4;
  if (own.some((form) => laterTimes.test(form.lemma))) return 0;
  if (own.some((form) => relationRoots.has(form.root))) return 3;
  return own.some((form) => beginnings.test(form.lemma)) ? 2 : 1;
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
