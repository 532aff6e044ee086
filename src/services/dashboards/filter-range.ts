import { filterRangeArgs } from '../../contract/dashboards.ts';
import type { Caller } from '../caller.ts';
import { openData } from '../data/data-access.ts';
import type { DataContext } from '../data/data-context.ts';
import { type DayRange, readDayRange } from '../data/day-range.ts';
import { parseRequest } from '../users/session-settings.ts';
import type { FilterOfDashboard } from './find-dashboard.ts';

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
): Promise<DayRange | null> {
  const scope = parseRequest(caller, filterRangeArgs, input);
  if (filter.kind !== 'dateRange') return null;
  return readDayRange(await openData(context, caller, deploymentNumber, scope), filter.targets[0], signal);
}
