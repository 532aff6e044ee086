import type { DimensionMetadata } from '../../contract/tools.ts';
import { memberOf } from '../link/entries.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { referenceOf } from '../link/referring-cubes.ts';
import type { Draft } from './draft.ts';
import { isCountOf, membersOf, type Quantity } from './quantity.ts';
import { linkAt } from './scene.ts';

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

/** "Customers without orders in 2025" have none of then, whenever they signed up themselves. */
export function lacksOthersThen(draft: Draft): boolean {
  const { lexicon, question, conditions, timeDimension } = draft;
  const time = timeDimension ?? lexicon.defaultTime;
  return (
    question.isDated &&
    conditions.some(({ at, filter }) => {
      if (filter.kind !== 'missing' || filter.negated || filter.dimension.type !== 'time') return false;
      const named = (linkAt(draft, at)?.tokens ?? []).map((it) => question.tokens[it]?.lemma ?? '');
      const areOthers = named.some((it) => lexicon.things.has(it) && !lexicon.relationLemmas.has(it));
      return areOthers && filter.dimension !== time;
    })
  );
}

/** "The rent of farms that were harvested in 2023": what is dated is said. */
function namesRows({ items, lexicon: { strangers } }: Draft): boolean {
  return items.some((item) => {
    if (item.kind !== 'link') return false;
    const member = memberOf(item.link.entry);
    return member === undefined || !strangers.has(member);
  });
}
