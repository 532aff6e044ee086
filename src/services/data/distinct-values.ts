import { identifier } from '../../quoting.ts';
import type { RelationFilter } from '../../semantic/relation-filter.ts';
import type { DataAccess } from './data-access.ts';
import { firstRows } from './run-query.ts';

export interface DistinctValues {
  /** In order, as passed to filters. */
  readonly values: readonly string[];
  readonly hasMore: boolean;
}

interface ValueSearch {
  /** Only values that contain this text. */
  readonly search: string | null | undefined;
  readonly first: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Reads the values of a dimension in the rows that the user may see.
 * @param target names that were checked
 * @throws AppError as `startQuery`
 */
export async function readDistinctValues(
  { layer, viewer, timezone, owner, limits }: DataAccess,
  target: Pick<RelationFilter, 'relation' | 'member'>,
  { search, first, signal }: ValueSearch,
): Promise<DistinctValues> {
  const filters: RelationFilter[] = [{ ...target, operator: 'set', values: [] }];
  // What the reader types becomes a parameter.
  if (search != null && search !== '') filters.push({ ...target, operator: 'contains', values: [search] });
  const member = target.member.split('.').map(identifier).join('.');
  const sql = `SELECT DISTINCT ${member} AS v FROM ${identifier(target.relation)} ORDER BY 1 LIMIT ${first + 1}`;
  await using result = await layer.query(sql, viewer, { timezone, owner, filters, signal });
  const { rows } = await firstRows(result, first + 1, limits);
  return { values: rows.slice(0, first).map(([value]) => String(value)), hasMore: rows.length > first };
}
