import { editDistance } from '../model/suggestion.ts';
import { wordsOf } from './words.ts';

interface ValueWords {
  readonly words: ReadonlySet<string>;
  /** Typos seldom hit the first letter; looking no further keeps long lists of values cheap. */
  readonly byFirstLetter: ReadonlyMap<string, readonly string[]>;
}

/** Samples are shared between searches, and so are their words. */
const known = new WeakMap<readonly string[], ValueWords>();

function valueWords(values: readonly string[]): ValueWords {
  let found = known.get(values);
  if (found === undefined) {
    const words = new Set(values.flatMap(wordsOf));
    found = { words, byFirstLetter: Map.groupBy(words, (word) => word[0] ?? '') };
    known.set(values, found);
  }
  return found;
}

/**
 * Closeness of the values' nearest word to the given one: 1 for the word itself, 0 when none is near.
 * @param maybeTypo whether words that are one edit away count too, at a half
 */
export function valueCloseness(word: string, values: readonly string[], maybeTypo: boolean): number {
  const { words, byFirstLetter } = valueWords(values);
  if (words.has(word)) return 1;
  if (!maybeTypo || word.length < 5) return 0;
  const candidates = byFirstLetter.get(word[0] ?? '') ?? [];
  return candidates.some((candidate) => editDistance(word, candidate, 1) <= 1) ? 0.5 : 0;
}
