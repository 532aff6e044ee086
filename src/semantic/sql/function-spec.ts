import type { Expr, SqlType } from './ast.ts';

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

export type TypeRule = SqlType | 'first' | 'common' | FunctionSpec['type'];
export type Print = (call: PrintedCall) => string;

export function spec(
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

/** Common type of several values: the wider number, or the one that is known. */
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
  // A string next to a timestamp is the text of a timestamp, as engines read it.
  for (const time of ['timestamptz', 'utc', 'timestamp', 'date'] as const) {
    if (
      known.includes(time) &&
      known.every((type) => ['timestamptz', 'utc', 'timestamp', 'date', 'text'].includes(type))
    )
      return time;
  }
  return 'unknown';
}

/** A call under another name on an engine. */
export const named =
  (duckdb: string, postgres = duckdb): Print =>
  ({ dialect, args }) =>
    `${dialect === 'duckdb' ? duckdb : postgres}(${args.join(', ')})`;
export const double = (sql: string): string => `CAST(${sql} AS float8)`;
export const bigint = (sql: string): string => `CAST(${sql} AS int8)`;
export const doubles =
  (name: string): Print =>
  ({ args }) =>
    `${name}(${args.map(double).join(', ')})`;
