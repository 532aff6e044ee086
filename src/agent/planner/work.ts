import type { Entry, Lexicon } from './lexicon.ts';
import type { Mention } from './matching.ts';
import type { Token } from './text.ts';
import { isFiller } from './words.ts';

/** The table that the stages of reading one question share: each claims the words that it understood. */
export interface Work {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly lexicon: Lexicon;
  readonly mentions: readonly Mention[];
  /** Words that are accounted for. */
  readonly used: Set<number>;
  readonly ambiguities: string[];
}

export type MentionOf<K extends Entry['kind']> = Mention & { readonly entry: Extract<Entry, { kind: K }> };

export function mentionsOf<K extends Entry['kind']>(work: Work, kind: K): MentionOf<K>[] {
  return work.mentions.filter((mention): mention is MentionOf<K> => mention.entry.kind === kind);
}

export function claim(work: Work, tokens: Iterable<number>): void {
  for (const index of tokens) work.used.add(index);
}

const articles = new Set(
  'a an the our their his her its your my this that these those of all any be'.split(' '),
);

/** Index of the word before, articles and the like skipped; -1 at the beginning. */
export function before(work: Work, index: number, skip: (word: string) => boolean = () => false): number {
  let at = index - 1;
  while (at >= 0) {
    const token = work.tokens[at];
    if (token === undefined || !(articles.has(token.lemma) || skip(token.lemma))) return at;
    if (work.tokens[at + 1]?.afterBreak === true) return -1;
    at -= 1;
  }
  return at;
}

export function firstOf(mention: Mention): number {
  return mention.tokens[0] ?? 0;
}

export function lastOf(mention: Mention): number {
  return mention.tokens.at(-1) ?? 0;
}

export function lemmaAt(work: Work, index: number): string {
  return work.tokens[index]?.lemma ?? '';
}

export function wordAt(work: Work, index: number): string {
  return work.tokens[index]?.word ?? '';
}

/** True when only filler stands between two places. */
export function onlyFillerBetween(work: Work, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) {
    const token = work.tokens[at];
    if (token !== undefined && !isFiller(token)) return false;
  }
  return true;
}

/** Words that lead into where something is or comes from. */
export const prepositions: ReadonlySet<string> = new Set([
  'from',
  'of',
  'for',
  'to',
  'with',
  'in',
  'on',
  'at',
]);
