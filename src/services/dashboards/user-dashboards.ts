import { isUuid, parseInput } from '../../contract/parse-input.ts';
import { userDashboardFilter } from '../../contract/user-dashboards.ts';
import { Prisma, type UserDashboard, type UserDashboardTile } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { type Caller, requireAdmin, requireCaller } from '../caller.ts';
import type { BatchContext, List } from '../lists/list.ts';
import { containAny, ifGiven } from '../lists/list-filter.ts';
import { isLiving } from '../users/end-users.ts';
import type { Tile, TileColumn, TileView } from '../workspace/dashboard.ts';

/** Dashboards that users made. Which deployment they are of is a condition of each reading. */
export const userDashboards: List<UserDashboard, 'updatedAt'> = {
  table: 'UserDashboard',
  columns: Prisma.UserDashboardScalarFieldEnum,
  label: 'Dashboard',
  id: 'uuid',
  fields: { updatedAt: 'timestamptz' },
  order: { field: 'updatedAt', direction: 'desc' },
  visible: visibleDashboards,
  matching(filter, caller) {
    const { text, isOwn } = parseInput(userDashboardFilter, filter);
    return [
      ...ifGiven(text, (sought) => containAny(['title'], sought)),
      ...ifGiven(isOwn, (is) => Prisma.sql`(${isOwnedBy(caller)}) = ${is}`),
    ];
  },
};

/**
 * The condition that the caller may read a dashboard `t`. An end user reads, in the session's deployment, their own and those
 * that others of their embed tenant share; an admin key those of its account or deployments.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`
 */
function visibleDashboards(caller: Caller | null, now: Date): Prisma.Sql {
  const known = requireCaller(caller);
  if (known.kind === 'apiKey') return changeableDashboards(known, now);
  return Prisma.sql`${inReach(known, now)} AND (${isOwnedBy(known)} OR t."isShared" AND t."embedTenantId" =
    (SELECT r."embedTenantId" FROM "User" r WHERE r.id = ${known.userId} AND r."accountId" = ${known.account.id}))`;
}

/**
 * The condition that the caller may change a dashboard `t`: an end user their own, an admin key those that it reads.
 * @throws AppError as {@link visibleDashboards}
 */
export function changeableDashboards(caller: Caller | null, now: Date): Prisma.Sql {
  const known = requireCaller(caller);
  if (known.kind === 'apiKey') return inReach(requireAdmin(known), now);
  return Prisma.sql`${inReach(known, now)} AND ${isOwnedBy(known)}`;
}

/** Dashboards of living users, in the account and the deployments of the caller. */
function inReach(caller: Caller, now: Date): Prisma.Sql {
  const numbers = caller.kind === 'user' ? [caller.deployment.number] : [...caller.deployments];
  const inDeployments =
    numbers.length === 0
      ? Prisma.empty
      : Prisma.sql`AND t."deploymentId" IN (SELECT d.id FROM "Deployment" d
          WHERE d."accountId" = ${caller.account.id} AND d.number = ANY(${numbers}::int[]))`;
  return Prisma.sql`t."accountId" = ${caller.account.id} ${inDeployments}
    AND EXISTS (SELECT FROM "User" o WHERE o.id = t."userId" AND ${isLiving(now, 'o')})`;
}

function isOwnedBy(caller: Caller | null): Prisma.Sql {
  return caller?.kind === 'user' ? Prisma.sql`t."userId" = ${caller.userId}` : Prisma.sql`false`;
}

/** Whether {@link changeableDashboards} holds for a dashboard that the caller may read. */
export function isChangeable(caller: Caller | null, { userId }: Pick<UserDashboard, 'userId'>): boolean {
  return caller?.kind === 'apiKey' || caller?.userId === userId;
}

const tileColumns = Prisma.raw(
  Object.keys(Prisma.UserDashboardTileScalarFieldEnum)
    .map((name) => `e."${name}"`)
    .join(', '),
);

/** Reads the tiles of a dashboard that the caller may read, in order, batched. */
export async function readTiles(
  context: BatchContext,
  caller: Caller | null,
  dashboardId: string,
): Promise<readonly Tile[]> {
  return (await loadTiles(context, caller, 'dashboardId', dashboardId)).map(tileOf);
}

/** Reads one of {@link readTiles}, batched; undefined unless the dashboard has it. */
export async function readTileOf(
  context: BatchContext,
  caller: Caller | null,
  dashboardId: string,
  name: string,
): Promise<Tile | undefined> {
  const [row] = isUuid(name) ? await loadTiles(context, caller, 'id', name) : [];
  return row?.dashboardId === dashboardId ? tileOf(row) : undefined;
}

async function loadTiles(
  { prisma, now, loaders }: BatchContext,
  caller: Caller | null,
  by: 'id' | 'dashboardId',
  key: string,
): Promise<readonly UserDashboardTile[]> {
  const found = await loaders.load(loadTiles, by, key, async (keys) => {
    const rows = await sql<UserDashboardTile>(prisma)`
      SELECT ${tileColumns} FROM "UserDashboardTile" e JOIN "UserDashboard" t ON t.id = e."dashboardId"
      WHERE ${Prisma.raw(`e."${by}"`)} = ANY(${keys}::uuid[]) AND ${visibleDashboards(caller, now())}
      ORDER BY e."dashboardId", e.position`;
    return Map.groupBy(rows, (row) => row[by]);
  });
  return found ?? [];
}

function tileOf({
  id,
  title,
  description,
  sql: statement,
  columns,
  view,
  width,
  height,
}: UserDashboardTile): Tile {
  return {
    name: id,
    title,
    description: description ?? undefined,
    sql: statement,
    // Filters act on relations, and a dashboard that a user made has none.
    relations: [],
    // Written by this service only, in this shape.
    columns: columns as unknown as readonly TileColumn[],
    view: view as unknown as TileView,
    width,
    height,
  };
}
