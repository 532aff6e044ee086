import { AppError } from '../../errors.ts';
import type { Operand, TimeFormat, TimePattern } from '../dialect.ts';
import { as, moment, unavailable } from './casts.ts';
import { intervalPart } from './intervals.ts';
import { quoteText } from './quoting.ts';

const starts: Readonly<Record<string, (time: string) => string>> = {
  microsecond: (time) => time,
  millisecond: (time) => `toStartOfMillisecond(${time})`,
  second: (time) => `toStartOfSecond(${time})`,
  minute: (time) => `toStartOfMinute(${time})`,
  hour: (time) => `toStartOfHour(${time})`,
  day: (time) => `toStartOfDay(${time})`,
  week: (time) => `toStartOfWeek(${time}, 1)`,
  month: (time) => `toStartOfMonth(${time})`,
  quarter: (time) => `toStartOfQuarter(${time})`,
  year: (time) => `toStartOfYear(${time})`,
  decade: (time) => `makeDate32(intDiv(toYear(${time}), 10) * 10, 1, 1)`,
  century: (time) => `makeDate32(intDiv(toYear(${time}) - 1, 100) * 100 + 1, 1, 1)`,
};

export function dateTrunc(unit: string, arg: Operand): string {
  const start = starts[unit];
  if (arg.type === 'interval' || start === undefined)
    throw unavailable(`date_trunc() to a ${unit} of this value`);
  return as(start(moment(arg)), 'DateTime64(6)');
}

const fields: Readonly<Record<string, (time: string) => string>> = {
  minute: (time) => `toMinute(${time})`,
  hour: (time) => `toHour(${time})`,
  day: (time) => `toDayOfMonth(${time})`,
  week: (time) => `toISOWeek(${time})`,
  month: (time) => `toMonth(${time})`,
  quarter: (time) => `toQuarter(${time})`,
  year: (time) => `toYear(${time})`,
  dow: (time) => `toDayOfWeek(${time}) % 7`,
  isodow: (time) => `toDayOfWeek(${time})`,
  doy: (time) => `toDayOfYear(${time})`,
  isoyear: (time) => `toISOYear(${time})`,
  decade: (time) => `intDiv(toYear(${time}), 10)`,
  century: (time) => `intDiv(toYear(${time}) - 1, 100) + 1`,
};

const perMinute: Readonly<Record<string, number>> = { second: 1_000_000, millisecond: 1_000, microsecond: 1 };

export function datePart(field: string, arg: Operand): string {
  if (arg.type === 'interval') {
    const part = intervalPart(field, arg);
    if (part === undefined) throw unavailable(`The ${field} of an interval`);
    return part;
  }
  const time = moment(arg);
  const whole = fields[field];
  if (whole !== undefined) return `toInt64(${whole(time)})`;
  const micros = `toUnixTimestamp64Micro(${time})`;
  return field === 'epoch'
    ? `(${micros} / 1000000)`
    : `(positiveModulo(${micros}, 60000000) / ${perMinute[field] ?? 1})`;
}

/** As `formatDateTime` has it, or SQL over the printed time. */
const specifiers: Readonly<Record<TimePattern, string | ((time: string) => string)>> = {
  YYYY: '%Y',
  IYYY: '%G',
  YY: '%y',
  MM: '%m',
  FMMM: (time) => `toString(toMonth(${time}))`,
  Mon: '%b',
  MON: (time) => `upper(formatDateTime(${time}, '%b'))`,
  FMMonth: '%M',
  Month: (time) => `rightPad(formatDateTime(${time}, '%M'), 9, ' ')`,
  MONTH: (time) => `rightPad(upper(formatDateTime(${time}, '%M')), 9, ' ')`,
  Q: '%Q',
  IW: '%V',
  ID: '%u',
  DDD: '%j',
  DD: '%d',
  FMDD: (time) => `toString(toDayOfMonth(${time}))`,
  Dy: '%a',
  DY: (time) => `upper(formatDateTime(${time}, '%a'))`,
  FMDay: '%W',
  Day: (time) => `rightPad(formatDateTime(${time}, '%W'), 9, ' ')`,
  HH24: '%H',
  FMHH24: (time) => `toString(toHour(${time}))`,
  HH12: '%I',
  HH: '%I',
  MI: '%i',
  SS: '%S',
  MS: (time) => `substring(formatDateTime(${time}, '%f'), 1, 3)`,
  US: '%f',
  AM: '%p',
  PM: '%p',
};

export function formatTime(arg: Operand, { pieces }: TimeFormat): string {
  if (arg.type === 'interval') throw unavailable('to_char() of an interval');
  const time = moment(arg);
  const parts: string[] = [];
  let run = '';
  const flush = (): void => {
    if (run !== '') parts.push(`formatDateTime(${time}, ${quoteText(run)})`);
    run = '';
  };
  for (const piece of pieces) {
    const specifier = 'text' in piece ? piece.text.replaceAll('%', '%%') : specifiers[piece.pattern];
    if (typeof specifier === 'string') run += specifier;
    else {
      flush();
      parts.push(specifier(time));
    }
  }
  flush();
  return parts.length === 0 ? "''" : `(${parts.join(' || ')})`;
}

export function parseTime({ sql }: Operand, { text, pieces }: TimeFormat): string {
  const format = pieces.map((piece) => {
    const specifier = 'text' in piece ? piece.text.replaceAll('%', '%%') : specifiers[piece.pattern];
    if (typeof specifier === 'string') return specifier;
    throw new AppError('SQL_INVALID', `The date format "${text}" cannot be used to read a date.`);
  });
  return as(`parseDateTime64(${sql}, ${quoteText(format.join(''))})`, 'DateTime64(6)');
}
