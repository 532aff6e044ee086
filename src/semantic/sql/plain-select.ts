import type { SelectQuery } from './ast.ts';

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
} as const satisfies Partial<SelectQuery>;
