import { closenessTo, isOneEditAway, valueWords } from './value-words.ts';
import { askedWords, wordsOf } from './words.ts';

/** Of the words of a value, how many must be almost a word of the text for the value to count as misspelled in it. */
const leastAlike = 0.5;
/** Shorter words have too many others one letter away. */
const minTypoLength = 5;
const typoLikeness = 0.75;

/**
 * The values that a text may name, surest first: those of which it says every word, then those of which it says some, then those
 * that it may have misspelled.
 * @param asked words of the text, as `askedWords` gives them
 */
export function namedValues(asked: readonly string[], values: readonly string[]): readonly string[] {
  const near = valueWords(values);
  if (!asked.some((word) => closenessTo(word, true)(near) > 0)) return [];
  const said = new Set(asked);
  const long = asked.filter((word) => word.length >= minTypoLength);
  return values
    .flatMap((value) => {
      const likeness = likenessOf(value, said, long);
      return likeness === 0 ? [] : [{ value, likeness }];
    })
    .sort((a, b) => b.likeness - a.likeness || a.value.length - b.value.length)
    .map(({ value }) => value);
}

/** From 1 for a value that the text says in full to 0 for one that it does not name. */
function likenessOf(value: string, said: ReadonlySet<string>, long: readonly string[]): number {
  const telling = askedWords(value);
  const words = telling.length === 0 ? wordsOf(value) : telling;
  if (words.length === 0) return 0;
  const exact = words.filter((word) => said.has(word)).length;
  const misspelled = words.filter(
    (word) => !said.has(word) && long.some((other) => isOneEditAway(word, other)),
  ).length;
  const likeness = (exact + misspelled * typoLikeness) / words.length;
  return exact > 0 || likeness >= leastAlike ? likeness : 0;
}
