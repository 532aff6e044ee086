import { tileArgs } from '../../contract/dashboards.ts';
import type { Caller } from '../caller.ts';
import { openData } from '../data/data-access.ts';
import type { DataContext } from '../data/data-context.ts';
import { firstRows, type QueryPage } from '../data/run-query.ts';
import { parseRequest } from '../users/session-settings.ts';
import { tileFilters } from './filter-input.ts';
import type { TileOfDashboard } from './find-dashboard.ts';

/**
 * Reads the rows of a tile under the row-level security of one user, narrowed by the chosen filters.
 * @throws AppError as `startQuery`; `VALIDATION_FAILED` for a filter that does not fit the dashboard
 */
export async function readTile(
  context: DataContext,
  caller: Caller | null,
  { deploymentNumber, dashboard, tile }: TileOfDashboard,
  input: unknown,
  signal?: AbortSignal,
): Promise<QueryPage> {
  const { first, filters: chosen, ...scope } = parseRequest(caller, tileArgs, input);
  const filters = tileFilters(dashboard, tile, chosen ?? []);
  const { layer, viewer, timezone, limits } = await openData(context, caller, deploymentNumber, scope);
  await using result = await layer.query(tile.sql, viewer, { timezone, filters, signal });
  return await firstRows(result, first, limits);
}
