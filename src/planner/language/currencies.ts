import { unitWords } from './grammar.ts';
import type { Token } from './text.ts';
import { wordTable } from './word-table.ts';

/** Metals and baskets of currencies, which nobody pays with, have codes that begin so. */
const codes = Intl.supportedValuesOf('currency').filter((code) => !code.startsWith('X'));

const names = [
  new Intl.DisplayNames('en', { type: 'currency' }),
  new Intl.DisplayNames('de', { type: 'currency' }),
];

/** By the noun of its name: dollars are of many countries. */
const byNoun = wordTable<ReadonlySet<string>>(
  Object.fromEntries(
    Map.groupBy(
      codes.flatMap((code) => nounsOf(code).map((noun) => ({ noun, code }))),
      ({ noun }) => noun,
    )
      .entries()
      .map(([noun, named]) => [noun, new Set(named.map(({ code }) => code))]),
  ),
);

function nounsOf(code: string): readonly string[] {
  return names.flatMap((it) => /(\p{L}+)(?: \(.*)?$/u.exec(it.of(code) ?? '')?.[1]?.toLowerCase() ?? []);
}

/** The codes of the currencies that a word is the noun or the code of: "dollars", "EUR"; undefined where it names none. */
export function currenciesOf({ raw, word, lemma }: Token): ReadonlySet<string> | undefined {
  if (codes.includes(raw) || (unitWords.has(lemma) && codes.includes(raw.toUpperCase())))
    return new Set([raw.toUpperCase()]);
  // "In real terms", "in gold".
  return word !== lemma || unitWords.has(lemma) ? byNoun[lemma] : undefined;
}
