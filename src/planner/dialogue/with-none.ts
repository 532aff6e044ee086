import { denied, type Filter, isDenied } from '../parse/filter.ts';
import { isCountOf } from '../parse/quantity.ts';
import type { Reading } from '../parse/reading.ts';
import { turnedOver } from './others.ts';
import { countedBy, listed } from './shown.ts';

/**
 * "Which of those has none at all?": those that were shown, with none of what was counted of each, or without what was last said to
 * be there.
 * @returns `rest` where the message may say more of them
 */
export function withNone(
  earlier: Reading,
  later: Reading,
): { readonly reading: Reading; readonly rest: boolean } {
  const { text } = later;
  const [count, ...more] = earlier.quantities;
  if (count !== undefined && isCountOf(count) && more.length === 0 && earlier.groups.length > 0)
    return {
      reading: {
        ...earlier,
        text,
        having: [{ quantity: count, operator: '=', values: [0], percent: false }],
      },
      rest: false,
    };
  const without = withoutLast(earlier, true, true);
  if (without === undefined)
    return { reading: { ...earlier, text, ambiguities: [{ about: 'figure' }] }, rest: false };
  const those = withoutParts(without);
  const isCounted = /\bhow many\b/i.test(text);
  const reading = isCounted ? (countedBy(those, later, 'count') ?? those) : listed(those);
  return { reading, rest: true };
}

/**
 * "What about those who did not?", "and the others?": the same, where what was last said of them does not hold.
 * @param isDone it is that something is done, or is there
 * @param isNone what was said not to be there is not there still
 */
export function withoutLast(earlier: Reading, isDone: boolean, isNone = false): Reading | undefined {
  const { filters, shareOf = [], quantities } = earlier;
  const [figure] = quantities;
  const part = figure?.kind === 'filtered' ? figure : undefined;
  const said = [...filters, ...(part === undefined ? [] : [part.where]), ...shareOf];
  const last = isDone ? said.findLast(saysThereIs) : said.at(-1);
  if (isNone && last !== undefined && isDenied(last)) return earlier;
  const other = last && denied(last);
  if (last === undefined || other === undefined) return undefined;
  if (shareOf.includes(last)) return { ...earlier, shareOf: shareOf.map((it) => (it === last ? other : it)) };
  if (part?.where === last) return { ...earlier, quantities: [{ ...part, where: other }] };
  return turnedOver({ ...earlier, filters: [...filters.filter((it) => it !== last), last] });
}

/** All rows that a share or a figure is of, rather than these parts of others. */
function withoutParts(reading: Reading): Reading {
  const [figure, ...more] = reading.quantities;
  const part = figure?.kind === 'filtered' ? figure : undefined;
  return {
    ...reading,
    quantities: part === undefined ? reading.quantities : [part.of, ...more],
    filters: [...reading.filters, ...(part === undefined ? [] : [part.where]), ...(reading.shareOf ?? [])],
    share: undefined,
    shareOf: undefined,
  };
}

function saysThereIs(filter: Filter): boolean {
  return filter.kind === 'boolean' || filter.kind === 'segment' || filter.kind === 'missing';
}
