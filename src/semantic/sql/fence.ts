import type { ColumnExpr, Expr, SelectQuery } from './ast.ts';
import type { Dialect } from './function-spec.ts';

/**
 * The rows that a policy leaves, which an engine has to compute before it does anything else with them: neither engine
 * moves a condition below an OFFSET. Its columns have to be opaque as well.
 */
export function fenced(query: SelectQuery): SelectQuery {
  return { ...query, offset: { kind: 'literal', type: 'integer', text: '0' } };
}

/**
 * The column's value without what an engine knows of the column. PostgreSQL's planner tries a condition on the column's
 * most common values, and fails when it does. DuckDB leaves conditions out by the column's least and greatest value, and
 * computes functions for all texts of its dictionary. All of them hold values of hidden rows.
 */
export function opaque(column: ColumnExpr, dialect: Dialect): Expr {
  return {
    kind: 'call',
    // DuckDB hands on the dictionary through coalesce(); PostgreSQL cannot compare values of every type.
    name: dialect === 'duckdb' ? 'least' : 'coalesce',
    args: [column, column],
    star: false,
    distinct: false,
    filter: undefined,
    order: [],
    withinGroup: false,
    over: undefined,
    at: -1,
  };
}
