import { addUnits, type Period, unitAround, yearOf } from './calendar.ts';
import type { Clock, DateExpression, ResolvedDates } from './date-meanings.ts';

/** Several expressions as one, to be told apart when they are compared. */
export function together(expressions: readonly DateExpression[], compare: boolean): DateExpression {
  const ongoing = expressions.some((expression) => expression.ongoing === true);
  return {
    spans: expressions.flatMap((expression) => expression.spans),
    compare,
    unit: expressions[0]?.unit ?? 'day',
    ongoing,
    resolve: (clock, bucket) => {
      const resolved = resolveTogether(
        expressions.map((expression) => (at) => expression.resolve(at, bucket)),
        clock,
        ongoing,
      );
      return compare ? { ...resolved, periods: inSamePart(resolved.periods) } : resolved;
    },
  };
}

/** A part of a year that is compared with a whole year is compared with the same part of it. */
function inSamePart(periods: readonly Period[]): readonly Period[] {
  const [one, other, ...more] = periods;
  if (one === undefined || other === undefined || more.length > 0) return periods;
  if (isYear(other) && !isYear(one)) return [one, inYearOf(one, other)];
  return isYear(one) && !isYear(other) ? [inYearOf(other, one), other] : periods;
}

function isYear({ start, end }: Period): boolean {
  if (start === undefined || end === undefined) return false;
  const year = unitAround(start, 'year');
  return year.start === start && year.end === end;
}

function inYearOf(part: Period, year: Period): Period {
  if (part.start === undefined || part.end === undefined || year.start === undefined) return year;
  const years = yearOf(year.start) - yearOf(part.start);
  return years === 0
    ? year
    : { start: addUnits(part.start, years, 'year'), end: addUnits(part.end, years, 'year') };
}

/**
 * Dates of one expression count from the same day: where "this month" is counted from the end of the data, so are the
 * others. Two that would then be the same keep their literal meaning.
 */
export function resolveTogether(
  parts: readonly ((clock: Clock) => ResolvedDates)[],
  clock: Clock,
  ongoing: boolean,
): ResolvedDates {
  const at = (moment: Clock): ResolvedDates => {
    const all = parts.map((resolve) => resolve(moment));
    return {
      periods: all.flatMap((it) => it.periods),
      fromDataEnd: all.some((it) => it.fromDataEnd),
    };
  };
  const asSaid = at(clock);
  const isClear = !ongoing && distinct(asSaid).periods.length === asSaid.periods.length;
  if (!asSaid.fromDataEnd || clock.dataEnd === undefined || isClear) return distinct(asSaid);
  const counted = { ...at({ today: clock.dataEnd, dataEnd: clock.dataEnd }), fromDataEnd: true };
  const literal = at({ today: clock.today, dataEnd: undefined });
  return distinct(distinct(counted).periods.length < distinct(literal).periods.length ? literal : counted);
}

function distinct({ periods, fromDataEnd }: ResolvedDates): ResolvedDates {
  const known = new Map(periods.map((period) => [`${period.start} ${period.end}`, period]));
  return { periods: [...known.values()], fromDataEnd };
}
