import { charge } from './charges.ts';
import type { Draft, FigureMention } from './draft.ts';
import { isCountOf, sameQuantity } from './quantity.ts';
import { linkAt, operatorOfItem } from './scene.ts';

/** "Litres vs planned litres" are two figures: charges for taking both for the same one. */
export function chargeSameFigure(draft: Draft): void {
  const { figures, items } = draft;
  for (const [place, one] of figures.entries()) {
    if (isCountOf(one.quantity)) continue;
    const other = figures.slice(place + 1).find((it) => sameQuantity(it.quantity, one.quantity));
    if (other === undefined) continue;
    const [from, to] = [Math.min(one.at, other.at), Math.max(one.at, other.at)];
    const areJoined = items
      .slice(from + 1, to)
      .some((item) => operatorOfItem(item, 'and', 'compare', 'than') !== undefined);
    if (areJoined && saidOf(draft, one) !== saidOf(draft, other)) charge(draft, 'twice');
  }
}

function saidOf(draft: Draft, { at }: FigureMention): string {
  const words = linkAt(draft, at)?.tokens.map((it) => draft.question.tokens[it]?.lemma ?? '') ?? [];
  return words.sort().join(' ');
}
