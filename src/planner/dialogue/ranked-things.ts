import { isCountOf } from '../parse/quantity.ts';
import type { Reading } from '../parse/reading.ts';
import { ordersBy } from './follow-up-ranking.ts';
import { listed, namesNoFigure } from './shown.ts';

/** Whether a message ranks the things that were counted before: "which five are the largest by revenue?" */
export function ranksCounted({ quantities, groups, having, share }: Reading, later: Reading): boolean {
  return (
    quantities.length === 1 &&
    quantities.every(isCountOf) &&
    groups.length + having.length + later.groups.length === 0 &&
    share === undefined &&
    ordersBy(later) !== undefined
  );
}

/** These things, one by one. */
export function rankedThings(earlier: Reading, later: Reading): Reading {
  if (!ranksCounted(earlier, later)) return earlier;
  const things = listed(earlier);
  return namesNoFigure(later) ? { ...things, having: [] } : things;
}
