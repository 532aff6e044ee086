import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import { linkAt } from './scene.ts';

/** "online and offline sales": both sides of a yes or no are compared, not both asked for at once. */
export function splitOpposites(draft: Draft): void {
  const { conditions, groups } = draft;
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
    // "Shaped and shapeless": the one that is named makes the other sure.
    const doubts = own.map(({ at }) => 1 - (linkAt(draft, at)?.quality ?? 1));
    charge(draft, 'unlike', Math.min(...doubts) - doubts.reduce((sum, it) => sum + it, 0));
  }
}
