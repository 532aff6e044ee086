import { Prisma } from '../../db/generated/client.ts';
import { auditPart } from '../audit/audit-part.ts';
import { having } from '../binding.ts';
import type { ApiKeyCaller } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { isLiving } from '../users/end-users.ts';
import { accessParts, type ResolvedAccess, type UserState } from '../users/user-access.ts';

/** An external user that does not exist yet. */
interface NewUser {
  readonly externalId: string;
  readonly email: string | null;
  /** Null for a permanent user, who counts toward the account's limit. */
  readonly expiresAt: Date | null;
  readonly access: ResolvedAccess;
}

/** A session to store. */
export interface NewSession {
  readonly hash: string;
  readonly creatorMode: boolean;
  readonly securityContext: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** Where the user is used, and the session to mint. */
export interface Minting {
  readonly deploymentNumber: number;
  readonly embedTenantName: string | undefined;
  /** Undefined for a request that acts as the user directly. */
  readonly session: NewSession | undefined;
}

/** The one row that the statement returns. */
export interface Minted {
  /** Null if another request created or deleted the user, or the account has reached its limit. */
  readonly userId: number | null;
  /** Whether the account has reached its limit of external users. */
  readonly full: boolean;
}

/**
 * The statement that stores a user and a session for it, all or nothing. Each part refers to those before it:
 *
 * - `provisioned`: the user, new or existing. Everything else is selected from this part, so that nothing is stored
 *   without a user. A new permanent user first needs `room` and is `counted`; a new user gets memberships and values
 *   (`joined`, `valued`).
 * - `tenant`: the embed tenant.
 * - `minted`, `audited`: the session and its audit event.
 *
 * @param state the result of `readUserState`
 * @param user that of `state`, or a new one
 */
export function mintStatement(
  context: Pick<ServiceContext, 'now' | 'newId'>,
  caller: ApiKeyCaller,
  state: UserState,
  user: NonNullable<UserState['user']> | NewUser,
  minting: Minting,
): Prisma.Sql {
  const accountId = caller.account.id;
  const { deploymentNumber, session } = minting;
  const tenant = tenantPart(accountId, state, minting);
  const parts = [
    ...('id' in user
      ? [foundUserPart(context.now(), accountId, user, deploymentNumber)]
      : newUserParts(accountId, state, user, deploymentNumber)),
    ...(tenant === null ? [] : [tenant]),
    ...(session === undefined ? [] : sessionParts(context, caller, state, minting, session)),
  ];
  return Prisma.sql`
    WITH ${Prisma.join(parts, ', ')}
    SELECT (SELECT id FROM provisioned) AS "userId",
      (SELECT "externalUserCount" >= "maxExternalUsers" FROM "Account" WHERE id = ${accountId}) AS full`;
}

/** Locks the user, so that it cannot be deleted before the statement ends. */
function foundUserPart(
  now: Date,
  accountId: number,
  { id, deployments }: NonNullable<UserState['user']>,
  deploymentNumber: number,
): Prisma.Sql {
  const isUser = Prisma.sql`id = ${id} AND "accountId" = ${accountId} AND ${isLiving(now)}`;
  return deployments.includes(deploymentNumber)
    ? Prisma.sql`provisioned AS (SELECT id FROM "User" WHERE ${isUser} FOR KEY SHARE)`
    : Prisma.sql`provisioned AS (UPDATE "User" SET deployments = ${having(Prisma.sql`deployments`, deploymentNumber)}
        WHERE ${isUser} RETURNING id)`;
}

function newUserParts(
  accountId: number,
  { embedTenantId }: UserState,
  { externalId, email, expiresAt, access }: NewUser,
  deploymentNumber: number,
): Prisma.Sql[] {
  const counts = expiresAt === null;
  // The lock on the account's row enforces the limit in a race: the next request waits and sees the new count. It is NO
  // KEY because the foreign keys of concurrent inserts would deadlock with a stronger lock.
  const room = counts
    ? Prisma.sql`room AS (SELECT id FROM "Account"
        WHERE id = ${accountId} AND "externalUserCount" < "maxExternalUsers" FOR NO KEY UPDATE)`
    : Prisma.sql`room AS (SELECT ${accountId}::int AS id)`;
  const provisioned = Prisma.sql`provisioned AS (
    INSERT INTO "User" ("accountId", "embedTenantId", kind, identifier, email, ephemeral, "expiresAt", deployments)
    SELECT id, ${embedTenantId}::int, 'external', ${externalId}, ${email}, ${!counts}, ${expiresAt}::timestamptz,
           ARRAY[${deploymentNumber}]::int[]
    FROM room ON CONFLICT DO NOTHING RETURNING id)`;
  const counted = Prisma.sql`counted AS (
    UPDATE "Account" SET "externalUserCount" = "externalUserCount" + 1
    WHERE id = ${accountId} AND EXISTS (SELECT FROM provisioned))`;
  return [room, provisioned, ...(counts ? [counted] : []), ...accessParts(access)];
}

/**
 * Creates the embed tenant if it is new, and stores that it was used in this deployment; null if there is nothing to
 * write.
 */
function tenantPart(
  accountId: number,
  { embedTenantId, tenantDeployments }: UserState,
  { embedTenantName, deploymentNumber }: Minting,
): Prisma.Sql | null {
  if (embedTenantName === undefined || tenantDeployments?.includes(deploymentNumber) === true) return null;
  const deployments = having(Prisma.sql`t.deployments`, deploymentNumber);
  return embedTenantId === null
    ? Prisma.sql`tenant AS (
        INSERT INTO "EmbedTenant" AS t ("accountId", name, deployments)
        SELECT ${accountId}::int, ${embedTenantName}, ARRAY[${deploymentNumber}]::int[] FROM provisioned
        ON CONFLICT ("accountId", name) DO UPDATE SET deployments = ${deployments} RETURNING id)`
    : Prisma.sql`tenant AS (
        UPDATE "EmbedTenant" t SET deployments = ${deployments} WHERE id = ${embedTenantId} AND "accountId" = ${accountId})`;
}

function sessionParts(
  context: Pick<ServiceContext, 'now' | 'newId'>,
  caller: ApiKeyCaller,
  { deploymentId, embedTenantId }: UserState,
  { deploymentNumber, embedTenantName }: Minting,
  { hash, creatorMode, securityContext, createdAt, expiresAt }: NewSession,
): Prisma.Sql[] {
  const isNewTenant = embedTenantName !== undefined && embedTenantId === null;
  const tenantId = isNewTenant ? Prisma.sql`(SELECT id FROM tenant)` : Prisma.sql`${embedTenantId}::int`;
  const minted = Prisma.sql`minted AS (
    INSERT INTO "Session" (id, "accountId", "deploymentId", "userId", "embedTenantId", hash, "creatorMode",
                           "securityContext", "createdAt", "expiresAt")
    SELECT ${context.newId()}::uuid, ${caller.account.id}::int, ${deploymentId}::int, p.id, ${tenantId}, ${hash},
           ${creatorMode}, ${JSON.stringify(securityContext)}::jsonb, ${createdAt}::timestamptz, ${expiresAt}::timestamptz
    FROM provisioned p RETURNING id, "userId")`;
  const event = {
    action: 'session.generate',
    subject: 'session',
    details: { deploymentId: deploymentNumber, embedTenantName, creatorMode: creatorMode || undefined },
    user: Prisma.sql`c."userId"`,
    deployments: Prisma.sql`ARRAY[${deploymentNumber}]::int[]`,
  };
  return [minted, auditPart(context, caller, event, 'minted')];
}
