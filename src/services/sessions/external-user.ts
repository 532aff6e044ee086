import { Prisma } from '../../db/generated/client.ts';
import { type Queryable, sql } from '../../db/sql.ts';
import { AppError } from '../../errors.ts';
import { isWithin, outOfReach } from '../binding.ts';
import { type ApiKeyCaller, requireWriting } from '../caller.ts';
import { bringToEmbedTenant, type TenantDefinitions } from '../catalogue/embed-tenants.ts';
import type { ServiceContext } from '../context.ts';
import { RaceLostError, retryRaces } from '../race.ts';
import { isLiving } from '../users/end-users.ts';
import {
  type AccessInput,
  hasAccess,
  type NameScope,
  type ResolvedAccess,
  readUserState,
  replaceAccess,
  resolveAccess,
  type UserState,
} from '../users/user-access.ts';
import { type Minted, type Minting, mintStatement } from './mint-statement.ts';

/** An external user as a request describes it, where the user is used, and the session to mint. */
interface ExternalUserRequest extends Minting {
  readonly user: AccessInput & { readonly externalId: string; readonly email?: string | null | undefined };
  /** Where names of groups and attributes are looked up. */
  readonly nameScope: NameScope;
  /** Definitions for the embed tenant. */
  readonly definitions?: TenantDefinitions | undefined;
  readonly life: UserLife;
}

/**
 * How long the user should live. An ephemeral user can become permanent, but not the other way round. `shortens` is
 * true if the request states the time: the life of an existing user may then end sooner, but never later.
 */
type UserLife =
  | { readonly kind: 'permanent' }
  | { readonly kind: 'ephemeral'; readonly expiresAt: Date; readonly shortens: boolean };

type FoundUser = NonNullable<UserState['user']>;

type Context = Pick<ServiceContext, 'now' | 'newId'> & { readonly prisma: Queryable };

/**
 * Creates or updates an external user as a request describes it, and mints its session, all or nothing. If the user is
 * new or is already as described, this takes two round trips: one statement that reads and one that writes.
 * @returns the user's id
 * @throws AppError `NOT_FOUND` (deployment), `BAD_REQUEST`, `VALIDATION_FAILED`, `EXTERNAL_USER_LIMIT`; `FORBIDDEN` for
 *   a change that a bound key may not make; `METHOD_NOT_ALLOWED` if the request may not change anything
 */
export function provisionExternalUser(
  context: Pick<ServiceContext, 'prisma' | 'now' | 'newId'>,
  caller: ApiKeyCaller,
  request: ExternalUserRequest,
): Promise<number> {
  return retryRaces(
    async () =>
      (await provisionAtOnce(context, caller, request)) ??
      (await context.prisma.$transaction((prisma) =>
        provisionInSteps({ ...context, prisma }, prisma, caller, request),
      )),
  );
}

/** Returns null if the embed tenant, its definitions or an existing user must be changed first. */
async function provisionAtOnce(
  context: Context,
  caller: ApiKeyCaller,
  request: ExternalUserRequest,
): Promise<number | null> {
  if (request.definitions !== undefined) return null;
  const state = await readState(context, caller, request);
  if (request.embedTenantName !== undefined && state.embedTenantId === null) return null;
  const access = resolveAccess(state, request.user);
  if (state.user !== null && !isUpToDate(state.user, request, access)) return null;
  return mint(context, caller, request, state, access);
}

async function provisionInSteps(
  context: Context,
  transaction: Prisma.TransactionClient,
  caller: ApiKeyCaller,
  request: ExternalUserRequest,
): Promise<number> {
  requireWriting(caller);
  const { embedTenantName, definitions } = request;
  if (embedTenantName !== undefined) {
    await bringToEmbedTenant(transaction, caller, embedTenantName, definitions);
  }
  const state = await readState(context, caller, request);
  const access = resolveAccess(state, request.user);
  if (state.user !== null) await updateUser(transaction, caller, state.user, request, access, context.now());
  return mint(context, caller, request, state, access);
}

/** Reads the existing state. Deletes a user whose life is over, so that a new one can take the name. */
async function readState(
  context: Context,
  caller: ApiKeyCaller,
  request: ExternalUserRequest,
): Promise<UserState> {
  const { deploymentNumber, embedTenantName, nameScope, user: access } = request;
  const state = await readUserState(context.prisma, caller.account, {
    deploymentNumber,
    embedTenantName,
    nameScope,
    kind: 'external',
    identifier: access.externalId,
    access,
  });
  const now = context.now();
  if (state.user?.expiresAt == null || new Date(state.user.expiresAt) > now) return state;
  requireWriting(caller);
  await sql(context.prisma)`
    DELETE FROM "User" WHERE id = ${state.user.id} AND "accountId" = ${caller.account.id} AND "expiresAt" <= ${now}`;
  return { ...state, user: null };
}

/** @returns the user's id @throws RaceLostError if another request created or deleted the user */
async function mint(
  context: Context,
  caller: ApiKeyCaller,
  request: ExternalUserRequest,
  state: UserState,
  access: ResolvedAccess,
): Promise<number> {
  const { user, life, deploymentNumber, session } = request;
  if (state.user?.deployments.includes(deploymentNumber) === true && session === undefined)
    return state.user.id;
  requireWriting(caller);
  const { externalId, email } = user;
  const expiresAt = life.kind === 'permanent' ? null : life.expiresAt;
  const minted = state.user ?? { externalId, email: email ?? null, expiresAt, access };
  const statement = mintStatement(context, caller, state, minted, request);
  const [row] = await sql<Minted>(context.prisma)`${statement}`;
  if (row === undefined) throw new Error('A statement without a WHERE clause returned no row.');
  if (row.userId !== null) return row.userId;
  if (row.full && life.kind === 'permanent') {
    const again = await readState(context, caller, request);
    if (again.user === null) throw externalUserLimit();
  }
  throw new RaceLostError();
}

/** Whether the user already is as the request describes it, so that nothing has to be written. */
function isUpToDate(found: FoundUser, { user, life }: ExternalUserRequest, access: ResolvedAccess): boolean {
  if (user.email != null && user.email !== found.email) return false;
  if (found.ephemeral && life.kind === 'permanent') return false;
  return !endsSooner(found, life) && hasAccess(found, access);
}

function endsSooner({ expiresAt }: FoundUser, life: UserLife): boolean {
  if (life.kind === 'permanent' || !life.shortens || expiresAt === null) return false;
  return life.expiresAt < new Date(expiresAt);
}

/**
 * Changes an existing user to what the request describes. The row is locked first, so that two concurrent requests
 * result in the state of one of them, not in a mixture.
 * @throws AppError `EXTERNAL_USER_LIMIT` if an ephemeral user would become permanent beyond the limit; `FORBIDDEN` if a
 *   bound key would change the rights of a user who has been elsewhere, or shorten its life
 */
async function updateUser(
  transaction: Prisma.TransactionClient,
  caller: ApiKeyCaller,
  found: FoundUser,
  { user, life }: ExternalUserRequest,
  access: ResolvedAccess,
  now: Date,
): Promise<void> {
  const { account } = caller;
  const { id: userId } = found;
  const [locked] = await sql<{ ephemeral: boolean; isWithin: boolean }>(transaction)`
    SELECT ephemeral, ${isWithin(caller, Prisma.sql`deployments`)} AS "isWithin"
    FROM "User" WHERE id = ${userId} AND "accountId" = ${account.id} AND ${isLiving(now)} FOR NO KEY UPDATE`;
  if (locked === undefined) throw new RaceLostError();
  if (!locked.isWithin && (endsSooner(found, life) || !hasAccess(found, access))) {
    throw outOfReach(caller, `The user "${user.externalId}" has been used in other deployments`);
  }
  if (locked.ephemeral && life.kind === 'permanent') {
    const [counted] = await sql(transaction)`
      UPDATE "Account" SET "externalUserCount" = "externalUserCount" + 1
      WHERE id = ${account.id} AND "externalUserCount" < "maxExternalUsers" RETURNING id`;
    if (counted === undefined) throw externalUserLimit();
  }
  const expiresAt = locked.isWithin && life.kind === 'ephemeral' && life.shortens ? life.expiresAt : null;
  await sql(transaction)`
    UPDATE "User" SET email = coalesce(${user.email ?? null}, email),
      ephemeral = ephemeral AND ${life.kind === 'ephemeral'},
      "expiresAt" = CASE WHEN NOT ephemeral OR ${life.kind === 'permanent'} THEN NULL
                         ELSE least("expiresAt", ${expiresAt}::timestamptz) END
    WHERE id = ${userId} AND "accountId" = ${account.id}`;
  // A key that may not change the user got this far because nothing had to change; what has changed since is left alone.
  if (locked.isWithin) await replaceAccess(transaction, userId, access);
}

function externalUserLimit(): AppError {
  return new AppError('EXTERNAL_USER_LIMIT', 'The account has reached its limit of external users.');
}
