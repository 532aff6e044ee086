import { isUuid, parseInput } from '../../contract/parse-input.ts';
import { addDashboardTileInput, maxTiles, updateDashboardTileInput } from '../../contract/user-dashboards.ts';
import { type Queryable, sql } from '../../db/sql.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Caller } from '../caller.ts';
import type { DataContext } from '../data/data-context.ts';
import { changeDashboard, insertTile, requireKeeper } from './change-dashboard.ts';
import { checkTile } from './check-tile.ts';
import type { DashboardKey } from './find-dashboard.ts';

/**
 * Keeps an answer as the last tile of a dashboard.
 * @returns the name of the tile
 * @throws AppError `FORBIDDEN` without a user, `CONFLICT` if the dashboard has as many as a dashboard may have; as `checkTile`,
 *   `changeDashboard`
 */
export async function addTile(
  context: DataContext,
  caller: Caller | null,
  key: DashboardKey,
  input: unknown,
): Promise<string> {
  const user = requireKeeper(caller);
  const { tile } = parseInput(addDashboardTileInput, input);
  const checked = await checkTile(context, user, tile);
  const id = context.newId();
  await changeDashboard(context, user, key, async (transaction, row) => {
    if ((await namesOf(transaction, row.id)).length >= maxTiles) {
      throw new AppError('CONFLICT', `A dashboard has at most ${maxTiles} tiles. Delete one first.`);
    }
    await insertTile(transaction, row.id, id, checked);
    return { action: 'dashboardTile.create', details: { tile: id } };
  });
  return id;
}

/**
 * Renames, widens or moves a tile. Moves of several at once come one after the other, so that none is lost or doubled.
 * @throws AppError `VALIDATION_FAILED`, `NOT_FOUND`, as `changeDashboard`
 */
export async function updateTile(
  context: DataContext,
  caller: Caller | null,
  key: DashboardKey,
  tile: string,
  input: unknown,
): Promise<void> {
  const { title, width, position } = parseInput(updateDashboardTileInput, input);
  await changeDashboard(context, caller, key, async (transaction, { id: dashboardId }) => {
    const names = await namesWith(transaction, dashboardId, tile);
    if (position != null) {
      const others = names.filter((name) => name !== tile);
      await place(transaction, dashboardId, others.toSpliced(position, 0, tile));
    }
    await sql(transaction)`
      UPDATE "UserDashboardTile" SET title = coalesce(${title ?? null}, title), width = coalesce(${width ?? null}::int, width)
      WHERE id = ${tile}::uuid AND "dashboardId" = ${dashboardId}::uuid`;
    return { action: 'dashboardTile.update', details: { tile } };
  });
}

/** Deletes a tile. @throws AppError `NOT_FOUND`, as `changeDashboard` */
export async function deleteTile(
  context: DataContext,
  caller: Caller | null,
  key: DashboardKey,
  tile: string,
): Promise<void> {
  await changeDashboard(context, caller, key, async (transaction, { id: dashboardId }) => {
    const names = await namesWith(transaction, dashboardId, tile);
    await sql(transaction)`
      DELETE FROM "UserDashboardTile" WHERE id = ${tile}::uuid AND "dashboardId" = ${dashboardId}::uuid`;
    await place(
      transaction,
      dashboardId,
      names.filter((name) => name !== tile),
    );
    return { action: 'dashboardTile.delete', details: { tile } };
  });
}

/** The tiles of a dashboard, in order. */
async function namesOf(db: Queryable, dashboardId: string): Promise<readonly string[]> {
  const rows = await sql<{ id: string }>(db)`
    SELECT id::text AS id FROM "UserDashboardTile" WHERE "dashboardId" = ${dashboardId}::uuid ORDER BY position`;
  return rows.map(({ id }) => id);
}

/** As {@link namesOf}. @throws AppError `NOT_FOUND` unless this is one of them */
async function namesWith(db: Queryable, dashboardId: string, tile: string): Promise<readonly string[]> {
  const names = isUuid(tile) ? await namesOf(db, dashboardId) : [];
  if (!names.includes(tile)) throw notFound('Tile');
  return names;
}

/** Puts tiles into this order. */
async function place(db: Queryable, dashboardId: string, names: readonly string[]): Promise<void> {
  await sql(db)`
    UPDATE "UserDashboardTile" e SET position = o.place::int - 1
    FROM unnest(${[...names]}::uuid[]) WITH ORDINALITY AS o(id, place)
    WHERE e.id = o.id AND e."dashboardId" = ${dashboardId}::uuid AND e.position <> o.place - 1`;
}
