import type { DimensionMetadata } from '../../contract/tools.ts';
import { operatorOf } from '../language/grammar.ts';
import { tokenize } from '../language/text.ts';
import { entityDimension, isIdentifier, titleLemmas } from '../link/entities.ts';
import { isJoined } from '../link/joined-cubes.ts';
import { keyOf } from '../link/keys.ts';
import { shortName } from '../link/names.ts';
import { siblingsOf } from '../link/siblings.ts';
import { charge } from './charges.ts';
import { lasts } from './computed.ts';
import type { Draft, FigureMention, GroupMention } from './draft.ts';
import { figureOfMeasure, figureOfNumber } from './figures.ts';
import { bareGroupPrice } from './group.ts';
import type { Item } from './item.ts';
import { readNumberAndSum } from './number-and-sum.ts';
import { isCountOf, isPart, type Quantity, quantityOf, sameQuantity } from './quantity.ts';
import { afterBreak, isPlural, leadOf, open, operatorOfItem, use } from './scene.ts';

/** "average monthly revenue", "average orders per customer": the mean of a sum over groups; and what else an aggregate may be of. */
export function readMeans(scene: Draft): void {
  readPerThing(scene);
  readPerUnit(scene);
  readPerNumbered(scene);
  for (const { at, operator } of open(scene, 'aggregate')) {
    const [only] = scene.figures;
    const isMean = operator.aggregate === 'avg';
    // "Average isotopes per element for each period" are averaged over the elements.
    if (isMean && scene.meanOver !== undefined) {
      use(scene, at);
      continue;
    }
    // "How many isotopes does an element have in each family?"
    const perGroup =
      (isMean ? oneOf(scene) : undefined) ??
      scene.groups.find(
        ({ cue, grain, at: place }) => (cue === 'per' || (grain !== undefined && cue === 'by')) && place > 0,
      );
    const measure = only?.quantity.kind === 'measure' ? only.quantity.measure : undefined;
    // "Cities with 20 stations or more, with the number", too.
    const countsAlready =
      scene.isCounting || [...scene.figures, ...scene.having].some(({ quantity }) => isCountOf(quantity));
    if (isMean && perGroup !== undefined && only !== undefined && isPart(only.quantity)) {
      const grouped = scene.groups.filter((group) => group !== perGroup);
      const perRow = perRowOf(scene, perGroup, only.quantity);
      if (perRow !== undefined) {
        scene.figures[0] = { ...only, quantity: perRow };
        scene.quantities = [perRow];
      } else
        scene.meanOver = {
          dimension: perGroup.dimension,
          ...(perGroup.grain === undefined ? {} : { grain: perGroup.grain }),
        };
      scene.groups.length = 0;
      scene.groups.push(...grouped);
      use(scene, at);
      // "Average days from application to offer" is no mean of days.
      if (perGroup.cue !== 'per' && lasts(scene, perGroup.at)) charge(scene, 'idleGrain', 2);
    } else if (isMean && only !== undefined && measure !== undefined) {
      const figure =
        only.number !== undefined && !only.stated
          ? figureOfNumber(scene.lexicon, only.number, 'avg')
          : figureOfMeasure(scene.lexicon, measure, 'avg');
      if (figure.open === undefined) {
        scene.quantities = scene.quantities.map((it) =>
          sameQuantity(it, only.quantity) ? figure.quantity : it,
        );
        isStatedApart(scene, only);
        scene.figures[0] = { ...only, quantity: figure.quantity, stated: true };
        use(scene, at);
      }
    } else if (isMean && isAveraged(scene)) {
      for (const figure of scene.figures) isStatedApart(scene, figure);
      for (const { quantity } of scene.having)
        if (quantity.kind === 'measure' && scene.figures.length === 0) charge(scene, 'impliedAggregate', -1);
      use(scene, at);
    } else if (operator.aggregate === 'count' && asksForThese(scene, at)) {
      charge(scene, 'operator', -1);
      use(scene, at);
    } else if (readNumberAndSum(scene, at)) {
    } else if (operator.aggregate === 'sum' || (operator.aggregate === 'count' && countsAlready)) {
      charge(scene, 'restated');
      use(scene, at);
    } else if (operator.aggregate === 'distinct') {
      charge(scene, 'restatedDistinct');
      use(scene, at);
    }
  }
}

/** "Are women paid more on average? Give me both numbers": those are the figures that were asked for. */
function asksForThese(scene: Draft, at: number): boolean {
  const { items, question, figures } = scene;
  const start = items.findLastIndex((_, place) => place <= at && afterBreak(scene, place));
  const wordOf = (item: Item | undefined): string | undefined => question.tokens[item?.from ?? -1]?.word;
  const isRest = (item: Item): boolean =>
    operatorOfItem(item, 'filler') !== undefined || wordOf(item) === 'both';
  return (
    figures.length > 0 &&
    start > 0 &&
    wordOf(items[at]) === 'numbers' &&
    items.slice(start, at).every(isRest) &&
    items.slice(at + 1).every(isRest)
  );
}

/**
 * "Sales per customer in each region" is one figure for each region: what there is of something by how many there are. An
 * average that is named so is the same.
 */
function readPerThing(scene: Draft): void {
  const [only, ...more] = scene.figures;
  const { lexicon, groups } = scene;
  const per = groups.find(
    ({ at, dimension, grain }) =>
      grain === undefined &&
      operatorOfItem(scene.items[leadOf(scene, at).cue?.at ?? -1], 'per') !== undefined &&
      // A visit has no name, only a number.
      (keyOf(lexicon.cube, dimension) !== undefined || dimension.primaryKey === true),
  );
  const isSplit = groups.some((group) => group !== per && (group.cue === 'per' || group.cue === 'by'));
  if (only === undefined || more.length > 0 || per === undefined || !isSplit || groups.length !== 2) return;
  const { quantity } = only;
  const sum =
    quantity.kind === 'measure' && quantity.measure.type === 'avg'
      ? siblingsOf(lexicon, quantity.measure).measures.get('sum')
      : undefined;
  if (sum === undefined && !isPart(quantity)) return;
  groups.splice(groups.indexOf(per), 1);
  const added: Quantity = sum === undefined ? quantity : { kind: 'measure', measure: sum };
  const perRow = perRowOf(scene, per, added);
  if (sum !== undefined || perRow !== undefined) scene.quantities = [perRow ?? added];
  if (perRow === undefined) scene.meanOver = { dimension: per.dimension };
  else
    for (const { at, operator } of open(scene, 'aggregate')) if (operator.aggregate === 'avg') use(scene, at);
}

/**
 * "Average hours per person", "per week": what the model adds up under just this name is added up for each of them first. Charges
 * for what would have to be added up for each of several at once.
 */
function readPerUnit(scene: Draft): void {
  const { lexicon, groups } = scene;
  const [only, ...more] = scene.figures;
  if (only?.quantity.kind !== 'aggregate' || only.quantity.aggregate !== 'avg' || more.length > 0) return;
  const { measures } = siblingsOf(lexicon, only.quantity.dimension);
  const sum = measures.get('sum');
  if (sum === undefined || measures.has('avg')) return;
  // "Average weight per site" is that of a stone where only the total weight is added up.
  if (tokenize(sum.title).some(({ word }) => operatorOf(word) !== undefined)) return;
  const [unit, ...units] = groups.filter(
    ({ cue, grain, dimension }) => cue === 'per' && (grain !== undefined || namesThings(lexicon, dimension)),
  );
  if (unit === undefined) return;
  if (units.length > 0) {
    charge(scene, 'trivial');
    return;
  }
  const quantity: Quantity = { kind: 'measure', measure: sum };
  scene.figures[0] = { ...only, quantity };
  scene.quantities = [quantity];
  scene.meanOver = { dimension: unit.dimension, ...(unit.grain === undefined ? {} : { grain: unit.grain }) };
  groups.splice(groups.indexOf(unit), 1);
}

/** "Lines per order" is the mean over the orders, which have no names to tell one from the other. */
function readPerNumbered(scene: Draft): void {
  const { figures, groups, items, question, lexicon, relations, isListing } = scene;
  const { rowCount } = lexicon;
  const [per, ...others] = groups;
  const rows =
    relations.length === 1 && !isListing && rowCount ? { quantity: quantityOf(rowCount) } : undefined;
  const [only = rows, ...more] = figures;
  if (only === undefined || per === undefined || more.length + others.length > 0) return;
  const item = items[per.at];
  const isNumberSaid = question.tokens
    .slice(item?.from, (item?.to ?? 0) + 2)
    .some(({ lemma }) => lemma === titleLemmas(per.dimension.title).at(-1));
  const { dimensions } = lexicon.cube;
  const isNumbered =
    per.cue === 'per' &&
    isIdentifier(per.dimension) &&
    dimensions.every((it) => keyOf(lexicon.cube, it) !== per.dimension);
  const isTold = isJoined(per.dimension) && isPart(only.quantity) && !isPlural(scene, per.at);
  if (!isNumbered || !isTold || isNumberSaid || open(scene, 'rank', 'list').length > 0) return;
  groups.length = 0;
  scene.quantities = [only.quantity];
  scene.meanOver = { dimension: per.dimension };
}

/** "Average refund per order": an order without one had none, where the model adds refunds up. */
function perRowOf({ lexicon }: Draft, { dimension }: GroupMention, sum: Quantity): Quantity | undefined {
  const { rowCount } = lexicon;
  const isRow = dimension.primaryKey === true && !isJoined(dimension);
  return isRow && rowCount !== undefined && !isCountOf(sum)
    ? { kind: 'ratio', part: sum, whole: { kind: 'measure', measure: rowCount } }
    : undefined;
}

/** Whether a dimension names things that have rows of their own. */
function namesThings({ cube, strangers }: Draft['lexicon'], dimension: DimensionMetadata): boolean {
  return (
    keyOf(cube, dimension) !== undefined ||
    dimension === entityDimension(cube) ||
    (strangers.has(dimension) && shortName(dimension.name).endsWith('name'))
  );
}

/** "Fat and fibre on average", "over 10 g of fibre on average": what is said apart of all figures. */
function isAveraged({ figures, having }: Draft): boolean {
  const all = [...figures.map(({ quantity }) => quantity), ...having.map(({ quantity }) => quantity)];
  const averages = all.filter(
    (it) =>
      (it.kind === 'measure' && it.measure.type === 'avg') ||
      (it.kind === 'aggregate' && it.aggregate === 'avg'),
  );
  return averages.length > 0 && all.every((it) => averages.includes(it) || isCountOf(it));
}

/** Gives back what was charged because nothing beside a number said how to put it together. */
function isStatedApart(scene: Draft, { number, stated }: FigureMention): void {
  const price =
    number === undefined || stated ? undefined : figureOfNumber(scene.lexicon, number, undefined).price;
  if (price !== undefined) charge(scene, price, -1);
}

/** "How many stations does a city have on average": what is named in the singular is averaged over. */
function oneOf(scene: Draft): GroupMention | undefined {
  const isOne = (at: number): boolean => {
    const from = scene.items[at]?.from ?? 0;
    return /^(an?|one|single)$/.test(scene.question.tokens[from - 1]?.word ?? '') && !isPlural(scene, at);
  };
  const bare = scene.groups.find(({ cue, at }) => cue === 'bare' && isOne(at));
  if (bare !== undefined) {
    charge(scene, bareGroupPrice(scene, bare.at), -1);
    return bare;
  }
  const dimension = entityDimension(scene.lexicon.cube);
  const place = scene.relations.find(isOne);
  const counts = scene.figures.some(
    ({ quantity }) => quantity.kind !== 'measure' || quantity.measure !== scene.lexicon.rowCount,
  );
  return place === undefined || dimension === undefined || !counts
    ? undefined
    : { dimension, at: place, cue: 'per' };
}
