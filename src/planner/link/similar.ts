import type { Budget } from '../language/budget.ts';
import { germanStem } from '../language/german.ts';
import { kindNouns, operatorOf, sorts } from '../language/grammar.ts';
import { isEnglish, isKindOf, partsOfSpeech, relatives } from '../language/lexical.ts';
import { remembered, rememberedWords } from '../language/remembered.ts';
import { scaleOf } from '../language/scales.ts';
import { isTypoOf, type Token } from '../language/text.ts';
import { alike } from '../language/thesaurus.ts';
import { baseVerb, kindOf } from '../language/word-kind.ts';
import type { Lexicon } from './lexicon.ts';
import { keyOfWord } from './phrases.ts';

const likeness = {
  word: 1,
  lemma: 0.98,
  adverb: 0.95,
  root: 0.9,
  /** The head of a German compound, or a compound of it. */
  compound: 0.8,
  shortRoot: 0.75,
  typo: 0.87,
  related: 0.5,
  same: 0.4,
} as const;

const durations: readonly string[] = ['second', 'sec', 'minute', 'min', 'hour', 'hr', 'day'];

const timeWords = new Set(
  'hour day week month quarter year monthly weekly daily quarterly yearly annual'.split(' '),
);

function isTimeWord({ word, lemma }: Token): boolean {
  return timeWords.has(lemma) || timeWords.has(word);
}

/** "P/E", "EPS" and "eps", but not "US", which is rather a value. */
function isAcronym({ raw, word, start, end }: Token): boolean {
  if (/^\p{Lu}{2,5}$/u.test(raw)) return raw.length > 2 || end - start > raw.length;
  // "Did" is short for no distributor invoice date.
  return /^[a-z]{3,5}$/.test(word) && operatorOf(word) === undefined && !isEnglish(word);
}

const sameAdverbs = rememberedWords(1_000, (word) =>
  [...relatives(word)].flatMap(([other, strength]) =>
    strength === 1 && other.endsWith('ly') ? [other] : [],
  ),
);

/** Keys of the relation's vocabulary that a word may stand for. */
export function similarTo(
  token: Token,
  { byKey, byRoot, byShape, nameKeys, synonymKeys }: Lexicon,
  budget: Budget,
): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const offer = (key: string, degree: number): void => {
    if (byKey.has(key) && degree > (found.get(key) ?? 0)) found.set(key, degree);
  };
  const key = keyOfWord(token.word);
  offer(key, likeness.word);
  offer(token.lemma, likeness.lemma);
  if (token.word.endsWith('s')) offer(token.word.slice(0, -1), likeness.lemma);
  // "Fully" and "partially" are of "full" and "partial", and so is "partly".
  if (token.word.endsWith('ly'))
    for (const word of [token.word, ...sameAdverbs(token.word)])
      for (const cut of [1, 2]) offer(word.slice(0, -cut), likeness.adverb);
  if (found.size === 0 && sorts.includes(token.lemma) && !isOfThing(token, nameKeys))
    for (const sort of sorts) offer(sort, likeness.adverb);
  if (found.size === 0 && isAcronym(token)) offer(`^${token.word}`, likeness.word);
  // "UK" is the United Kingdom, and so is "the uk".
  if (found.size === 0 && /^\p{Lu}{2,4}s?$/u.test(token.raw))
    offer(`@${token.word.slice(0, token.raw.replace(/s$/, '').length)}`, likeness.word);
  if (found.size === 0 && token.before === 'the' && /^(?:us|uk|usa|eu|uae)$/.test(token.word))
    offer(`@${token.word}`, likeness.word);
  if (key.startsWith('~')) return found;
  // "How long is a call" asks for its duration.
  if (token.before === 'how')
    for (const noun of scaleOf(token.word)?.scale.nouns ?? []) offer(noun, likeness.root);
  // "Time to close" is counted in days.
  if (token.lemma === 'time') for (const unit of durations) offer(unit, likeness.root);
  // "Rated" speaks of a rating rather than of a rate, and "cancelled" is not what is still cancelling.
  const doing = token.word.endsWith('ed') ? `${token.word.slice(0, -2)}ing` : undefined;
  if (doing !== undefined && byKey.has(doing)) {
    if (!byKey.has(token.word)) found.delete(token.lemma);
    offer(doing, likeness.lemma);
  }
  // Who misses lessons has missed some, whatever else is called so; what there is to complete is not completed.
  // "Are still open" says how they are, and not when they were opened.
  const isDeed = !/^(?:to|is|are|was|were|be|been|still)$/.test(token.before ?? '');
  const isSaid = isDeed && token.language !== 'de' && operatorOf(token.word) === undefined;
  const isVerb = isSaid && kindOf(token) === 'verb';
  for (const done of isVerb ? (byRoot.get(token.root) ?? []) : [])
    if (baseVerb(done) === token.lemma) offer(done, likeness.root);
  if (found.size > 0) {
    // "Used" names no versions that are widely used: usage may be meant.
    if (kindOf(token) === 'verb' && ![...found.keys()].some((it) => isMain(it, byKey)))
      for (const [other, strength] of alike(token, nameKeys))
        if (!synonymKeys.has(other) && isMain(other, byKey)) offer(other, likenessOf(token, other, strength));
    return found;
  }
  const operator = operatorOf(token.word) ?? operatorOf(token.lemma);
  const verb = baseVerb(token.word);
  // "Jammed" is surely of "jam".
  const rootDegree = (other: string): number =>
    token.root.length > 4 || other === verb ? likeness.root : likeness.shortRoot;
  if (token.language === 'de' && operator === undefined && !/^\d/.test(token.word))
    for (const [other, said] of germanForms(token.word, byKey, nameKeys)) offer(other, said);
  if (found.size > 0) return found;
  if (token.root.length >= 3)
    for (const other of byRoot.get(token.root) ?? []) offer(other, rootDegree(other));
  if (found.size > 0 || operator !== undefined || /^\d/.test(token.word) || isTimeWord(token)) return found;
  // "Finished" is no mistyped "furnished", nor "paused" any "passed".
  const isKnown = token.language !== 'de' && (verb !== undefined || isEnglish(token.lemma));
  for (const longer of [-2, -1, 0, 1, 2]) {
    const near = byShape.get(`${token.lemma[0]}${token.lemma.length + longer}`) ?? [];
    budget.spend(near.length * 5);
    for (const other of near)
      if (!isKnown && (isTypoOf(token.lemma, other) || isTypoOf(token.word, other)))
        offer(other, likeness.typo);
  }
  const whole = found.size === 0 ? wholeOf(token, nameKeys) : undefined;
  if (whole !== undefined) offer(whole, likeness.typo);
  // WordNet knows no German.
  if (found.size > 0 || token.language === 'de') return found;
  for (const other of byRoot.get(verb ?? '') ?? []) offer(other, likeness.root);
  // "Wooden" is of wood, and "woollen" of wool.
  const substance = partsOfSpeech(token.word).adjective >= 0.5 ? /^(.{3,})en$/.exec(token.word)?.[1] : '';
  for (const stem of [substance ?? '', substance?.replace(/(.)\1$/, '$1') ?? ''])
    if (partsOfSpeech(stem).noun >= 0.5) offer(stem, likeness.root);
  // "Can be dug" is "diggable".
  for (const stem of [token.lemma, token.lemma.replace(/e$/, ''), `${token.lemma}${token.lemma.at(-1)}`])
    for (const ending of ['able', 'ible']) offer(`${stem}${ending}`, likeness.root);
  // "Order value": a word for any kind of thing is like none of them.
  if (kindNouns.has(token.lemma)) return found;
  // What is new is of no age.
  if (scaleOf(token.word)?.scale.nouns.size === 0) return found;
  // What was reopened is not just open.
  const again = /^re(.{3,})$/.exec(verb ?? '')?.[1];
  for (const [other, strength] of alike(token, nameKeys))
    if (!synonymKeys.has(other) && other !== again) offer(other, likenessOf(token, other, strength));
  return found;
}

/** The type of a property is none of a tenant. */
function isOfThing({ before = '', afterBreak }: Token, nameKeys: readonly string[]): boolean {
  const { noun } = partsOfSpeech(before);
  return !afterBreak && noun > 0.5 && operatorOf(before) === undefined && !nameKeys.includes(before);
}

/** What a word is short for that no dictionary has: "dept", "qty", "mgr"; undefined where it may be more than one name. */
function wholeOf({ raw, lemma }: Token, nameKeys: readonly string[]): string | undefined {
  const isShort = /^[a-z]{3,6}$/.test(raw) && /^[a-z]{3,5}$/.test(lemma);
  if (!isShort || isEnglish(lemma)) return undefined;
  const ends = new RegExp(`^${[...lemma].join('.*')}$`);
  const [only, ...more] = nameKeys.filter(
    (key) => key.length > lemma.length + 2 && (ends.test(key) || (lemma.length > 3 && key.startsWith(lemma))),
  );
  return more.length === 0 ? only : undefined;
}

/** Words of one meaning that begin alike are made from each other: "resolve" and "resolution". */
function likenessOf({ lemma }: Token, other: string, strength: number): number {
  const shared = [...lemma].findIndex((letter, at) => letter !== other[at]);
  const isMade = strength >= 0.6 && (shared < 0 ? lemma.length : shared) >= Math.max(4, lemma.length - 3);
  if (isMade) return likeness.root;
  // A refund is a payment, but payments are not refunds.
  const isNarrower = isKindOf(lemma, other) && !isKindOf(other, lemma);
  return likeness.related + (isNarrower ? 0 : likeness.same * strength);
}

/** Whether a word by itself says most of a name. */
function isMain(key: string, byKey: Lexicon['byKey']): boolean {
  return (byKey.get(key) ?? []).some(
    ({ words, head }) => words[head]?.key === key || words.filter(({ weight }) => weight >= 0.4).length === 1,
  );
}

const stemsOf = remembered((byKey: Lexicon['byKey']): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, string[]>();
  for (const key of byKey.keys()) {
    const stem = germanStem(key);
    found.set(stem, [...(found.get(stem) ?? []), key]);
  }
  return found;
});

/** Shorter words begin or end many others by chance. */
const shortestHead = 4;

/** Other forms of a German word, and the compounds that end with it or with which it ends. */
function germanForms(word: string, byKey: Lexicon['byKey'], nameKeys: readonly string[]): [string, number][] {
  const stem = germanStem(word);
  const forms = stemsOf(byKey).get(stem) ?? [];
  if (forms.length > 0 || stem.length < shortestHead) return forms.map((key) => [key, likeness.lemma]);
  return nameKeys
    .filter((key) => {
      const other = germanStem(key);
      return other.length >= shortestHead && (other.endsWith(stem) || stem.endsWith(other));
    })
    .map((key) => [key, likeness.compound]);
}
