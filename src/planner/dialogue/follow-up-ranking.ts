import { judged } from '../parse/judged-order.ts';
import type { Quantity } from '../parse/quantity.ts';
import type { Ranking, Reading } from '../parse/reading.ts';

/** "Which of them is the highest?" */
const asksOne =
  /\b(?:which|what|who)\b(?: one)?(?: of (?:them|these|those|the \w+))? (?:is|was|has|had|comes|came|are the one)\b/i;

/** In which order a highest or a lowest figure puts what it is of. */
export function extremeOf(quantity: Quantity | undefined): Ranking['direction'] | undefined {
  const type =
    quantity?.kind === 'aggregate'
      ? quantity.aggregate
      : quantity?.kind === 'measure'
        ? quantity.measure.type
        : undefined;
  return type === 'max' ? 'desc' : type === 'min' ? 'asc' : undefined;
}

/** In which order a follow-up asks for something. */
export function ordersBy({ ranking, quantities, text }: Reading): Ranking['direction'] | undefined {
  if (ranking !== undefined) return ranking.direction;
  // "Which has the highest price?", where a figure is called so.
  return quantities.length === 1 && asksOne.test(text) ? extremeOf(quantities[0]) : undefined;
}

/** How a follow-up orders what was asked before. */
export function mergeRanking(
  earlier: Reading,
  later: Reading,
  regrouped: boolean,
  quantity: Quantity | undefined,
): Reading['ranking'] {
  if (later.ranking !== undefined)
    return judged(
      {
        ...later.ranking,
        limit: later.ranking.limit ?? (asksOne.test(later.text) ? 1 : earlier.ranking?.limit),
        ofChange: later.ranking.ofChange ?? (regrouped ? undefined : earlier.ranking?.ofChange),
      },
      quantity,
      earlier,
    );
  // "Which of them is the tallest?", "the lowest rated ones": the extreme says in which order.
  const direction = later.quantities.length === 1 ? extremeOf(quantity) : undefined;
  if (direction !== undefined && (earlier.ranking !== undefined || asksOne.test(later.text)))
    return {
      ...{ direction, offset: 0, by: undefined, within: undefined },
      limit: asksOne.test(later.text) ? 1 : earlier.ranking?.limit,
    };
  // "And which brand?" is the one that has changed the most, too.
  if (regrouped && earlier.ranking?.ofChange !== undefined)
    return { ...earlier.ranking, limit: asksOne.test(later.text) ? earlier.ranking.limit : undefined };
  if (regrouped || earlier.ranking === undefined) return undefined;
  return later.quantities.length > 0 ? { ...earlier.ranking, by: undefined } : earlier.ranking;
}
