import type { DimensionMetadata, MeasureMetadata, MemberMetadata } from '../semantic/metadata.ts';
import { forms, nameWords, type Token } from './text.ts';
import { type Aggregate, aggregateWords, isFiller } from './words.ts';

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

/** `orders_view.total` is `total`. */
export function shortName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

export const articles = new Set(['of', 'the', 'a', 'an', 'in', 'per', 'by', 'for', 'and']);
const tailNouns = new Set(['name', 'title', 'label', 'id', 'code', 'key', 'value', 'amount']);
const unitNouns = new Set(
  'day hour minute second week month year eur usd gbp percent kg km mile ton unit ms'.split(' '),
);
export const timeTails = new Set(['date', 'time', 'at', 'on', 'day', 'timestamp', 'datetime', 'ts', 'dt']);
const booleanLeads = new Set(['be', 'have', 'do', 'can']);

export function namePhrases(member: Pick<MemberMetadata, 'name' | 'title' | 'synonyms'>): Form[][] {
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

export function phrase(
  words: readonly Form[],
  weight: number,
  omitted?: Aggregate,
  indivisible = false,
): Phrase {
  return { forms: words, weight, omitted, indivisible };
}

/** The first phrase of a name: articles dropped, `length of stay` turned into `stay length`, whose last word is its head. */
export function basePhrase(words: readonly Form[], weight: number): Phrase {
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
export function variants(
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

const clockUnits = new Set(['second', 'minute', 'hour', 'day', 'week', 'month']);
const time = forms('time');

/** `resolution_hours` is the resolution time. */
function asTime(words: readonly Form[]): readonly Form[] {
  const last = words.at(-1);
  return words.length > 1 && last !== undefined && clockUnits.has(last.lemma)
    ? [...words.slice(0, -1), time]
    : words;
}

export const withoutRelation =
  (relation: ReadonlySet<string>) =>
  (words: readonly Form[]): readonly Form[] =>
    words.filter((form) => !relation.has(form.lemma));

/** What is left of "number of admissions" names nothing. */
const withoutItsRelation =
  (relation: ReadonlySet<string>) =>
  (words: readonly Form[]): readonly Form[] => {
    const left = withoutRelation(relation)(words);
    return left.every((form) => aggregateWords[form.lemma] === 'count') ? words : left;
  };

export function measurePhrases(
  measure: MeasureMetadata,
  relation: ReadonlySet<string>,
  things: ReadonlySet<string>,
): Phrase[] {
  const quoted = quotedPhrases(measure.aiContext ?? '').map((words) => phrase(words, 0.95));
  const named = namePhrases(measure).flatMap((words, index) => {
    const base = basePhrase(words, index === 0 ? 1 : 0.99);
    const stripped = withoutAggregate(base, measure);
    const bases = stripped === undefined ? [base] : [base, stripped];
    return bases.flatMap((known) =>
      variants(known, [
        { cut: withoutTail(unitNouns), factor: 0.97 },
        { cut: asTime, factor: 0.97 },
        // A count named after its relation is said by the relation's name; that entry handles it.
        { cut: withoutItsRelation(relation), factor: 0.93 },
        // "discount amount" may be called the discount; the "order value" is no order.
        {
          cut: (it) => (it.slice(0, -1).every(isThing) ? it : withoutTail(tailNouns)(it)),
          factor: 0.9,
        },
      ]),
    );
  });
  return [...named, ...quoted];

  function isThing(form: Form): boolean {
    return things.has(form.lemma) || aggregateWords[form.lemma] !== undefined;
  }
}

/** What a model's context puts in quotation marks is what people say: `"how much did we sell"`. */
function quotedPhrases(context: string): Form[][] {
  return [...context.matchAll(/["“]([^"“”]{2,60})["”]/g)]
    .map(([, said = '']) =>
      nameWords(said)
        .map(forms)
        .filter((form) => !isFiller(form) && aggregateWords[form.lemma] === undefined),
    )
    .filter((words) => words.length > 0);
}

function withoutAggregate(base: Phrase, measure: MeasureMetadata): Phrase | undefined {
  const words = base.forms.filter((form) => aggregateWords[form.lemma] === undefined);
  if (words.length === 0 || words.length === base.forms.length) return undefined;
  const omitted = base.forms.map((form) => aggregateWords[form.lemma]).find((it) => it !== undefined);
  const natural = omitted === 'sum' || omitted === 'count';
  const factor = natural ? 0.98 : measure.type === 'min' || measure.type === 'max' ? 0.8 : 0.92;
  return phrase(words, base.weight * factor, omitted, base.indivisible);
}

export function dimensionPhrases(dimension: DimensionMetadata, relation: ReadonlySet<string>): Phrase[] {
  return namePhrases(dimension).flatMap((words, index) => {
    const base = basePhrase(words, index === 0 ? 1 : 0.99);
    const all = variants(base, [
      ...(dimension.type === 'number'
        ? [
            { cut: withoutTail(unitNouns), factor: 0.85 },
            { cut: asTime, factor: 0.97 },
          ]
        : []),
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
      { cut: withoutTail(fullName), factor: 0.9 },
      { cut: withoutTail(tailNouns), factor: dimension.primaryKey === true ? 0.8 : 0.9 },
      { cut: withoutTail(fullName), factor: 1 },
    ]);
    // A relation's own name is the relation, not its key.
    return dimension.primaryKey === true
      ? all.filter((it) => !it.forms.every((form) => relation.has(form.lemma)))
      : all;
  });
}

const fullName = new Set(['full']);
