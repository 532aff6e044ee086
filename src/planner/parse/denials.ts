import type { Draft } from './draft.ts';
import { type Filter, type Group, membersOf } from './reading.ts';

/**
 * "Browsers that do not support it" over rows of what each supports: rows that say something else are no answer, because
 * a browser has several.
 */
export function deniesOthers(
  { lexicon: { strangers }, quantities }: Draft,
  filters: readonly Filter[],
  groups: readonly Group[],
): boolean {
  const [asked] = quantities.length > 0 ? quantities.flatMap(membersOf) : groups.map((it) => it.dimension);
  const home = asked === undefined ? undefined : strangers.get(asked);
  if (home === undefined) return false;
  return filters.some(
    (filter) =>
      ((filter.kind === 'boolean' && !filter.value) ||
        ((filter.kind === 'values' || filter.kind === 'missing') &&
          filter.dimension.type !== 'number' &&
          filter.negated === (filter.kind === 'values'))) &&
      strangers.get(filter.dimension) !== home,
  );
}
