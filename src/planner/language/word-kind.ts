import { operatorOf } from './grammar.ts';
import { isEnglish, partsOfSpeech } from './lexical.ts';
import { remembered, rememberedWords } from './remembered.ts';
import type { Token } from './text.ts';

/** What a word that nothing explains may be; a name or what stands in quotes is never left aside. */
export type WordKind = 'adverb' | 'verb' | 'adjective' | 'noun' | 'name' | 'quoted';

const pronouns = new Set([
  'i',
  'you',
  'we',
  'they',
  'it',
  'he',
  'she',
  'to',
  'does',
  'did',
  'do',
  'can',
  'could',
  'would',
]);

const determiners = new Set(
  'the a an our their its any no every each many which most fewest fewer'.split(' '),
);

/** The verb that a form in "-ed" or "-ing" is of: "rate" of "rated"; undefined for other words. */
export const baseVerb = rememberedWords(20_000, (word): string | undefined => {
  const stem = /^(.{2,}?)(?:ed|ing)$/.exec(word)?.[1];
  if (stem === undefined) return undefined;
  const bases = [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1')];
  const likely = bases.filter((it) => it.length > 2 && partsOfSpeech(it).verb > 0.05);
  return likely.toSorted((a, b) => partsOfSpeech(b).verb - partsOfSpeech(a).verb)[0];
});

/** Whether the dictionary has a word in some form. */
export function isWord({ word, lemma }: Pick<Token, 'word' | 'lemma'>): boolean {
  const forms = [word, lemma, baseVerb(word) ?? word];
  return forms.some(isEnglish);
}

/** A word that is none of the language is a name, however it is typed: "nvidia". */
export function isForeign(token: Pick<Token, 'word' | 'lemma'>): boolean {
  return /^\p{Ll}{4,}$/u.test(token.word) && !isWord(token);
}

/** German writes its nouns with a capital letter, and inflects its adjectives: "mit offenen Rechnungen", unlike "Kunden bezahlen Rechnungen". */
function germanKindOf(raw: string, before: string | undefined): WordKind {
  if (/^\p{Lu}/u.test(raw)) return 'noun';
  const isInflected = /(?:e|er|es|em)$/.test(raw) || (/en$/.test(raw) && leadsTo.test(before ?? ''));
  return isInflected ? 'adjective' : 'verb';
}

/** What stands before a noun and what is said of it. */
const leadsTo = /^(?:with|without|of|for|from|in|on|at|by|per|each|the|an?)$/;

/** @returns by what a word is most often used as, and by its looks where that is not known */
export const kindOf = remembered((token: Token): WordKind => {
  const { raw, word, lemma, index, quoted, afterBreak, before, language } = token;
  if (quoted) return 'quoted';
  if (/\p{L}.*\d|\d.*\p{L}/u.test(raw)) return 'name';
  if (language === 'de' && operatorOf(word) === undefined) return germanKindOf(raw, before);
  if (/^\p{Lu}/u.test(raw) && index > 0 && !afterBreak) return 'name';
  // "the deposit", "how many spawns": what an article stands before is a thing.
  if (
    before !== undefined &&
    determiners.has(before) &&
    partsOfSpeech(lemma).noun > 0.02 &&
    !/ly$/.test(word)
  )
    return partsOfSpeech(word).adjective > 0.5 ? 'adjective' : 'noun';
  // "How many lifts": what is counted is a thing, whatever its word does elsewhere.
  if (/^(many|few|fewer|fewest)$/.test(before ?? '') && /[^s]s$/.test(word)) return 'noun';
  // "from abroad" says which.
  if (before === 'from') return 'noun';
  if (/ly$/.test(word) && partsOfSpeech(word).adverb >= 0.5) return 'adverb';
  // "do we track", "to operate".
  if (before !== undefined && pronouns.has(before) && partsOfSpeech(lemma).verb > 0.1) return 'verb';
  // "led", "sold": a past form is of its verb.
  if (word !== lemma && !/s$|ing$/.test(word) && partsOfSpeech(lemma).verb > 0.2) return 'verb';
  if (/ed$/.test(word) && baseVerb(word) !== undefined) return 'verb';
  const said = partsOfSpeech(word);
  const known = said.noun + said.verb + said.adjective + said.adverb > 0 ? said : partsOfSpeech(lemma);
  const { noun, verb, adjective, adverb } = known;
  const most = Math.max(noun, verb, adjective, adverb);
  // What is hardly ever a noun is none here.
  if (most > 0)
    return noun >= 0.35
      ? 'noun'
      : verb === most
        ? 'verb'
        : adjective === most
          ? 'adjective'
          : adverb === most
            ? 'adverb'
            : 'noun';
  if (/(ing|ed|ize|ise|ify)$/.test(word)) return 'verb';
  if (/(able|ible|ive|ous|ful|less|ic|al|ish)$/.test(word)) return 'adjective';
  return 'noun';
});
