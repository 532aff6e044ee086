import {
  type ColumnType,
  columnTypes,
  type Grain,
  grainOfName,
  grains,
  isNumberType,
  isTimeType,
  memberFormats,
} from '../../../src/contract/columns.ts';
import { wordOf } from '../../../src/contract/enum-names.ts';
import { timeFormatter } from './formatters.ts';
import { pageLocale } from './locale.ts';

/** The description of a result's column. */
export interface Column {
  readonly name: string;
  readonly type: ColumnType;
  readonly granularity?: Grain | undefined;
  readonly format?: string | undefined;
  /** ISO 4217 code, for `format: 'currency'`. */
  readonly currency?: string | undefined;
}

/** A column as GraphQL describes it, whose enums are names in capitals. */
interface NamedColumn {
  readonly name: string;
  readonly columnType: string;
  readonly granularity?: string | null | undefined;
  readonly format?: string | null | undefined;
  readonly currency?: string | null | undefined;
}

export function columnOf({ name, columnType, granularity, format, currency }: NamedColumn): Column {
  return {
    name,
    type: wordOf(columnTypes, columnType),
    granularity: granularity == null ? undefined : wordOf(grains, granularity),
    format: format == null ? undefined : wordOf(memberFormats, format),
    currency: currency ?? undefined,
  };
}

/** Granularity of a column's times, as declared or from its name: `ordered_at_month`. */
export function knownGrain(column: Column): Grain | undefined {
  return isTime(column) ? (column.granularity ?? grainOfName(column.name)) : undefined;
}

export function isNumber({ type }: Column): boolean {
  return isNumberType(type);
}

export function isTime({ type }: Column): boolean {
  return isTimeType(type);
}

/**
 * A time as milliseconds; undefined for anything else. Times are already in the session's time zone, without an offset. They are
 * treated as UTC, so the browser's time zone does not shift them.
 */
export function momentOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const moment = Date.parse(value.includes('T') ? `${value}Z` : value);
  return Number.isNaN(moment) ? undefined : moment;
}

const timeOptions: Readonly<Record<Exclude<Grain, 'quarter'>, Intl.DateTimeFormatOptions>> = {
  second: { dateStyle: 'medium', timeStyle: 'medium' },
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  hour: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  week: { dateStyle: 'medium' },
  month: { year: 'numeric', month: 'short' },
  year: { year: 'numeric' },
};

/** Formats moments at their granularity. @param locale BCP 47; @default the page's */
export function timeText(grain: Grain, locale = pageLocale): (moment: number) => string {
  if (grain === 'quarter') {
    return (moment) => {
      const date = new Date(moment);
      return `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${date.getUTCFullYear()}`;
    };
  }
  const format = timeFormatter(locale, { ...timeOptions[grain], timeZone: 'UTC' });
  return (moment) => format.format(moment);
}

/**
 * Granularity in which to format a column's times: unless known, days if none of them has a time of day.
 * @param values all of them: a part may look coarser than the whole
 */
export function grainOf(column: Column, values: readonly unknown[]): Grain {
  const known = knownGrain(column);
  if (known !== undefined) return known;
  const isDay = (value: unknown) =>
    typeof value !== 'string' || /^\d{4,}-\d\d-\d\d(T00:00:00(\.0+)?)?$/.test(value);
  return values.every(isDay) ? 'day' : 'minute';
}

/** The number format of a column, except for its decimals. */
export function unitOptions(
  { format, currency }: Pick<Column, 'format' | 'currency'>,
  values: readonly unknown[],
): Intl.NumberFormatOptions | undefined {
  if (format === 'currency' && currency !== undefined) return { style: 'currency', currency };
  // Some measures give percentages as such, not as fractions.
  const isFraction = values.every((value) => value === null || Math.abs(Number(value)) <= 1);
  return format === 'percent' && isFraction ? { style: 'percent' } : undefined;
}
