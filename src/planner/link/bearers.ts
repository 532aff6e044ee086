import type { CubeMetadata } from '../../contract/tools.ts';
import { grainAdverbs } from '../language/grains.ts';
import { isKindOf, partsOfSpeech } from '../language/lexical.ts';
import { remembered } from '../language/remembered.ts';
import { forms } from '../language/text.ts';
import { nameLemmas } from './names.ts';

const oneOfEach =
  /^\s*(?:exactly )?(?:the|an?|one|just one) ((?:[\p{L}-]+ ){1,3})(?:(?:to|for|of|from|by|with|about) (?:each|every)|per) ([\p{L}-]+)(.*)$/u;
/** "Each product of an order", "each client and month": there are more rows than one. */
const ofMore = /^\s*of\b|\b(?:an?|each|every|per|and|or)\b/;

/** What a cube is said to have one row for each of: the clients of "the last call to each client". */
export const bearersOf = remembered(
  ({ description = '' }: CubeMetadata): ReadonlySet<string> =>
    new Set(
      description
        .toLowerCase()
        .split(/[,;:.()]/)
        .flatMap((clause) => {
          const [, head = '', bearer = '', rest = ''] = oneOfEach.exec(clause) ?? [];
          const words = head.trim().split(' ');
          const { word, lemma } = forms(words.at(-1) ?? '');
          const isOne =
            word === lemma && !words.some((it) => grainAdverbs.includes(it)) && !ofMore.test(rest);
          return bearer !== '' && isOne ? [forms(bearer).lemma] : [];
        })
        .filter((lemma) => partsOfSpeech(lemma).noun > 0),
    ),
);

/** Nouns of a description that are said of each row, and of which several rows may speak: "each call of a client". */
export function sharedIn(description: string): ReadonlySet<string> {
  const found = description
    .toLowerCase()
    .matchAll(/(?<=\p{L} (?:to|for|of|from|by|with|about) (?:an?|any|each|every) |\p{L} per )[\p{L}-]+/gu);
  return new Set([...found].map(([word]) => forms(word).lemma));
}

/**
 * Whether a noun names what a cube has one row for each of, be it by a wider word: "people" for clients.
 * @param things what the whole model has rows or names of
 */
export function namesBearers(lemma: string, cube: CubeMetadata, things: ReadonlySet<string>): boolean {
  const bearers = bearersOf(cube);
  const isWider = (bearer: string): boolean =>
    isKindOf(bearer, lemma) && (!isKindOf('person', lemma) || isKindOf(lemma, 'person'));
  if (bearers.has(lemma)) return true;
  // Beside doctors, people are not the patients alone.
  const others = [...things, ...cube.dimensions.flatMap(({ title }) => nameLemmas(title).at(-1) ?? [])];
  return bearers.values().some(isWider) && !others.some((it) => !bearers.has(it) && isKindOf(it, lemma));
}
