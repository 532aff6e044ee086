import type { Operand, TimeFormat } from '../../engines/dialect.ts';
import { AppError } from '../../errors.ts';
import { calendarUnits } from '../calendar-units.ts';
import { checkPrintedLength } from './compile-limits.ts';
import { type FunctionSpec, type Print, spec } from './function-spec.ts';
import { parseTimeFormat } from './time-format.ts';

const wholeFields = [
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'dow',
  'isodow',
  'doy',
  'isoyear',
  'decade',
  'century',
];
const fractionalFields = ['second', 'millisecond', 'microsecond', 'epoch'];

function literalText(arg: Operand | undefined): string | undefined {
  return arg?.type === 'text' ? arg.literal : undefined;
}

function unitOf(unit: Operand | undefined, allowed: readonly string[], what: string): string {
  const text = literalText(unit);
  if (text === undefined)
    throw new AppError('SQL_NOT_ALLOWED', `The unit of ${what} must be written out, such as 'month'.`);
  const singular = singularUnit(text, allowed);
  if (singular === undefined)
    throw new AppError(
      'SQL_INVALID',
      `"${text}" is not a unit of ${what}. Use one of ${allowed.join(', ')}.`,
    );
  return singular;
}

function singularUnit(text: string, allowed: readonly string[]): string | undefined {
  const name = text.toLowerCase();
  const singular = allowed.includes(name) ? name : name === 'centuries' ? 'century' : name.replace(/s$/, '');
  return allowed.includes(singular) ? singular : undefined;
}

/** The unit of the calendar that `date_trunc` means by a text. */
export function truncUnit(text: string): string | undefined {
  return singularUnit(text, calendarUnits);
}

const nothing: Operand = { sql: 'NULL', type: 'null' };

const dateTrunc: Print = (dialect, [unit, value = nothing]) =>
  dialect.dateTrunc(unitOf(unit, calendarUnits, 'date_trunc'), value);

const datePart: Print = (dialect, [field, value = nothing]) =>
  dialect.datePart(unitOf(field, [...wholeFields, ...fractionalFields], 'extract'), value);

const datePartType: FunctionSpec['type'] = (_types, args) => {
  const [field] = args;
  return field?.kind === 'literal' && !/^(sec|milli|micro|epoch)/i.test(field.text) ? 'integer' : 'double';
};

const toChar: Print = (dialect, [value = nothing, format]) => {
  const parsed = formatOf(format, 'to_char');
  // The value may be written once for each piece.
  checkPrintedLength(value.sql.length * parsed.pieces.length);
  return dialect.formatTime(value, parsed);
};

const parseTime: Print = (dialect, args, name) => {
  const [value = nothing, format] = args;
  if (format === undefined) return dialect.call(name, args);
  return dialect.parseTime(value, formatOf(format, name), name === 'to_date' ? 'date' : 'timestamp');
};

function formatOf(format: Operand | undefined, name: string): TimeFormat {
  const text = literalText(format);
  if (text === undefined)
    throw new AppError('SQL_NOT_ALLOWED', `The format of ${name}() must be written out as a literal.`);
  return parseTimeFormat(text);
}

/** Functions of dates, times and intervals. */
export const timeFunctions: Readonly<Record<string, FunctionSpec>> = {
  date_trunc: spec(
    (args) =>
      args[1] === 'interval' || args[1] === 'timestamptz' || args[1] === 'utc' ? args[1] : 'timestamp',
    2,
    2,
    { calendar: true, print: dateTrunc },
  ),
  extract: spec(datePartType, 2, 2, { calendar: true, print: datePart }),
  date_part: spec(datePartType, 2, 2, { calendar: true, print: datePart }),
  age: spec('interval', 1, 2, { calendar: true }),
  make_date: spec('date', 3, 3),
  to_char: spec('text', 2, 2, { calendar: true, print: toChar }),
  to_date: spec('date', 2, 2, { print: parseTime }),
  to_timestamp: spec('timestamp', 1, 2, { print: parseTime }),
  timezone: spec((args) => (args[1] === 'timestamptz' ? 'timestamp' : 'timestamptz'), 2, 2),
  now: spec('timestamp', 0, 0),
  transaction_timestamp: spec('timestamp', 0, 0),
  statement_timestamp: spec('timestamp', 0, 0),
};
