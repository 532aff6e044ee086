import { partsOfSpeech } from '../language/lexical.ts';
import { superlativeDirection } from '../language/scales.ts';
import { explain } from './cues.ts';
import type { Draft } from './draft.ts';
import { busynessAt, superlativeOf } from './rank-cues.ts';
import { open, operatorOfItem, use } from './scene.ts';

/** A word that asks for one end, with its place. */
export interface Superlative {
  readonly at: number;
  readonly direction: 'desc' | 'asc';
  readonly word: string;
}

/** @param recent places of words that pick by time: "the last 10 orders" */
export function superlativesIn(scene: Draft, recent: readonly number[]): readonly Superlative[] {
  const found = scene.items.flatMap((item, at): Superlative[] => {
    if (scene.used.has(at)) return [];
    const said = item.kind === 'word' ? (scene.question.tokens[item.from]?.word ?? '') : '';
    const word = busynessAt(scene, at) ?? said;
    const known = word === said ? superlativeOf(scene, item) : superlativeDirection(word);
    const isLeading = leads(scene, at, word);
    if (isLeading) explain(scene, at);
    const direction = known ?? (isLeading ? 'desc' : undefined);
    return direction === undefined ? [] : [{ at, direction, word }];
  });
  for (const { at, operator } of open(scene, 'first', 'last'))
    if (recent.includes(at)) {
      use(scene, at);
      found.push(
        operator.kind === 'last'
          ? { at, direction: 'desc', word: 'newest' }
          : { at, direction: 'asc', word: 'oldest' },
      );
    }
  // "The 2 biggest by budget, biggest first", too.
  const [, ...again] = open(scene, 'rank');
  for (const { at } of open(scene, 'first')) if (again.some((it) => it.at === at - 1)) use(scene, at);
  return found.filter((it, place) => !saysAgain(scene, it, found.slice(0, place)));
}

/** "Saltiest first": whatever the word says, it is said of the only figure. */
function leads(scene: Draft, at: number, word: string): boolean {
  const isFirst = operatorOfItem(scene.items[at + 1], 'first') !== undefined;
  if (!isFirst || !word.endsWith('est') || scene.figures.length !== 1) return false;
  const base = word.slice(0, -3);
  return [base, `${base}e`, base.replace(/i$/, 'y'), base.replace(/(.)\1$/, '$1')].some(
    (lemma) => partsOfSpeech(lemma).adjective > 0,
  );
}

/** "The five heaviest by mass, heaviest first" says its order twice. @returns whether it does, which is then explained */
function saysAgain(scene: Draft, { at, word }: Superlative, before: readonly Superlative[]): boolean {
  const [first] = open(scene, 'first').filter((it) => it.at === at + 1);
  if (first === undefined || !before.some((it) => it.word === word)) return false;
  use(scene, first.at);
  explain(scene, at);
  return true;
}

/** "Hardest material on top" says in which order, and asks for no highest one. */
export function isOnTop(
  { items, question }: Draft,
  superlative: Superlative | undefined,
  rank: { readonly at: number; readonly operator: { readonly top?: true } } | undefined,
): boolean {
  if (superlative === undefined || rank?.operator.top !== true || rank.at < superlative.at) return false;
  return /^(?:on|at|the)$/.test(question.tokens[(items[rank.at]?.from ?? 0) - 1]?.word ?? '');
}
