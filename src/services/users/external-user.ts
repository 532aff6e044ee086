import { Prisma } from '../../db/generated/client.ts';
import { AppError } from '../../errors.ts';
import type { AccountRef } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import {
  createUserParts,
  type ExternalUserInput,
  type ExternalUserState,
  externalUserLimit,
  isUpToDate,
  type NameScope,
  type ResolvedAccess,
  readExternalUserState,
  resolveAccess,
  UserGoneError,
  type UserLife,
  updateUser,
} from './provision-user.ts';

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
  readonly also?: ((state: ExternalUserState) => readonly Prisma.Sql[]) | undefined;
}

export interface ProvisionedUser {
  readonly userId: number;
  readonly deploymentId: number;
  readonly embedTenantId: number | null;
}

/**
 * Finds or makes an external user as a request describes it, and writes what belongs to it, all or nothing.
 * A new user, and one that already is as described, costs two round trips: one read, one statement that writes.
 * @throws AppError `NOT_FOUND` (deployment), `BAD_REQUEST`, `VALIDATION_FAILED`, `EXTERNAL_USER_LIMIT`
 */
export async function provisionExternalUser(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
  account: AccountRef,
  request: ExternalUserRequest,
): Promise<ProvisionedUser> {
  // Other requests may make or remove the same rows between reading and writing; then reading again settles it.
  const attempts = 8;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const result = await attemptOnce(context, account, request);
      if (result !== null) return result;
    } catch (error) {
      if (attempt === attempts || !isRace(error)) throw error;
    }
    if (attempt === attempts) {
      throw new AppError('UNAVAILABLE', 'Too many requests changed this user at once. Try again.', {
        retryAfterSeconds: 1,
      });
    }
  }
}

async function attemptOnce(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
  account: AccountRef,
  request: ExternalUserRequest,
): Promise<ProvisionedUser | null> {
  const { prisma } = context;
  if (request.bootstrap?.always !== true) {
    const state = await readExternalUserState(prisma, account, request);
    const deploymentId = requireDeploymentRow(state, request.deploymentNumber);
    const tenantMissing = request.embedTenantName !== undefined && state.embedTenantId === null;
    if (isExpired(state, context.now())) {
      await removeExpiredUser(context, account, state);
      return null;
    }
    if (!tenantMissing) {
      const access = resolveAccess(state, request.user);
      if (state.user === null || isUpToDate(state.user, request.user, access, request.life)) {
        const userId = await write(prisma, account, request, state, access);
        return userId === null ? null : { userId, deploymentId, embedTenantId: state.embedTenantId };
      }
    }
  }
  return prisma.$transaction(async (transaction) => {
    await request.bootstrap?.run(transaction);
    const state = await readExternalUserState(transaction, account, request);
    const deploymentId = requireDeploymentRow(state, request.deploymentNumber);
    if (isExpired(state, context.now())) {
      await removeExpiredUser({ ...context, prisma: transaction }, account, state);
      throw new UserGoneError();
    }
    const access = resolveAccess(state, request.user);
    if (state.user !== null) {
      await updateUser(transaction, account, state.user.id, request.user, access, request.life);
    }
    const userId = await write(transaction, account, request, state, access);
    if (userId === null) throw new UserGoneError();
    return { userId, deploymentId, embedTenantId: state.embedTenantId };
  });
}

function requireDeploymentRow(state: ExternalUserState, number: number): number {
  if (state.deploymentId === null) throw new AppError('NOT_FOUND', `Deployment ${number} not found.`);
  return state.deploymentId;
}

/** Returns the user's id; null when the user came to exist meanwhile. */
async function write(
  db: Pick<Prisma.TransactionClient, '$queryRaw'>,
  account: AccountRef,
  request: ExternalUserRequest,
  state: ExternalUserState,
  access: ResolvedAccess,
): Promise<number | null> {
  const also = request.also?.(state) ?? [];
  if (state.user !== null && also.length === 0) return state.user.id;
  const user =
    state.user === null
      ? createUserParts(account, state.embedTenantId, request.user, access, request.life)
      : [Prisma.sql`provisioned AS (SELECT ${state.user.id}::int AS id)`];
  const [row] = await db.$queryRaw<{ userId: number | null; full: boolean }[]>`
    WITH ${Prisma.join([...user, ...also], ', ')}
    SELECT (SELECT id FROM provisioned) AS "userId",
      (SELECT "externalUserCount" >= "maxExternalUsers" FROM "Account" WHERE id = ${account.id}) AS full`;
  if (row === undefined) throw new Error('A statement without a WHERE clause returned no row.');
  if (row.userId === null && row.full && request.life.kind === 'permanent') {
    const again = await readExternalUserState(db, account, request);
    if (again.user === null) throw externalUserLimit();
  }
  return row.userId;
}

function isExpired(state: ExternalUserState, now: Date): boolean {
  return state.user?.expiresAt != null && new Date(state.user.expiresAt) <= now;
}

async function removeExpiredUser(
  context: { readonly prisma: Pick<Prisma.TransactionClient, '$executeRaw'>; readonly now: () => Date },
  account: AccountRef,
  state: ExternalUserState,
): Promise<void> {
  await context.prisma.$executeRaw`
    DELETE FROM "User" WHERE id = ${state.user?.id ?? 0} AND "accountId" = ${account.id}
      AND "expiresAt" <= ${context.now()}`;
}

/** Foreign key gone, unique row made, deadlock, write conflict: what only another request at the same time causes. */
function isRace(error: unknown): boolean {
  if (error instanceof UserGoneError) return true;
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  if (error.code === 'P2002' || error.code === 'P2003' || error.code === 'P2034') return true;
  return error.code === 'P2010' && /\b(23503|23505|40001|40P01)\b/.test(error.message);
}
