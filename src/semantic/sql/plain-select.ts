import type { Query, SelectQuery } from './ast.ts';
import type { Dialect } from './function-spec.ts';

/** A SELECT without any of its optional clauses. */
export const plainSelect = {
  kind: 'select',
  ctes: [],
  order: [],
  limit: undefined,
  offset: undefined,
  distinct: false,
  group: [],
  having: undefined,
  windows: [],
} as const;

/**
 * Keeps PostgreSQL from trying a user's conditions on rows before the policy has removed them: one that fails on
 * certain values would tell that they exist. DuckDB does not move conditions that can fail.
 */
export function fenced(query: SelectQuery, dialect: Dialect): Query {
  if (dialect !== 'postgres' || query.where === undefined) return query;
  return { ...query, offset: { kind: 'literal', type: 'integer', text: '0' } };
}
