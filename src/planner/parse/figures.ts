import type { DimensionMetadata, MeasureMetadata } from '../../contract/tools.ts';
import type { Aggregate } from '../language/grammar.ts';
import { ageOf } from '../link/ages.ts';
import { entityDimension, isIdentifier } from '../link/entities.ts';
import { entityOfCount, isJoined } from '../link/joined-cubes.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { isPartOfAmount, plainAmount } from '../link/main-amount.ts';
import { siblingsOf } from '../link/siblings.ts';
import { spanBetween } from '../link/spans.ts';
import { charge } from './charges.ts';
import { countsThem } from './cues.ts';
import type { Draft } from './draft.ts';
import { isCountOf, type Quantity, quantityOf } from './quantity.ts';
import { afterBreak, type Lead, leadOf, linkAt, open, operatorOfItem } from './scene.ts';
import type { Price } from './weights.ts';

/** A figure, and how far it is from what was said. */
interface Figured {
  readonly quantity: Quantity;
  /** What that is charged. */
  readonly price: Price | undefined;
  /** An aggregate that the figure cannot have by itself, but a group or a ranking may use: "average" of a count. */
  readonly open: Aggregate | undefined;
}

const figured = (quantity: Quantity, price?: Price, open?: Aggregate): Figured => ({ quantity, price, open });

/** The figure that a measure is with an aggregate that was said of it. */
export function figureOfMeasure(
  lexicon: Lexicon,
  measure: MeasureMetadata,
  said: Aggregate | undefined,
): Figured {
  const own = quantityOf(measure);
  if (said === undefined) return figured(own);
  const { type } = measure;
  const isCount = type === 'count' || type === 'count_distinct';
  if (isCount && (said === 'count' || said === 'sum' || said === 'distinct')) return figured(own);
  if (type === said || (type === 'number' && said === 'avg')) return figured(own);
  if (said === 'count' && type === 'sum' && measure.format !== 'currency') return figured(own, 'countBySum');
  const { dimension, measures } = siblingsOf(lexicon, measure);
  const sibling = said === 'median' ? undefined : measures.get(said === 'distinct' ? 'count_distinct' : said);
  if (sibling !== undefined) return figured(quantityOf(sibling));
  if (dimension !== undefined && said !== 'count')
    return figured({ kind: 'aggregate', aggregate: said, dimension }, 'unmeasured');
  return figured(own, undefined, said === 'sum' && type === 'number' ? undefined : said);
}

/** The figure that the numbers of a dimension come to, with the aggregate that was said or the likeliest one. */
export function figureOfNumber(
  lexicon: Lexicon,
  dimension: DimensionMetadata,
  said: Aggregate | undefined,
): Figured {
  const { measures } = siblingsOf(lexicon, dimension);
  if (said === 'count') {
    const price = measures.has('sum') ? 'countBySum' : 'countByMean';
    return figured(figureOfNumber(lexicon, dimension, undefined).quantity, price);
  }
  if (said === 'distinct') return figured({ kind: 'aggregate', aggregate: 'distinct', dimension });
  if (isIdentifier(dimension))
    return figured({ kind: 'aggregate', aggregate: said ?? 'avg', dimension }, 'aggregatedKey');
  if (said !== undefined) {
    const measure = said === 'median' ? undefined : measures.get(said);
    return figured(
      measure === undefined ? { kind: 'aggregate', aggregate: said, dimension } : quantityOf(measure),
    );
  }
  const total: Quantity = { kind: 'aggregate', aggregate: 'sum', dimension };
  const isSummed = lexicon.cube.measures.some(
    ({ type, column }) => type === 'sum' && column === dimension.name,
  );
  // What rows of money come to is their amount.
  const isAdded = isSummed && dimension === plainAmount(lexicon.cube);
  if (isAdded && !measures.has('sum')) return figured(total, 'impliedSum');
  const natural =
    (isAdded ? measures.get('sum') : undefined) ??
    naturalOf(lexicon, measures) ??
    measures.get('number') ??
    measures.get('max');
  if (natural !== undefined)
    return figured(quantityOf(natural), measures.has('sum') ? 'impliedSum' : 'impliedAggregate');
  // What a measure adds up is added up here, too, as is what is a part of an amount: taxes, discounts.
  if (isPartOfAmount(dimension) || isSummed) return figured(total, 'impliedAggregate');
  // How long something takes is told by its mean.
  const price = spanBetween(dimension) === undefined ? 'impliedAverage' : undefined;
  return figured({ kind: 'aggregate', aggregate: 'avg', dimension }, price);
}

/** Whether a question speaks of what adds up: "how many", a share, a total. */
export function addsUp(draft: Draft): boolean {
  const { items, question } = draft;
  return items.some(
    (item, at) =>
      operatorOfItem(item, 'share', 'running') !== undefined ||
      (operatorOfItem(item, 'many') !== undefined && !countsThem(draft, at)) ||
      // "How much more do they earn" is of each of them.
      (operatorOfItem(item, 'much') !== undefined &&
        !/^(more|less|mehr|weniger)$/.test(question.tokens[item.to + 1]?.word ?? '')) ||
      operatorOfItem(item, 'aggregate')?.aggregate === 'sum',
  );
}

/** The total or the average of a column, whichever the model names first: salaries are rarely added up. */
export function naturalOf(
  { cube }: Lexicon,
  measures: ReadonlyMap<MeasureMetadata['type'], MeasureMetadata>,
): MeasureMetadata | undefined {
  const both = [measures.get('sum'), measures.get('avg')].filter((it) => it !== undefined);
  return both.toSorted((a, b) => cube.measures.indexOf(a) - cube.measures.indexOf(b))[0];
}

/** How many different values: by a measure that counts them where there is one. */
export function distinctOf(lexicon: Lexicon, dimension: DimensionMetadata): Quantity {
  const counting = lexicon.cube.measures.find(
    (measure) => measure !== lexicon.rowCount && entityOf(lexicon, measure) === dimension,
  );
  return counting === undefined
    ? { kind: 'aggregate', aggregate: 'distinct', dimension }
    : quantityOf(counting);
}

/** The dimension that tells apart what a measure counts; undefined where there is none, or it does not count. */
export function entityOf(
  { cube, rowCount }: Lexicon,
  measure: MeasureMetadata,
): DimensionMetadata | undefined {
  return measure === rowCount ? entityDimension(cube) : entityOfCount(cube, measure);
}

/** Whether a figure puts ages together that are those of others than its rows: who visits often is of one age still. */
export function agesReferrers(quantity: Quantity): boolean {
  if (quantity.kind !== 'aggregate' || !isJoined(quantity.dimension)) return false;
  return ageOf(quantity.dimension) !== undefined && ['avg', 'median', 'sum'].includes(quantity.aggregate);
}

/** What a count counts, each once; undefined for other figures. */
export function thingOf(lexicon: Lexicon, quantity: Quantity): DimensionMetadata | undefined {
  if (quantity.kind === 'measure') return entityOf(lexicon, quantity.measure);
  return quantity.kind === 'aggregate' && quantity.aggregate === 'distinct' ? quantity.dimension : undefined;
}

/** The number of each row that a figure puts together; undefined for counts, and where the names do not tell. */
export function ownNumber(lexicon: Lexicon, quantity: Quantity): DimensionMetadata | undefined {
  if (isCountOf(quantity)) return undefined;
  if (quantity.kind === 'measure') return siblingsOf(lexicon, quantity.measure).dimension;
  return quantity.kind === 'aggregate' ? quantity.dimension : undefined;
}

/** Words that say less of a name do not stand for it where another thing may be meant. */
export const partly = 0.9;

/** Charges for a second figure that nothing joins with the first: people rarely ask for two that way. */
export function joinFigure(scene: Draft, at: number, lead: Lead): void {
  const before = scene.figures.findLast((figure) => figure.at < at);
  // "How many customers have no returns".
  if (before === undefined || lead.cue?.kind === 'not') return;
  const between = scene.items.slice(before.at + 1, at);
  const [link = '', ...words] = scene.question.tokens
    .slice((scene.items[before.at]?.to ?? 0) + 1, scene.items[at]?.from)
    .map(({ word, afterBreak: isAfter }) => (isAfter ? ',' : word));
  const isNext = words.every((word) => /^an?$/.test(word));
  // "Profit after discounts", "attempts until a purchase": one figure that is not known, and not both.
  const isOfOther = isNext && /^(after|before|until|till|less|minus)$/.test(link);
  const joined =
    !isOfOther &&
    (afterBreak(scene, at) ||
      lead.cue?.kind === 'and' ||
      [link, ...words].includes(',') ||
      between.some(
        (item) => operatorOfItem(item, 'and', 'or', 'compare', 'ratio', 'by', 'than') !== undefined,
      ));
  if (joined || open(scene, 'ratio', 'share').length > 0) return;
  // A "discount rate" is none of returns.
  const isPartly = before.at === at - 1 && (linkAt(scene, at)?.quality ?? 1) < partly;
  if (isPartly) charge(scene, 'compound');
  // "How many attempts did it take to get a subscription" asks for one of them.
  const isAsked = /^(many|much)$/.test(leadOf(scene, before.at).cue?.kind ?? '');
  // "Rating for breakdowns" is that of the breakdowns, and "revenue with discount" rather that with one.
  const isPlain = linkAt(scene, at)?.saysAggregate !== true && lead.modifiers.length === 0;
  const isWithin = isNext && (link === 'for' || (link === 'with' && isPlain));
  charge(scene, 'unjoinedFigure', isAsked || isOfOther || isWithin ? 3 : 1);
}
