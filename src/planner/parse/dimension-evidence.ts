import type { DimensionMetadata } from '../../contract/tools.ts';
import { identifying, titleLemmas } from '../link/entities.ts';
import { ownerOf } from '../link/joined-cubes.ts';
import { isDeedOfRows } from '../link/row-deeds.ts';
import { siblingsOf } from '../link/siblings.ts';
import { isPerRow } from './cues.ts';
import type { Draft } from './draft.ts';
import { afterBreak, isPlural, type Lead, leftOf, linkAt, operatorOfItem, use } from './scene.ts';
import { describes } from './word-beside.ts';

/** "Did sponsors pay": whoever does what a verb says. */
export function isSubject(scene: Draft, at: number): boolean {
  const { items, question } = scene;
  const [item, next] = [items[at], items[at + 1]];
  const verb = question.tokens[next?.from ?? -1];
  return (
    /^(?:do|does|did)$/.test(question.tokens[(item?.from ?? 0) - 1]?.word ?? '') &&
    isPlural(scene, at) &&
    verb !== undefined &&
    isDeedOfRows(verb, scene.lexicon)
  );
}

/** "Average pay per year of experience": a mean is divided by nothing, and years that do not add up tell how long it has been. */
export function isMeanPerYearOf(scene: Draft, at: number, dimension: DimensionMetadata): boolean {
  const { from = 0 } = scene.items[at] ?? {};
  const [unit, of] = scene.question.tokens.slice(from, from + 2);
  const isUnit = /^(?:day|week|month|year)$/.test(unit?.word ?? '') && of?.word === 'of';
  return isUnit && isPerRow(scene, 'per') && !siblingsOf(scene.lexicon, dimension).measures.has('sum');
}

/** "Worst satisfaction score", where satisfaction is described as the average score: no second figure, and no group. */
export function isHeadOfFigure(scene: Draft, at: number, { name }: DimensionMetadata): boolean {
  const entry = linkAt(scene, at - 1)?.entry;
  const { items, question } = scene;
  return (
    entry?.kind === 'measure' &&
    !entry.measure.type.startsWith('count') &&
    ownerOf(entry.measure.name) === ownerOf(name) &&
    (items[at - 1]?.to ?? 0) + 1 === items[at]?.from &&
    !afterBreak(scene, at) &&
    describes(entry, question.tokens[items[at]?.to ?? -1]?.lemma ?? '')
  );
}

/** "Stations that are only partly step-free" are some of them. */
export function isSaidOfSome({ items, question: { tokens } }: Draft, at: number): boolean {
  let place = (items[at]?.from ?? 0) - 1;
  while (/^(?:only|not)$|ly$/.test(tokens[place]?.word ?? '')) place -= 1;
  return (
    /^(?:is|are|was|were)$/.test(tokens[place]?.word ?? '') &&
    /^(?:that|which|who)$/.test(tokens[place - 1]?.word ?? '')
  );
}

/** "The largest station and its state". */
export function isTheirs({ items, question }: Draft, at: number): boolean {
  const own = question.tokens[(items[at]?.from ?? 0) - 1]?.word ?? '';
  return /^(?:its|their)$/.test(own) && operatorOfItem(items[at - 2], 'and') !== undefined;
}

/** Whether a name says what a dimension holds, and not only of what. */
export function namesHead(scene: Draft, at: number, { title }: DimensionMetadata): boolean {
  const head = titleLemmas(title).at(-1) ?? '';
  const link = linkAt(scene, at);
  const said = (link?.tokens ?? []).map((it) => scene.question.tokens[it]?.lemma ?? '');
  return link === undefined || link.quality >= 0.95 || identifying.has(head) || said.includes(head);
}

/** "All browsers together": split by none of them. */
export function areTogether({ items, question: { tokens } }: Draft, at: number): boolean {
  const { from = 0, to = 0 } = items[at] ?? {};
  return tokens[from - 1]?.word === 'all' && /^(together|combined)$/.test(tokens[to + 1]?.word ?? '');
}

/** "no dividend yield", "without a price", "does not have a price": nothing is there. */
export function isNone(scene: Draft, { cue, modifiers }: Lead): boolean {
  const before = cue?.kind === 'with' ? leftOf(scene.items, cue.at) : undefined;
  if (before !== undefined && operatorOfItem(scene.items[before], 'not') !== undefined) {
    use(scene, before);
    return true;
  }
  const word =
    cue?.kind === 'not' && modifiers.length === 0
      ? scene.question.tokens[scene.items[cue.at]?.from ?? -1]?.word
      : undefined;
  return word !== undefined && /^(no|without|lack|lacks|lacking|missing)$/.test(word);
}
