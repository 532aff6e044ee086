import { quoteIdentifier, quoteLiteral } from '../quoting.ts';
import type { AggregateCall, Dialect, Operand, SqlType } from './dialect.ts';

/** SQL that PostgreSQL and DuckDB write alike: what a dialect of theirs begins with. */
export const standardDialect = {
  quoteName: quoteIdentifier,
  quoteText: quoteLiteral,
  foldName: (name) => name,

  literal(type, text) {
    // PostgreSQL reads it as a numeric.
    if (type === 'double') return `CAST(${text} AS float8)`;
    if (type !== 'text') return text.startsWith('-') ? `(${text})` : text;
    return quoteLiteral(text);
  },
  parameter: (position, type) => `CAST($${position} AS ${parameterTypes[type] ?? 'text'})`,

  direction({ descending, nulls = descending ? 'first' : 'last' }) {
    return `${descending ? ' DESC' : ' ASC'} NULLS ${nulls === 'first' ? 'FIRST' : 'LAST'}`;
  },

  negate: ({ sql }) => `(- ${sql})`,
  binary(op, left, right) {
    switch (op) {
      case '/':
        if (left.type === 'interval') return `(${left.sql} / NULLIF(${right.sql}, 0))`;
        return `(CAST(${left.sql} AS float8) / NULLIF(${right.sql}, 0))`;
      case '%':
        return `(${left.sql} % NULLIF(${right.sql}, 0))`;
      case '^':
        return `power(CAST(${left.sql} AS float8), CAST(${right.sql} AS float8))`;
      case '||':
        return `(${asText(left)} || ${asText(right)})`;
      case '-':
        // DuckDB has no timestamp minus date.
        if (isTime(left.type) && isTime(right.type) && left.type !== right.type)
          return `(CAST(${left.sql} AS timestamp) - CAST(${right.sql} AS timestamp))`;
        break;
      default:
    }
    return `(${left.sql} ${op} ${right.sql})`;
  },
  test: (test, { sql }) => `(${sql} ${test})`,
  in: (arg, list, negated) =>
    `(${arg.sql} ${negated ? 'NOT ' : ''}IN (${list.map(({ sql }) => sql).join(', ')}))`,
  inQuery: (arg, query, negated) => `(${arg.sql} ${negated ? 'NOT ' : ''}IN (${query}))`,
  rowInQuery: (items, query) => `((${items.join(', ')}) IN (${query}))`,
  quantified: (op, all, arg, query) => `(${arg.sql} ${op} ${all ? 'ALL' : 'ANY'} (${query}))`,
  scalar: (query) => `(${query})`,
  checkRepeatedCorrelation: () => {},
  comparable: (operands) => operands.map(({ sql }) => sql),
  caseMatchesNulls: false,
  unified: (operands) => operands.map(({ sql }) => sql),
  cast({ sql, type }, to) {
    // `numeric` without a precision has a different meaning on each engine. Exact numbers stay as they are, anything else
    // becomes a double: all engines then give the same number.
    if (to.type === 'decimal' && to.modifiers.length === 0)
      return type === 'decimal' || type === 'integer' ? sql : `CAST(${sql} AS float8)`;
    if (to.name === 'varchar') {
      const text = `CAST(${sql} AS text)`;
      return to.modifiers[0] === undefined ? text : `"left"(${text}, ${to.modifiers[0]})`;
    }
    const modifiers = to.modifiers.length === 0 ? '' : `(${to.modifiers.join(', ')})`;
    return `CAST(${sql} AS ${to.name}${modifiers})`;
  },

  windowFrame: (mode, start, end) => `${mode} BETWEEN ${start} AND ${end}`,

  localized({ sql, type }, timezone) {
    const zone = quoteLiteral(timezone);
    if (type === 'timestamptz') return `timezone(${zone}, ${sql})`;
    return timezone === 'UTC' ? sql : `timezone(${zone}, timezone('UTC', ${sql}))`;
  },
  now: (timezone) => `timezone(${quoteLiteral(timezone)}, now())`,
  dateTrunc(unit, { sql, type }) {
    // PostgreSQL would turn a date into a timestamp with time zone.
    const isMoment = type === 'interval' || (isTime(type) && type !== 'date');
    return `date_trunc(${quoteLiteral(unit)}, ${isMoment ? sql : `CAST(${sql} AS timestamp)`})`;
  },
  datePart(field, { sql, type }) {
    const value = type === 'text' || type === 'unknown' ? `CAST(${sql} AS timestamp)` : sql;
    if (field === 'epoch') return double(`extract(epoch FROM ${value})`);
    const perUnit = fractionalFields[field];
    if (perUnit === undefined) return bigint(`extract(${field} FROM ${value})`);
    return `(${double(`extract(microseconds FROM ${value})`)} / ${perUnit})`;
  },

  fence: { offset: '0' },
  output: ({ sql }) => sql,
  values: (rows) => `VALUES ${rows.map((row) => `(${row.map(({ sql }) => sql).join(', ')})`).join(', ')}`,
} satisfies Partial<Dialect>;

const parameterTypes: Readonly<Partial<Record<SqlType, string>>> = {
  integer: 'int8',
  double: 'float8',
  boolean: 'boolean',
  utc: 'timestamp',
};

/** Microseconds of each. */
const fractionalFields: Readonly<Record<string, number>> = {
  second: 1_000_000,
  millisecond: 1000,
  microsecond: 1,
};

export type PrintCall = (args: readonly Operand[]) => string;

/** A call of a function by its own name, unless the table has another way to write it. */
export function callOf(functions: Readonly<Record<string, PrintCall>>): Dialect['call'] {
  return (name, args) =>
    (Object.hasOwn(functions, name) ? functions[name] : undefined)?.(args) ??
    `${functionName(name)}(${sqlOf(args)})`;
}

function functionName(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : quoteIdentifier(name);
}

export const sqlOf = (operands: readonly Operand[]): string => operands.map(({ sql }) => sql).join(', ');
export const double = (sql: string): string => `CAST(${sql} AS float8)`;
export const bigint = (sql: string): string => `CAST(${sql} AS int8)`;
/** A call under another name. */
export const named =
  (name: string): PrintCall =>
  (args) =>
    `${name}(${sqlOf(args)})`;
/** A call of a function of doubles. */
export const doubles =
  (name: string): PrintCall =>
  (args) =>
    `${name}(${args.map(({ sql }) => double(sql)).join(', ')})`;

export function isTime(type: SqlType | undefined): boolean {
  return type === 'date' || type === 'timestamp' || type === 'timestamptz' || type === 'utc';
}

export function asText({ sql, type }: Operand): string {
  return type === 'text' ? sql : `CAST(${sql} AS text)`;
}

const integral =
  (name: string): PrintCall =>
  (args) =>
    args[0]?.type === 'decimal' ? `${name}(${sqlOf(args)})` : doubles(name)(args);
const lengthInBigint =
  (name: string): PrintCall =>
  (args) =>
    bigint(named(name)(args));
/** DuckDB has no padding without the text to pad with. */
const padding =
  (name: string): PrintCall =>
  (args) =>
    `${name}(${sqlOf(args)}${args.length === 2 ? ", ' '" : ''})`;

/** Functions that both engines have, but not simply under their own names. */
export const standardFunctions: Readonly<Record<string, PrintCall>> = {
  ceil: integral('ceil'),
  ceiling: integral('ceil'),
  floor: integral('floor'),
  sign: (args) => double(named('sign')(args)),
  mod: ([value, by]) => `mod(${value?.sql ?? ''}, NULLIF(${by?.sql ?? ''}, 0))`,
  power: doubles('power'),
  pow: doubles('power'),
  sqrt: doubles('sqrt'),
  exp: doubles('exp'),
  ln: doubles('ln'),
  log10: doubles('log10'),
  log: doubles('log10'),
  length: lengthInBigint('length'),
  char_length: lengthInBigint('length'),
  character_length: lengthInBigint('length'),
  substring: named('substr'),
  left: named('"left"'),
  right: named('"right"'),
  lpad: padding('lpad'),
  rpad: padding('rpad'),
  strpos: lengthInBigint('strpos'),
  position: lengthInBigint('strpos'),
  grouping: lengthInBigint('grouping'),
  age: (args) => `age(${args.map(({ sql }) => `CAST(${sql} AS timestamp)`).join(', ')})`,
  to_timestamp: ([seconds]) => `timezone('UTC', to_timestamp(${double(seconds?.sql ?? '')}))`,
};

const statistic =
  (name: string): PrintCall =>
  (args) =>
    doubles(name)(args);

/** Aggregates that both engines have, but not simply under their own names. */
export const standardAggregates: Readonly<Record<string, PrintCall>> = {
  avg: (args) => (args[0]?.type === 'interval' ? named('avg')(args) : doubles('avg')(args)),
  stddev: statistic('stddev_samp'),
  stddev_samp: statistic('stddev_samp'),
  stddev_pop: statistic('stddev_pop'),
  variance: statistic('var_samp'),
  var_samp: statistic('var_samp'),
  var_pop: statistic('var_pop'),
  corr: statistic('corr'),
  covar_pop: statistic('covar_pop'),
  covar_samp: statistic('covar_samp'),
  regr_slope: statistic('regr_slope'),
  regr_intercept: statistic('regr_intercept'),
  regr_r2: statistic('regr_r2'),
  every: named('bool_and'),
  string_agg: ([value, separator]) =>
    `string_agg(${value === undefined ? '' : asText(value)}, ${separator?.sql ?? ''})`,
};

/**
 * An aggregate with its FILTER and OVER.
 * @param plain writes a call without DISTINCT and ORDER BY
 * @param within arguments and ORDER BY in the brackets of a call that has them
 */
export function standardAggregate(
  dialect: Pick<Dialect, 'byteOrder' | 'direction'>,
  plain: Dialect['call'],
  within?: (call: AggregateCall) => string | undefined,
): Dialect['aggregate'] {
  const item = (order: AggregateCall['order'][number]): string =>
    `${order.sql}${order.type === 'text' ? dialect.byteOrder : ''}${dialect.direction(order)}`;
  return (call) => {
    const { name, args, order } = call;
    const tail = `${call.filter === undefined ? '' : ` FILTER (WHERE ${call.filter})`}${call.over}`;
    if (name === 'median')
      return `percentile_cont(0.5) WITHIN GROUP (ORDER BY ${double(sqlOf(args))})${tail}`;
    if (call.withinGroup) {
      const [first] = order;
      const ordered =
        name === 'percentile_cont' && first !== undefined
          ? `ORDER BY ${double(first.sql)}${first.descending ? ' DESC' : ''}`
          : order.length === 0
            ? ''
            : `ORDER BY ${order.map(item).join(', ')}`;
      return `${name}(${sqlOf(args)}) WITHIN GROUP (${ordered})${tail}`;
    }
    if (call.star) return `count(*)${tail}`;
    if (!call.distinct && order.length === 0) return `${plain(name, args)}${tail}`;
    const brackets =
      within?.(call) ??
      `${sqlOf(args)}${order.length === 0 ? '' : ` ORDER BY ${order.map(item).join(', ')}`}`;
    return `${name}(${call.distinct ? 'DISTINCT ' : ''}${brackets})${tail}`;
  };
}
