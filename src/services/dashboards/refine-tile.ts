import { tileRefinementArgs } from '../../contract/dashboards.ts';
import type { Caller } from '../caller.ts';
import { openData } from '../data/data-access.ts';
import type { DataContext } from '../data/data-context.ts';
import { type RefinedQuery, refine } from '../data/refine-query.ts';
import { parseRequest } from '../users/session-settings.ts';
import { tileFilters } from './filter-input.ts';
import type { TileOfDashboard } from './find-dashboard.ts';

/**
 * Changes the query of a tile part by part, narrowed by the chosen filters. Runs nothing.
 * @returns null for a query of a form that cannot be changed so
 * @throws AppError as `openData`; `SQL_NOT_ALLOWED` for a tile that the user may not read; `VALIDATION_FAILED` for a filter that
 *   does not fit the dashboard, and for a change of what the query does not have
 */
export async function refineTile(
  context: DataContext,
  caller: Caller | null,
  { deploymentNumber, dashboard, tile }: TileOfDashboard,
  input: unknown,
): Promise<RefinedQuery | null> {
  const { filters: chosen, changes, ...scope } = parseRequest(caller, tileRefinementArgs, input);
  const filters = tileFilters(dashboard, tile, chosen ?? []);
  const data = await openData(context, caller, deploymentNumber, scope);
  // Its parts name members and values, so only those learn of them who may read its rows.
  await data.layer.compile(tile.sql, data.viewer, { timezone: data.timezone });
  return refine(data, tile.sql, changes ?? [], filters);
}
