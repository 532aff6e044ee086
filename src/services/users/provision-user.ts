import { Prisma } from '../../db/generated/client.ts';
import { AppError } from '../../errors.ts';
import { isWithin, outOfReach } from '../binding.ts';
import type { AccountRef, ApiKeyCaller } from '../caller.ts';
import { RaceLostError } from '../race.ts';
import { isLiving } from './end-users.ts';
import { accessParts, hasAccess, type ResolvedAccess, replaceAccess } from './user-access.ts';
import type { AccessInput, UserState } from './user-state.ts';

/** What a request says about an external user (spec: Session generation; Chat, sessionSettings). */
export interface ExternalUserInput extends AccessInput {
  readonly externalId: string;
  readonly email?: string | undefined;
}

/**
 * How long the user is to live; `permanent` turns an ephemeral user into a permanent one, never the reverse. A life
 * that was stated (`shortens`) may end an existing user's sooner, never later (contract §5).
 */
export type UserLife =
  | { readonly kind: 'permanent' }
  | { readonly kind: 'ephemeral'; readonly expiresAt: Date; readonly shortens: boolean };

/** Whether the user already is as the request wants it, so that nothing has to be written. */
export function isUpToDate(
  state: NonNullable<UserState['user']>,
  user: ExternalUserInput,
  access: ResolvedAccess,
  life: UserLife,
): boolean {
  if (user.email !== undefined && user.email !== state.email) return false;
  if (state.ephemeral && life.kind === 'permanent') return false;
  return !endsSooner(state, life) && hasAccess(state, access);
}

function endsSooner(state: NonNullable<UserState['user']>, life: UserLife): boolean {
  if (life.kind === 'permanent' || !life.shortens || state.expiresAt === null) return false;
  return life.expiresAt < new Date(state.expiresAt);
}

/**
 * A statement, as the list of its `WITH` parts, that makes the user with memberships and values. Later parts refer to
 * it as `provisioned(id)`, which is empty when the user came to exist meanwhile or the account is at its limit.
 */
export function createUserParts(
  account: AccountRef,
  deploymentNumber: number,
  embedTenantId: number | null,
  user: ExternalUserInput,
  access: ResolvedAccess,
  life: UserLife,
): Prisma.Sql[] {
  const counts = life.kind === 'permanent';
  // Locking the account's row first makes the limit hold under a race: the next one waits and sees the new count.
  // NO KEY leaves room for the foreign keys of others, which would deadlock with a stronger lock.
  const room = counts
    ? Prisma.sql`room AS (SELECT id FROM "Account" WHERE id = ${account.id} AND "externalUserCount" < "maxExternalUsers" FOR NO KEY UPDATE)`
    : Prisma.sql`room AS (SELECT ${account.id}::int AS id)`;
  return [
    room,
    Prisma.sql`provisioned AS (
      INSERT INTO "User" ("accountId", "embedTenantId", kind, identifier, email, ephemeral, "expiresAt", deployments)
      SELECT id, ${embedTenantId}::int, 'external', ${user.externalId}, ${user.email ?? null}, ${!counts},
             ${life.kind === 'ephemeral' ? life.expiresAt : null}::timestamptz, ARRAY[${deploymentNumber}]::int[]
      FROM room ON CONFLICT DO NOTHING RETURNING id)`,
    ...(counts
      ? [
          Prisma.sql`counted AS (UPDATE "Account" SET "externalUserCount" = "externalUserCount" + 1
            WHERE id = ${account.id} AND EXISTS (SELECT FROM provisioned))`,
        ]
      : []),
    ...accessParts(access),
  ];
}

/**
 * Brings an existing user to what the request wants. To be called inside a transaction: the user's row is locked
 * first, so that two requests at once end in the state of one of them and not in a mixture.
 * @throws AppError `EXTERNAL_USER_LIMIT` when an ephemeral user would become permanent beyond the limit; `FORBIDDEN` when a
 *   bound key would change the rights of a user who has been elsewhere, or end it sooner
 */
export async function updateUser(
  transaction: Prisma.TransactionClient,
  caller: ApiKeyCaller,
  state: NonNullable<UserState['user']>,
  user: ExternalUserInput,
  access: ResolvedAccess,
  life: UserLife,
  now: Date,
): Promise<void> {
  const { account } = caller;
  const { id: userId } = state;
  const [locked] = await transaction.$queryRaw<{ ephemeral: boolean; isWithin: boolean }[]>`
    SELECT ephemeral, ${isWithin(caller, Prisma.sql`deployments`)} AS "isWithin"
    FROM "User" WHERE id = ${userId} AND "accountId" = ${account.id} AND ${isLiving(now)} FOR NO KEY UPDATE`;
  if (locked === undefined) throw new RaceLostError();
  if (!locked.isWithin && (endsSooner(state, life) || !hasAccess(state, access))) {
    throw outOfReach(caller, `The user "${user.externalId}" has been in other deployments`);
  }
  if (locked.ephemeral && life.kind === 'permanent') {
    const counted = await transaction.$executeRaw`
      UPDATE "Account" SET "externalUserCount" = "externalUserCount" + 1
      WHERE id = ${account.id} AND "externalUserCount" < "maxExternalUsers"`;
    if (counted === 0) throw externalUserLimit();
  }
  const expiresAt = locked.isWithin && life.kind === 'ephemeral' && life.shortens ? life.expiresAt : null;
  await transaction.$executeRaw`
    UPDATE "User" SET email = coalesce(${user.email ?? null}, email),
      ephemeral = ephemeral AND ${life.kind === 'ephemeral'},
      "expiresAt" = CASE WHEN NOT ephemeral OR ${life.kind === 'permanent'} THEN NULL
                         ELSE least("expiresAt", ${expiresAt}::timestamptz) END
    WHERE id = ${userId}`;
  // What is not the key's to change was as asked when it was read, and stays as it may have become since.
  if (locked.isWithin) await replaceAccess(transaction, userId, access);
}

export function externalUserLimit(): AppError {
  return new AppError('EXTERNAL_USER_LIMIT', 'The account has reached its limit of external users.');
}
