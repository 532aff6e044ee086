import { multiplierOf } from '../language/comparisons.ts';
import { unitSize } from '../language/unit-sizes.ts';
import { siblingsOf } from '../link/siblings.ts';
import { charge } from './charges.ts';
import { explain } from './cues.ts';
import type { Draft } from './draft.ts';
import { unitOf } from './member-units.ts';
import { isCountOf, membersOf, type Quantity } from './quantity.ts';

/** "In minutes", "in billions": the figures in the unit that is asked for. Charges where theirs is not known. */
export function readUnits(draft: Draft): void {
  const { question, items, lexicon, quantities } = draft;
  for (const token of question.tokens) {
    const scale = multiplierOf(token.lemma);
    const said = unitSize(token.lemma);
    if (question.tokens[token.index - 1]?.word !== 'in' || token.word === token.lemma) continue;
    if (scale === undefined && said === undefined) continue;
    const at = items.findIndex(({ from }) => from === token.index);
    const scaled = quantities.map((quantity): Quantity | undefined => {
      if (isCountOf(quantity)) return quantity;
      if (scale !== undefined) return { kind: 'scaled', of: quantity, by: scale, unit: token.raw };
      const own = membersOf(quantity)
        .flatMap((it) => [it, siblingsOf(lexicon, it).dimension ?? it])
        .map((it) => unitOf(lexicon.cube, it))
        .find((it) => it !== undefined);
      if (own === undefined || own.kind !== said?.kind) return undefined;
      return own.size === said.size
        ? quantity
        : { kind: 'scaled', of: quantity, by: said.size / own.size, unit: token.raw };
    });
    if (scaled.length === 0 || scaled.some((it) => it === undefined)) charge(draft, 'otherUnit', 0.5);
    else {
      draft.quantities = scaled.filter((it) => it !== undefined);
      if (at >= 0 && items[at]?.kind === 'word') explain(draft, at);
    }
  }
}
