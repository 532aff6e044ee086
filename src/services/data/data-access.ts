import type { DataScope } from '../../contract/data.ts';
import { validationFailed } from '../../errors.ts';
import type { SemanticLayer } from '../../semantic/semantic-layer.ts';
import type { Viewer } from '../../semantic/viewer.ts';
import { type Caller, requireDataReader, requireDeployment } from '../caller.ts';
import { layerFor } from '../deployments/requested-layer.ts';
import type { ResultLimits } from '../deployments/result-limits.ts';
import { type ActingUser, resolveActingUser } from '../sessions/acting-user.ts';
import { usableTimezone } from '../usable-timezone.ts';
import { loadViewer } from '../users/load-viewer.ts';
import { requireSettings } from '../users/session-settings.ts';
import type { DataContext } from './data-context.ts';

/** The data of a deployment or branch as one user sees it. */
export interface DataAccess {
  readonly layer: SemanticLayer;
  readonly viewer: Viewer;
  /** IANA name, as {@link usableTimezone} returns it. */
  readonly timezone: string;
  /** Identifies the user to engines, which share their slots fairly between owners. */
  readonly owner: string;
  /** Limits of one result for this caller. */
  readonly limits: ResultLimits;
}

/**
 * Opens the data of a deployment under the rights of one user: the user of the session token or, with an admin key, the
 * user that `sessionSettings` names, who is created as for a chat.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN` (a chat key, another deployment), `PLAN_REQUIRED`, `NOT_FOUND`
 *   (deployment, internal user), `VALIDATION_FAILED`, `BAD_REQUEST`, `BRANCH_NOT_FOUND`, `EXTERNAL_USER_LIMIT`
 */
export async function openData(
  context: DataContext,
  maybeCaller: Caller | null,
  deploymentNumber: number,
  scope: DataScope,
): Promise<DataAccess> {
  const caller = requireDataReader(maybeCaller);
  requireDeployment(caller, deploymentNumber);
  const settings = scope.sessionSettings;
  requireSettings(caller, settings);

  const data = context.deployments.get(caller.account.name, deploymentNumber);
  const layer = layerFor(data, caller, scope);
  const timezone = requestedTimezone(scope) ?? data.timezone ?? 'UTC';
  // The user comes last, so that a request that fails for another reason creates none.
  const user = await resolveActingUser(context, caller, settings, deploymentNumber);
  return {
    layer,
    viewer: await viewerOf(context, caller, user),
    timezone,
    owner: String(user.id),
    limits: data.resultLimits[caller.kind],
  };
}

/** Look-ups that are on their way. A caller belongs to one request, whose tiles are opened at the same moment. */
const lookingUp = new WeakMap<Caller, Promise<Viewer>>();

function viewerOf(context: DataContext, caller: Caller, user: ActingUser): Promise<Viewer> {
  // With an API key, each part of a request may name another user.
  if (caller.kind !== 'user') return loadViewer(context, caller.account.id, user);
  const known = lookingUp.get(caller);
  if (known !== undefined) return known;
  const viewer = loadViewer(context, caller.account.id, user).finally(() => lookingUp.delete(caller));
  lookingUp.set(caller, viewer);
  return viewer;
}

/** @throws AppError `VALIDATION_FAILED` for an unknown `timezone`; an unknown one in `sessionSettings` is ignored */
function requestedTimezone({ timezone, sessionSettings }: DataScope): string | undefined {
  if (timezone == null) return usableTimezone(sessionSettings?.timezone);
  const usable = usableTimezone(timezone);
  if (usable === undefined) {
    const message = 'is not a time zone; use an IANA name such as Europe/Berlin';
    throw validationFailed([{ path: 'timezone', message }]);
  }
  return usable;
}
