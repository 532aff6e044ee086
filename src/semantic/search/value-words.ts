import { editDistance } from '../model/suggestion.ts';
import { wordsOf } from './words.ts';

/** Words of sample values. Samples are shared between searches, and so are their words. */
const wordsOfValues = new WeakMap<readonly string[], ReadonlySet<string>>();

function cachedWords(values: readonly string[]): ReadonlySet<string> {
  const known = wordsOfValues.get(values);
  if (known !== undefined) return known;
  const words = new Set(values.flatMap(wordsOf));
  wordsOfValues.set(values, words);
  return words;
}

/** Closeness of the values' nearest word to the given one: 1 for the word itself, 0 when none is near. */
export function valueCloseness(word: string, values: readonly string[]): number {
  const words = cachedWords(values);
  if (words.has(word)) return 1;
  if (word.length < 5) return 0;
  for (const candidate of words) {
    // Typos seldom hit the first letter; looking no further keeps long lists of values cheap.
    if (candidate[0] === word[0] && editDistance(word, candidate, 1) <= 1) return 0.5;
  }
  return 0;
}
