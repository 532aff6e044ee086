import { entityDimension } from '../link/entities.ts';
import { charge } from './charges.ts';
import { type Draft, statedFigure } from './draft.ts';
import { extreme } from './extremes.ts';
import { ownNumber } from './figures.ts';
import { isExplicitList } from './listing.ts';
import { isCountOf } from './quantity.ts';
import type { Group, Ranking } from './reading.ts';

/** "List the ketches with their draught, largest first": each by its own number, in its order. */
export function orderRecords(
  draft: Draft,
  ranking: Ranking | undefined,
  grouped: Group[],
): Ranking | undefined {
  const entity = entityDimension(draft.lexicon.cube);
  const [figure, ...more] = draft.figures;
  const isOrdered = ranking !== undefined && ranking.limit === undefined && ranking.ofChange === undefined;
  if (!isOrdered || figure === undefined || more.length > 0 || !isExplicitList(draft)) return ranking;
  const number =
    figure.stated || isCountOf(figure.quantity)
      ? undefined
      : (figure.number ?? ownNumber(draft.lexicon, figure.quantity));
  const others = grouped.filter(({ dimension }) => dimension !== number);
  const areRecords = others.length > 0 && entity?.repeats !== true;
  if (number === undefined || !areRecords || others[0]?.dimension !== entity) return ranking;
  grouped.splice(0, grouped.length, ...others);
  for (const price of ['impliedAggregate', 'impliedAverage', 'impliedSum'] as const)
    charge(draft, price, -(draft.charges.get(price) ?? 0));
  const quantity = extreme(number, ranking.direction);
  draft.figures.splice(0, 1, statedFigure(quantity, figure.at, number));
  draft.quantities = [quantity];
  return { ...ranking, by: ranking.by && quantity };
}
