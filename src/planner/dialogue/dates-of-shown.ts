import { charge, together } from '../parse/charges.ts';
import type { Interpretation } from '../parse/interpretation.ts';
import type { Reading } from '../parse/reading.ts';
import type { Price } from '../parse/weights.ts';

/** "When did they finish?" */
const asksWhen =
  /^\W*(?:(?:and|but|so) )*when (?:did|do|does|was|were|is|are|has|have|had|will) (?:they|these|those|it|he|she)\b/i;

/** What a verb costs that narrows rows to what was done, where it is said without a date. */
const undated: readonly Price[] = ['bareVerb', 'datedVerb', 'impliedDate'];

/** "Which projects are completed?", then "when did they finish?": the date of each, and not those that have one. */
export function datesOfShown(own: Interpretation, { quantities, groups, list }: Reading): Interpretation {
  const { reading } = own;
  const [done, ...more] = reading.filters;
  const isOfList = list && quantities.length === 0 && groups.length > 0;
  const isDone = done?.kind === 'missing' && done.done === true && done.dimension.type === 'time';
  const saysMore = more.length + reading.quantities.length + reading.having.length > 0;
  if (!asksWhen.test(reading.text) || !isOfList || !isDone || saysMore) return own;
  const charges = together(own.charges);
  for (const price of undated) charge({ charges }, price, -(charges.get(price) ?? 0));
  return {
    ...own,
    charges,
    reading: { ...reading, groups: [{ dimension: done.dimension }], filters: [], list: true, implied: false },
  };
}
