import { shortName } from '../link/names.ts';
import type { Quantity, Ranking, Reading } from '../parse/reading.ts';

/** Figures of which one wants little, so that the worst are the highest. */
const unwelcome =
  /cost|expens|churn|complain|delay|wait|refund|return|cancel|defect|loss|mortalit|late|downtime|latenc|error|fail|readmi|absence|overdue|debt|scrap|waste|incident|accident|bounce|duration|response|resolution/;

/** The ranking of a follow-up such as "worst 3", once its figure is known. */
function rankedBy(ranking: Ranking, quantity: Quantity | undefined): Ranking {
  if (ranking.judges !== true || quantity?.kind !== 'measure') return ranking;
  if (!unwelcome.test(`${quantity.measure.title} ${shortName(quantity.measure.name)}`.toLowerCase()))
    return ranking;
  return { ...ranking, judges: false, direction: ranking.direction === 'asc' ? 'desc' : 'asc' };
}

/** "Which of them is the highest?" */
const asksOne =
  /\b(?:which|what|who)\b(?: one)?(?: of (?:them|these|those|the \w+))? (?:is|was|has|had|comes|came|are the one)\b/i;

function extremeOf(quantity: Quantity | undefined): Ranking['direction'] | undefined {
  const type =
    quantity?.kind === 'aggregate'
      ? quantity.aggregate
      : quantity?.kind === 'measure'
        ? quantity.measure.type
        : undefined;
  return type === 'max' ? 'desc' : type === 'min' ? 'asc' : undefined;
}

/** How a follow-up orders what was asked before. */
export function mergeRanking(
  earlier: Reading,
  later: Reading,
  regrouped: boolean,
  quantity: Quantity | undefined,
): Reading['ranking'] {
  if (later.ranking !== undefined)
    return rankedBy(
      {
        ...later.ranking,
        limit: later.ranking.limit ?? (asksOne.test(later.text) ? 1 : earlier.ranking?.limit),
        ofChange: later.ranking.ofChange ?? (regrouped ? undefined : earlier.ranking?.ofChange),
      },
      quantity,
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
