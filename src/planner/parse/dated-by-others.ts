import type { DimensionMetadata } from '../../contract/tools.ts';
import { memberOf } from '../link/entries.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import type { Draft } from './draft.ts';
import { isCountOf, membersOf, type Quantity } from './quantity.ts';

/** Whether figures of rows are dated by those that refer to them: a share price by the year of a report. */
export function isDatedByOthers(draft: Draft): boolean {
  const { lexicon, question, timeDimension, quantities } = draft;
  const time = timeDimension ?? lexicon.defaultTime;
  if (!question.isDated || time === undefined) return false;
  if (referenceOf(lexicon.cube, time) !== undefined) return quantities.some((it) => !isCountOf(it));
  return areOfOthers(lexicon, quantities, time) && !namesRows(draft);
}

/** Whether figures are of what rows belong to, and the time is of the rows. */
export function areOfOthers(
  { strangers, defaultTime }: Lexicon,
  quantities: readonly Quantity[],
  time: DimensionMetadata | undefined,
): boolean {
  const dates = time ?? defaultTime;
  if (dates === undefined || strangers.has(dates)) return false;
  return quantities.some((it) => !isCountOf(it) && membersOf(it).every((member) => strangers.has(member)));
}

/** "The rent of farms that were harvested in 2023": what is dated is said. */
function namesRows({ items, lexicon: { strangers } }: Draft): boolean {
  return items.some((item) => {
    if (item.kind !== 'link') return false;
    const member = memberOf(item.link.entry);
    return member === undefined || !strangers.has(member);
  });
}
