import { z } from 'zod';
import type { Caller } from '../caller.ts';
import { dataScopeSchema, openData } from '../data/data-access.ts';
import type { DataContext } from '../data/data-context.ts';
import { firstRows, pageSizeSchema, type QueryPage } from '../data/run-query.ts';
import { parseRequest } from '../users/session-settings.ts';
import { filterInputSchema, tileFilters } from './filter-input.ts';
import type { TileOfDashboard } from './find-dashboard.ts';

/** Whose rows, in which time zone; dashboards are of the main branch. */
export const readerSchema = dataScopeSchema.pick({ sessionSettings: true, timezone: true });

const tileInputSchema = readerSchema.extend({
  first: pageSizeSchema,
  filters: z.array(filterInputSchema).max(100).default([]),
});

/**
 * The rows of a tile under the row security of one user, narrowed by what its reader chose.
 * @throws AppError as `startQuery`; `VALIDATION_FAILED` for a filter that does not go with the dashboard
 */
export async function readTile(
  context: DataContext,
  caller: Caller | null,
  { deploymentNumber, dashboard, tile }: TileOfDashboard,
  input: unknown,
  signal?: AbortSignal,
): Promise<QueryPage> {
  const { first, filters: chosen, ...scope } = parseRequest(caller, tileInputSchema, input);
  const filters = tileFilters(dashboard, tile, chosen);
  const { layer, viewer, timezone, limits } = await openData(context, caller, deploymentNumber, scope);
  const { queryTimeoutMs: timeoutMs } = context;
  await using result = await layer.query(tile.sql, viewer, { timezone, filters, signal, timeoutMs });
  return await firstRows(result, first, limits);
}
