import type { DimensionMetadata } from '../../contract/tools.ts';
import type { Day } from '../language/calendar.ts';
import { ownerOf } from '../link/joined-cubes.ts';
import { shortName } from '../link/names.ts';
import { type SpanDimension, spanBetween } from '../link/spans.ts';
import { stateOf } from '../link/states.ts';
import type { Filter } from '../parse/filter.ts';
import type { Quantity } from '../parse/quantity.ts';
import type { Reading } from '../parse/reading.ts';

/**
 * How long rows have lasted that still do, which is until today: of repairs that are open, "which has been open the longest?" would
 * find none that has an end.
 */
export function stillLasting(reading: Reading, today: Day): Reading {
  const ends = new Set(reading.filters.flatMap((it) => endMissing(it) ?? []));
  if (ends.size === 0) return reading;
  const lasting = (it: DimensionMetadata): DimensionMetadata => {
    const span = spanBetween(it);
    if (span === undefined || span.today !== undefined || !ends.has(span.to.name)) return it;
    const untilNow: SpanDimension = {
      name: `${ownerOf(it.name)}.${span.unit}s_from_${shortName(span.from.name)}_to_today`,
      title: `${span.unit === 'day' ? 'Days' : 'Hours'} from ${span.from.title} to today`,
      type: 'number',
      span: { ...span, today },
    };
    return untilNow;
  };
  const figure = (it: Quantity): Quantity =>
    it.kind === 'aggregate' ? { ...it, dimension: lasting(it.dimension) } : it;
  const condition = (it: Filter): Filter =>
    it.kind === 'number' ? { ...it, dimension: lasting(it.dimension) } : it;
  const { ranking } = reading;
  return {
    ...reading,
    quantities: reading.quantities.map(figure),
    groups: reading.groups.map((group) => ({ ...group, dimension: lasting(group.dimension) })),
    filters: reading.filters.map(condition),
    having: reading.having.map((it) => ({ ...it, quantity: figure(it.quantity) })),
    ranking: ranking && { ...ranking, by: ranking.by && figure(ranking.by) },
  };
}

/** The time that rows do not have which a condition leaves. */
function endMissing(filter: Filter): string | undefined {
  if (filter.kind === 'missing') return filter.negated ? undefined : filter.dimension.name;
  const state = filter.kind === 'boolean' && filter.value ? stateOf(filter.dimension) : undefined;
  return state?.today === undefined ? state?.until.name : undefined;
}
