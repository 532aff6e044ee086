import { operatorOf } from '../language/grammar.ts';
import type { Question } from '../language/question.ts';
import { charge, together } from '../parse/charges.ts';
import type { Interpretation } from '../parse/interpretation.ts';
import type { Price } from '../parse/weights.ts';

/** What a figure costs that nothing names, where something is ranked by it. */
const unnamed: readonly Price[] = ['impliedAmount', 'impliedRank.unnamed'];

/** "Which month was the best?", "which team had the most?": whether a message ranks, and does not say by what. */
export function ranksUnnamed({ reading, charges, leftAside }: Interpretation, { tokens }: Question): boolean {
  // "Top 3" may only cut what was shown, in its order; "top 3 dishes" are those with most of it.
  const isTop = tokens.some(({ word }) => {
    const operator = operatorOf(word);
    return operator?.kind === 'rank' && operator.top === true;
  });
  return (
    reading.ranking !== undefined &&
    (!isTop || (reading.groups.length > 0 && !charges.has('impliedRows'))) &&
    leftAside.length === 0 &&
    unnamed.some((price) => (charges.get(price) ?? 0) > 0)
  );
}

/** The same for a thread, whose figure is meant. */
export function withoutFigure(alone: Interpretation): Interpretation {
  const { reading } = alone;
  const charges = together(alone.charges);
  for (const price of [...unnamed, 'throughOthers'] as const)
    charge({ charges }, price, -(charges.get(price) ?? 0));
  return {
    ...alone,
    charges,
    reading: {
      ...reading,
      quantities: [],
      filters: reading.filters.filter(
        (it) => it.kind !== 'missing' || it.rows !== reading.lexicon.cube.title,
      ),
      implied: true,
      ranking: reading.ranking && { ...reading.ranking, by: undefined },
    },
  };
}

/** "And the bottom 3 by fees?" ranks what was ranked, and not the rows that nothing names. */
export function withoutImpliedRows(alone: Interpretation): Interpretation {
  if (!alone.charges.has('impliedRows')) return alone;
  const { reading } = alone;
  const charges = together(alone.charges);
  charge({ charges }, 'impliedRows', -(charges.get('impliedRows') ?? 0));
  return { ...alone, charges, reading: { ...reading, groups: [] } };
}
