import type { Draft } from './draft.ts';
import { denied, isDenied } from './filter.ts';
import { excluding } from './negation.ts';
import { afterBreak, open, operatorOfItem, use } from './scene.ts';

/** "Without those that belong to no family" leaves out what is denied, and so are those that do. */
export function readLeftOut(draft: Draft): void {
  const { items, question, conditions } = draft;
  const wordAt = (at: number): string => question.tokens[items[at]?.from ?? -1]?.word ?? '';
  for (const { at: outer } of open(draft, 'not')) {
    const [nearest] = conditions.filter(({ at }) => at > outer).toSorted((a, b) => a.at - b.at);
    if (nearest === undefined || !isDenied(nearest.filter)) continue;
    const between = items.slice(outer + 1, nearest.at);
    const pointsAt = between.findIndex(
      (item, place) =>
        /^(?:those|ones|any|all)$/.test(wordAt(outer + 1 + place)) ||
        // "Ohne die ohne Rabatt".
        (wordAt(outer + 1 + place) === 'the' && operatorOfItem(between[place + 1], 'not') !== undefined) ||
        (item.kind === 'link' && item.link.entry.kind === 'relation'),
    );
    const isPlain = between.every(
      (item, place) =>
        !afterBreak(draft, outer + 1 + place) &&
        (item.kind === 'word' ||
          (item.kind === 'link' && item.link.entry.kind === 'relation') ||
          operatorOfItem(item, 'filler', 'not', 'who', 'which', 'with', 'of', 'in', 'than') !== undefined),
    );
    const other = denied(nearest.filter);
    if (pointsAt < 0 || !isPlain || other === undefined) continue;
    if (!excluding.test(wordAt(outer)) && wordAt(outer) !== 'not') continue;
    use(draft, outer);
    conditions[conditions.indexOf(nearest)] = { ...nearest, filter: other };
  }
}
