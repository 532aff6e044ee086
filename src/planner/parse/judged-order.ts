import { shortName } from '../link/names.ts';
import type { Filter } from './filter.ts';
import { isCountOf, type Quantity } from './quantity.ts';
import type { Ranking, Reading } from './reading.ts';

/** Figures of which one wants little, so that the worst are the highest. */
const unwelcome =
  /\b(?:cost|expens|churn|complain|delay|wait(?:s|ing)?\b|refund|return|cancel|defect|loss|lost\b|mortalit|late(?:ness|ncy)?\b|downtime|error|fail|miss(?:ed|ing)\b|readmi|absen|overdue|debt|scrap|waste|incident|accident|bounce|duration|no.?shows?\b|outstanding|unpaid|arrear|(?:days|hours|time) to)/;

/** What takes long, unless it is how many get there. */
const slow = /\b(?:response|resolution)/;

/**
 * The ranking of "worst 3", once its figure is known.
 * @param of what it is asked of: what rows are counted for may be what makes them good or bad
 */
export function judged(
  ranking: Ranking,
  quantity: Quantity | undefined,
  of?: Pick<Reading, 'filters' | 'shareOf'>,
): Ranking {
  if (ranking.judges !== true || quantity?.kind !== 'measure') return ranking;
  const { title, name, format } = quantity.measure;
  const called = `${title} ${shortName(name).replaceAll('_', ' ')}`.toLowerCase();
  const isUnwelcome = unwelcome.test(called) || (slow.test(called) && format !== 'percent');
  const counted = of !== undefined && isCountOf(quantity) ? (of.shareOf ?? of.filters) : [];
  if (!isUnwelcome && !counted.some(isLack)) return ranking;
  return { ...ranking, judges: false, direction: ranking.direction === 'asc' ? 'desc' : 'asc' };
}

/** Stations with no step-free access are no better for being many. */
function isLack(filter: Filter): boolean {
  return (
    filter.kind === 'values' &&
    !filter.negated &&
    filter.values.every((it) => /^(?:no|none|never)$/i.test(it))
  );
}
