import type { Dialect } from '../../engines/dialect.ts';
import type { ColumnExpr, Expr, SelectQuery } from './ast.ts';
import { plainCall } from './plain-call.ts';

/**
 * Makes the engine compute the rows that a policy leaves before anything else: no engine moves a condition below its LIMIT
 * or OFFSET. The columns must be opaque as well.
 */
export function fenced(query: SelectQuery, { fence }: Dialect): SelectQuery {
  const whole = (text: string): Expr => ({ kind: 'literal', type: 'integer', text });
  return 'limit' in fence
    ? { ...query, limit: whole(fence.limit) }
    : { ...query, offset: whole(fence.offset) };
}

/**
 * The column's value without the engine's statistics about the column. PostgreSQL's planner tries a condition on the column's
 * most common values, and fails if the condition fails. DuckDB skips conditions by the column's minimum and maximum, and
 * evaluates functions on all texts of its dictionary. All of these include values of hidden rows.
 */
export function opaque(column: ColumnExpr, dialect: Dialect): Expr {
  // DuckDB keeps the dictionary through coalesce(); PostgreSQL cannot compare values of every type.
  return plainCall(dialect.opaqueFunction, [column, column]);
}
