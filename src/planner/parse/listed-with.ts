import { isJoined } from '../link/joined-cubes.ts';
import { charge } from './charges.ts';
import type { Draft } from './draft.ts';
import { isCountOf } from './quantity.ts';
import { operatorOfItem } from './scene.ts';

/**
 * "List the projects on hold with their client and lead": what belongs to each of them is a further column, wherever the model
 * has it, and nothing is counted by it.
 */
export function readListedWith(draft: Draft): void {
  const { items, question, groups, quantities } = draft;
  const place = items.findIndex(
    (item) =>
      operatorOfItem(item, 'with') !== undefined &&
      /^(?:their|its|his|her)$/.test(question.tokens[item.to + 1]?.word ?? ''),
  );
  if (place < 0) return;
  if (quantities.length > 0 && quantities.every(isCountOf)) charge(draft, 'unlisted');
  const theirs = groups.filter(({ at, dimension }) => at > place && isJoined(dimension));
  if (quantities.length === 0) charge(draft, 'stranger', -theirs.length);
}
