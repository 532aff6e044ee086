import { filterValuesArgs } from '../../contract/dashboards.ts';
import { quoteIdentifier } from '../../quoting.ts';
import type { RelationFilter } from '../../semantic/relation-filter.ts';
import type { Caller } from '../caller.ts';
import { openData } from '../data/data-access.ts';
import type { DataContext } from '../data/data-context.ts';
import { firstRows } from '../data/run-query.ts';
import { parseRequest } from '../users/session-settings.ts';
import type { FilterOfDashboard } from './find-dashboard.ts';

export interface FilterValues {
  /** In order, as passed to the filter. */
  readonly values: readonly string[];
  readonly hasMore: boolean;
}

/**
 * Reads the values that a reader can choose from, in the rows that the user may see. None if the filter is not a list.
 * @throws AppError as `startQuery`
 */
export async function readFilterValues(
  context: DataContext,
  caller: Caller | null,
  { deploymentNumber, filter }: FilterOfDashboard,
  input: unknown,
  signal?: AbortSignal,
): Promise<FilterValues> {
  const { search, first, ...scope } = parseRequest(caller, filterValuesArgs, input);
  if (filter.kind !== 'list') return { values: [], hasMore: false };
  const { layer, viewer, timezone, limits } = await openData(context, caller, deploymentNumber, scope);
  const [target] = filter.targets;
  const filters: RelationFilter[] = [{ ...target, operator: 'set', values: [] }];
  if (search != null && search !== '') filters.push({ ...target, operator: 'contains', values: [search] });
  // The names come from the workspace and are checked. What the reader types becomes a parameter.
  const sql = `SELECT DISTINCT ${quoteIdentifier(target.member)} AS v FROM ${quoteIdentifier(target.relation)} ORDER BY 1 LIMIT ${first + 1}`;
  await using result = await layer.query(sql, viewer, { timezone, filters, signal });
  const { rows } = await firstRows(result, first + 1, limits);
  return { values: rows.slice(0, first).map(([value]) => String(value)), hasMore: rows.length > first };
}
