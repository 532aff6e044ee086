import { shortName } from '../link/names.ts';
import { filterTarget, type Reading } from '../parse/reading.ts';
import { isOfShown } from './shown.ts';

const shown =
  /\b(?:these|them)\b|\bthose\b(?! (?:who|that|which|whose|with(?! (?:their|its))|without|from|in|on|at|under|over|above|below|having|rated)\b)/i;

/** Whether a message speaks of what was shown: "in those jobs", "how many of them", unlike "those who subscribed". */
export function refersToShown(message: string): boolean {
  return shown.test(message);
}

/** Whether a reading is of more than was shown: a condition or a limit of what was asked before is gone. */
export function isWider(later: Reading, before: Reading): boolean {
  const kept = new Set(later.filters.map((it) => shortName(filterTarget(it))));
  if (before.filters.some((it) => !kept.has(shortName(filterTarget(it))))) return true;
  // The rows that were shown have met its bounds and its limit.
  if (isOfShown(later)) return false;
  return (
    later.having.length < before.having.length ||
    (before.ranking?.limit !== undefined && later.ranking?.limit === undefined)
  );
}
