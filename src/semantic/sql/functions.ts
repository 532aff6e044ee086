import { AppError } from '../../errors.ts';
import type { Expr, SqlType } from './ast.ts';
import { dateFormat, strftimeFormat } from './date-format.ts';

export type Dialect = 'duckdb' | 'postgres';

/** A call whose arguments are already printed. */
export interface PrintedCall {
  readonly dialect: Dialect;
  readonly args: readonly string[];
  readonly types: readonly SqlType[];
  readonly exprs: readonly Expr[];
}

export interface FunctionSpec {
  readonly aggregate: boolean;
  readonly minArgs: number;
  readonly maxArgs: number;
  /** Reads a calendar: in the model's SQL its stored timestamps are first brought into the query's time zone. */
  readonly calendar: boolean;
  type(types: readonly SqlType[], args: readonly Expr[]): SqlType;
  /** SQL of the call in the engine's dialect. @default `name(args)` */
  readonly print: ((call: PrintedCall) => string) | undefined;
}

type TypeRule = SqlType | 'first' | 'common' | FunctionSpec['type'];
type Print = (call: PrintedCall) => string;

function spec(
  type: TypeRule,
  minArgs: number,
  maxArgs: number,
  print?: Print,
  more: { aggregate?: boolean; calendar?: boolean } = {},
): FunctionSpec {
  return {
    aggregate: more.aggregate ?? false,
    calendar: more.calendar ?? false,
    minArgs,
    maxArgs,
    type: typeRule(type),
    print,
  };
}

function typeRule(type: TypeRule): FunctionSpec['type'] {
  if (typeof type === 'function') return type;
  if (type === 'first') return (args) => args[0] ?? 'unknown';
  if (type === 'common') return commonType;
  return () => type;
}

/** Type of a value that is one of several: the wider number, or the one that is known. */
export function commonType(types: readonly SqlType[]): SqlType {
  const known = types.filter((type) => type !== 'null');
  const [first = 'unknown'] = known;
  if (known.every((type) => type === first)) return first;
  for (const wide of ['double', 'decimal'] as const) {
    if (
      known.includes(wide) &&
      known.every((type) => type === 'integer' || type === 'decimal' || type === 'double')
    )
      return wide;
  }
  // A string beside a timestamp is a timestamp's text: engines read it so.
  for (const time of ['timestamptz', 'utc', 'timestamp', 'date'] as const) {
    if (
      known.includes(time) &&
      known.every((type) => ['timestamptz', 'utc', 'timestamp', 'date', 'text'].includes(type))
    )
      return time;
  }
  return 'unknown';
}

const named =
  (duckdb: string, postgres = duckdb): Print =>
  ({ dialect, args }) =>
    `${dialect === 'duckdb' ? duckdb : postgres}(${args.join(', ')})`;
const double = (sql: string): string => `CAST(${sql} AS float8)`;
const bigint = (sql: string): string => `CAST(${sql} AS int8)`;
const doubles =
  (name: string): Print =>
  ({ args }) =>
    `${name}(${args.map(double).join(', ')})`;

/** Whole numbers and decimals keep their kind; anything else is a double, which PostgreSQL's two-argument forms lack. */
const rounding =
  (name: 'round' | 'trunc'): Print =>
  ({ dialect, args, types }) => {
    const [value = '', ...rest] = args;
    if (types[0] === 'integer' && rest.length === 0) return value;
    const exact = types[0] === 'decimal' || types[0] === 'integer';
    if (exact) {
      const arg =
        types[0] === 'integer'
          ? dialect === 'duckdb'
            ? `CAST(${value} AS decimal(38, 0))`
            : `CAST(${value} AS numeric)`
          : value;
      return `${name}(${[arg, ...rest].join(', ')})`;
    }
    if (dialect === 'duckdb') return `${name}(${[double(value), ...rest].join(', ')})`;
    return double(`${name}(${[`CAST(${value} AS numeric)`, ...rest].join(', ')})`);
  };

function roundedType(types: readonly SqlType[]): SqlType {
  if (types[0] === 'integer') return types.length === 1 ? 'integer' : 'decimal';
  return types[0] === 'decimal' ? 'decimal' : 'double';
}

const integralType = (types: readonly SqlType[]): SqlType => (types[0] === 'decimal' ? 'decimal' : 'double');
const integral =
  (name: string): Print =>
  ({ args, types }) =>
    types[0] === 'decimal' ? `${name}(${args.join(', ')})` : `${name}(${args.map(double).join(', ')})`;

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
  const unit = unitOf(call, truncUnits, 'date_trunc');
  const [, value = ''] = call.args;
  if (call.types[1] === 'interval') return `date_trunc('${unit}', ${value})`;
  // PostgreSQL would turn a date into a timestamp with time zone.
  const instant = ['timestamp', 'utc', 'timestamptz'].includes(call.types[1] ?? '')
    ? value
    : `CAST(${value} AS timestamp)`;
  return `date_trunc('${unit}', ${instant})`;
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

/** Lengths are literals of at most this, so that no string can be made to fill the memory. */
const maxRepeat = 1000;
const bounded =
  (name: string): Print =>
  ({ args, exprs }) => {
    const length = exprs[1];
    if (length?.kind !== 'literal' || length.type !== 'integer' || Number(length.text) > maxRepeat) {
      throw new AppError('SQL_NOT_ALLOWED', `The length in ${name}() must be a number up to ${maxRepeat}.`);
    }
    // DuckDB has no two-argument padding.
    const padded = name !== 'repeat' && args.length === 2 ? [...args, "' '"] : args;
    return `${name}(${padded.join(', ')})`;
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

const scalar: Record<string, FunctionSpec> = {
  abs: spec('first', 1, 1),
  ceil: spec(integralType, 1, 1, integral('ceil')),
  ceiling: spec(integralType, 1, 1, integral('ceil')),
  floor: spec(integralType, 1, 1, integral('floor')),
  round: spec(roundedType, 1, 2, rounding('round')),
  trunc: spec(roundedType, 1, 2, rounding('trunc')),
  sign: spec('double', 1, 1, ({ args }) => double(`sign(${args.join('')})`)),
  mod: spec('common', 2, 2, ({ args }) => `mod(${args[0] ?? ''}, NULLIF(${args[1] ?? ''}, 0))`),
  power: spec('double', 2, 2, doubles('power')),
  pow: spec('double', 2, 2, doubles('power')),
  sqrt: spec('double', 1, 1, doubles('sqrt')),
  exp: spec('double', 1, 1, doubles('exp')),
  ln: spec('double', 1, 1, doubles('ln')),
  log10: spec('double', 1, 1, doubles('log10')),
  log: spec('double', 1, 1, doubles('log10')),
  pi: spec('double', 0, 0),
  coalesce: spec('common', 1, 20),
  nullif: spec('first', 2, 2),
  greatest: spec('common', 1, 20),
  least: spec('common', 1, 20),
  lower: spec('text', 1, 1),
  upper: spec('text', 1, 1),
  length: spec('integer', 1, 1, ({ args }) => bigint(`length(${args.join('')})`)),
  char_length: spec('integer', 1, 1, ({ args }) => bigint(`length(${args.join('')})`)),
  character_length: spec('integer', 1, 1, ({ args }) => bigint(`length(${args.join('')})`)),
  trim: spec('text', 1, 2, named('trim', 'btrim')),
  btrim: spec('text', 1, 2, named('trim', 'btrim')),
  ltrim: spec('text', 1, 2),
  rtrim: spec('text', 1, 2),
  substring: spec('text', 2, 3, named('substr')),
  substr: spec('text', 2, 3, named('substr')),
  replace: spec('text', 3, 3),
  concat: spec('text', 1, 50),
  concat_ws: spec('text', 2, 50),
  left: spec('text', 2, 2, ({ args }) => `"left"(${args.join(', ')})`),
  right: spec('text', 2, 2, ({ args }) => `"right"(${args.join(', ')})`),
  lpad: spec('text', 2, 3, bounded('lpad')),
  rpad: spec('text', 2, 3, bounded('rpad')),
  repeat: spec('text', 2, 2, bounded('repeat')),
  reverse: spec('text', 1, 1),
  split_part: spec('text', 3, 3),
  strpos: spec('integer', 2, 2, ({ args }) => bigint(`strpos(${args.join(', ')})`)),
  position: spec('integer', 2, 2, ({ args }) => bigint(`strpos(${args.join(', ')})`)),
  starts_with: spec('boolean', 2, 2),
  translate: spec('text', 3, 3),
  ascii: spec('integer', 1, 1),
  md5: spec('text', 1, 1),
  regexp_replace: spec('text', 3, 4),
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
  grouping: spec('integer', 1, 20, ({ args }) => bigint(`grouping(${args.join(', ')})`)),
};

const sumType: TypeRule = (args) => args[0] ?? 'unknown';
const statistic = (name: string, args = 1): FunctionSpec =>
  spec('double', args, args, doubles(name), { aggregate: true });
const aggregate = (type: TypeRule, minArgs: number, maxArgs: number, print?: Print): FunctionSpec =>
  spec(type, minArgs, maxArgs, print, { aggregate: true });
/** Byte order, as DuckDB compares: PostgreSQL's depends on the database. */
const byteOrdered =
  (name: string): Print =>
  ({ dialect, args, types }) =>
    `${name}(${args.join(', ')}${dialect === 'postgres' && types[0] === 'text' ? ' COLLATE "C"' : ''})`;

const aggregates: Record<string, FunctionSpec> = {
  count: aggregate('integer', 0, 1),
  sum: aggregate(sumType, 1, 1),
  avg: aggregate(
    (args) => (args[0] === 'interval' ? 'interval' : 'double'),
    1,
    1,
    (call) => (call.types[0] === 'interval' ? `avg(${call.args.join('')})` : doubles('avg')(call)),
  ),
  min: aggregate('first', 1, 1, byteOrdered('min')),
  max: aggregate('first', 1, 1, byteOrdered('max')),
  stddev: statistic('stddev_samp'),
  stddev_samp: statistic('stddev_samp'),
  stddev_pop: statistic('stddev_pop'),
  variance: statistic('var_samp'),
  var_samp: statistic('var_samp'),
  var_pop: statistic('var_pop'),
  corr: statistic('corr', 2),
  covar_pop: statistic('covar_pop', 2),
  covar_samp: statistic('covar_samp', 2),
  regr_slope: statistic('regr_slope', 2),
  regr_intercept: statistic('regr_intercept', 2),
  regr_r2: statistic('regr_r2', 2),
  bool_and: aggregate('boolean', 1, 1),
  bool_or: aggregate('boolean', 1, 1),
  every: aggregate('boolean', 1, 1, named('bool_and')),
  string_agg: aggregate('text', 2, 2, ({ args, types }) =>
    `string_agg(${types[0] === 'text' ? (args[0] ?? '') : `CAST(${args[0] ?? ''} AS text)`}, ${args[1] ?? ''}`.concat(
      ')',
    ),
  ),
  array_agg: aggregate('json', 1, 1),
  percentile_cont: aggregate('double', 1, 1),
  percentile_disc: aggregate('unknown', 1, 1),
  mode: aggregate('unknown', 0, 0),
  median: aggregate('double', 1, 1),
};

/** The functions that a statement may call, by name. Everything else is refused. */
export const functions: ReadonlyMap<string, FunctionSpec> = new Map([
  ...Object.entries(scalar),
  ...Object.entries(aggregates),
]);

/** Functions that need OVER. */
export const windowFunctions: ReadonlyMap<string, FunctionSpec> = new Map(
  Object.entries({
    row_number: spec('integer', 0, 0),
    rank: spec('integer', 0, 0),
    dense_rank: spec('integer', 0, 0),
    percent_rank: spec('double', 0, 0),
    cume_dist: spec('double', 0, 0),
    ntile: spec('integer', 1, 1, ({ args, dialect }) =>
      dialect === 'duckdb' ? `ntile(${args.join('')})` : `ntile(CAST(${args.join('')} AS int4))`,
    ),
    lag: spec('first', 1, 3),
    lead: spec('first', 1, 3),
    first_value: spec('first', 1, 1),
    last_value: spec('first', 1, 1),
    nth_value: spec('first', 2, 2),
  }),
);

export function isAggregate(name: string): boolean {
  return functions.get(name)?.aggregate === true;
}

/** Aggregates that the model's author may use besides, where the engine has them. */
const modelAggregates: ReadonlySet<string> = new Set(
  `any_value approx_count_distinct approx_quantile arg_max arg_min bit_and bit_or count_if entropy favg first fsum
   geomean histogram kurtosis last list mad max_by min_by product quantile quantile_cont quantile_disc skewness`.split(
    /\s+/,
  ),
);

export function isModelAggregate(name: string): boolean {
  return isAggregate(name) || modelAggregates.has(name);
}
