import { figureOfMeasure, figureOfNumber } from '../parse/figures.ts';
import { type Quantity, sameQuantity } from '../parse/quantity.ts';
import type { Reading } from '../parse/reading.ts';

/** A figure put together as a follow-up says: "and the median?". */
export function aggregated(quantity: Quantity, { aggregate, lexicon }: Reading): Quantity {
  if (aggregate === undefined) return quantity;
  if (quantity.kind === 'measure') return figureOfMeasure(lexicon, quantity.measure, aggregate).quantity;
  return quantity.kind === 'aggregate'
    ? figureOfNumber(lexicon, quantity.dimension, aggregate).quantity
    : quantity;
}

/** "Average instead", of figures that are known as totals only. */
export function isSaidInVain(earlier: Reading, later: Reading): boolean {
  const { aggregate } = later;
  const [only, ...more] = earlier.quantities;
  const isNamed = later.quantities.length > 0 && !later.implied;
  if (aggregate === undefined || only === undefined || more.length > 0 || isNamed) return false;
  const own =
    only.kind === 'measure' ? only.measure.type : only.kind === 'aggregate' ? only.aggregate : undefined;
  return own !== aggregate && sameQuantity(aggregated(only, later), only);
}
