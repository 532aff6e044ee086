import { differenceOf } from '../parse/difference.ts';
import type { Reading } from '../parse/reading.ts';
import { namesNoFigure } from './shown.ts';

/** After how much more one has than another, "and in total yield?" asks that of another figure, and "between Ada and Bo?" of others. */
export function stayApart(earlier: Reading, later: Reading): Reading {
  const [difference] = earlier.quantities;
  if (difference?.kind !== 'difference') return later;
  const { of, less } = difference;
  if (of.kind !== 'filtered' || less.kind !== 'filtered') return later;
  if (of.where.kind !== 'values' || less.where.kind !== 'values') return later;
  const { dimension } = of.where;
  const others = later.filters.find(
    (it) => it.kind === 'values' && !it.negated && it.values.length === 2 && it.dimension === dimension,
  );
  const isSilent = namesNoFigure(later);
  const [figure, ...more] = isSilent ? [of.of] : later.quantities;
  if (figure === undefined || more.length > 0 || (isSilent && others === undefined)) return later;
  const pair =
    others?.kind === 'values' ? others : { ...of.where, values: [...of.where.values, ...less.where.values] };
  return {
    ...later,
    quantities: differenceOf(figure, pair),
    filters: later.filters.filter((it) => it !== others),
    compare: false,
    implied: false,
  };
}
