import { AppError } from '../../errors.ts';
import type { Operand } from '../dialect.ts';

/**
 * An interval is a tuple of months and microseconds: ClickHouse's own intervals have one unit each, and cannot be a column of
 * a result, a sum or the difference of two times.
 */
export const interval = (months: string, microseconds: string): string =>
  `CAST(tuple(${months}, ${microseconds}) AS Tuple(months Nullable(Int64), microseconds Nullable(Int64)))`;

export const monthsOf = (sql: string): string => `tupleElement(${sql}, 1)`;
export const microsOf = (sql: string): string => `tupleElement(${sql}, 2)`;

const day = 86_400_000_000;
const micros: Readonly<Record<string, number>> = {
  microsecond: 1,
  millisecond: 1_000,
  second: 1_000_000,
  sec: 1_000_000,
  minute: 60_000_000,
  min: 60_000_000,
  hour: 3_600_000_000,
  day,
  week: 7 * day,
};
const months: Readonly<Record<string, number>> = { month: 1, mon: 1, year: 12, decade: 120, century: 1200 };

/** `1 month 2 days 03:00:00`. @throws AppError `SQL_INVALID` for what is no interval */
export function writtenInterval(text: string): string {
  const invalid = new AppError('SQL_INVALID', `"${text}" is not an interval. Write '3 days', for example.`);
  let rest = text.trim().toLowerCase();
  if (rest === '') throw invalid;
  let monthCount = 0;
  let microCount = 0;
  while (rest !== '') {
    const clock = /^([+-]?)(\d+):(\d\d)(?::(\d\d(?:\.\d{1,6})?))?\s*/.exec(rest);
    const part = /^([+-]?\d+(?:\.\d+)?)\s*([a-z]+)\s*/.exec(rest);
    if (clock !== null) {
      const [, sign, hours, minutes, seconds = '0'] = clock;
      const total =
        Number(hours) * 3_600_000_000 + Number(minutes) * 60_000_000 + Number(seconds) * 1_000_000;
      microCount += sign === '-' ? -total : total;
    } else if (part !== null) {
      const [, count = '', word = ''] = part;
      const unit = word === 'centuries' ? 'century' : word.replace(/s$/, '');
      const ofMonths = months[unit];
      const ofMicros = micros[unit];
      if (ofMonths !== undefined) monthCount += Number(count) * ofMonths;
      else if (ofMicros !== undefined) microCount += Number(count) * ofMicros;
      else throw invalid;
    } else throw invalid;
    rest = rest.slice((clock ?? part)?.[0].length);
  }
  const whole = Math.round(microCount);
  if (!Number.isInteger(monthCount) || !Number.isSafeInteger(whole)) throw invalid;
  return interval(String(monthCount), String(whole));
}

/** A time moved by an interval; `time` is of microseconds. */
export function moved(time: string, by: string, isBack: boolean): string {
  const sign = isBack ? '-' : '';
  return `addMicroseconds(addMonths(${time}, ${sign}${monthsOf(by)}), ${sign}${microsOf(by)})`;
}

export const times = (sql: string, factor: string): string =>
  interval(`toInt64(${monthsOf(sql)} * ${factor})`, `toInt64(${microsOf(sql)} * ${factor})`);

/** By which intervals are compared: a month has 30 days. */
export const lengthOf = (sql: string): string => `(${monthsOf(sql)} * ${30 * day} + ${microsOf(sql)})`;

/** A field as `extract` gives it. */
export function intervalPart(field: string, { sql }: Operand): string | undefined {
  const all = microsOf(sql);
  const within = (unit: number, of: number): string => `intDiv(${all} % toInt64(${of}), ${unit})`;
  switch (field) {
    case 'year':
      return `intDiv(${monthsOf(sql)}, 12)`;
    case 'month':
      return `(${monthsOf(sql)} % 12)`;
    case 'day':
      return `intDiv(${all}, ${day})`;
    case 'hour':
      return within(3_600_000_000, day);
    case 'minute':
      return within(60_000_000, 3_600_000_000);
    case 'second':
      return `((${all} % 60000000) / 1000000)`;
    case 'millisecond':
      return `((${all} % 60000000) / 1000)`;
    case 'microsecond':
      return `toFloat64(${all} % 60000000)`;
    case 'epoch':
      // A year has 365.25 days there.
      return `(intDiv(${monthsOf(sql)}, 12) * 31557600 + (${monthsOf(sql)} % 12) * 2592000 + ${all} / 1000000)`;
    default:
      return undefined;
  }
}
