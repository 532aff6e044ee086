import { filterValuesArgs } from '../../contract/dashboards.ts';
import type { Caller } from '../caller.ts';
import { openData } from '../data/data-access.ts';
import type { DataContext } from '../data/data-context.ts';
import { type DistinctValues, readDistinctValues } from '../data/distinct-values.ts';
import { parseRequest } from '../users/session-settings.ts';
import type { FilterOfDashboard } from './find-dashboard.ts';

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
): Promise<DistinctValues> {
  const { search, first, ...scope } = parseRequest(caller, filterValuesArgs, input);
  if (filter.kind !== 'list') return { values: [], hasMore: false };
  const data = await openData(context, caller, deploymentNumber, scope);
  return readDistinctValues(data, filter.targets[0], { search, first, signal });
}
