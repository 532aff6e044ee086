import type { Dialect, Operand, SqlType } from '../../engines/dialect.ts';
import type { Expr, Query } from './ast.ts';

/** Writes the parts of a statement in one engine's dialect; parts of parts are written through it again. */
export interface SqlWriter {
  readonly dialect: Dialect;
  /** @param types of the columns that it must have, if others have to match them */
  query(query: Query, types?: readonly SqlType[]): string;
  expression(expr: Expr): string;
  operand(expr: Expr): Operand;
  /** Expressions with commas between them. */
  list(items: readonly Expr[]): string;
  /** SQL of the model, with what it refers to in it. */
  raw(parts: readonly (string | Expr)[]): string;
}
