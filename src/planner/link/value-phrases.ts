import type { DimensionMetadata } from '../../contract/tools.ts';
import { isFillerWord } from '../language/grammar.ts';
import { rememberedWords } from '../language/remembered.ts';
import { forms, nameWords, withoutApostrophes } from '../language/text.ts';
import type { Entry } from './entries.ts';
import type { NameWord, Phrase } from './phrases.ts';

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
