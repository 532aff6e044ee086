import { AppError, notFound, validationFailed } from '../../errors.ts';
import { type Caller, requireDataReader, requireDeployment } from '../caller.ts';
import type { DataContext } from '../data/data-context.ts';
import type { Dashboard, DashboardFilter, Tile } from '../workspace/dashboard.ts';

/** A dashboard, and the deployment whose data it shows. */
export interface DashboardOfDeployment {
  readonly accountName: string;
  readonly deploymentNumber: number;
  /** IANA name: the deployment's, or UTC. */
  readonly timezone: string;
  readonly dashboard: Dashboard;
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

/**
 * The dashboards of a deployment, sorted by name. With a session token, it is that of the session by default.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN` (a chat key, another deployment), `PLAN_REQUIRED`, `VALIDATION_FAILED`
 *   (an API key that names no deployment), `NOT_FOUND`
 */
export function listDashboards(
  context: Pick<DataContext, 'deployments'>,
  maybeCaller: Caller | null,
  deploymentNumber: number | null | undefined,
): readonly DashboardOfDeployment[] {
  const caller = requireDataReader(maybeCaller);
  const number = deploymentNumber ?? (caller.kind === 'user' ? caller.deployment.number : undefined);
  if (number === undefined) {
    throw validationFailed([{ path: 'deploymentId', message: 'is required with an API key' }]);
  }
  requireDeployment(caller, number);
  const { dashboards, timezone = 'UTC' } = context.deployments.get(caller.account.name, number);
  const accountName = caller.account.name;
  return dashboards.map((dashboard) => ({ accountName, deploymentNumber: number, timezone, dashboard }));
}

/** @throws AppError as {@link listDashboards}; `NOT_FOUND` also for a name that the deployment does not have */
export function findDashboard(
  context: Pick<DataContext, 'deployments'>,
  caller: Caller | null,
  deploymentNumber: number | null | undefined,
  name: string,
): DashboardOfDeployment {
  const dashboards = listDashboards(context, caller, deploymentNumber);
  const found = dashboards.find(({ dashboard }) => dashboard.name === name);
  if (found === undefined) throw notFound('Dashboard');
  return found;
}

/**
 * The dashboard with this key; null unless the caller may see it.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN` (a chat key), `PLAN_REQUIRED`
 */
export function lookUpDashboard(
  context: Pick<DataContext, 'deployments'>,
  caller: Caller | null,
  { accountName, deploymentNumber, name }: DashboardKey,
): DashboardOfDeployment | null {
  const { account } = requireDataReader(caller);
  if (account.name !== accountName) return null;
  try {
    return findDashboard(context, caller, deploymentNumber, name);
  } catch (error) {
    const isHidden = error instanceof AppError && (error.code === 'FORBIDDEN' || error.code === 'NOT_FOUND');
    if (isHidden) return null;
    throw error;
  }
}
