import { AppError } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import { openData } from '../data/data-access.ts';
import type { DataContext } from '../data/data-context.ts';
import type { TileOfDashboard } from './find-dashboard.ts';
import { isChangeable } from './user-dashboards.ts';

/**
 * Whether a caller may read what a tile is made of: its statement, columns and chart name members and values of the data model.
 * Those of the workspace's dashboards are for all of their readers; those of a user for whoever may change them or could run the statement.
 * @throws AppError as `openData`
 */
export async function isTileOpen(
  context: DataContext,
  caller: Caller | null,
  { deploymentNumber, origin, tile }: TileOfDashboard,
): Promise<boolean> {
  if (origin.kind === 'workspace' || isChangeable(caller, origin.row)) return true;
  const { layer, viewer, timezone } = await openData(context, caller, deploymentNumber, {});
  try {
    await layer.compile(tile.sql, viewer, { timezone });
    return true;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'SQL_INVALID' || error.code === 'SQL_NOT_ALLOWED'))
      return false;
    throw error;
  }
}
