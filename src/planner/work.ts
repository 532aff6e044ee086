import type { Budget } from './budget.ts';
import type { Entry, Lexicon } from './lexicon.ts';
import type { Mention } from './matching.ts';
import type { Question } from './question.ts';
import { remembered } from './remembered.ts';
import type { Token } from './text.ts';
import { isFiller } from './words.ts';

/** The table that the stages of reading one question share: each claims the words that it understood. */
export interface Work {
  readonly question: Question;
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly lexicon: Lexicon;
  /** In the order of the question. */
  readonly mentions: readonly Mention[];
  /** Words that are accounted for. */
  readonly used: Set<number>;
  readonly ambiguities: string[];
  readonly budget: Budget;
}

export type MentionOf<K extends Entry['kind']> = Mention & { readonly entry: Extract<Entry, { kind: K }> };

export function mentionsOf<K extends Entry['kind']>(work: Work, kind: K): readonly MentionOf<K>[] {
  const found: readonly Mention[] = byKind(work.mentions).get(kind) ?? [];
  return found as readonly MentionOf<K>[];
}

const byKind = remembered((mentions: readonly Mention[]) => Map.groupBy(mentions, ({ entry }) => entry.kind));

/** The mention that a word is part of. */
export function mentionAt(work: Work, index: number): Mention | undefined {
  return byWord(work.mentions).get(index);
}

const byWord = remembered(
  (mentions: readonly Mention[]) =>
    new Map(mentions.flatMap((mention) => mention.tokens.map((index) => [index, mention] as const))),
);

export function isOfKind<K extends Entry['kind']>(
  mention: Mention | undefined,
  kind: K,
): mention is MentionOf<K> {
  return mention?.entry.kind === kind;
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
    work.budget.spend(1);
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
    work.budget.spend(1);
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
