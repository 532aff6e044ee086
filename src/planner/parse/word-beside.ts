import { partsOfSpeech } from '../language/lexical.ts';
import { remembered } from '../language/remembered.ts';
import { forms, type Token } from '../language/text.ts';
import { baseVerb } from '../language/word-kind.ts';
import { type Entry, isCounted, isFlag, memberOf } from '../link/entries.ts';
import type { Lexicon } from '../link/lexicon.ts';
import type { Link } from '../link/link.ts';
import type { Phrase } from '../link/phrases.ts';
import type { Draft } from './draft.ts';
import { isAsOfNow } from './figure-time.ts';
import { afterBreak, dimensionOf, leadOf, linkAt, operatorOfItem, type Scene } from './scene.ts';

/** What begins a name, so that a participle after it is a part of that: "revenue of imported products", not "who imported products". */
const nameBeginnings: ReadonlySet<string | undefined> = new Set([
  undefined,
  ...'a an of from for by per with without the all any many and or list show'.split(' '),
]);

export function isAttributive({ word, before }: Token): boolean {
  return /ed$/.test(word) && baseVerb(word) !== undefined && nameBeginnings.has(before);
}

/** Whether rows are dated by when they come into being or come out. */
function comesUp({ timeIsBeginning, defaultTime }: Lexicon): boolean {
  return timeIsBeginning || /\b(?:releas|publish)/i.test(defaultTime?.title ?? '');
}

export function describes(entry: Entry, words: string): boolean {
  const { description = '' } = memberOf(entry) ?? {};
  return description.toLowerCase().includes(words);
}

/** Whether a part of a whole is only called that. */
export function isRate({ entry, tokens }: Link, head: Token | undefined): boolean {
  const isPart = entry.kind === 'measure' && entry.measure.format === 'percent';
  return isPart && tokens.length === 1 && /^(rate|ratio|share|percentage)$/.test(head?.lemma ?? '');
}

/** "Order value" is no number of orders. */
export function isAmountOf({ entry }: Link, { lemma }: Token): boolean {
  return isCounted(entry) && /^(value|amount)$/.test(lemma);
}

/** "The hardest block that you can dig": a verb that ends a relative clause says which are meant. */
export function endsClause({ items, question }: Scene, at: number): boolean {
  const start = items.findLastIndex(
    ({ from }, place) => place < at && /^(that|which|who)$/.test(question.tokens[from]?.word ?? ''),
  );
  const next = items[at + 1];
  return (
    items[start - 1]?.kind === 'link' &&
    (next === undefined || afterBreak({ items, question } as Scene, at + 1)) &&
    items.slice(start, at).every(({ kind }) => kind === 'operator' || kind === 'word')
  );
}

/** "Total repair spend" is what is spent, and no number of repairs. */
export function isTotalled(scene: Scene, at: number): boolean {
  const token = scene.question.tokens[scene.items[at]?.from ?? -1];
  const isDone = scene.question.tokens.some(({ word }) =>
    /^(?:do|does|did|who|that|which|how|to)$/.test(word),
  );
  const { modifiers } = leadOf(scene, at - 1);
  return (
    token !== undefined &&
    token.word === token.lemma &&
    !token.afterBreak &&
    !isDone &&
    linkAt(scene, at - 1) !== undefined &&
    modifiers.some((place) =>
      /^(?:sum|avg)$/.test(operatorOfItem(scene.items[place], 'aggregate')?.aggregate ?? ''),
    )
  );
}

/** Whether a word makes the name before it that of another member, be it one of the rows named: "per ticket category". */
export function namesOther({ lexicon, question }: Scene, { entry, tokens }: Link, { lemma }: Token): boolean {
  const said = new Set([lemma, ...tokens.map((at) => question.tokens[at]?.lemma ?? '')]);
  const areRows =
    entry.kind === 'relation' ||
    (entry.kind === 'measure' && entry.measure === lexicon.rowCount) ||
    (entry.kind === 'dimension' &&
      tokens.every((at) => lexicon.things.has(question.tokens[at]?.lemma ?? '')));
  return (lexicon.byKey.get(lemma) ?? []).some(
    ({ entry: other, words, ordered, trust }) =>
      !ordered &&
      trust >= 0.97 &&
      !sameEntry(other, entry) &&
      words.every(({ key }) => said.has(key)) &&
      (words.length === said.size || (areRows && words.length === 1)),
  );
}

/** Whether a word says where it all is, after a preposition and an article: "in the survey". */
export function saysWhere({ items, question }: Scene, at: number): boolean {
  const from = items[at]?.from ?? 0;
  return (
    /^(the|our|this)$/.test(question.tokens[from - 1]?.word ?? '') &&
    /^(in|of|on)$/.test(question.tokens[from - 2]?.word ?? '')
  );
}

/** A word by itself that narrows rows: a value, or what is true or false of them. */
export function isCondition({ entry, ordered, words }: Phrase): boolean {
  return (
    (ordered && words.length === 1) ||
    (isFlag(entry) && words.filter(({ weight }) => weight >= 0.4).length === 1)
  );
}

/** "Sold" says little of "sold at a loss". */
export function saysMuchOf({ entry, words }: Phrase, lemma: string): boolean {
  const all = words.reduce((sum, { weight }) => sum + weight, 0);
  const own = words.find(({ key }) => key === lemma)?.weight ?? 0;
  return own >= all * (isFlag(entry) ? 0.6 : 0.4);
}

export function isCompound(first: string, second: string | undefined): boolean {
  const { noun } = partsOfSpeech(`${first} ${second ?? ''}`);
  return second !== undefined && noun > 0;
}

export function sameEntry(a: Entry, b: Entry): boolean {
  if (a.kind === 'measure') return b.kind === 'measure' && a.measure === b.measure;
  if (a.kind === 'segment') return b.kind === 'segment' && a.segment === b.segment;
  return dimensionOf(a) !== undefined && dimensionOf(a) === dimensionOf(b);
}

export const wordsOf = remembered((entry: Entry): readonly string[] => {
  const member = memberOf(entry);
  return member === undefined ? [] : [member.title, ...(member.synonyms ?? [])].flatMap(wordsIn);
});

/** Words of a title alone. */
export const titleWordsOf = remembered((entry: Entry) => wordsIn(memberOf(entry)?.title ?? ''));

function wordsIn(name: string): readonly string[] {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap((word) => [forms(word).lemma, forms(word).root]);
}

/** "Orders and revenue" asks for both. */
export function isBesideFigure({ items }: Draft, at: number): boolean {
  const isFigure = (it: Draft['items'][number] | undefined): boolean =>
    it?.kind === 'link' && it.link.entry.kind === 'measure';
  return [1, -1].some(
    (step) => operatorOfItem(items[at + step], 'and') !== undefined && isFigure(items[at + 2 * step]),
  );
}

/** How many predicates are taken for a name which another word says better. */
export function predicatesFor({ items, question: { tokens } }: Draft, { lemma }: Token): number {
  return items.filter((item) => {
    if (item.kind !== 'link' || item.link.quality > 0.9 || item.link.tokens.length > 1) return false;
    const isSaidOfIt = /^(?:is|are|was|were|still)$/.test(tokens[item.from]?.before ?? '');
    return isSaidOfIt && wordsOf(item.link.entry).includes(lemma);
  }).length;
}

/** Whether what is called new came in the time that is said: "new customers in June", and "new hires", who are all hires. */
export function areNew(scene: Draft, at: number): boolean {
  const { items, question, lexicon } = scene;
  const counted = linkAt(scene, at + 1)?.entry;
  const isTimed = question.isDated || items.some((it) => it.kind === 'grain');
  return (comesUp(lexicon) && isTimed) || (counted?.kind === 'measure' && counted.measure.type === 'count');
}

/** "Our current MRR" is as of today, as it is described. */
export function saysToday(scene: Draft, at: number): boolean {
  const next = linkAt(scene, at + 1)?.entry;
  return next?.kind === 'measure' && isAsOfNow(next.measure);
}
