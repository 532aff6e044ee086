import { isFillerWord, operatorOf } from '../language/grammar.ts';
import type { Token } from '../language/text.ts';
import type { Entry } from './entries.ts';

/** Words of a question that may name an entry. */
export interface Link {
  readonly entry: Entry;
  /** In order; words between them belong to nothing. */
  readonly tokens: readonly number[];
  /** From 0 to 1, how surely they name it. */
  readonly quality: number;
  /** The entry's own aggregate words are among them. */
  readonly saysAggregate: boolean;
  /** The small word that its name ends with is left out. */
  readonly unended?: true;
  /** Only its description says the word. */
  readonly described?: true;
  /** It is called after what was done: "did we sell" of "units sold". */
  readonly deed?: true;
  /** "un-", "non-": what is named is denied. */
  readonly denied: boolean;
}

/** "US", "Will": small words that are written like names may be some. */
export function isShouted(token: Token, tokens: readonly Token[]): boolean {
  if (token.quoted) return true;
  // "In the us" is the country.
  if (token.word === 'us' && token.before === 'the') return true;
  if (/^\p{Lu}{2,}$/u.test(token.raw)) return tokens.some(({ raw }) => /\p{Ll}/u.test(raw));
  return (
    token.index > 0 &&
    !token.afterBreak &&
    /^\p{Lu}\p{Ll}/u.test(token.raw) &&
    !tokens.every(({ raw }) => /^\p{Lu}/u.test(raw))
  );
}

/** Whether a word belongs to the grammar of English. */
export function isSmall(token: Token | undefined): boolean {
  return token !== undefined && (isFillerWord(token.word) || operatorOf(token.word) !== undefined);
}

/** Whether a word is for people of whatever kind, and only like a name: "people" are no individuals rather than families. */
export function isAnybody(token: Token | undefined, likeness: number): boolean {
  return token?.lemma === 'person' && likeness < 0.95;
}
