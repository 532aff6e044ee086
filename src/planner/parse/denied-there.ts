import { isExistence, referenceOf } from '../link/referring-cubes.ts';
import type { Draft } from './draft.ts';
import { type Condition, denied, type Filter } from './filter.ts';
import { afterBreak, operatorOfItem } from './scene.ts';

/**
 * "Never bought anything in the canteen": what is denied is that there are any rows of the canteen, whatever else is bought. Who
 * never bought a ticket has none that was bought, unlike who has not paid their bills, who has some.
 */
export function readDeniedThere(draft: Draft): void {
  const { conditions } = draft;
  for (const rows of [...conditions]) {
    const { filter } = rows;
    if (filter.kind !== 'boolean' || !filter.value || !isExistence(filter.dimension)) continue;
    const deed = conditions.find((it) => isDeedDeniedOf(draft, it, rows));
    if (deed === undefined) continue;
    const isSame = referenceOfFilter(draft, deed.filter)?.from === referenceOfFilter(draft, filter)?.from;
    const done = isSame && filterGaps(deed.filter) ? denied(deed.filter) : undefined;
    conditions.splice(
      conditions.indexOf(deed),
      1,
      ...(done === undefined ? [] : [{ ...deed, filter: done }]),
    );
    conditions.splice(conditions.indexOf(rows), 1, { ...rows, filter: { ...filter, value: false } });
  }
}

/** Whether something is not done, which is done to rows or where they are. */
function isDeedDeniedOf(draft: Draft, deed: Condition, rows: Condition): boolean {
  const { filter, at } = deed;
  if (filter.kind !== 'missing' || filter.negated || filter.dimension.type !== 'time') return false;
  const done = referenceOfFilter(draft, filter);
  if (done === undefined || at >= rows.at) return false;
  const between = draft.items.slice(at + 1, rows.at);
  const isOne = ({ word }: { readonly word: string }): boolean => /^(?:an?|any|single|one)$/.test(word);
  const isIn = between.some((item) => operatorOfItem(item, 'in') !== undefined);
  const isOther = done.from !== referenceOfFilter(draft, rows.filter)?.from;
  const said = draft.question.tokens.slice((draft.items[at]?.to ?? 0) + 1, draft.items[rows.at]?.from);
  return (
    (isOther ? isIn : said.some(isOne)) &&
    between.every((item, index) => {
      const isSmall = operatorOfItem(item, 'in', 'filler', 'of') !== undefined;
      return isSmall && !afterBreak(draft, at + 1 + index);
    })
  );
}

function referenceOfFilter({ lexicon: { cube } }: Draft, filter: Filter): ReturnType<typeof referenceOf> {
  return filter.kind === 'segment' ? undefined : referenceOf(cube, filter.dimension);
}

function filterGaps(filter: Filter): boolean {
  return filter.kind !== 'segment' && filter.dimension.gaps === true;
}
