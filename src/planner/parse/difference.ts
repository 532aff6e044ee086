import type { Draft } from './draft.ts';
import type { Filter } from './filter.ts';
import type { Quantity } from './quantity.ts';
import type { Group } from './reading.ts';
import { operatorOfItem } from './scene.ts';

/**
 * "The gap in pay between men and women by level": in each group how much more it is of the one than of the other, where the figures
 * of both side by side would leave that to whoever asked.
 */
export function readDifference(
  draft: Draft,
  filters: Filter[],
  grouped: readonly Pick<Group, 'dimension'>[],
): void {
  const [figure, ...others] = draft.quantities;
  const pairs = filters.filter((it) => it.kind === 'values' && !it.negated && it.values.length === 2);
  const [pair, ...more] = pairs;
  if (figure === undefined || others.length > 0 || pair?.kind !== 'values' || more.length > 0) return;
  const isSplitByOther = grouped.some(({ dimension }) => dimension !== pair.dimension);
  if (!draft.compare || !saysDifference(draft) || !isSplitByOther) return;
  filters.splice(filters.indexOf(pair), 1);
  draft.quantities = differenceOf(figure, pair);
  draft.compare = false;
}

/** What a figure is more of the first of two values than of the second, and of each of them. */
export function differenceOf(figure: Quantity, { values, ...pair }: ValuesFilter): Quantity[] {
  const [of, less] = values.map(
    (value): Quantity => ({ kind: 'filtered', of: figure, where: { ...pair, values: [value] } }),
  );
  return of === undefined || less === undefined ? [figure] : [{ kind: 'difference', of, less }, of, less];
}

type ValuesFilter = Extract<Filter, { kind: 'values' }>;

function saysDifference({ items, question }: Draft): boolean {
  return items.some(
    (item) =>
      operatorOfItem(item, 'compare') !== undefined &&
      /^(?:differ|difference|gap)$/.test(question.tokens[item.from]?.lemma ?? ''),
  );
}
