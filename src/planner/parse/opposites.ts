import type { Draft } from './draft.ts';

/** "online and offline sales": both sides of a yes or no are compared, not both asked for at once. */
export function splitOpposites({ conditions, groups }: Draft): void {
  const flags = Map.groupBy(conditions, ({ filter }) =>
    filter.kind === 'boolean' ? filter.dimension : undefined,
  );
  for (const [dimension, own] of flags) {
    if (
      dimension === undefined ||
      new Set(own.map(({ filter }) => filter.kind === 'boolean' && filter.value)).size < 2
    )
      continue;
    for (const condition of own) conditions.splice(conditions.indexOf(condition), 1);
    groups.push({ dimension, at: own[0]?.at ?? 0, cue: 'by' });
  }
}
