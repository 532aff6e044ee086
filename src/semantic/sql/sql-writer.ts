import type { Expr, Query } from './ast.ts';
import type { Dialect } from './function-spec.ts';

/** Writes the parts of a statement in one engine's dialect; parts of parts are written through it again. */
export interface SqlWriter {
  readonly dialect: Dialect;
  query(query: Query): string;
  expression(expr: Expr): string;
  /** Expressions with commas between them. */
  list(items: readonly Expr[]): string;
  /** SQL of the model, with what it refers to in it. */
  raw(parts: readonly (string | Expr)[]): string;
}
