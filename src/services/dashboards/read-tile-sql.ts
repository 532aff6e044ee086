import { AppError } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import { openData } from '../data/data-access.ts';
import type { DataContext } from '../data/data-context.ts';
import type { TileOfDashboard } from './find-dashboard.ts';
import { isChangeable } from './user-dashboards.ts';

/**
 * The statement of a tile that a user made. Since it names members and values, others than those who may change it have to be
 * able to run it.
 * @returns null for others, and for a tile of the workspace
 * @throws AppError as `openData`
 */
export async function readTileSql(
  context: DataContext,
  caller: Caller | null,
  { deploymentNumber, origin, tile }: TileOfDashboard,
): Promise<string | null> {
  if (origin.kind === 'workspace') return null;
  if (isChangeable(caller, origin.row)) return tile.sql;
  const { layer, viewer, timezone } = await openData(context, caller, deploymentNumber, {});
  try {
    await layer.compile(tile.sql, viewer, { timezone });
    return tile.sql;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'SQL_INVALID' || error.code === 'SQL_NOT_ALLOWED'))
      return null;
    throw error;
  }
}
