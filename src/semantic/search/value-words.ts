import { wordsOf } from './words.ts';

/** The words of one dimension's values. */
export interface ValueWords {
  readonly words: ReadonlySet<string>;
  /** By first letter and length: typos seldom hit the first letter. */
  readonly byShape: ReadonlyMap<string, readonly string[]>;
}

/** Samples are shared between searches, and so are their words. */
const known = new WeakMap<readonly string[], ValueWords>();

/** Takes values apart into words, once; done when they are read, it does not hold up the searches that follow. */
export function valueWords(values: readonly string[]): ValueWords {
  let found = known.get(values);
  if (found === undefined) {
    const words = new Set(values.flatMap(wordsOf));
    found = { words, byShape: Map.groupBy(words, (word) => shapeOf(word, word.length)) };
    known.set(values, found);
  }
  return found;
}

function shapeOf(word: string, length: number): string {
  return `${word[0] ?? ''}${length}`;
}

/**
 * Closeness of the nearest word of some values to the given one: 1 for the word itself, 0 when none is near.
 * @param maybeTypo whether words that are one edit away count too, at a half
 */
export function closenessTo(word: string, maybeTypo: boolean): (values: ValueWords) => number {
  const shapes =
    maybeTypo && word.length >= 5 ? [-1, 0, 1].map((more) => shapeOf(word, word.length + more)) : [];
  return ({ words, byShape }) => {
    if (words.has(word)) return 1;
    const near = shapes.some((shape) => byShape.get(shape)?.some((other) => isOneEditAway(word, other)));
    return near ? 0.5 : 0;
  };
}

/** Whether one letter added, left out or changed, or two neighbours swapped, makes the one of the other. */
export function isOneEditAway(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const [inA, inB] = [a.length - start - end, b.length - start - end];
  if (Math.max(inA, inB) === 1) return true;
  return inA === 2 && inB === 2 && a[start] === b[start + 1] && a[start + 1] === b[start];
}
