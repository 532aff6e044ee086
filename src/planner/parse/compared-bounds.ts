import { type Draft, statedFigure } from './draft.ts';
import type { Condition, Filter } from './filter.ts';
import type { Compared } from './number-conditions.ts';
import type { Quantity } from './quantity.ts';
import { open, operatorOfItem, use } from './scene.ts';

type Bound = Condition & { readonly filter: Extract<Filter, { kind: 'number' }> };

/** "Salary of people aged 40 to 49 vs those under 30": the figure of either side, rather than of who would be on both. */
export function readComparedBounds(draft: Draft, compared: readonly Compared[]): void {
  const { conditions, figures, lexicon, relations } = draft;
  const [first, second, ...more] = compared;
  if (first === undefined || second === undefined || more.length > 0) return;
  const sides = conditions.filter((it): it is Bound => it.filter.kind === 'number');
  const [one, other, ...others] = sides;
  if (one === undefined || other === undefined || others.length > 0) return;
  const against = draft.items.findIndex(
    (item, at) => at > first.at && at < second.at && operatorOfItem(item, 'compare') !== undefined,
  );
  // "Do people over 50 earn more than people under 30" asks for what they earn.
  const isThan = open(draft, 'than').length > 0;
  const isOfOne = one.filter.dimension === other.filter.dimension;
  if (!isOfOne || against < 0 || isThan || draft.share !== undefined) return;
  const counted = lexicon.rowCount && { kind: 'measure' as const, measure: lexicon.rowCount };
  const [figure] = figures;
  const isOfRows = figure === undefined && (relations.length > 0 || open(draft, 'many').length > 0);
  const of: Quantity | undefined = figures.length === 1 ? figure?.quantity : isOfRows ? counted : undefined;
  if (of === undefined) return;
  use(draft, against, ...open(draft, 'many').map(({ at }) => at));
  figures.splice(0, 1);
  for (const side of [one, other]) {
    conditions.splice(conditions.indexOf(side), 1);
    figures.push(statedFigure({ kind: 'filtered', of, where: side.filter }, figure?.at ?? side.at));
  }
}
