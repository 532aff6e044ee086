import type { Grain } from '../../../src/contract/columns.ts';
import { timeText } from './column-text.ts';
import { numberFormatter, timeFormatter } from './formatters.ts';
import { pageLocale } from './locale.ts';

/** Formats numbers and times for one reader. */
export interface Formats {
  /** `1,234.57`: at most two decimals unless `options` say otherwise. A number given as text keeps its precision. */
  number(value: number | Intl.StringNumericLiteral, options?: Intl.NumberFormatOptions): string;
  /** `Nov 21, 2026` in the reader's time zone. @param moment ISO 8601 */
  date(moment: string): string;
  /** `Nov 21 – 30, 2026` in the reader's time zone. @param from ISO 8601 @param to not before it */
  dateRange(from: string, to: string): string;
  /** `Nov 21, 2026, 3:04 PM` in the reader's time zone. @param moment ISO 8601 */
  dateTime(moment: string): string;
  /** `15:04` in the reader's time zone. */
  timeOfDay(moment: Date): string;
  /** At its granularity, in UTC: `Nov 2026`. @param moment in milliseconds */
  time(moment: number, grain: Grain): string;
}

/**
 * @param locale BCP 47; @default the page's
 * @param timeZone IANA, the session's own where there is one; @default the browser's
 * @throws RangeError for a locale or a time zone that the browser does not know
 */
export function createFormats(
  options: { readonly locale?: string; readonly timeZone?: string } = {},
): Formats {
  const { locale = pageLocale, timeZone } = options;
  const number = numberFormatter(locale, { maximumFractionDigits: 2 });
  const date = timeFormatter(locale, { dateStyle: 'medium', timeZone });
  const dateTime = timeFormatter(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const timeOfDay = timeFormatter(locale, { timeStyle: 'short', timeZone });
  return {
    time: (moment, grain) => timeText(grain, locale)(moment),
    timeOfDay: (moment) => timeOfDay.format(moment),
    number: (value, custom) =>
      (custom === undefined ? number : numberFormatter(locale, custom)).format(value),
    date: (moment) => date.format(new Date(moment)),
    dateRange: (from, to) => date.formatRange(new Date(from), new Date(to)),
    dateTime: (moment) => dateTime.format(new Date(moment)),
  };
}
