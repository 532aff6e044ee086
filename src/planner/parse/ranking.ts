import type { DimensionMetadata } from '../../contract/tools.ts';
import { scaleOf } from '../language/scales.ts';
import { entityDimension, isIdentifier } from '../link/entities.ts';
import { siblingsOf } from '../link/siblings.ts';
import { charge } from './charges.ts';
import { explain } from './cues.ts';
import type { Draft } from './draft.ts';
import { extreme, isOwnEntity, mostOf, namedGroup, readExtremes, summed, timeScaled } from './extremes.ts';
import { figureOfMeasure, figureOfNumber } from './figures.ts';
import { readLimit } from './limit.ts';
import { sameQuantity } from './quantity.ts';
import { chargeEvents, isRecent, toldOrder } from './rank-cues.ts';
import {
  addsUp,
  commonest,
  fewOf,
  insideOf,
  isFromTo,
  isMeasured,
  isMeasuredBy,
  measuredBy,
  measures,
  nameWho,
  rankByAmount,
  replaceQuantity,
} from './ranked-by.ts';
import { rankedChange, readPace } from './ranked-changes.ts';
import type { Ranking } from './reading.ts';
import { leadOf, open, operatorOfItem, rightOf, use } from './scene.ts';
import { isOnTop, superlativesIn } from './superlatives.ts';

const noMeasure = { beside: undefined, dimension: undefined };

/** How the answer is ordered and cut; undefined where nothing ranks, or where a superlative only says which figure is meant. */
export function readRanking(scene: Draft): Ranking | undefined {
  const pace = readPace(scene);
  const ranks = open(scene, 'rank');
  const often = open(scene, 'often');
  const recent = scene.groups.flatMap(({ at, cue }) => {
    const lead = leadOf(scene, at);
    return cue === 'ranked' && isRecent(scene, lead) ? lead.modifiers : [];
  });
  const words = superlativesIn(scene, recent);
  const rank = toldOrder(scene, ranks);
  const [superlative] = words;
  const aggregated = open(scene, 'aggregate').find(
    ({ operator }) => operator.aggregate === 'max' || operator.aggregate === 'min',
  );
  if (
    pace === undefined &&
    rank === undefined &&
    superlative === undefined &&
    often[0] === undefined &&
    !(aggregated !== undefined && scene.groups.length > 0)
  ) {
    if (scene.rankBy === undefined) return mostOf(scene);
    return { direction: 'desc', limit: undefined, offset: 0, by: scene.rankBy, within: undefined };
  }
  for (const { at } of [...ranks, ...often]) use(scene, at);
  // "Revenue without the top 3 customers" is not theirs.
  if (ranks.some(({ at }) => isLeftOut(scene, at))) charge(scene, 'idle.not');
  const isOrder = isFromTo(scene, words);
  if (!isOrder && readExtremes(scene, words)) return undefined;
  if (isOrder) explain(scene, words[1]?.at ?? 0);
  if (aggregated !== undefined) use(scene, aggregated.at);
  // "Sorted by mass, lightest first".
  const orderAt = superlative?.at ?? rank?.at ?? 0;
  nameWho(scene);
  const [leading] = open(scene, 'first').filter(
    // "Most abundant first".
    ({ at }) => at === orderAt + 1 || (at === orderAt + 2 && rank !== undefined),
  );
  if (leading !== undefined) use(scene, leading.at);
  const orders = leading !== undefined || isOrder || isOnTop(scene, superlative, rank);
  let direction =
    (orders ? superlative?.direction : undefined) ??
    rank?.operator.direction ??
    pace ??
    superlative?.direction ??
    (aggregated?.operator.aggregate === 'min' ? 'asc' : 'desc');
  // "Average age by job, oldest first".
  const ordered = orders
    ? scene.figures.find(({ at }) => superlative !== undefined && measures(scene, at, superlative.word))
    : undefined;
  let by = scene.rankBy ?? ordered?.quantity;
  // "heaviest element by atomic mass": of the elements' own.
  const rankedFigure = scene.figures.find(
    ({ quantity, number, stated }) =>
      by !== undefined && number !== undefined && !stated && sameQuantity(quantity, by),
  );
  if (
    rankedFigure?.number !== undefined &&
    scene.groups.length > 0 &&
    !isMeasured(scene, rankedFigure.number) &&
    scene.groups.every(({ dimension }) =>
      isOwnEntity(scene, dimension, rankedFigure.number as DimensionMetadata),
    )
  ) {
    by = extreme(rankedFigure.number, direction);
    const figure = by;
    replaceQuantity(scene, rankedFigure.quantity, figure);
  }
  if (superlative !== undefined && by !== undefined && scaleOf(superlative.word) !== undefined) {
    explain(scene, superlative.at);
    // "The hardest course by pass rate" has the lowest.
    if (!isMeasuredBy(superlative.word, by)) charge(scene, 'unselective', 2);
  } else if (superlative !== undefined) {
    // "The first customer" came first, however old.
    const { beside, dimension } = recent.includes(superlative.at)
      ? noMeasure
      : measuredBy(scene, superlative);
    const inside = dimension === undefined ? insideOf(scene, superlative.at) : undefined;
    if (inside !== undefined) {
      explain(scene, superlative.at);
      by ??= inside.quantity;
    }
    if (beside !== undefined) {
      explain(scene, superlative.at);
      if (scene.groups.length === 0 && scene.relations.length === 0) {
        const most = direction === 'desc' ? 'max' : 'min';
        const figure: Pick<ReturnType<typeof figureOfMeasure>, 'quantity' | 'open'> = beside.number !==
        undefined
          ? { quantity: extreme(beside.number, direction), open: undefined }
          : beside.quantity.kind === 'measure'
            ? figureOfMeasure(scene.lexicon, beside.quantity.measure, most)
            : beside;
        // An average has no longest one.
        if (figure.open !== undefined) charge(scene, 'idle.aggregate');
        replaceQuantity(scene, beside.quantity, figure.quantity);
        return undefined;
      }
      const { number } = beside;
      const isOwn =
        number !== undefined &&
        !beside.stated &&
        scene.groups.every(({ dimension }) => isOwnEntity(scene, dimension, number));
      // "Which orders took the longest": each of them took its own time.
      const figure = isOwn && by === undefined ? extreme(number, direction) : beside.quantity;
      replaceQuantity(scene, beside.quantity, figure);
      by ??= figure;
    }
    const [mean] = open(scene, 'aggregate').filter(
      ({ operator }) => operator.aggregate === 'avg' || operator.aggregate === 'median',
    );
    const time =
      dimension === undefined || mean === undefined
        ? timeScaled(scene, superlative.word, dimension)
        : undefined;
    const { rowCount } = scene.lexicon;
    if (dimension === undefined && by === undefined && scaleOf(superlative.word)?.scale.counts === true) {
      explain(scene, superlative.at);
      by = rowCount && { kind: 'measure', measure: rowCount };
      chargeEvents(scene);
      if (by !== undefined && scene.quantities.length === 0) scene.quantities = [by];
    }
    if (dimension !== undefined || time !== undefined) {
      explain(scene, superlative.at);
      use(scene, mean?.at);
      // "The slowest agent" is slow on the whole, and "the slowest ticket" once.
      const isOfGroup =
        dimension !== undefined &&
        scene.groups.some(
          (group) =>
            group.at === rightOf(scene.items, superlative.at) &&
            !isOwnEntity(scene, group.dimension, dimension),
        );
      const figure =
        time ??
        // "Tallest on average".
        (mean !== undefined
          ? figureOfNumber(scene.lexicon, dimension as DimensionMetadata, mean.operator.aggregate).quantity
          : isOfGroup && !addsUp(scene, superlative.word, dimension)
            ? figureOfNumber(scene.lexicon, dimension as DimensionMetadata, 'avg').quantity
            : superlative.word.endsWith('est') && !isOfGroup
              ? extreme(dimension as DimensionMetadata, direction)
              : summed(scene, dimension as DimensionMetadata, direction));
      if (time !== undefined) direction = time.aggregate === 'max' ? 'desc' : 'asc';
      if (by === undefined) {
        by = figure;
        // "The lightest elements with their mass".
        const own = scene.figures.find(({ number, stated }) => number === dimension && !stated);
        if (own !== undefined && dimension !== undefined && time === undefined)
          replaceQuantity(scene, own.quantity, figure);
        else if (!scene.quantities.some((it) => sameQuantity(it, figure)))
          scene.quantities = [...scene.quantities, figure];
      }
    }
  }
  const ranked = scene.figures.find(({ modifiers }) =>
    modifiers.some(
      (place) =>
        operatorOfItem(scene.items[place], 'rank', 'aggregate') !== undefined &&
        ranks.some(({ at }) => at === place),
    ),
  );
  // "Average experience by job, most experienced first" has said how it is put together.
  const said = scene.figures.find(
    ({ quantity, stated }) => stated && ranked !== undefined && sameQuantity(quantity, ranked.quantity),
  );
  const target = said ?? ranked;
  // "lowest weight by carrier" asks for one figure of each carrier, not for an order.
  const column =
    target?.number ??
    (target?.quantity.kind === 'measure'
      ? siblingsOf(scene.lexicon, target.quantity.measure).dimension
      : undefined);
  // "The station with the highest weight in every state".
  if (scene.groups.length > 0 && target !== undefined) namedGroup(scene, target.at);
  const isSplit = scene.groups.length > 0 && scene.groups.every(({ cue }) => cue === 'by' || cue === 'per');
  if (target !== undefined && column !== undefined && !target.stated && by === undefined && isSplit) {
    const figure = extreme(column, direction);
    replaceQuantity(scene, target.quantity, figure);
    return undefined;
  }
  if (target?.number !== undefined && !target.stated && by === undefined) {
    // The highest price of a product is the product's own.
    const own =
      scene.groups.length === 0 ||
      scene.groups.every(({ dimension }) =>
        isOwnEntity(scene, dimension, target.number as DimensionMetadata),
      );
    const { measures: siblings } = siblingsOf(scene.lexicon, target.number);
    const mean = siblings.get('avg');
    const isScore = !own && !siblings.has('sum') && mean !== undefined;
    // "Which hotel has the best score": on average, as nearly every one has a best score once.
    if (isScore) {
      by = { kind: 'measure', measure: mean };
      replaceQuantity(scene, target.quantity, by);
    } else if (own || !siblings.has('sum')) {
      const figure = extreme(target.number, direction);
      replaceQuantity(scene, target.quantity, figure);
      by = figure;
    }
  }
  if (
    target?.quantity.kind === 'measure' &&
    !target.quantity.measure.type.startsWith('count') &&
    target.number === undefined &&
    !target.stated &&
    scene.groups.length === 0 &&
    by === undefined
  ) {
    const figure = figureOfMeasure(
      scene.lexicon,
      target.quantity.measure,
      direction === 'desc' ? 'max' : 'min',
    );
    if (figure.open === undefined) {
      replaceQuantity(scene, target.quantity, figure.quantity);
      if (figure.price !== undefined) charge(scene, figure.price);
      charge(scene, 'extreme');
      return undefined;
    }
  }
  by = commonest(scene) ?? by ?? target?.quantity;
  if (often.length === 0) rankByAmount(scene, direction);
  if (scene.groups.length === 0 && scene.meanOver === undefined) {
    const entity = entityDimension(scene.lexicon.cube);
    const areExtremes =
      scene.quantities.length > 0 &&
      scene.quantities.every(
        (it) => it.kind === 'aggregate' && (it.aggregate === 'max' || it.aggregate === 'min'),
      );
    const few =
      ranks.some(({ operator }) => operator.top === true) ||
      scene.items.some(({ kind }, at) => kind === 'number' && ranks.some((it) => Math.abs(it.at - at) === 1));
    // "Top 5 by volume": of whatever there is.
    if (few && scene.relations.length === 0 && entity !== undefined && by !== undefined) {
      charge(scene, 'impliedRows');
      scene.groups.push({ dimension: entity, at: 0, cue: 'ranked' });
    }
    if (areExtremes && (scene.relations.length === 0 || entity === undefined) && scene.groups.length === 0)
      return fewOf(scene, direction);
    if (scene.relations.length > 0 && entity !== undefined && scene.quantities.length > 0)
      scene.groups.push({ dimension: entity, at: scene.relations[0] ?? 0, cue: 'ranked' });
  }
  if (
    scene.quantities.length === 0 &&
    scene.lexicon.rowCount !== undefined &&
    (often.length > 0 || scene.groups.length > 0)
  ) {
    by = { kind: 'measure', measure: scene.lexicon.rowCount };
    scene.quantities = [by];
    const ranksOthers =
      scene.relations.length > 0 &&
      scene.groups.every(({ dimension }) => dimension !== entityDimension(scene.lexicon.cube));
    // "Top 3 countries for thrillers": of those that are narrowed.
    const isSaid = ranksOthers || (orders && rank?.operator.judges !== true);
    if (often.length > 0 && !ranksOthers) charge(scene, 'impliedRank.often');
    if (often.length === 0)
      charge(
        scene,
        isSaid ? 'impliedRank.named' : 'impliedRank.unnamed',
        rank?.operator.top === true && scene.conditions.length > 0 ? 0.5 : 1,
      );
  }
  const { limit, offset, within: each } = readLimit(scene, orders, recent.length > 0);
  // "Which country has the highest amount per order": told by the mean of their orders.
  const isOfRows = each !== undefined && isIdentifier(each);
  if (isOfRows) {
    scene.meanOver = { dimension: each };
    const rows = scene.groups.findIndex(({ dimension }) => dimension === each);
    scene.groups.splice(rows, 1);
  }
  const within = isOfRows ? undefined : each;
  const ofChange = scene.change ? rankedChange(scene, pace !== undefined) : undefined;
  return { direction, limit, offset, by, within, judges: rank?.operator.judges, ofChange };
}

function isLeftOut({ items }: Draft, at: number): boolean {
  const before = items.slice(0, at).findLast((item) => operatorOfItem(item, 'filler') === undefined);
  return operatorOfItem(before, 'not') !== undefined;
}
