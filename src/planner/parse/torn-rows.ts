import type { Token } from '../language/text.ts';
import { isCounted } from '../link/entries.ts';
import type { Link } from '../link/link.ts';
import type { Cover } from './cover.ts';
import { isHad } from './outdone.ts';
import type { Reading } from './reading.ts';
import { operatorOfItem } from './scene.ts';
import { cubeOf } from './value-of-thing.ts';

/** As surely as a value is said by its only word. */
const surely = 0.95;

/**
 * "Who makes the most coats", "clients who had a coat": a value stands for the rows that are counted or had, and something else has
 * that value, too, so that other rows may be meant: visits for a coat, or alterations of coats.
 */
export function standsForTornRows(
  { ranking, filters }: Reading,
  cover: Cover,
  links: readonly Link[],
  words: readonly Token[],
): boolean {
  const areNamed = cover.some(
    (it) => it.kind === 'link' && (it.link.entry.kind === 'relation' || isCounted(it.link.entry)),
  );
  const isRanked = ranking !== undefined && filters.length === 1 && !areNamed;
  return cover.some((item, at) => {
    if (item.kind !== 'link' || item.link.entry.kind !== 'value' || cover[at + 1]?.kind === 'link')
      return false;
    const { link } = item;
    const isMost = isRanked && operatorOfItem(cover[at - 1], 'rank') !== undefined;
    // "By country without Germany" leaves it out, unlike "without a coat".
    const isLeftOut = words[(link.tokens[0] ?? 0) - 1]?.word === 'without';
    if (!isMost && (isLeftOut || !isHad(link.tokens, words))) return false;
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
