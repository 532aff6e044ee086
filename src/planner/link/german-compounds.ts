import { fold } from '../../english.ts';
import { germanStem } from '../language/german.ts';
import { isEnglish } from '../language/lexical.ts';
import { remembered } from '../language/remembered.ts';
import type { Lexicon } from './lexicon.ts';

const shortestValue = 3;
const shortestName = 4;

interface Parts {
  /** Values of a single word. */
  readonly values: ReadonlySet<string>;
  /** Stems of names. */
  readonly stems: ReadonlySet<string>;
}

const partsOf = remembered(
  (lexicon: Lexicon): Parts => ({
    values: new Set(
      lexicon.phrases.flatMap(({ entry, words: [only, ...more] }) =>
        entry.kind === 'value' && only !== undefined && more.length === 0 ? only.key : [],
      ),
    ),
    stems: new Set(lexicon.nameKeys.map(germanStem)),
  }),
);

/**
 * A message with the German compounds in it taken apart that begin with a value and end with a name: "Papiertouren" are "Papier
 * Touren", and not all tours.
 */
export function compoundsApart(message: string, lexicons: readonly Lexicon[]): string {
  return message.replace(/(?<![\p{L}\p{N}])\p{Lu}\p{Ll}{6,}(?![\p{L}\p{N}])/gu, (raw) => {
    const word = fold(raw);
    // One letter for each, so that the rest can be cut out as it was typed.
    if (word.length !== raw.length || isEnglish(word)) return raw;
    if (lexicons.some(({ byKey }) => byKey.has(word))) return raw;
    for (let at = word.length - shortestName; at >= shortestValue; at -= 1) {
      const stem = germanStem(word.slice(at));
      const first = [word.slice(0, at), word.slice(0, at).replace(/(?:s|n|en|es)$/, '')];
      const isBoth = lexicons.some((lexicon) => {
        const { values, stems } = partsOf(lexicon);
        return stems.has(stem) && first.some((it) => values.has(it));
      });
      if (isBoth) return `${raw.slice(0, at)} ${raw.charAt(at).toUpperCase()}${raw.slice(at + 1)}`;
    }
    return raw;
  });
}
