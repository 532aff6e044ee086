import { addDays, type Day, floorTo, type Period, type Unit, unitAround } from '../language/calendar.ts';

/** What a period is, for a language to say it: whole units by name, anything else from day to day. */
export type PeriodShape =
  | { readonly kind: 'all' }
  | { readonly kind: 'before' | 'since'; readonly day: Day }
  | { readonly kind: 'unit'; readonly unit: Exclude<Unit, 'hour' | 'week'>; readonly start: Day }
  /** `last` is the first day of the last unit. */
  | {
      readonly kind: 'range';
      readonly unit: 'year' | 'month' | 'day';
      readonly start: Day;
      readonly last: Day;
    };

export function shapeOf({ start, end }: Period): PeriodShape {
  if (start === undefined) return end === undefined ? { kind: 'all' } : { kind: 'before', day: end };
  if (end === undefined) return { kind: 'since', day: start };
  for (const unit of ['decade', 'year', 'quarter', 'month', 'day'] as const) {
    const around = unitAround(start, unit);
    if (around.start === start && around.end === end) return { kind: 'unit', unit, start };
  }
  const unit = (['year', 'month'] as const).find(
    (it) => floorTo(start, it) === start && floorTo(end, it) === end,
  );
  const last = addDays(end, -1);
  return unit === undefined
    ? { kind: 'range', unit: 'day', start, last }
    : { kind: 'range', unit, start, last: floorTo(last, unit) };
}

/** The quarter of the year that a day lies in: 1 to 4. */
export function quarterOf(day: Day): number {
  return Math.floor((Number(day.slice(5, 7)) - 1) / 3) + 1;
}
