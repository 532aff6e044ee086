import type { DimensionMetadata } from '../../contract/tools.ts';
import { isPast } from '../language/doers.ts';
import { kindOf } from '../language/word-kind.ts';
import { memberLemmas } from '../link/entities.ts';
import type { Entry } from '../link/entries.ts';
import { isJoined, ownerOf } from '../link/joined-cubes.ts';
import { nameLemmas } from '../link/names.ts';
import { charge } from './charges.ts';
import { isHad } from './outdone.ts';
import { afterBreak, type Lead, leftOf, linkAt, operatorOfItem, type Scene } from './scene.ts';
import { isPassive } from './value-evidence.ts';
import { asking } from './value-label.ts';

/** "Which station", "by driver", "have no company": such things are asked for, and no value of something else that is called so. */
export function chargeValueOfThing(
  scene: Scene,
  at: number,
  { dimension, value }: Extract<Entry, { kind: 'value' }>,
  { cue }: Lead,
): void {
  const { items, question, lexicon } = scene;
  const { from = 0, to = 0 } = items[at] ?? {};
  const token = question.tokens[from];
  const [name = '', ...more] = nameLemmas(value);
  const rows = from === to && more.length === 0 ? lexicon.rows.get(name) : undefined;
  if (rows === undefined || rows.has(cubeOf(dimension)) || lexicon.relationLemmas.has(name)) return;
  const next = afterBreak(scene, at + 1) ? undefined : linkAt(scene, at + 1)?.entry;
  // "How many drivers left", unlike "how many driver bookings".
  const narrows = next !== undefined && !(next.kind === 'dimension' && next.dimension.type === 'time');
  const isAsked = cue !== undefined && asking.has(cue.kind) && !narrows && !isPassive(scene, cue.at);
  // "Were booked by Ann" says what was done, of which there are rows, and is no reason that is called "booking".
  const isDeed =
    token !== undefined && (isPast(token.word) || (token.lemma !== name && kindOf(token) === 'verb'));
  // "Staff who never answered" are those people, and no subject of an answer.
  const isTold = /^(?:who|whose|whom|which|that)$/.test(question.tokens[to + 1]?.word ?? '');
  if (isAsked || isDeed || isTold || isHad([from], question.tokens) || isBearerBehind(scene, at))
    charge(scene, 'valueOfThing', 2);
  else if (isJoined(dimension) && !saysWhose(scene, [from, to], dimension)) charge(scene, 'valueOfThing', 3);
}

/** "In the shop" is where there are sales of the shop, and no department of somebody of whom nothing is said. */
function saysWhose(
  scene: Scene,
  [from, to]: readonly [number, number],
  dimension: DimensionMetadata,
): boolean {
  const names = new Set(memberLemmas(dimension));
  return scene.question.tokens.some(
    ({ lemma, index }) =>
      (index < from || index > to) && (names.has(lemma) || isBearerOf(scene, dimension, lemma)),
  );
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

/** The cube of a member, however a relation reaches it. */
export function cubeOf({ name, source = name }: DimensionMetadata): string {
  const owner = ownerOf(source);
  return owner.slice(owner.lastIndexOf('.') + 1);
}
