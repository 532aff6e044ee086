import { countedBack } from './counted-dates.ts';
import type { DateExpression } from './date-meanings.ts';
import { together } from './joined-dates.ts';
import { current } from './relative-dates.ts';

/** "Last year" with this year, of data that has ended the last two years of it; undefined for dates that are not the unit before. */
export function withCurrent(dates: DateExpression): DateExpression | undefined {
  if (dates.previous === undefined) return undefined;
  const { unit, ongoing, resolve } = current({ unit: dates.previous });
  const now: DateExpression = {
    spans: dates.spans,
    compare: false,
    unit,
    ongoing,
    resolve: (clock, bucket) => {
      const { period, fromDataEnd } = resolve(clock, bucket);
      return { periods: [period], fromDataEnd };
    },
  };
  return together([dates, now], true);
}

/** Dates with those that they are held against: "2025", then "compared to last year" in 2026, is 2024 and 2025. */
export function comparedWith(dates: DateExpression, other: DateExpression): DateExpression {
  const said = together([dates, other], true);
  const { previous } = other;
  if (previous === undefined) return said;
  const before = together([countedBack(dates, { count: 1, unit: previous }), dates], true);
  return {
    ...said,
    resolve: (clock, bucket) => {
      const resolved = said.resolve(clock, bucket);
      return resolved.periods.length > 1 ? resolved : before.resolve(clock, bucket);
    },
  };
}
