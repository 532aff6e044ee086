import type { Question } from '../language/question.ts';
import { entityDimension } from '../link/entities.ts';
import { isOfRows, memberOf } from '../link/entries.ts';
import { ownerOf } from '../link/joined-cubes.ts';
import type { Lexicon } from '../link/lexicon.ts';
import { shortName } from '../link/names.ts';
import type { Cover } from './cover.ts';
import type { Draft } from './draft.ts';
import { linkAt, type Scene } from './scene.ts';

/**
 * Places of nouns that only say what the noun right behind them belongs to: the engine of "browser engine" is one of the
 * browser's, and "customer orders" are orders.
 */
export function ownersIn(
  { tokens }: Question,
  { cube, strangers, rowCount, byKey }: Lexicon,
  items: Cover,
): Set<number> {
  const found = new Set<number>();
  for (const [at, item] of items.entries()) {
    const next = items[at + 1];
    if (item.kind !== 'link' || next?.kind !== 'link' || item.link.entry.kind !== 'dimension') continue;
    const { dimension } = item.link.entry;
    const last = tokens[item.to];
    const isName = dimension === entityDimension(cube) || shortName(dimension.name).endsWith('name');
    const isNext =
      next.from === item.to + 1 && tokens[next.from]?.afterBreak !== true && next.link.quality >= 0.9;
    if (!isName || !isNext || dimension.type !== 'string' || last === undefined || last.word !== last.lemma)
      continue;
    // "Store orders" are those of the channel that is called so.
    if ((byKey.get(last.lemma) ?? []).some(({ ordered, words }) => ordered && words.length === 1)) continue;
    const { entry } = next.link;
    const home = strangers.get(dimension);
    const isOfIt =
      entry.kind === 'dimension' &&
      entry.dimension !== dimension &&
      entry.dimension.type !== 'boolean' &&
      entry.dimension.type !== 'time' &&
      strangers.get(entry.dimension) === home;
    const isRows =
      home !== undefined &&
      (entry.kind === 'relation' || (entry.kind === 'measure' && entry.measure === rowCount));
    if (isOfIt || isRows) found.add(at);
  }
  return found;
}

/** "The most used browser version": what a version is of tells it apart from others of its name, and is shown with it. */
export function showOwners(draft: Draft): void {
  const { owners, groups, lexicon } = draft;
  const entity = entityDimension(lexicon.cube);
  if (entity?.repeats !== true || entity.key !== undefined || entity.primaryKey === true) return;
  for (const at of owners) {
    const owner = linkAt(draft, at)?.entry;
    const isOfRow =
      isOfRows(linkAt(draft, at + 1)?.entry, lexicon) && groups.some(({ dimension }) => dimension === entity);
    if (owner?.kind === 'dimension' && isOfRow && !groups.some((it) => it.dimension === owner.dimension))
      groups.push({ dimension: owner.dimension, at, cue: 'list' });
  }
}

/** Whether nothing else is named of what something named belongs to. */
export function isAllOfOwner(scene: Scene, at: number): boolean {
  const ownerAt = (place: number): string | undefined => {
    const entry = linkAt(scene, place)?.entry;
    const member = entry && memberOf(entry);
    return member && ownerOf(member.name);
  };
  return scene.items.every((_, place) => place === at || ownerAt(place) !== ownerAt(at));
}
