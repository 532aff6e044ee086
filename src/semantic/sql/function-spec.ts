import type { Dialect, Operand, SqlType } from '../../engines/dialect.ts';
import type { Expr } from './ast.ts';

export interface FunctionSpec {
  readonly aggregate: boolean;
  readonly minArgs: number;
  readonly maxArgs: number;
  /** Reads a calendar: in the model's SQL its stored timestamps are first brought into the query's time zone. */
  readonly calendar: boolean;
  type(types: readonly SqlType[], args: readonly Expr[]): SqlType;
  /** SQL of the call, where that takes more than its name and arguments. */
  readonly print: Print | undefined;
}

export type TypeRule = SqlType | 'first' | 'common' | FunctionSpec['type'];
/** @throws AppError `SQL_NOT_ALLOWED`, `SQL_INVALID` for arguments that the function does not take */
export type Print = (dialect: Dialect, args: readonly Operand[], name: string) => string;

export function spec(
  type: TypeRule,
  minArgs: number,
  maxArgs: number,
  more: { readonly aggregate?: boolean; readonly calendar?: boolean; readonly print?: Print } = {},
): FunctionSpec {
  return {
    aggregate: more.aggregate ?? false,
    calendar: more.calendar ?? false,
    minArgs,
    maxArgs,
    type: typeRule(type),
    print: more.print,
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
