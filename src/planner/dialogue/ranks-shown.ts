import { operatorOf } from '../language/grammar.ts';
import type { Question } from '../language/question.ts';
import { memberLemmas } from '../link/entities.ts';
import { charge, together } from '../parse/charges.ts';
import { ownNumber } from '../parse/figures.ts';
import type { Interpretation } from '../parse/interpretation.ts';
import { sameQuantity } from '../parse/quantity.ts';
import type { Reading } from '../parse/reading.ts';
import type { Price } from '../parse/weights.ts';
import { extremeOf } from './follow-up-ranking.ts';

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
    // "Which has fewest?"
    (unnamed.some((price) => (charges.get(price) ?? 0) > 0) || saysNothingElse(reading))
  );
}

/**
 * "Which job has the longest?", after the mean duration of calls by job: whether a message ranks by a number that only its
 * adjective tells, of which a figure of each group was shown.
 */
export function ranksShownNumber(alone: Reading, question: Question, earlier: Reading): boolean {
  const isOfShown = alone.groups.every(({ dimension }) =>
    earlier.groups.some((it) => it.dimension.name === dimension.name),
  );
  return isOfShown && isByShownNumber(alone, question, earlier);
}

/** The same, whatever is split by it. */
export function isByShownNumber(alone: Reading, { tokens }: Question, earlier: Reading): boolean {
  const [extreme, ...more] = alone.quantities;
  const [shown, ...others] = earlier.quantities;
  if (extreme?.kind !== 'aggregate' || shown === undefined || more.length + others.length > 0) return false;
  const isOfGroups = earlier.groups.length > 0 && !earlier.list && !sameQuantity(extreme, shown);
  const isExtreme = /^(?:max|min)$/.test(extreme.aggregate);
  const isPlain = alone.filters.length + alone.having.length === 0 && alone.dates === undefined;
  const named = memberLemmas(extreme.dimension);
  return (
    isOfGroups &&
    isExtreme &&
    isPlain &&
    ownNumber(earlier.lexicon, shown)?.name === extreme.dimension.name &&
    !tokens.some(({ lemma }) => named.includes(lemma))
  );
}

function saysNothingElse({ quantities, groups, filters, having, dates, list }: Reading): boolean {
  const said = quantities.length + groups.length + filters.length + having.length;
  return said === 0 && dates === undefined && !list;
}

/** The same for a thread, whose figure is meant. */
export function withoutFigure(alone: Interpretation): Interpretation {
  const { reading } = alone;
  const direction = extremeOf(reading.quantities[0]);
  const ranking =
    reading.ranking ?? (direction && { direction, limit: undefined, offset: 0, within: undefined });
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
      ranking: ranking && { ...ranking, by: undefined },
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
