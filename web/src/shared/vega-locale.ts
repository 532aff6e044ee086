import { numberFormatter, timeFormatter } from './formatters.ts';
import { pageLocale } from './locale.ts';

/** Vega's number formats, as a locale of d3-format. */
export interface NumberLocale {
  readonly decimal: string;
  readonly thousands: string;
  readonly grouping: readonly number[];
  readonly currency: readonly [string, string];
}

/** Vega's date formats, as a locale of d3-time-format. */
export interface TimeLocale {
  readonly dateTime: string;
  readonly date: string;
  readonly time: string;
  readonly periods: readonly [string, string];
  readonly days: readonly string[];
  readonly shortDays: readonly string[];
  readonly months: readonly string[];
  readonly shortMonths: readonly string[];
}

/** @param locale BCP 47; @default the page's */
export function numberLocaleOf(locale = pageLocale): NumberLocale {
  const parts = numberFormatter(locale, { useGrouping: true }).formatToParts(1_234_567.5);
  const part = (type: string) => parts.find((each) => each.type === type)?.value;
  return {
    decimal: part('decimal') ?? '.',
    thousands: part('group') ?? '',
    grouping: [3],
    currency: ['', ''],
  };
}

/** @param locale BCP 47; @default the page's */
export function timeLocaleOf(locale = pageLocale): TimeLocale {
  const names = (count: number, at: (index: number) => number, options: Intl.DateTimeFormatOptions) => {
    const format = timeFormatter(locale, { ...options, timeZone: 'UTC' });
    return Array.from({ length: count }, (_, index) => format.format(at(index)));
  };
  const month = (index: number) => Date.UTC(2023, index, 1);
  // 1 January 2023 was a Sunday, the first day of a week in d3.
  const day = (index: number) => Date.UTC(2023, 0, 1 + index);
  return {
    dateTime: '%x, %X',
    date: '%-d %B %Y',
    time: '%H:%M:%S',
    periods: ['AM', 'PM'],
    days: names(7, day, { weekday: 'long' }),
    shortDays: names(7, day, { weekday: 'short' }),
    months: names(12, month, { month: 'long' }),
    shortMonths: names(12, month, { month: 'short' }),
  };
}
