import { isUuid, parseInput } from '../../contract/parse-input.ts';
import { createDashboardInput, maxDashboards, updateDashboardInput } from '../../contract/user-dashboards.ts';
import { Prisma, type UserDashboard } from '../../db/generated/client.ts';
import { type Queryable, sql } from '../../db/sql.ts';
import { AppError, notFound, validationFailed } from '../../errors.ts';
import { auditPart, ofSession } from '../audit/audit-part.ts';
import { type Caller, requireDataReader, type UserCaller } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import type { DataContext } from '../data/data-context.ts';
import { selectRows } from '../lists/list.ts';
import { isLiving } from '../users/end-users.ts';
import { checkTile, type KeptTile } from './check-tile.ts';
import { type DashboardKey, findDashboard } from './find-dashboard.ts';
import { changeableDashboards, userDashboards } from './user-dashboards.ts';

type WriteContext = Pick<ServiceContext, 'now' | 'newId'>;

/**
 * Makes a dashboard, with its first tile if one is given.
 * @returns its key
 * @throws AppError `FORBIDDEN` without a user, `NOT_FOUND` for one who was deleted or expired since the request began,
 *   `VALIDATION_FAILED`, `CONFLICT` if the user has as many as a user may have, as `checkTile`
 */
export async function createDashboard(
  context: DataContext,
  caller: Caller | null,
  input: unknown,
): Promise<DashboardKey> {
  const user = requireKeeper(caller);
  const { title, tile } = parseInput(createDashboardInput, input);
  const checked = tile == null ? undefined : await checkTile(context, user, tile);
  const id = context.newId();
  const now = context.now();
  await context.prisma.$transaction(async (transaction) => {
    // Locked first, so that the next statement counts what was made at the same time.
    const [owner] = await sql(transaction)`
      SELECT id FROM "User" WHERE id = ${user.userId} AND "accountId" = ${user.account.id} AND ${isLiving(now)}
      FOR NO KEY UPDATE`;
    if (owner === undefined) throw notFound('User');
    const [made] = await sql(transaction)`
      WITH changed AS (
        INSERT INTO "UserDashboard" (id, "accountId", "userId", "deploymentId", "embedTenantId", title, "createdAt", "updatedAt")
        SELECT ${id}::uuid, u."accountId", u.id, d.id, u."embedTenantId", ${title}, ${now}::timestamptz, ${now}::timestamptz
        FROM "User" u JOIN "Deployment" d ON d."accountId" = u."accountId"
        WHERE u.id = ${user.userId} AND u."accountId" = ${user.account.id}
          AND d.id = ${user.deployment.id}
          AND (SELECT count(*) FROM "UserDashboard" t WHERE t."userId" = u.id AND t."deploymentId" = d.id) < ${maxDashboards}
        RETURNING ${changedColumns}),
      ${auditOf(context, user, 'dashboard.create', {})} SELECT id FROM changed`;
    if (made === undefined) {
      const message = `You already have ${maxDashboards} dashboards. Delete one first.`;
      throw new AppError('CONFLICT', message);
    }
    if (checked !== undefined) await insertTile(transaction, id, context.newId(), checked);
  });
  return { accountName: user.account.name, deploymentNumber: user.deployment.number, name: id };
}

/**
 * Renames a dashboard, or changes who can read it.
 * @throws AppError as {@link changeDashboard}; `VALIDATION_FAILED`, also for sharing without an embed tenant
 */
export async function updateDashboard(
  context: DataContext,
  caller: Caller | null,
  key: DashboardKey,
  input: unknown,
): Promise<void> {
  const { title, isShared } = parseInput(updateDashboardInput, input);
  await changeDashboard(context, caller, key, async (transaction, row) => {
    if (isShared === true && row.embedTenantId === null) {
      const message = 'needs an embed tenant: this user has none, so there is nobody to share with';
      throw validationFailed([{ path: 'isShared', message }]);
    }
    await sql(transaction)`
      UPDATE "UserDashboard" SET title = ${title ?? row.title}, "isShared" = ${isShared ?? row.isShared}
      WHERE id = ${row.id}::uuid AND "accountId" = ${row.accountId}`;
    const sharing = isShared == null || isShared === row.isShared ? 'update' : isShared ? 'share' : 'unshare';
    return { action: `dashboard.${sharing}` };
  });
}

/** Deletes a dashboard with its tiles. @throws AppError as {@link changeDashboard} */
export async function deleteDashboard(
  context: DataContext,
  caller: Caller | null,
  key: DashboardKey,
): Promise<void> {
  const known = requireDataReader(caller);
  const [deleted] = await sql(context.prisma)`
    WITH changed AS (
      DELETE FROM "UserDashboard" t WHERE ${hasKey(key, known)} AND ${changeableDashboards(known, context.now())}
      RETURNING ${changedColumns}),
    ${auditOf(context, known, 'dashboard.delete', {})} SELECT id FROM changed`;
  if (deleted === undefined) throw await whyUnchanged(context, known, key);
}

/** What a change to a dashboard is called in the audit log. */
interface Change {
  readonly action: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/**
 * Changes a dashboard in a transaction that holds its row, so that changes to it come one after the other, and stores the audit
 * event with it.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `NOT_FOUND`; `WORKSPACE_MANAGED` for a dashboard of the workspace; `FORBIDDEN`
 *   for one that another user shares
 */
export async function changeDashboard(
  context: DataContext,
  caller: Caller | null,
  key: DashboardKey,
  change: (transaction: Prisma.TransactionClient, row: UserDashboard) => Promise<Change>,
): Promise<void> {
  const known = requireDataReader(caller);
  const isChanged = await context.prisma.$transaction(async (transaction) => {
    const now = context.now();
    const [row] = await sql<UserDashboard>(transaction)`
      ${selectRows(userDashboards)} WHERE ${hasKey(key, known)} AND ${changeableDashboards(known, now)}
      FOR NO KEY UPDATE OF t`;
    if (row === undefined) return false;
    const { action, details = {} } = await change(transaction, row);
    await sql(transaction)`
      WITH changed AS (
        UPDATE "UserDashboard" SET "updatedAt" = ${now}::timestamptz
        WHERE id = ${row.id}::uuid AND "accountId" = ${row.accountId} RETURNING ${changedColumns}),
      ${auditOf(context, known, action, details)} SELECT id FROM changed`;
    return true;
  });
  if (!isChanged) throw await whyUnchanged(context, known, key);
}

/** Adds a tile after those that a dashboard has. The caller holds the row of the dashboard. */
export async function insertTile(
  db: Queryable,
  dashboardId: string,
  id: string,
  { title, description, sql: statement, columns, view, width, height }: KeptTile,
): Promise<void> {
  await sql(db)`
    INSERT INTO "UserDashboardTile" (id, "dashboardId", position, title, description, sql, columns, view, width, height)
    SELECT ${id}::uuid, ${dashboardId}::uuid, count(*)::int, ${title}, ${description ?? null}, ${statement},
           ${JSON.stringify(columns)}::jsonb, ${JSON.stringify(view)}::jsonb, ${width}, ${height}
    FROM "UserDashboardTile" WHERE "dashboardId" = ${dashboardId}::uuid`;
}

/** Dashboards are kept by users. @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `PLAN_REQUIRED` */
export function requireKeeper(caller: Caller | null): UserCaller {
  const known = requireDataReader(caller);
  if (known.kind === 'user') return known;
  throw new AppError(
    'FORBIDDEN',
    'This needs a session token: dashboards belong to the users who make them.',
  );
}

const changedColumns = Prisma.raw('id::text AS id, "accountId", "userId", "deploymentId"');

function auditOf(
  context: WriteContext,
  caller: Caller,
  action: string,
  details: Readonly<Record<string, unknown>>,
): Prisma.Sql {
  const by = caller.kind === 'apiKey' ? caller : 'itsUser';
  return auditPart(context, by, { action, subject: 'dashboard', details, deployments: ofSession }, 'changed');
}

function hasKey({ accountName, deploymentNumber, name }: DashboardKey, { account }: Caller): Prisma.Sql {
  if (account.name !== accountName || !isUuid(name)) return Prisma.sql`false`;
  return Prisma.sql`t.id = ${name}::uuid AND t."deploymentId" =
    (SELECT d.id FROM "Deployment" d WHERE d."accountId" = ${account.id} AND d.number = ${deploymentNumber})`;
}

async function whyUnchanged(
  context: DataContext,
  caller: Caller,
  { accountName, deploymentNumber, name }: DashboardKey,
): Promise<AppError> {
  if (accountName !== caller.account.name) return notFound('Dashboard');
  const { origin } = await findDashboard(context, caller, deploymentNumber, name);
  if (origin.kind === 'workspace') {
    const message = `Dashboard "${name}" is defined in the workspace. Edit its file, then reload (SIGHUP) or restart the service.`;
    return new AppError('WORKSPACE_MANAGED', message);
  }
  return new AppError('FORBIDDEN', 'Only the user who made this dashboard can change it.');
}
