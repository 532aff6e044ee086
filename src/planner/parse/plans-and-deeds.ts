import type { DimensionMetadata } from '../../contract/tools.ts';
import { isPast } from '../language/doers.ts';
import { isJoined } from '../link/joined-cubes.ts';
import { otherSideOf } from '../link/lateness.ts';
import { isPlanned, saysPlan } from '../link/spans.ts';
import { charge } from './charges.ts';
import { explain } from './cues.ts';
import type { Draft } from './draft.ts';
import { linkAt, type Scene } from './scene.ts';

/**
 * What was done was not done on the day by which it was due: "finished in 2025" and "did we finish" go by no planned end,
 * while "supposed to be finished" goes by nothing else.
 */
export function readPlan(scene: Draft, at: number, dimension: DimensionMetadata): void {
  const { items, question, lexicon } = scene;
  const isOfPlan = saysPlan(question.tokens.map(({ lemma }) => lemma));
  if (!isPlanned(dimension)) {
    const hasPlan = lexicon.cube.dimensions.some(
      (it) => it.type === 'time' && !isJoined(it) && isPlanned(it),
    );
    const isSaid = (linkAt(scene, at)?.quality ?? 1) >= 0.95;
    // "Letters due this year that were not sent" speak of both.
    const isOther = items.some((_, place) => {
      const entry = place === at ? undefined : linkAt(scene, place)?.entry;
      return entry?.kind === 'dimension' && entry.dimension.type === 'time' && isPlanned(entry.dimension);
    });
    if (isOfPlan && hasPlan && !isSaid && !isOther) charge(scene, 'otherTime');
    return;
  }
  if (!isOfPlan && saysDone(scene, at)) charge(scene, 'otherTime');
  for (const [place, { kind, from }] of items.entries())
    if (kind === 'word' && /^supposed?$/.test(question.tokens[from]?.lemma ?? '')) explain(scene, place);
}

/** What must be done in May is due then, whenever it is done; undefined where the words say no such thing. */
export function readOwed(
  scene: Draft,
  at: number,
  dimension: DimensionMetadata,
): DimensionMetadata | undefined {
  const { items, question, lexicon } = scene;
  const before = question.tokens.slice(0, items[at]?.from).map(({ word }) => word);
  const isOwed = /\b(?:must|(?:have|has|had|need|needs) to)(?: be)?$/.test(before.join(' '));
  if (!isOwed || isPlanned(dimension)) return undefined;
  if (!question.isDated) charge(scene, 'infinitive');
  return question.isDated ? otherSideOf(lexicon.cube, dimension) : undefined;
}

/** What rows do not have: "without a reply" there was none, whether or not there is a day to reply by. */
export function missed(scene: Scene, at: number, dimension: DimensionMetadata): DimensionMetadata {
  const { items, question, lexicon } = scene;
  const item = items[at];
  const own = item?.kind === 'link' ? item.link.tokens.map((it) => question.tokens[it]?.lemma ?? '') : [];
  const isBy = own.includes('by') || question.tokens[(item?.to ?? 0) + 1]?.word === 'by';
  if (!isPlanned(dimension) || isBy || saysPlan(own)) return dimension;
  return otherSideOf(lexicon.cube, dimension) ?? dimension;
}

function saysDone({ items, question: { tokens } }: Draft, at: number): boolean {
  const { word = '', lemma = '' } = tokens[items[at]?.from ?? -1] ?? {};
  const isDid = tokens.slice(0, items[at]?.from).some((it) => /^(?:did|have|has|had)$/.test(it.word));
  return isPast(word) || (isDid && word === lemma);
}
