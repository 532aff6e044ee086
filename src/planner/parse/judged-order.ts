import { shortName } from '../link/names.ts';
import type { Quantity } from './quantity.ts';
import type { Ranking } from './reading.ts';

/** Figures of which one wants little, so that the worst are the highest. */
const unwelcome =
  /cost|expens|churn|complain|delay|wait|refund|return|cancel|defect|loss|mortalit|late|downtime|latenc|error|fail|readmi|absence|overdue|debt|scrap|waste|incident|accident|bounce|duration|response|resolution|no.?show|outstanding|unpaid|arrear|(?:days|hours|time) to/;

/** The ranking of "worst 3", once its figure is known. */
export function judged(ranking: Ranking, quantity: Quantity | undefined): Ranking {
  if (ranking.judges !== true || quantity?.kind !== 'measure') return ranking;
  if (!unwelcome.test(`${quantity.measure.title} ${shortName(quantity.measure.name)}`.toLowerCase()))
    return ranking;
  return { ...ranking, judges: false, direction: ranking.direction === 'asc' ? 'desc' : 'asc' };
}
