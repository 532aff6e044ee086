import { AppError } from '../../errors.ts';
import type { CastType, Operand, SqlType } from '../dialect.ts';
import { writtenInterval } from './intervals.ts';
import { quoteText } from './quoting.ts';

/** For what ClickHouse cannot do as PostgreSQL does. */
export function unavailable(what: string, hint = ''): AppError {
  return new AppError(
    'SQL_NOT_ALLOWED',
    `${what} is not available on this data source.${hint === '' ? '' : ` ${hint}`}`,
  );
}

export const as = (sql: string, type: string): string => `CAST(${sql} AS Nullable(${type}))`;
/** What a text says. A cast to a type that may be null makes null of what it cannot read. @param other that it can read */
const read = (sql: string, type: string, other: string): string =>
  `if(isNull(${sql}), NULL, CAST(ifNull(${sql}, ${quoteText(other)}) AS ${type}))`;
export const float = ({ sql, type }: Operand): string =>
  type === 'text' ? read(sql, 'Float64', '0') : as(sql, 'Float64');
/** Without a time zone of its own: the session's, which is UTC. */
export const moment = ({ sql, type }: Operand): string =>
  type === 'text' ? read(sql, 'DateTime64(6)', '1970-01-01') : as(sql, 'DateTime64(6)');
/** A day; of a text through its time, since a date that does not exist would be the first one. */
export const day = (arg: Operand): string => as(arg.type === 'text' ? moment(arg) : arg.sql, 'Date32');
/** The same, of a time that may have a zone: a cast would leave it. */
export const instant = (arg: Operand): string =>
  `fromUnixTimestamp64Micro(toUnixTimestamp64Micro(${moment(arg)}))`;
/** Sums and products of whole numbers would wrap around in 64 bits. */
export const wide = (sql: string): string => `toInt128(${sql})`;

/** A double as the decimal that its shortest text is: rounding then goes by what people see. */
export const shortestDecimal = (arg: Operand): string => `toDecimal128OrNull(toString(${float(arg)}), 15)`;

export function isTime(type: SqlType): boolean {
  return type === 'date' || type === 'timestamp' || type === 'timestamptz' || type === 'utc';
}

export function asText(arg: Operand): string {
  const { sql, type, literal } = arg;
  switch (type) {
    case 'text':
      return sql;
    case 'boolean':
      return `toString(${as(sql, 'Bool')})`;
    case 'decimal':
      return literal === undefined ? `toString(${sql})` : quoteText(literal);
    case 'timestamp':
    case 'timestamptz':
    case 'utc':
      return `replaceRegexpOne(toString(${moment(arg)}), '\\\\.?0+$', '')`;
    case 'interval':
      throw unavailable('The text of an interval');
    case 'date':
    case 'double':
    case 'integer':
    case 'json':
    case 'null':
    case 'time':
    case 'unknown':
      return type === 'null' ? as(sql, 'String') : `toString(${sql})`;
  }
}

const integers: Readonly<Record<string, string>> = { int2: 'Int16', int4: 'Int32', int8: 'Int64' };

export function castTo(arg: Operand, to: CastType): string {
  const { sql, type } = arg;
  switch (to.type) {
    case 'integer':
      return `accurateCast(${wholeNumber(arg)}, 'Nullable(${integers[to.name] ?? 'Int64'})')`;
    case 'decimal': {
      const [digits, scale = 0] = to.modifiers;
      if (digits === undefined) return type === 'decimal' || type === 'integer' ? sql : float(arg);
      return as(`round(${decimal(arg)}, ${scale})`, `Decimal(${digits}, ${scale})`);
    }
    case 'double':
      return float(arg);
    case 'text': {
      const text = asText(arg);
      return to.modifiers[0] === undefined ? text : `leftUTF8(${text}, ${to.modifiers[0]})`;
    }
    case 'boolean':
      return type === 'integer' || type === 'decimal' || type === 'double'
        ? `(${sql} <> 0)`
        : type === 'text'
          ? read(sql, 'Bool', 'false')
          : as(sql, 'Bool');
    case 'date':
      return day(arg);
    case 'timestamp':
    case 'utc':
      if (type === 'timestamptz') throw unavailable('This cast', 'Use AT TIME ZONE.');
      return moment(arg);
    case 'interval':
      if (type === 'interval') return sql;
      if (arg.literal === undefined) throw unavailable('An interval that is not written out');
      return writtenInterval(arg.literal);
    case 'json':
    case 'null':
    case 'time':
    case 'timestamptz':
    case 'unknown':
      throw unavailable(`The type ${to.name}`, to.type === 'timestamptz' ? 'Use timestamp.' : '');
  }
}

/** Doubles become whole half to even and decimals half up, as in PostgreSQL. */
function wholeNumber({ sql, type }: Operand): string {
  if (type === 'double') return `roundBankers(${sql})`;
  if (type === 'decimal') return `round(${sql})`;
  return type === 'text' ? read(`trimBoth(${sql})`, 'Int128', '0') : sql;
}

function decimal(arg: Operand): string {
  const { sql, type } = arg;
  if (type === 'decimal' || type === 'integer') return `(toDecimal128(0, 0) + ${sql})`;
  return type === 'text' ? read(sql, 'Decimal(38, 15)', '0') : shortestDecimal(arg);
}
