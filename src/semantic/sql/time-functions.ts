import { AppError } from '../../errors.ts';
import { quoteLiteral } from '../../quoting.ts';
import { dateFormat, strftimeFormat } from './date-format.ts';
import { bigint, double, type FunctionSpec, type Print, type PrintedCall, spec } from './function-spec.ts';

const truncUnits = [
  'microsecond',
  'millisecond',
  'second',
  'minute',
  'hour',
  'day',
  'week',
  'month',
  'quarter',
  'year',
  'decade',
  'century',
];
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
const fractionalFields = { second: 1_000_000, millisecond: 1000, microsecond: 1 } as const;

function unitOf(call: PrintedCall, allowed: readonly string[], what: string): string {
  const [unit] = call.exprs;
  if (unit?.kind !== 'literal' || unit.type !== 'text') {
    throw new AppError('SQL_NOT_ALLOWED', `The unit of ${what} must be written out, such as 'month'.`);
  }
  const name = unit.text.toLowerCase();
  const singular = allowed.includes(name) ? name : name === 'centuries' ? 'century' : name.replace(/s$/, '');
  if (!allowed.includes(singular)) {
    throw new AppError(
      'SQL_INVALID',
      `"${unit.text}" is not a unit of ${what}. Use one of ${allowed.join(', ')}.`,
    );
  }
  return singular;
}

const dateTrunc: Print = (call) => {
  const unit = quoteLiteral(unitOf(call, truncUnits, 'date_trunc'));
  const [, value = ''] = call.args;
  if (call.types[1] === 'interval') return `date_trunc(${unit}, ${value})`;
  // PostgreSQL would turn a date into a timestamp with time zone.
  const instant = ['timestamp', 'utc', 'timestamptz'].includes(call.types[1] ?? '')
    ? value
    : `CAST(${value} AS timestamp)`;
  return `date_trunc(${unit}, ${instant})`;
};

const datePart: Print = (call) => {
  const field = unitOf(call, [...wholeFields, ...Object.keys(fractionalFields), 'epoch'], 'extract');
  const [, raw = ''] = call.args;
  const value = call.types[1] === 'text' || call.types[1] === 'unknown' ? `CAST(${raw} AS timestamp)` : raw;
  if (field === 'epoch') return double(`extract(epoch FROM ${value})`);
  if (field in fractionalFields) {
    const factor = fractionalFields[field as keyof typeof fractionalFields];
    return `(${double(`extract(microseconds FROM ${value})`)} / ${factor})`;
  }
  return bigint(`extract(${field} FROM ${value})`);
};

const datePartType: FunctionSpec['type'] = (_types, args) => {
  const [field] = args;
  return field?.kind === 'literal' && !/^(sec|milli|micro|epoch)/i.test(field.text) ? 'integer' : 'double';
};

const asTimestamps: Print = ({ args }) => `age(${args.map((arg) => `CAST(${arg} AS timestamp)`).join(', ')})`;

const toChar: Print = (call) => {
  const [value = ''] = call.args;
  const format = call.exprs[1];
  if (format?.kind !== 'literal' || format.type !== 'text') {
    throw new AppError('SQL_NOT_ALLOWED', 'The format of to_char() must be written out as a literal.');
  }
  const instant = call.types[0] === 'interval' ? value : `CAST(${value} AS timestamp)`;
  return dateFormat(call.dialect, instant, format.text);
};

const parseTime =
  (name: 'to_date' | 'to_timestamp'): Print =>
  (call) => {
    const [value = '', format = ''] = call.args;
    if (call.exprs.length === 1) return `timezone('UTC', to_timestamp(${double(value)}))`;
    const target = name === 'to_date' ? 'date' : 'timestamp';
    const pattern = call.exprs[1];
    if (pattern?.kind !== 'literal' || pattern.type !== 'text') {
      throw new AppError('SQL_NOT_ALLOWED', `The format of ${name}() must be written out as a literal.`);
    }
    if (call.dialect === 'postgres') return `CAST(${name}(${value}, ${format}) AS ${target})`;
    return `CAST(strptime(${value}, ${strftimeFormat(pattern.text)}) AS ${target})`;
  };

/** Functions of dates, times and intervals. */
export const timeFunctions: Readonly<Record<string, FunctionSpec>> = {
  date_trunc: spec(
    (args) =>
      args[1] === 'interval' || args[1] === 'timestamptz' || args[1] === 'utc' ? args[1] : 'timestamp',
    2,
    2,
    dateTrunc,
    { calendar: true },
  ),
  extract: spec(datePartType, 2, 2, datePart, { calendar: true }),
  date_part: spec(datePartType, 2, 2, datePart, { calendar: true }),
  age: spec('interval', 1, 2, asTimestamps, { calendar: true }),
  make_date: spec('date', 3, 3),
  to_char: spec('text', 2, 2, toChar, { calendar: true }),
  to_date: spec('date', 2, 2, parseTime('to_date')),
  to_timestamp: spec('timestamp', 1, 2, parseTime('to_timestamp')),
  timezone: spec((args) => (args[1] === 'timestamptz' ? 'timestamp' : 'timestamptz'), 2, 2),
  now: spec('timestamp', 0, 0),
  transaction_timestamp: spec('timestamp', 0, 0),
  statement_timestamp: spec('timestamp', 0, 0),
};
