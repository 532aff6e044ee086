import { shortName } from '../link/names.ts';
import type { Quantity } from './quantity.ts';
import type { Ranking } from './reading.ts';

/** Figures of which one wants little, so that the worst are the highest. */
const unwelcome =
  /\b(?:cost|expens|churn|complain|delay|wait(?:s|ing)?\b|refund|return|cancel|defect|loss|lost\b|mortalit|late(?:ness|ncy)?\b|downtime|error|fail|miss(?:ed|ing)\b|readmi|absen|overdue|debt|scrap|waste|incident|accident|bounce|duration|no.?shows?\b|outstanding|unpaid|arrear|(?:days|hours|time) to)/;

/** What takes long, unless it is how many get there. */
const slow = /\b(?:response|resolution)/;

/** The ranking of "worst 3", once its figure is known. */
export function judged(ranking: Ranking, quantity: Quantity | undefined): Ranking {
  if (ranking.judges !== true || quantity?.kind !== 'measure') return ranking;
  const { title, name, format } = quantity.measure;
  const called = `${title} ${shortName(name).replaceAll('_', ' ')}`.toLowerCase();
  if (!unwelcome.test(called) && !(slow.test(called) && format !== 'percent')) return ranking;
  return { ...ranking, judges: false, direction: ranking.direction === 'asc' ? 'desc' : 'asc' };
}
