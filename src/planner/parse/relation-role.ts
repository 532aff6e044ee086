import { entityDimension } from '../link/entities.ts';
import { isJoined } from '../link/joined-cubes.ts';
import { chargeCountOfSum, summedAmount } from './called-sum.ts';
import { charge } from './charges.ts';
import { groupAt, isBearer, isPerRow } from './cues.ts';
import { type Draft, statedFigure } from './draft.ts';
import { addGroup } from './group.ts';
import { isExplicitList } from './listing.ts';
import { type Quantity, sameQuantity } from './quantity.ts';
import {
  isBiggest,
  isMost,
  isRankCue,
  isRankedThrough,
  isRecent,
  superlativeBefore,
  topOf,
} from './rank-cues.ts';
import { afterBreak, type Lead, leftOf, linkAt, open, operatorOfItem, rightOf, use } from './scene.ts';
import { isPassive } from './value-evidence.ts';
import { isHadByMany } from './value-of-thing.ts';
import { readWorth } from './worth.ts';

/** "The share of kittens among all cats": some of the rows of all of them. @returns whether that is what they are named for */
export function readAmong(scene: Draft, at: number, lead: Lead): boolean {
  const { rowCount } = scene.lexicon;
  const [some, ...more] = scene.figures;
  const isOfSome =
    some?.quantity.kind === 'measure' &&
    some.quantity.measure.type === 'count' &&
    some.quantity.measure !== rowCount &&
    !isJoined(some.quantity.measure);
  if (rowCount === undefined || !isOfSome || more.length > 0 || !isAmong(scene, lead)) return false;
  if (open(scene, 'share').length === 0) return false;
  use(scene, at, lead.cue?.at);
  addFigure(scene, at, { kind: 'measure', measure: rowCount });
  return true;
}

/** "the share of each category among all creatures": the creatures are what is counted. */
function isAmong(scene: Draft, { cue }: Lead): boolean {
  const word = cue === undefined ? '' : scene.question.tokens[scene.items[cue.at]?.from ?? -1]?.word;
  return word === 'among' || word === 'amongst' || word === 'across';
}

/**
 * Gives the name of the rows its role: what is counted, listed, or what the answer is split or ranked by. By itself it
 * only says what the question is about.
 */
export function readRelation(scene: Draft, at: number, lead: Lead): void {
  const kind = lead.cue?.kind;
  const entity = entityDimension(scene.lexicon.cube);
  use(scene, at);
  if (lead.cue?.kind === 'by' && isPassive(scene, lead.cue.at) && isBearer(scene, at, lead)) {
    use(scene, lead.cue.at);
    return;
  }
  scene.relations.push(at);
  if (readWorth(scene, at, lead, scene.lexicon.rowCount) || readAmong(scene, at, lead)) return;
  const counted = lead.modifiers
    .map((place) => [place, operatorOfItem(scene.items[place], 'aggregate')?.aggregate] as const)
    .find(([, it]) => it === 'count' || it === 'distinct' || it === 'sum');
  const isShared = lead.modifiers.some((place) => operatorOfItem(scene.items[place], 'share') !== undefined);
  if ((isAmong(scene, lead) && scene.lexicon.rowCount !== undefined) || isPerRow(scene, kind)) {
    use(scene, lead.cue?.at);
    return;
  }
  if ((kind === 'by' && !isRankCue(scene, lead)) || kind === 'per' || kind === 'each') {
    if (counted === undefined && entity !== undefined) {
      addGroup(scene, at, entity, kind === 'by' ? 'by' : 'per', lead);
      return;
    }
  }
  if (counted !== undefined || kind === 'many' || isShared || isMost(scene, lead)) {
    if (scene.lexicon.rowCount === undefined) return;
    use(
      scene,
      counted?.[0],
      kind === 'many' || (kind === 'by' && isRankCue(scene, lead)) ? lead.cue?.at : undefined,
    );
    scene.isCounting = true;
    if (counted?.[1] === 'sum' && kind !== 'many') chargeCountOfSum(scene, at);
    const amount = kind === 'many' ? undefined : summedAmount(scene, counted?.[0]);
    if (amount !== undefined) scene.isCounting = false;
    const quantity: Quantity = { kind: 'measure', measure: amount ?? scene.lexicon.rowCount };
    addFigure(
      scene,
      at,
      quantity,
      lead.modifiers.filter((it) => it !== counted?.[0]),
    );
    if (kind === 'by') scene.rankBy ??= quantity;
    return;
  }
  if (kind === 'by' && scene.lexicon.rowCount !== undefined) {
    scene.rankBy ??= { kind: 'measure', measure: scene.lexicon.rowCount };
    use(scene, lead.cue?.at);
    addFigure(scene, at, scene.rankBy);
    return;
  }
  const isFew = lead.number !== undefined && lead.cue === undefined && open(scene, 'rank').length > 0;
  const isRanked =
    isFew ||
    isRecent(scene, lead) ||
    isBiggest(scene, lead) ||
    topOf(scene, lead) !== undefined ||
    superlativeBefore(scene, at) !== undefined ||
    isRankedThrough(scene, at);
  if (entity !== undefined && isRanked) {
    addGroup(scene, at, entity, 'ranked', lead);
    return;
  }
  if (kind === 'which' && entity !== undefined && !scene.isSplit) {
    addGroup(scene, at, entity, 'which', lead);
    return;
  }
  const mayList = scene.isListing && (!scene.isSplit || isExplicitList(scene));
  if (entity !== undefined && mayList && scene.groups.length === 0 && lead.cue === undefined) {
    addGroup(scene, at, entity, 'list', lead);
    return;
  }
  // "orders and cancelled orders": both are counted.
  const paired = [leftOf, rightOf].some((beside) => {
    const place = beside(scene.items, at) ?? -1;
    const beyond = beside(scene.items, place) ?? -1;
    const isAnd = operatorOfItem(scene.items[place], 'and') !== undefined;
    return isAnd && linkAt(scene, beyond)?.entry.kind === 'measure';
  });
  if (paired && scene.lexicon.rowCount === undefined) charge(scene, 'unjoinedFigure');
  if (paired && scene.lexicon.rowCount !== undefined) {
    addFigure(scene, at, { kind: 'measure', measure: scene.lexicon.rowCount });
    return;
  }
  charge(scene, 'relationUnused');
  if (isHadByMany(scene, lead)) charge(scene, 'countedOne');
  // "Payments received vs revenue" holds two figures against each other.
  const isHeld = [leftOf, rightOf].some((beside) => {
    const place = beside(scene.items, at) ?? -1;
    const other = linkAt(scene, beside(scene.items, place) ?? -1)?.entry;
    const isAmount = other?.kind === 'measure' && !other.measure.type.startsWith('count');
    return isAmount && operatorOfItem(scene.items[place], 'compare') !== undefined;
  });
  if (isHeld) charge(scene, 'unused');
  // "The most used browser version" is no browser.
  const isHead = groupAt(scene, at - 1)?.cue === 'ranked' && !afterBreak(scene, at);
  if (isHead && scene.items[at - 1]?.to === (scene.items[at]?.from ?? 0) - 1) charge(scene, 'compound');
}

/** Asks for a figure, once however often it is said. */
function addFigure(scene: Draft, at: number, quantity: Quantity, modifiers: readonly number[] = []): void {
  if (!scene.figures.some((it) => sameQuantity(it.quantity, quantity)))
    scene.figures.push({ ...statedFigure(quantity, at), modifiers });
}
