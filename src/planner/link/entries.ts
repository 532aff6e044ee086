import type {
  CubeMetadata,
  DimensionMetadata,
  MeasureMetadata,
  MemberMetadata,
} from '../../contract/tools.ts';
import { isFillerWord, operatorOf } from '../language/grammar.ts';
import { rememberedWords } from '../language/remembered.ts';
import { forms, nameWords, withoutApostrophes } from '../language/text.ts';
import { entityDimension, identifying, isModelNoun, ownLemmas } from './entities.ts';
import { isJoined } from './joined-cubes.ts';
import { alsoCalled, articles, shortName, spellings, timeTails } from './names.ts';
import { spanBetween } from './spans.ts';

/** What a question can name in a relation. */
export type Entry =
  | { readonly kind: 'measure'; readonly measure: MeasureMetadata }
  | { readonly kind: 'dimension'; readonly dimension: DimensionMetadata }
  | { readonly kind: 'value'; readonly dimension: DimensionMetadata; readonly value: string }
  | { readonly kind: 'segment'; readonly segment: MemberMetadata }
  /** The relation itself: what one of its rows is. */
  | { readonly kind: 'relation' };

/** The member that an entry is, or whose value it is; undefined for the relation itself. */
export function memberOf(entry: Entry): MeasureMetadata | DimensionMetadata | MemberMetadata | undefined {
  switch (entry.kind) {
    case 'measure':
      return entry.measure;
    case 'segment':
      return entry.segment;
    case 'relation':
      return undefined;
    case 'dimension':
    case 'value':
      return entry.dimension;
  }
}

/** Whether an entry is true or false of a row. */
export function isFlag(entry: Entry): boolean {
  return entry.kind === 'segment' || (entry.kind === 'dimension' && entry.dimension.type === 'boolean');
}

/** A word of a name, with how much of the name it is. */
export interface NameWord {
  readonly key: string;
  readonly root: string;
  readonly weight: number;
}

/** One way to say an entry. */
export interface Phrase {
  readonly entry: Entry;
  readonly words: readonly NameWord[];
  /** The word without which little of the name is said: its last one of weight. */
  readonly head: number;
  /** 1 for a title, less for what says the entry less surely. */
  readonly trust: number;
  /** The words follow each other in this order, as in a value. */
  readonly ordered: boolean;
  /** A ratio such as "revenue per customer". */
  readonly ratio: boolean;
}

export const trustOf = { title: 1, name: 0.99, synonym: 0.97, context: 0.93 } as const;

/** Words that aggregate have one key, however they are said: "avg", "mean" and "average" are one. */
export function keyOfWord(word: string): string {
  const { lemma } = forms(word);
  const operator = operatorOf(word) ?? operatorOf(lemma);
  if (operator?.kind === 'aggregate') return `~${operator.aggregate}`;
  // "Highest price" is the maximum.
  if (
    operator?.kind === 'rank' &&
    operator.top !== true &&
    operator.judges !== true &&
    /^(high|low)est$/.test(lemma)
  )
    return operator.direction === 'desc' ? '~max' : '~min';
  return lemma;
}

const unitNouns = new Set(
  'day hour minute second week month year eur usd gbp percent kg km mile ton unit ms pct'.split(' '),
);
/** What names end with that says little of them. */
const tailNouns = new Set([...identifying, 'label', 'value', 'amount']);
const booleanLeads = new Set('be is has have do can was'.split(' '));
const clockUnits = new Set('second minute hour day week month'.split(' '));

function weightOf(key: string, entry: Entry, relation: ReadonlySet<string>, last: boolean): number {
  if (articles.has(key)) return 0;
  if (key === '~sum' || key === '~count') return 0.05;
  if (key === '~avg') return 0.3;
  if (key.startsWith('~')) return 1;
  if (last && entry.kind === 'dimension' && entry.dimension.type === 'time' && timeTails.has(key)) return 0.3;
  if (entry.kind === 'dimension' && entry.dimension.type === 'boolean' && booleanLeads.has(key)) return 0.05;
  // Rows are not meant by their key.
  if (entry.kind === 'dimension' && entry.dimension.primaryKey === true && tailNouns.has(key)) return 1;
  if (last && key === 'name' && entry.kind === 'dimension') return 0.1;
  if (last && (unitNouns.has(key) || tailNouns.has(key))) return unitNouns.has(key) ? 0.25 : 0.3;
  return relation.has(key) ? 0.4 : 1;
}

function isSmallWord(word: string): boolean {
  const operator = operatorOf(word) ?? operatorOf(forms(word).lemma);
  return operator !== undefined && operator.kind !== 'aggregate';
}

function phraseOf(
  entry: Entry,
  words: readonly string[],
  trust: number,
  relation: ReadonlySet<string>,
): Phrase[] {
  // The number of an order is no count.
  const plain = entry.kind === 'dimension' && entry.dimension.type !== 'number';
  const told: NameWord[] = [];
  for (const [at, word] of words.entries()) {
    const { lemma, root } = forms(word);
    const key = plain ? lemma : keyOfWord(word);
    // Of what people are quoted to say ("how much did we sell") only what names something counts.
    const counts = trust !== trustOf.context || !isSmallWord(word);
    const weight = counts ? weightOf(key, entry, relation, at === words.length - 1) : 0;
    if (weight > 0) told.push({ key, root, weight });
  }
  if (told.length === 0) return [];
  const isMain = ({ weight }: NameWord): boolean => weight >= 0.4;
  // A name of nothing but small words is all that there is to say.
  const own = told.some(isMain) ? told : told.map((word) => ({ ...word, weight: 1 }));
  // "length of stay": the head comes before "of".
  const head = words.indexOf('of') > 0 ? own.findIndex(isMain) : own.findLastIndex(isMain);
  return [{ entry, words: own, head, trust, ordered: false, ratio: words.indexOf('per') > 0 }];
}

/** "EPS" are the earnings per share: the initials of a name, perhaps without its last word. "Did" is short for no days from issue to due. */
function initialsOf(entry: Entry, words: readonly string[], trust: number): Phrase[] {
  if (entry.kind === 'dimension' && spanBetween(entry.dimension) !== undefined) return [];
  const letters = words.map((word) => word[0] ?? '').join('');
  const said = [letters, ...(words.length > 2 ? [letters.slice(0, -1)] : [])];
  return said
    .filter((it) => /^\p{L}{2,5}$/u.test(it))
    .map((it) => ({
      ...{ entry, head: 0, trust: trust * 0.95, ordered: false, ratio: false },
      words: [{ key: `^${it}`, root: `^${it}`, weight: 1 }],
    }));
}

/** As much as a name's last word says where it only tells what kind of thing the name is. */
const tailWeight = 0.3;

/** The ways in which a member's names say it. */
function namesOf(
  member: Pick<MemberMetadata, 'name' | 'title' | 'synonyms' | 'aiContext'>,
): (readonly [string, number])[] {
  const said: (readonly [string, number])[] = [];
  const say = (name: string, trust: number): void => {
    for (const it of spellings(name)) said.push([it, trust]);
  };
  say(member.title, trustOf.title);
  say(shortName(member.name), trustOf.name);
  for (const it of member.synonyms ?? []) say(it, trustOf.synonym);
  if (member.aiContext !== undefined) {
    for (const [, it = ''] of member.aiContext.matchAll(/["“]([^"“”]{2,60})["”]/g)) say(it, trustOf.context);
    for (const it of alsoCalled(member.aiContext)) say(it, trustOf.context);
  }
  return said;
}

/** All ways to say the members of a relation, its values and its rows. */
export function phrasesOf(cube: CubeMetadata, things: ReadonlySet<string>): Phrase[] {
  const relation = ownLemmas(cube);
  const light = new Set([...relation, ...things].filter((it) => it.length > 2));
  const found: Phrase[] = [];
  const add = (
    entry: Entry,
    names: readonly (readonly [string, number])[],
    lemmas: ReadonlySet<string>,
  ): void => {
    const seen = new Set<string>();
    for (const [name, trust] of names) {
      const words = lowerWords(name);
      const key = words.join(' ');
      if (words.length === 0 || seen.has(key)) continue;
      seen.add(key);
      found.push(...phraseOf(entry, words, trust, lemmas));
      if (entry.kind !== 'relation') found.push(...initialsOf(entry, words, trust));
      const last = words.at(-1) ?? '';
      if (entry.kind === 'dimension') {
        // "A phone number" is no count of phones.
        const isNumber = numbered.test(last) && isOneOfMany(entry.dimension) && !light.has(forms(last).lemma);
        const tails = [...(isNumber ? ['number'] : []), ...(/^e?mail$/.test(last) ? ['address'] : [])];
        for (const key of tails)
          for (const phrase of phraseOf(entry, words, trust, lemmas))
            found.push({ ...phrase, words: [...phrase.words, { key, root: key, weight: tailWeight }] });
      }
      // `resolution_hours` is the resolution time.
      if (
        words.length > 1 &&
        clockUnits.has(forms(last).lemma) &&
        (entry.kind === 'measure' || entry.kind === 'dimension')
      )
        for (const other of ['time', 'duration'])
          found.push(...phraseOf(entry, [...words.slice(0, -1), other], trust * 0.97, lemmas));
    }
  };
  add({ kind: 'relation' }, relationNames(cube), new Set());
  for (const measure of cube.measures) add({ kind: 'measure', measure }, namesOf(spoken(measure)), light);
  for (const dimension of cube.dimensions) {
    add({ kind: 'dimension', dimension }, namesOf(spoken(dimension)), relation);
    found.push(...valuePhrases(dimension, dimension.values ?? []));
  }
  const values = new Set(
    cube.dimensions.flatMap((it) => it.values ?? []).map((value) => value.toLowerCase()),
  );
  for (const segment of cube.segments) {
    const names = namesOf(spoken(segment));
    // "Which studios are open", by the open studios, where that is no value.
    const bare = names
      .map(([name]) =>
        nameWords(name)
          .filter((word) => !relation.has(forms(word).lemma))
          .join(' '),
      )
      .filter((name) => !values.has(name.toLowerCase()));
    add(
      { kind: 'segment', segment },
      [...names, ...bare.map((name) => [name, trustOf.synonym] as const)],
      relation,
    );
  }
  return found;
}

const lowerWords = rememberedWords(30_000, (name): readonly string[] =>
  nameWords(name).map((word) => word.toLowerCase()),
);

/** A joined member's own name means something else here. */
function spoken<M extends MemberMetadata>(member: M): M {
  return isJoined(member) ? { ...member, name: member.title } : member;
}

/** What has a number of its own, by which it is called. */
const numbered =
  /^(?:(?:tele)?phone|mobile|cell|fax|account|policy|passport|registration|licen[cs]e|tax|vat)$/;

/** Whether values are too many to be kept, or written in digits, as telephone numbers are. */
function isOneOfMany({ type, values = [], valuesComplete }: DimensionMetadata): boolean {
  const digits = values.filter((it) => /^[\d\s()/+.-]{5,}$/.test(it)).length;
  return type === 'string' && (values.length === 0 ? valuesComplete !== true : 2 * digits > values.length);
}

/** What a row is called: after its relation, or after its name (`agent_name` of staff names agents). */
function relationNames(cube: CubeMetadata): (readonly [string, number])[] {
  const plain = (name: string): string =>
    nameWords(name)
      .filter((word) => !isModelNoun(forms(word).lemma) && forms(word).lemma !== 'overview')
      .join(' ');
  const entity = cube.type === 'cube' ? entityDimension(cube) : undefined;
  const ofEntity =
    entity === undefined || entity.primaryKey === true
      ? []
      : nameWords(shortName(entity.name))
          .filter((word) => !['name', 'full', 'title'].includes(word.toLowerCase()))
          .join(' ');
  const names = [
    plain(cube.title),
    plain(shortName(cube.name)),
    ...(cube.synonyms ?? []),
    ...[ofEntity].flat(),
  ];
  return names.filter((name) => name.trim() !== '').map((name, at) => [name, at === 0 ? 1 : 0.97]);
}

/** What companies are by law, which few say when they name one. */
const legalForms = new Set(
  'ltd limited llc llp inc incorporated plc corp corporation gmbh ag kg ug se bv nv sa sas sarl srl spa sl oy ab'.split(
    ' ',
  ),
);

/** Nobody says a longer value. */
const maxValueCharacters = 100;

/**
 * @param said what else the values are called
 * @param of the value that they all name, where that is another
 */
export function valuePhrases(
  dimension: DimensionMetadata,
  values: readonly string[],
  said?: string,
  of?: string,
): Phrase[] {
  if (dimension.type !== 'string') return [];
  return values.flatMap((value): Phrase[] => {
    if (value.length > maxValueCharacters) return [];
    const entry: Entry = { kind: 'value', dimension, value: of ?? value };
    const { letters } = valueWords(value);
    // "Real estate investment trusts" are REITs, as the United Kingdom is the UK.
    const initials: Phrase[] = /^(?:\p{Lu}{2,4}|\p{Lu}\p{Ll}{2,3})$/u.test(letters)
      ? [
          {
            ...{ entry, head: 0, trust: 0.95, ordered: true, ratio: false },
            words: [{ key: `@${letters.toLowerCase()}`, root: `@${letters.toLowerCase()}`, weight: 1 }],
          },
        ]
      : [];
    const written = [value, ...(said === undefined ? [] : [said])]
      .flatMap((name) => valueWords(name).spellings)
      .map((words) => ({ entry, words, head: words.length - 1, trust: 0.99, ordered: true, ratio: false }));
    return [...written, ...initials];
  });
}

/** The words of a value, in each way to write it, and the letters that they begin with. Values are the same with every question. */
const valueWords = rememberedWords(30_000, (name) => {
  const pieces = withoutApostrophes(name)
    .split(/[^\p{L}\p{N}#%.]+/u)
    // "B.V." is read as one word, as in a question.
    .map((piece) => (/^\p{L}(?:\.\p{L})+\.?$/u.test(piece) ? piece.replaceAll('.', '') : piece))
    .filter((piece) => piece !== '');
  const whole = pieces.flatMap((piece) => (/\d/.test(piece) ? [piece] : nameWords(piece)));
  // "PayPal" is written as one word, "NorthSea" as two.
  const written = whole.length === pieces.length ? [whole] : [whole, pieces];
  const spellings = written.filter((words) => words.length > 0).map((words) => words.map(weighedIn));
  return { spellings, letters: whole.map((word) => word[0] ?? '').join('') };
});

function weighedIn(word: string, _: number, words: readonly string[]): NameWord {
  const isSmall = isFillerWord(word.toLowerCase()) || legalForms.has(word.toLowerCase());
  const { lemma, root } = forms(word);
  return { key: lemma, root, weight: words.length > 1 && isSmall ? 0.3 : 1 };
}
