import { z } from 'zod';
import { parseTimeZone } from '../../engines/time-zone.ts';
import { AppError } from '../../errors.ts';
import type { SemanticLayer } from '../../semantic/semantic-layer.ts';
import type { Viewer } from '../../semantic/viewer.ts';
import { type Caller, requireAdmin, requireCaller, requireDeployment, requirePlan } from '../caller.ts';
import { branchFields, layerFor } from '../deployments/requested-layer.ts';
import type { ResultLimits } from '../deployments/result-limits.ts';
import { validationFailed } from '../input.ts';
import { resolveChatUser, viewerOfChatUser } from '../users/acting-user.ts';
import { sessionSettingsSchema, settingsIssues } from '../users/session-settings.ts';
import type { DataContext } from './data-context.ts';

/** What every request for data may say: for whom, of which branch, in which time zone. */
export const dataScopeSchema = z.object({
  sessionSettings: sessionSettingsSchema.nullish(),
  ...branchFields,
  timezone: z.string().max(100).nullish(),
});

export type DataScope = z.output<typeof dataScopeSchema>;

/** A branch's data as one user sees it. */
export interface DataAccess {
  readonly layer: SemanticLayer;
  readonly viewer: Viewer;
  /** IANA name, usable. */
  readonly timezone: string;
  /** The user, as engines tell their owners apart. */
  readonly owner: string;
  /** What one result may come to for this caller. */
  readonly limits: ResultLimits;
}

/**
 * The data of a deployment under one user's rights (contract §4, data query API): a session token's own user, or the
 * user that `sessionSettings` names to an admin key, made as chat makes it. With a token `sessionSettings` names nobody.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN` (a chat key, another deployment), `PLAN_REQUIRED`, `NOT_FOUND`
 *   (deployment, internal user), `VALIDATION_FAILED`, `BAD_REQUEST`, `BRANCH_NOT_FOUND`, `EXTERNAL_USER_LIMIT`
 */
export async function openData(
  context: DataContext,
  maybeCaller: Caller | null,
  deploymentNumber: number,
  scope: DataScope,
): Promise<DataAccess> {
  const caller = requireCaller(maybeCaller);
  if (caller.kind === 'apiKey') requireAdmin(caller);
  requirePlan(caller.account);
  requireDeployment(caller, deploymentNumber);
  const settings = scope.sessionSettings;
  const issues = caller.kind === 'apiKey' ? settingsIssues(settings) : [];
  if (issues.length > 0) throw validationFailed(issues);

  const data = context.deployments.get(caller.account.name, deploymentNumber);
  const layer = layerFor(data, caller, scope);
  const timezone = requestedTimezone(scope) ?? data.timezone ?? 'UTC';
  // The user comes last: a request that fails for another reason makes nobody.
  const user = await resolveChatUser(context, caller, settings, deploymentNumber);
  return {
    layer,
    viewer: await viewerOfChatUser(context, caller.account.id, user),
    timezone,
    owner: String(user.id),
    limits: data.resultLimits[caller.kind],
  };
}

/** @throws AppError `VALIDATION_FAILED` for an unusable `timezone`; that of `sessionSettings` falls back instead */
function requestedTimezone({ timezone, sessionSettings }: DataScope): string | undefined {
  if (timezone == null) return usableTimezone(sessionSettings?.timezone);
  const usable = usableTimezone(timezone);
  if (usable === undefined) {
    const message = 'is not a time zone; use an IANA name such as Europe/Berlin';
    throw validationFailed([{ path: 'timezone', message }]);
  }
  return usable;
}

/** A time zone as engines take it; undefined for one that they cannot use, so that another stands in for it. */
export function usableTimezone(name: string | null | undefined): string | undefined {
  if (name == null) return undefined;
  try {
    parseTimeZone(name);
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
  // Engines tell upper from lower case in names.
  return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
}
