import type { Entry } from '../link/entries.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import type { Compared } from './number-conditions.ts';
import { dimensionOf, linkAt, type Scene } from './scene.ts';

/** Whether a number that is named in part is compared by its whole name. */
export function isConditioned(scene: Scene, compared: readonly Compared[], entry: Entry): boolean {
  if (entry.kind !== 'dimension' || entry.dimension.type !== 'number') return false;
  return compared.some(({ target }) => {
    const link = typeof target === 'number' ? linkAt(scene, target) : undefined;
    return link !== undefined && link.quality >= 0.95 && dimensionOf(link.entry) === entry.dimension;
  });
}

/** "people with children": what is like the rows is something else beside them. */
export function chargeRelationTwice(draft: Draft): void {
  const named = draft.items.flatMap((item) =>
    item.kind === 'link' &&
    (item.link.entry.kind === 'relation' ||
      (item.link.entry.kind === 'measure' && item.link.entry.measure === draft.lexicon.rowCount))
      ? [item.link.quality]
      : [],
  );
  if (named.length > 1 && named.some((it) => it > 0.9))
    charge(draft, 'twice', named.filter((it) => it < 0.75).length);
}
