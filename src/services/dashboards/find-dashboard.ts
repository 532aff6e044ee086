import { isUuid } from '../../contract/parse-input.ts';
import { Prisma, type UserDashboard } from '../../db/generated/client.ts';
import { AppError, notFound, validationFailed } from '../../errors.ts';
import { type Caller, requireDataReader, requireDeployment } from '../caller.ts';
import type { DataContext } from '../data/data-context.ts';
import type { DeploymentData } from '../deployments/deployments.ts';
import type { BatchContext, ListArgs } from '../lists/list.ts';
import { findRows } from '../lists/look-up.ts';
import { type ListedPage, readList } from '../lists/read-list.ts';
import type { DashboardFilter, DashboardHead, Tile } from '../workspace/dashboard.ts';
import { readTileOf, readTiles, userDashboards } from './user-dashboards.ts';

/** A dashboard, and the deployment whose data it shows. */
export interface DashboardOfDeployment {
  readonly accountName: string;
  readonly deploymentNumber: number;
  /** IANA name: the deployment's, or UTC. */
  readonly timezone: string;
  readonly dashboard: DashboardHead;
  /** Where it comes from: a file of the workspace, or a user. */
  readonly origin:
    | { readonly kind: 'workspace'; readonly tiles: readonly Tile[] }
    | { readonly kind: 'user'; readonly row: UserDashboard };
}

/** What identifies a dashboard among those of all accounts. */
export interface DashboardKey {
  readonly accountName: string;
  readonly deploymentNumber: number;
  readonly name: string;
}

export interface TileOfDashboard extends DashboardOfDeployment {
  readonly tile: Tile;
}

export interface FilterOfDashboard extends DashboardOfDeployment {
  readonly filter: DashboardFilter;
}

type FindContext = Pick<DataContext, 'deployments' | 'prisma' | 'now'>;

/**
 * The dashboards of the workspace for a deployment, sorted by name. With a session token, it is that of the session by default.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN` (a chat key, another deployment), `PLAN_REQUIRED`, `VALIDATION_FAILED`
 *   (an API key that names no deployment), `NOT_FOUND`
 */
export function listDashboards(
  context: Pick<DataContext, 'deployments'>,
  caller: Caller | null,
  deploymentNumber: number | null | undefined,
): readonly DashboardOfDeployment[] {
  const data = dataFor(context, caller, deploymentNumber);
  return data.dashboards.map(({ tiles, ...dashboard }) => ({
    ...placeOf(data),
    dashboard,
    origin: { kind: 'workspace', tiles },
  }));
}

/**
 * Reads a page of the dashboards that users made in a deployment and that the caller may read, those changed last first.
 * @throws AppError as {@link listDashboards}, `readList`
 */
export async function listUserDashboards(
  context: FindContext,
  caller: Caller | null,
  deploymentNumber: number | null | undefined,
  args: Omit<ListArgs<never>, 'orderBy'>,
): Promise<ListedPage<DashboardOfDeployment>> {
  const data = dataFor(context, caller, deploymentNumber);
  const page = await readList(context, caller, userDashboards, args, [isOf(data)]);
  return { ...page, edges: page.edges.map(({ cursor, node }) => ({ cursor, node: madeBy(data, node) })) };
}

/** @throws AppError as {@link listDashboards}; `NOT_FOUND` also for a name that the deployment does not have */
export async function findDashboard(
  context: FindContext,
  caller: Caller | null,
  deploymentNumber: number | null | undefined,
  name: string,
): Promise<DashboardOfDeployment> {
  const declared = listDashboards(context, caller, deploymentNumber).find(
    ({ dashboard }) => dashboard.name === name,
  );
  if (declared !== undefined) return declared;
  const data = dataFor(context, caller, deploymentNumber);
  const [row] = isUuid(name)
    ? await findRows(context, caller, userDashboards, Prisma.sql`t.id = ${name}::uuid AND ${isOf(data)}`)
    : [];
  if (row === undefined) throw notFound('Dashboard');
  return madeBy(data, row);
}

/**
 * The dashboard with this key; null unless the caller may see it.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN` (a chat key), `PLAN_REQUIRED`
 */
export async function lookUpDashboard(
  context: FindContext,
  caller: Caller | null,
  { accountName, deploymentNumber, name }: DashboardKey,
): Promise<DashboardOfDeployment | null> {
  const { account } = requireDataReader(caller);
  if (account.name !== accountName) return null;
  try {
    return await findDashboard(context, caller, deploymentNumber, name);
  } catch (error) {
    const isHidden = error instanceof AppError && (error.code === 'FORBIDDEN' || error.code === 'NOT_FOUND');
    if (isHidden) return null;
    throw error;
  }
}

/** The tiles of a dashboard that the caller may see, in reading order. */
export async function tilesOf(
  context: BatchContext,
  caller: Caller | null,
  { origin }: DashboardOfDeployment,
): Promise<readonly Tile[]> {
  return origin.kind === 'workspace' ? origin.tiles : readTiles(context, caller, origin.row.id);
}

/** One of {@link tilesOf}; null unless the dashboard has it. */
export async function findTile(
  context: BatchContext,
  caller: Caller | null,
  parent: DashboardOfDeployment,
  name: string,
): Promise<TileOfDashboard | null> {
  const { origin } = parent;
  const tile =
    origin.kind === 'workspace'
      ? origin.tiles.find((each) => each.name === name)
      : await readTileOf(context, caller, origin.row.id, name);
  return tile === undefined ? null : { ...parent, tile };
}

/** Null unless the dashboard has this filter. */
export function findFilter(parent: DashboardOfDeployment, name: string): FilterOfDashboard | null {
  const filter = parent.dashboard.filters.find((each) => each.name === name);
  return filter === undefined ? null : { ...parent, filter };
}

function dataFor(
  { deployments }: Pick<DataContext, 'deployments'>,
  maybeCaller: Caller | null,
  deploymentNumber: number | null | undefined,
): DeploymentData {
  const caller = requireDataReader(maybeCaller);
  const number = deploymentNumber ?? (caller.kind === 'user' ? caller.deployment.number : undefined);
  if (number === undefined) {
    throw validationFailed([{ path: 'deploymentId', message: 'is required with an API key' }]);
  }
  requireDeployment(caller, number);
  return deployments.get(caller.account.name, number);
}

function placeOf({ accountName, number, timezone = 'UTC' }: DeploymentData) {
  return { accountName, deploymentNumber: number, timezone };
}

function madeBy(data: DeploymentData, row: UserDashboard): DashboardOfDeployment {
  const { id: name, title } = row;
  const dashboard = { name, title, description: undefined, filters: [] };
  return { ...placeOf(data), dashboard, origin: { kind: 'user', row } };
}

function isOf({ number }: DeploymentData): Prisma.Sql {
  return Prisma.sql`t."deploymentId" = (SELECT d.id FROM "Deployment" d
    WHERE d."accountId" = t."accountId" AND d.number = ${number})`;
}
