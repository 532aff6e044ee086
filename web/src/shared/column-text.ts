/** How coarse times are, as `granularity` of a column says it. */
export const grains = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year'] as const;
export type Grain = (typeof grains)[number];

/** What is known of a column of a result, besides its values. */
export interface Column {
  readonly name: string;
  /** As in the contract, §5: `String`, `Int64`, `Double`, `Decimal`, `Boolean`, `Date`, `Timestamp`, `Json`. */
  readonly type: string;
  readonly granularity?: Grain | undefined;
  readonly format?: string | undefined;
  /** ISO 4217 code, for `format: 'currency'`. */
  readonly currency?: string | undefined;
}

/** How coarse the times of a column are, as it says or is called: `ordered_at_month`. */
export function knownGrain(column: Column): Grain | undefined {
  if (!isTime(column)) return undefined;
  const word = column.name.toLowerCase().split('_').at(-1);
  return column.granularity ?? grains.find((grain) => grain === word);
}

export function isNumber({ type }: Column): boolean {
  return type === 'Int64' || type === 'Double' || type === 'Decimal';
}

export function isTime({ type }: Column): boolean {
  return type === 'Date' || type === 'Timestamp';
}

/**
 * A time as milliseconds; undefined for what is none. Times are those of the session's time zone already, without saying
 * so: they are taken for UTC, and so nobody's own zone moves them.
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

/** Writes moments as coarsely as they are meant. @param locale BCP 47; @default the browser's */
export function timeText(grain: Grain, locale?: string): (moment: number) => string {
  if (grain === 'quarter') {
    return (moment) => {
      const date = new Date(moment);
      return `Q${Math.floor(date.getUTCMonth() / 3) + 1} ${date.getUTCFullYear()}`;
    };
  }
  const format = new Intl.DateTimeFormat(locale, { ...timeOptions[grain], timeZone: 'UTC' });
  return (moment) => format.format(moment);
}

/**
 * How coarse the times of a column are to be written: days where none has a time of day, unless more is known.
 * @param values all of them: a part may look coarser than the whole is
 */
export function grainOf(column: Column, values: readonly unknown[]): Grain {
  const known = knownGrain(column);
  if (known !== undefined) return known;
  const isDay = (value: unknown) =>
    typeof value !== 'string' || /^\d{4,}-\d\d-\d\d(T00:00:00(\.0+)?)?$/.test(value);
  return values.every(isDay) ? 'day' : 'minute';
}

/** How the numbers of a column are written, besides how many decimals they have. */
export function unitOptions(
  { format, currency }: Pick<Column, 'format' | 'currency'>,
  values: readonly unknown[],
): Intl.NumberFormatOptions | undefined {
  if (format === 'currency' && currency !== undefined) return { style: 'currency', currency };
  // Some measures give per cent as such, and not as a fraction of one.
  const isFraction = values.every((value) => value === null || Math.abs(Number(value)) <= 1);
  return format === 'percent' && isFraction ? { style: 'percent' } : undefined;
}
