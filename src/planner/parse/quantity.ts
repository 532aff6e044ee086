import type { DimensionMetadata, MeasureMetadata } from '../../contract/tools.ts';
import { type Filter, filterKey } from './filter.ts';

/** A number that a query computes: a measure of the model, or an aggregate over a dimension where no measure does it. */
export type Quantity =
  | { readonly kind: 'measure'; readonly measure: MeasureMetadata }
  | {
      readonly kind: 'aggregate';
      readonly aggregate: 'avg' | 'min' | 'max' | 'sum' | 'distinct' | 'median';
      readonly dimension: DimensionMetadata;
    }
  /** One figure divided by another; `share` where that was asked as a share. */
  | { readonly kind: 'ratio'; readonly part: Quantity; readonly whole: Quantity; readonly share?: true }
  /** How much more one figure is than another. */
  | { readonly kind: 'difference'; readonly of: Quantity; readonly less: Quantity }
  /** A figure in another unit than its own: "in minutes", "in billions". */
  | { readonly kind: 'scaled'; readonly of: Quantity; readonly by: number; readonly unit: string }
  /** A figure of only the rows that meet a condition, beside figures of all of them. */
  | { readonly kind: 'filtered'; readonly of: Quantity; readonly where: Filter };

/** A measure of the model as a figure. */
export function quantityOf(measure: MeasureMetadata): Quantity {
  return { kind: 'measure', measure };
}

/** The members that a figure is made of. */
export function membersOf(quantity: Quantity): readonly (MeasureMetadata | DimensionMetadata)[] {
  switch (quantity.kind) {
    case 'measure':
      return [quantity.measure];
    case 'aggregate':
      return [quantity.dimension];
    case 'ratio':
      return [...membersOf(quantity.part), ...membersOf(quantity.whole)];
    case 'difference':
      return [...membersOf(quantity.of), ...membersOf(quantity.less)];
    case 'scaled':
    case 'filtered':
      return membersOf(quantity.of);
  }
}

/** Whether a figure says how many there are. */
export function isCountOf(quantity: Quantity): boolean {
  return quantity.kind === 'measure'
    ? quantity.measure.type.startsWith('count')
    : quantity.kind === 'aggregate' && quantity.aggregate === 'distinct';
}

/** Whether a figure says which part of the rows, or of what they come to, meets a condition. */
export function isShareOf(quantity: Quantity): boolean {
  if (quantity.kind !== 'ratio' || quantity.part.kind !== 'filtered') return false;
  const { of } = quantity.part;
  const adds = of.kind === 'measure' && (of.measure.type === 'sum' || of.measure.type === 'count');
  return adds && sameQuantity(of, quantity.whole);
}

/** Whether what is split by any dimension is part of the whole: of distinct things, averages and rates it is none. */
export function isPart(quantity: Quantity): boolean {
  if (quantity.kind === 'measure') return ['count', 'count_distinct', 'sum'].includes(quantity.measure.type);
  if (quantity.kind === 'scaled') return isPart(quantity.of);
  return quantity.kind === 'aggregate' && (quantity.aggregate === 'sum' || quantity.aggregate === 'distinct');
}

/** Whether two figures are computed in the same way. */
export function sameQuantity(a: Quantity, b: Quantity): boolean {
  return quantityKey(a) === quantityKey(b);
}

/** The same for the same figure, and only for it. */
export function quantityKey(quantity: Quantity): string {
  switch (quantity.kind) {
    case 'measure':
      return quantity.measure.name;
    case 'aggregate':
      return `${quantity.aggregate} ${quantity.dimension.name}`;
    case 'ratio':
      return `${quantityKey(quantity.part)} / ${quantityKey(quantity.whole)}`;
    case 'difference':
      return `${quantityKey(quantity.of)} - ${quantityKey(quantity.less)}`;
    case 'scaled':
      return `${quantityKey(quantity.of)} / ${quantity.by}`;
    case 'filtered':
      return `${quantityKey(quantity.of)} where ${filterKey(quantity.where)}`;
  }
}

/** Each figure once, in the order of their first mention. */
export function uniqueQuantities(quantities: readonly Quantity[]): Quantity[] {
  return [...new Map(quantities.map((quantity) => [quantityKey(quantity), quantity])).values()];
}
