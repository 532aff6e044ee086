import type { Day } from '../language/calendar.ts';
import type { Reading } from '../parse/reading.ts';
import { planTime } from '../query/planned-time.ts';
import type { Choice } from './choice.ts';

/** Other words for the same period change nothing either. */
export function isUnchanged(earlier: Reading, merged: Reading, { plan }: Choice, today: Day): boolean {
  if (essenceOf(merged) !== essenceOf(earlier)) return false;
  if (merged.dates === earlier.dates) return true;
  const time = planTime(merged, today);
  return typeof time === 'object' && JSON.stringify(time.periods) === JSON.stringify(plan.time?.periods);
}

/** All that a query is written from but its dates, which are functions. */
function essenceOf(reading: Reading): string {
  const beside = { lexicon: 0, text: 0, dates: 0, ambiguities: 0, implied: 0, narrowed: 0 };
  return JSON.stringify({ ...reading, ...beside, compare: reading.compare && holdsApart(reading) });
}

/** Whether there is anything to compare: "difference" of one figure is itself. */
function holdsApart({ dates, filters, shareOf }: Reading): boolean {
  return (
    dates?.compare === true ||
    shareOf !== undefined ||
    filters.some((it) => it.kind === 'values' && it.values.length > 1)
  );
}
