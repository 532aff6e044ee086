import type { DimensionMetadata } from '../../contract/tools.ts';
import { ownerOf } from '../link/joined-cubes.ts';
import { charge } from './charges.ts';
import { isHad } from './outdone.ts';
import { afterBreak, type Lead, leftOf, linkAt, operatorOfItem, type Scene } from './scene.ts';
import { isPassive } from './value-evidence.ts';
import { asking } from './value-label.ts';

/** "Which station", "by driver", "have no company": such things are asked for, and no value of something else that is called so. */
export function chargeValueOfThing(
  scene: Scene,
  at: number,
  dimension: DimensionMetadata,
  { cue }: Lead,
): void {
  if (!isNameOfOthers(scene, at, dimension)) return;
  const next = afterBreak(scene, at + 1) ? undefined : linkAt(scene, at + 1)?.entry;
  // "How many drivers left", unlike "how many driver bookings".
  const narrows = next !== undefined && !(next.kind === 'dimension' && next.dimension.type === 'time');
  const isAsked = cue !== undefined && asking.has(cue.kind) && !narrows && !isPassive(scene, cue.at);
  const tokens = linkAt(scene, at)?.tokens ?? [];
  if (isAsked || isHad(tokens, scene.question.tokens) || isBearerBehind(scene, at))
    charge(scene, 'valueOfThing', 2);
}

/** "Private drivers", by the plan of drivers: the noun says whose value it is. */
function isBearerBehind(scene: Scene, at: number): boolean {
  const before = afterBreak(scene, at) ? undefined : linkAt(scene, at - 1)?.entry;
  const { lemma = '' } = scene.question.tokens[scene.items[at]?.from ?? -1] ?? {};
  return before?.kind === 'value' && isBearerOf(scene, before.dimension, lemma);
}

/** Whether a word is the name of the rows that a value is of. */
export function isBearerOf({ lexicon }: Scene, dimension: DimensionMetadata, lemma: string): boolean {
  return lexicon.rows.get(lemma)?.has(cubeOf(dimension)) === true;
}

/** "How many have a company" counts no companies. */
export function isHadByMany({ items }: Scene, { cue }: Lead): boolean {
  const before = cue?.kind === 'with' ? leftOf(items, cue.at) : undefined;
  return before !== undefined && operatorOfItem(items[before], 'many') !== undefined;
}

/** Whether the only word for a value is the name of rows that are neither those asked of nor those that the value is of. */
export function isNameOfOthers(
  { items, question, lexicon }: Scene,
  at: number,
  dimension: DimensionMetadata,
): boolean {
  const { from = 0, to = 0 } = items[at] ?? {};
  const { lemma = '' } = question.tokens[from] ?? {};
  const rows = from === to && !lexicon.relationLemmas.has(lemma) ? lexicon.rows.get(lemma) : undefined;
  return rows !== undefined && !rows.has(cubeOf(dimension));
}

/** The cube of a member, however a relation reaches it. */
export function cubeOf({ name, source = name }: DimensionMetadata): string {
  const owner = ownerOf(source);
  return owner.slice(owner.lastIndexOf('.') + 1);
}
