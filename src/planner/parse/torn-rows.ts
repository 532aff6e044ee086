import { isCounted } from '../link/entries.ts';
import type { Link } from '../link/link.ts';
import type { Cover } from './cover.ts';
import type { Reading } from './reading.ts';
import { operatorOfItem } from './scene.ts';
import { cubeOf } from './value-of-thing.ts';

/** As surely as a value is said by its only word. */
const surely = 0.95;

/**
 * "Who makes the most coats": a value stands for the rows that are counted, and something else has that value, too, so that other
 * rows may be meant: visits for a coat, or alterations of coats.
 */
export function ranksTornRows({ ranking, filters }: Reading, cover: Cover, links: readonly Link[]): boolean {
  if (ranking === undefined || filters.length !== 1) return false;
  if (
    cover.some((it) => it.kind === 'link' && (it.link.entry.kind === 'relation' || isCounted(it.link.entry)))
  )
    return false;
  return cover.some((item, at) => {
    if (item.kind !== 'link' || item.link.entry.kind !== 'value') return false;
    if (operatorOfItem(cover[at - 1], 'rank') === undefined || cover[at + 1]?.kind === 'link') return false;
    const { link } = item;
    const own = cubeOf(item.link.entry.dimension);
    return links.some(
      ({ entry, tokens, quality }) =>
        entry.kind === 'value' &&
        quality >= surely &&
        tokens.join() === link.tokens.join() &&
        cubeOf(entry.dimension) !== own,
    );
  });
}
