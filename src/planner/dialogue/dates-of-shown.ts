import { charge, together } from '../parse/charges.ts';
import type { Interpretation } from '../parse/interpretation.ts';
import type { Reading } from '../parse/reading.ts';
import type { Price } from '../parse/weights.ts';

/** "When did they finish?" */
const asksWhen =
  /^\W*(?:(?:and|but|so) )*when (?:did|do|does|was|were|is|are|has|have|had|will) (?:they|these|those|it|he|she)\b/i;

/** What a verb costs that narrows rows to what was done, where it is said without a date. */
const undated: readonly Price[] = ['bareVerb', 'datedVerb', 'impliedDate'];

/** "And close?", after when something opened. */
const goesOnAsking = /^\W*(?:and|but)\b(?: when)?(?: (?:did|do|does|will|it|they|he|she))* [\p{L}-]+\W*$/iu;
const askedWhen = /^\W*(?:(?:and|but|so) )*when\b/i;

/** "Which projects are completed?", then "when did they finish?": the date of each, and not those that have one. */
export function datesOfShown(own: Interpretation, earlier: Reading): Interpretation {
  const { reading } = own;
  const { quantities, groups, list } = earlier;
  const isOfDate = askedWhen.test(earlier.text) && groups.some(({ dimension }) => dimension.type === 'time');
  const asks = asksWhen.test(reading.text) || (isOfDate && goesOnAsking.test(reading.text));
  const [done, ...more] = reading.filters;
  const isOfList = (list || isOfDate) && quantities.length === 0 && groups.length > 0;
  const isDone =
    done?.kind === 'missing' &&
    done.negated &&
    done.dimension.type === 'time' &&
    (isOfDate || done.done === true);
  const figures = isOfDate && reading.implied ? [] : reading.quantities;
  const saysMore = more.length + figures.length + reading.having.length > 0;
  if (!asks || !isOfList || !isDone || saysMore) return own;
  const charges = together(own.charges);
  for (const price of undated) charge({ charges }, price, -(charges.get(price) ?? 0));
  return {
    ...own,
    charges,
    reading: {
      ...{ ...reading, quantities: figures, groups: [{ dimension: done.dimension }] },
      ...{ filters: [], list: true, implied: false },
    },
  };
}
