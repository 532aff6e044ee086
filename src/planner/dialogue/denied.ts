import { tokenize } from '../language/text.ts';
import { memberLemmas } from '../link/entities.ts';
import { isCountOf, isPart, membersOf, type Quantity, sameQuantity } from '../parse/quantity.ts';
import type { Reading } from '../parse/reading.ts';
import type { Edit } from './edit.ts';

/** "Not the rate, just how many" denies a figure of the question before it; what else is denied is taken back. */
export function withDenied(edit: Edit, earlier: Reading): Edit {
  const { denied } = edit;
  if (denied !== undefined && earlier.share !== undefined && saysShare.test(denied))
    return { ...edit, denied: undefined, plain: true };
  if (denied === undefined || earlier.quantities.some((it) => isCalled(denied, it, earlier))) return edit;
  return { ...edit, dropped: [...edit.dropped, denied], denied: undefined };
}

const saysShare = /^(?:(?:as|in|a|an|the) )*(?:shares?|percentages?|percent|proportions?)$/i;

/** Whether a figure is kept that a message says is not meant. */
export function keepsDenied({ denied }: Edit, earlier: Reading, merged: Reading): boolean {
  return (
    denied !== undefined &&
    earlier.quantities.some(
      (it) => isCalled(denied, it, earlier) && merged.quantities.some((kept) => sameQuantity(kept, it)),
    )
  );
}

/** Whether a figure may be called so: by a part of its name, or by what kind of figure it is. */
function isCalled(text: string, figure: Quantity, { lexicon }: Reading): boolean {
  const said = tokenize(text).map(({ lemma }) => lemma);
  const kinds = [
    ...(isCountOf(figure) ? ['number', 'count', ...lexicon.relationLemmas] : []),
    ...(isPart(figure) ? ['rate', 'share', 'percentage', 'percent', 'proportion'] : []),
  ];
  const names = new Set([...membersOf(figure).flatMap(memberLemmas), ...kinds]);
  return said.length > 0 && said.every((lemma) => names.has(lemma));
}
