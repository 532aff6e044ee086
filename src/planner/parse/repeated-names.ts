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

/** "By genre, only genres with 50 titles": a group that is named again is no further doubt. */
function forgiveGroups(draft: Draft): void {
  const named = new Map<string, number>();
  for (const item of draft.items) {
    const dimension =
      item.kind === 'link' && item.link.entry.kind === 'dimension' ? item.link.entry.dimension : undefined;
    if (item.kind !== 'link' || dimension?.type !== 'string') continue;
    const { quality } = item.link;
    if (named.get(dimension.name) === quality) {
      charge(draft, 'link', -1);
      charge(draft, 'unlike', quality - 1);
    }
    named.set(dimension.name, quality);
  }
}

/** Charges for rows that are named twice, and not for groups that are. */
export function chargeRepeated(draft: Draft): void {
  forgiveGroups(draft);
  // "People with children": what is like the rows is something else beside them.
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
