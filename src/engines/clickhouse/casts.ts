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
export const float = (sql: string): string => as(sql, 'Float64');
/** Without a time zone of its own: the session's, which is UTC. */
export const moment = (sql: string): string => as(sql, 'DateTime64(6)');
/** The same, of a time that may have a zone: a cast would leave it. */
export const instant = (sql: string): string =>
  `fromUnixTimestamp64Micro(toUnixTimestamp64Micro(${moment(sql)}))`;
/** Sums and products of whole numbers would wrap around in 64 bits. */
export const wide = (sql: string): string => `toInt128(${sql})`;

/** A double as the decimal that its shortest text is: rounding then goes by what people see. */
export const shortestDecimal = (sql: string): string => `toDecimal128OrNull(toString(${float(sql)}), 15)`;

export function isTime(type: SqlType): boolean {
  return type === 'date' || type === 'timestamp' || type === 'timestamptz' || type === 'utc';
}

export function asText({ sql, type, literal }: Operand): string {
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
      return `replaceRegexpOne(toString(${moment(sql)}), '\\\\.?0+$', '')`;
    case 'interval':
      throw unavailable('The text of an interval');
    default:
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
      if (digits === undefined) return type === 'decimal' || type === 'integer' ? sql : float(sql);
      return as(`round(${decimal(arg)}, ${scale})`, `Decimal(${digits}, ${scale})`);
    }
    case 'double':
      return float(sql);
    case 'text': {
      const text = asText(arg);
      return to.modifiers[0] === undefined ? text : `leftUTF8(${text}, ${to.modifiers[0]})`;
    }
    case 'boolean':
      return type === 'integer' || type === 'decimal' || type === 'double'
        ? `(${sql} <> 0)`
        : as(sql, 'Bool');
    case 'date':
      return as(type === 'text' ? moment(sql) : sql, 'Date32');
    case 'timestamp':
    case 'utc':
      if (type === 'timestamptz') throw unavailable('This cast', 'Use AT TIME ZONE.');
      return moment(sql);
    case 'interval':
      if (type === 'interval') return sql;
      if (arg.literal === undefined) throw unavailable('An interval that is not written out');
      return writtenInterval(arg.literal);
    default:
      throw unavailable(`The type ${to.name}`, to.type === 'timestamptz' ? 'Use timestamp.' : '');
  }
}

/** Doubles become whole half to even and decimals half up, as in PostgreSQL. */
function wholeNumber({ sql, type }: Operand): string {
  if (type === 'double') return `roundBankers(${sql})`;
  if (type === 'decimal') return `round(${sql})`;
  return type === 'text' ? as(`trimBoth(${sql})`, 'Int128') : sql;
}

function decimal({ sql, type }: Operand): string {
  if (type === 'decimal' || type === 'integer') return `(toDecimal128(0, 0) + ${sql})`;
  return type === 'text' ? as(sql, 'Decimal(38, 15)') : shortestDecimal(sql);
}
