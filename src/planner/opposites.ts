import type { DimensionMetadata } from '../semantic/metadata.ts';
import type { FilterMention } from './filters.ts';
import type { Group } from './reading.ts';

/** "online and offline sales": both sides of a yes or no are compared, not both asked for at once. */
export function splitOpposites(found: readonly FilterMention[]): {
  filters: readonly FilterMention[];
  split: Group[];
} {
  const values = new Map<DimensionMetadata, Set<boolean>>();
  for (const { filter } of found) {
    if (filter.kind === 'boolean')
      values.set(filter.dimension, new Set([...(values.get(filter.dimension) ?? []), filter.value]));
  }
  const both = [...values].flatMap(([dimension, said]) => (said.size > 1 ? [dimension] : []));
  return {
    filters: found.filter(({ filter }) => filter.kind !== 'boolean' || !both.includes(filter.dimension)),
    split: both.map((dimension) => ({ dimension })),
  };
}
