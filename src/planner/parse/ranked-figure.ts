import type { DimensionMetadata } from '../../contract/tools.ts';
import type { Aggregate } from '../language/grammar.ts';
import { scaleOf } from '../language/scales.ts';
import { siblingsOf } from '../link/siblings.ts';
import { charge } from './charges.ts';
import { explain } from './cues.ts';
import type { Draft, FigureMention } from './draft.ts';
import { extreme, isOwnEntity, namedGroup, summed, timeScaled } from './extremes.ts';
import { figureOfMeasure, figureOfNumber, ownNumber } from './figures.ts';
import { isCountOf, type Quantity, sameQuantity } from './quantity.ts';
import { chargeEvents } from './rank-cues.ts';
import type { Order } from './rank-order.ts';
import {
  addsUp,
  commonest,
  insideOf,
  isMeasured,
  isMeasuredBy,
  measuredBy,
  replaceQuantity,
} from './ranked-by.ts';
import type { Ranking } from './reading.ts';
import { open, rightOf, use } from './scene.ts';
import type { Superlative } from './superlatives.ts';

/** "Heaviest element by atomic mass": of the elements' own. */
export function rankByOwn(scene: Draft, order: Order): void {
  const { by } = order;
  const mention = scene.figures.find(
    ({ quantity, number, stated }) =>
      by !== undefined && number !== undefined && !stated && sameQuantity(quantity, by),
  );
  const number = mention?.number;
  if (number === undefined || scene.groups.length === 0) return;
  if (!isMeasured(scene, number) && isOfGroups(scene, number))
    rankBy(scene, order, mention, extreme(number, order.direction));
}

/** Whether a number belongs to whatever the answer is split by. */
function isOfGroups(scene: Draft, number: DimensionMetadata): boolean {
  return scene.groups.every(({ dimension }) => isOwnEntity(scene, dimension, number));
}

/** Ranks by a figure in place of one that was named. */
function rankBy(scene: Draft, order: Order, mention: FigureMention | undefined, figure: Quantity): void {
  if (mention !== undefined) replaceQuantity(scene, mention.quantity, figure);
  order.by = figure;
}

/** Finds the figure that a superlative speaks of. @returns whether it asks for one figure, and ranks nothing */
export function isOneBySuperlative(scene: Draft, order: Order): boolean {
  const { superlative } = order;
  if (superlative === undefined) return false;
  const scale = scaleOf(superlative.word)?.scale;
  if (order.by !== undefined && scale !== undefined) {
    explain(scene, superlative.at);
    // "The hardest course by pass rate" has the lowest.
    if (!isMeasuredBy(superlative.word, order.by)) charge(scene, 'unselective', 2);
    return false;
  }
  // "The first customer" came first, however old.
  const { beside, dimension } = order.recent.includes(superlative.at)
    ? { beside: undefined, dimension: undefined }
    : measuredBy(scene, superlative);
  const inside = dimension === undefined ? insideOf(scene, superlative.at) : undefined;
  if (beside !== undefined || inside !== undefined) explain(scene, superlative.at);
  order.by ??= inside?.quantity;
  if (beside !== undefined) {
    if (scene.groups.length + scene.relations.length === 0) {
      onlyExtreme(scene, order, beside);
      return true;
    }
    const { number } = beside;
    const isOwn = number !== undefined && !beside.stated && isOfGroups(scene, number);
    // "Which orders took the longest": each of them took its own time.
    if (isOwn && order.by === undefined) rankBy(scene, order, beside, extreme(number, order.direction));
    order.by ??= beside.quantity;
  }
  if (dimension === undefined && order.by === undefined && scale?.counts === true) {
    const { rowCount } = scene.lexicon;
    explain(scene, superlative.at);
    order.by = rowCount && { kind: 'measure', measure: rowCount };
    chargeEvents(scene);
    if (order.by !== undefined && scene.quantities.length === 0) scene.quantities = [order.by];
  }
  rankByScale(scene, order, superlative, dimension);
  return false;
}

/** The highest or lowest of the only figure, where there is nothing to rank. */
function onlyExtreme(scene: Draft, { direction }: Order, mention: FigureMention): void {
  const { number, quantity } = mention;
  const figure: Pick<FigureMention, 'quantity' | 'open'> =
    number !== undefined
      ? { quantity: extreme(number, direction), open: undefined }
      : quantity.kind === 'measure'
        ? figureOfMeasure(scene.lexicon, quantity.measure, direction === 'desc' ? 'max' : 'min')
        : mention;
  // An average has no longest one.
  if (figure.open !== undefined) charge(scene, 'idle.aggregate');
  replaceQuantity(scene, quantity, figure.quantity);
}

/** Ranks by the number of the rows, or by their time, that an adjective measures. */
function rankByScale(
  scene: Draft,
  order: Order,
  superlative: Superlative,
  dimension: DimensionMetadata | undefined,
): void {
  const mean = open(scene, 'aggregate').find(
    ({ operator }) => operator.aggregate === 'avg' || operator.aggregate === 'median',
  );
  const time =
    dimension === undefined || mean === undefined
      ? timeScaled(scene, superlative.word, dimension, order.recent.includes(superlative.at))
      : undefined;
  if (dimension === undefined && time === undefined) return;
  explain(scene, superlative.at);
  use(scene, mean?.at);
  const figure =
    time ??
    figureOfScale(
      scene,
      superlative,
      order.direction,
      dimension as DimensionMetadata,
      mean?.operator.aggregate,
    );
  if (time !== undefined) order.direction = time.aggregate === 'max' ? 'desc' : 'asc';
  if (order.by !== undefined) return;
  // "The oldest mill" of a view of bills is not that of the first bill.
  if (time !== undefined && scene.groups.some((it) => it.dimension.key !== time.dimension.key))
    charge(scene, 'impliedAggregate');
  // "The lightest elements with their mass".
  const own =
    time === undefined
      ? scene.figures.find(({ number, stated }) => number === dimension && !stated)
      : undefined;
  rankBy(scene, order, own, figure);
  if (own === undefined && !scene.quantities.some((it) => sameQuantity(it, figure)))
    scene.quantities = [...scene.quantities, figure];
}

/** What the numbers that an adjective measures come to: "tallest on average", "the most profitable customer". */
function figureOfScale(
  scene: Draft,
  { at, word }: Superlative,
  direction: Ranking['direction'],
  dimension: DimensionMetadata,
  said: Aggregate | undefined,
): Quantity {
  // "The slowest agent" is slow on the whole, and "the slowest ticket" once.
  const isOfGroup = scene.groups.some(
    (group) => group.at === rightOf(scene.items, at) && !isOwnEntity(scene, group.dimension, dimension),
  );
  const mean = said ?? (isOfGroup && !addsUp(scene, word, dimension) ? 'avg' : undefined);
  if (mean !== undefined) return figureOfNumber(scene.lexicon, dimension, mean).quantity;
  return word.endsWith('est') && !isOfGroup
    ? extreme(dimension, direction)
    : summed(scene, dimension, direction);
}

/** Ranks by the figure beside "highest" or the like. @returns whether it asks for one figure, and ranks nothing */
export function isOneByRank(scene: Draft, order: Order): boolean {
  const { direction, ranks } = order;
  const ranked = scene.figures.find(({ modifiers }) =>
    modifiers.some((place) => ranks.some(({ at }) => at === place)),
  );
  // "Average experience by job, most experienced first" has said how it is put together.
  const said = scene.figures.find(
    ({ quantity, stated }) => stated && ranked !== undefined && sameQuantity(quantity, ranked.quantity),
  );
  const target = said ?? ranked;
  // "The station with the highest weight in every state".
  if (scene.groups.length > 0 && target !== undefined) namedGroup(scene, target.at);
  if (target !== undefined && !target.stated && order.by === undefined) {
    const { number, quantity } = target;
    // "lowest weight by carrier" asks for one figure of each carrier, not for an order.
    const column = number ?? ownNumber(scene.lexicon, quantity);
    const isSplit = scene.groups.length > 0 && scene.groups.every(({ cue }) => cue === 'by' || cue === 'per');
    if (column !== undefined && isSplit) {
      replaceQuantity(scene, quantity, extreme(column, direction));
      return true;
    }
    if (number !== undefined) rankByNumber(scene, order, target, number);
    else if (quantity.kind === 'measure' && !isCountOf(quantity) && scene.groups.length === 0) {
      const figure = figureOfMeasure(scene.lexicon, quantity.measure, direction === 'desc' ? 'max' : 'min');
      if (figure.open === undefined) {
        replaceQuantity(scene, quantity, figure.quantity);
        if (figure.price !== undefined) charge(scene, figure.price);
        charge(scene, 'extreme');
        return true;
      }
    }
  }
  order.by = commonest(scene) ?? order.by ?? target?.quantity;
  return false;
}

/** The highest price of a product is the product's own; "which hotel has the best score" has it on average. */
function rankByNumber(scene: Draft, order: Order, target: FigureMention, number: DimensionMetadata): void {
  const isOwn = isOfGroups(scene, number);
  const { measures: siblings } = siblingsOf(scene.lexicon, number);
  const mean = isOwn ? undefined : siblings.get('avg');
  if (isOwn || !siblings.has('sum'))
    rankBy(
      scene,
      order,
      target,
      mean === undefined ? extreme(number, order.direction) : { kind: 'measure', measure: mean },
    );
}
