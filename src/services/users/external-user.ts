import { Prisma } from '../../db/generated/client.ts';
import { type Queryable, queryRaw } from '../../db/query-raw.ts';
import { type AccountRef, type ApiKeyCaller, requireWriting } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { RaceLostError, retryRaces } from '../race.ts';
import { requireDeploymentRow, tenantInDeploymentParts, userInDeploymentPart } from './in-deployment.ts';
import {
  createUserParts,
  type ExternalUserInput,
  externalUserLimit,
  isUpToDate,
  type UserLife,
  updateUser,
} from './provision-user.ts';
import { type ResolvedAccess, resolveAccess } from './user-access.ts';
import { type NameScope, readUserState, type UserState, type UserStateRequest } from './user-state.ts';

export interface ExternalUserRequest {
  readonly deploymentNumber: number;
  readonly embedTenantName: string | undefined;
  readonly nameScope: NameScope;
  readonly user: ExternalUserInput;
  readonly life: UserLife;
  /** Makes the embed tenant and what is defined in it; needed when the tenant does not exist yet, or `always`. */
  readonly bootstrap?:
    | { readonly always: boolean; readonly run: (transaction: Prisma.TransactionClient) => Promise<void> }
    | undefined;
  /** Parts of the writing statement that refer to the user as `provisioned(id)`. */
  readonly also?: ((state: UserState) => readonly Prisma.Sql[]) | undefined;
}

export interface ProvisionedUser {
  readonly userId: number;
  readonly deploymentId: number;
  readonly embedTenantId: number | null;
}

/**
 * Finds or makes an external user as a request describes it, and writes what belongs to it, all or nothing.
 * A new user, and one that already is as described, costs two round trips: one read, one statement that writes.
 * @throws AppError `NOT_FOUND` (deployment), `BAD_REQUEST`, `VALIDATION_FAILED`, `EXTERNAL_USER_LIMIT`; `FORBIDDEN` for a
 *   change that a bound key may not make (`updateUser`); `METHOD_NOT_ALLOWED` for a request that may change nothing
 */
export async function provisionExternalUser(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
  caller: ApiKeyCaller,
  request: ExternalUserRequest,
): Promise<ProvisionedUser> {
  return retryRaces(() => attemptOnce(context, caller, request));
}

async function attemptOnce(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
  caller: ApiKeyCaller,
  request: ExternalUserRequest,
): Promise<ProvisionedUser> {
  const { prisma } = context;
  const { account } = caller;
  if (request.bootstrap?.always !== true) {
    const state = await readUserState(prisma, account, stateOf(request));
    const deploymentId = requireDeploymentRow(state, request.deploymentNumber);
    const tenantMissing = request.embedTenantName !== undefined && state.embedTenantId === null;
    if (isExpired(state, context.now())) {
      requireWriting(caller);
      await removeExpiredUser(context, account, state);
      throw new RaceLostError();
    }
    if (!tenantMissing) {
      const access = resolveAccess(state, request.user);
      if (state.user === null || isUpToDate(state.user, request.user, access, request.life)) {
        const userId = await write(prisma, caller, request, state, access, context.now());
        return { userId, deploymentId, embedTenantId: state.embedTenantId };
      }
    }
  }
  requireWriting(caller);
  return prisma.$transaction(async (transaction) => {
    await request.bootstrap?.run(transaction);
    const state = await readUserState(transaction, account, stateOf(request));
    const deploymentId = requireDeploymentRow(state, request.deploymentNumber);
    if (isExpired(state, context.now())) {
      await removeExpiredUser({ ...context, prisma: transaction }, account, state);
      throw new RaceLostError();
    }
    const access = resolveAccess(state, request.user);
    if (state.user !== null) {
      await updateUser(transaction, caller, state.user, request.user, access, request.life, context.now());
    }
    const userId = await write(transaction, caller, request, state, access, context.now());
    return { userId, deploymentId, embedTenantId: state.embedTenantId };
  });
}

function stateOf(request: ExternalUserRequest): UserStateRequest {
  const { deploymentNumber, embedTenantName, nameScope, user } = request;
  const { externalId: identifier } = user;
  return { deploymentNumber, embedTenantName, nameScope, kind: 'external', identifier, access: user };
}

/** @returns the user's id @throws RaceLostError when the user came to exist, or was deleted, meanwhile */
async function write(
  db: Queryable,
  caller: ApiKeyCaller,
  request: ExternalUserRequest,
  state: UserState,
  access: ResolvedAccess,
  now: Date,
): Promise<number> {
  const { account } = caller;
  const { deploymentNumber } = request;
  const also = request.also?.(state) ?? [];
  const isKnown = state.user?.deployments.includes(deploymentNumber) === true;
  if (state.user !== null && isKnown && also.length === 0) return state.user.id;
  requireWriting(caller);
  const user =
    state.user === null
      ? createUserParts(account, deploymentNumber, state.embedTenantId, request.user, access, request.life)
      : [userInDeploymentPart(now, state.user, deploymentNumber)];
  const sql = Prisma.sql`
    WITH ${Prisma.join([...user, ...tenantInDeploymentParts(state, deploymentNumber), ...also], ', ')}
    SELECT (SELECT id FROM provisioned) AS "userId",
      (SELECT "externalUserCount" >= "maxExternalUsers" FROM "Account" WHERE id = ${account.id}) AS full`;
  const [row] = await queryRaw<{ userId: number | null; full: boolean }>(db, sql);
  if (row === undefined) throw new Error('A statement without a WHERE clause returned no row.');
  if (row.userId !== null) return row.userId;
  if (row.full && request.life.kind === 'permanent') {
    const again = await readUserState(db, account, stateOf(request));
    if (again.user === null) throw externalUserLimit();
  }
  throw new RaceLostError();
}

function isExpired(state: UserState, now: Date): boolean {
  return state.user?.expiresAt != null && new Date(state.user.expiresAt) <= now;
}

async function removeExpiredUser(
  context: { readonly prisma: Pick<Prisma.TransactionClient, '$executeRaw'>; readonly now: () => Date },
  account: AccountRef,
  state: UserState,
): Promise<void> {
  await context.prisma.$executeRaw`
    DELETE FROM "User" WHERE id = ${state.user?.id ?? 0} AND "accountId" = ${account.id}
      AND "expiresAt" <= ${context.now()}`;
}
