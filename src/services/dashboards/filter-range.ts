import { filterRangeArgs } from '../../contract/dashboards.ts';
import { quoteIdentifier } from '../../quoting.ts';
import type { Caller } from '../caller.ts';
import { openData } from '../data/data-access.ts';
import type { DataContext } from '../data/data-context.ts';
import { firstRows } from '../data/run-query.ts';
import { parseRequest } from '../users/session-settings.ts';
import type { FilterOfDashboard } from './find-dashboard.ts';

/** Days as `YYYY-MM-DD`, both included. */
export interface FilterRange {
  readonly from: string;
  readonly to: string;
}

/**
 * Reads the first and last day of the rows that the user may see, in the time zone of the query. Null without rows, or
 * if the filter is not a range of dates. If the filter has several relations, the first one is read.
 * @throws AppError as `startQuery`
 */
export async function readFilterRange(
  context: DataContext,
  caller: Caller | null,
  { deploymentNumber, filter }: FilterOfDashboard,
  input: unknown,
  signal?: AbortSignal,
): Promise<FilterRange | null> {
  const scope = parseRequest(caller, filterRangeArgs, input);
  if (filter.kind !== 'dateRange') return null;
  const { layer, viewer, timezone } = await openData(context, caller, deploymentNumber, scope);
  const [{ relation, member }] = filter.targets;
  const day = quoteIdentifier(member);
  const sql = `SELECT MIN(${day}) AS a, MAX(${day}) AS z FROM ${quoteIdentifier(relation)}`;
  await using result = await layer.query(sql, viewer, { timezone, signal });
  const [first = [null, null]] = (await firstRows(result, 1)).rows;
  const [from, to] = first.map((value) => (typeof value === 'string' ? value.slice(0, 10) : undefined));
  return from === undefined || to === undefined ? null : { from, to };
}
