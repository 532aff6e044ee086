import { Prisma, type PrismaClient } from '../../db/generated/client.ts';
import { AppError } from '../../errors.ts';
import type { AccountRef } from '../caller.ts';
import { validationFailed } from '../input.ts';
import { type AttributeType, attributeValueProblem } from './attribute-value.ts';

/** What a request says about an external user (spec: Session generation; Chat, sessionSettings). */
export interface ExternalUserInput {
  readonly externalId: string;
  readonly email?: string | undefined;
  /** Omitted: memberships stay; a list, also an empty one: they become exactly these. */
  readonly groups?: readonly string[] | undefined;
  readonly userAttributes?: readonly { readonly name: string; readonly value?: unknown }[] | undefined;
}

/** Which catalogue names are looked up in: the account's own, or the embed tenant's. */
export type NameScope = 'account' | 'embedTenant';

/**
 * How long the user is to live; `permanent` turns an ephemeral user into a permanent one, never the reverse. A life
 * that was stated (`shortens`) may end an existing user's sooner, never later (contract §5).
 */
export type UserLife =
  | { readonly kind: 'permanent' }
  | { readonly kind: 'ephemeral'; readonly expiresAt: Date; readonly shortens: boolean };

/** The state that a request meets: everything it names, found in one statement. */
export interface ExternalUserState {
  readonly deploymentId: number | null;
  readonly embedTenantId: number | null;
  readonly user: {
    readonly id: number;
    readonly email: string | null;
    readonly ephemeral: boolean;
    readonly expiresAt: string | null;
    readonly groupIds: readonly number[];
    readonly values: readonly { readonly definitionId: number; readonly value: unknown }[];
  } | null;
  readonly groups: readonly { readonly id: number; readonly name: string }[];
  readonly definitions: readonly {
    readonly id: number;
    readonly name: string;
    readonly type: AttributeType;
  }[];
}

type Sql = Prisma.Sql;
type Queryable = Pick<PrismaClient, '$queryRaw'>;

/**
 * Finds the deployment, the embed tenant, the user with what it has, and every group and definition that the request
 * names, bounded by the account. One round trip. Names that do not exist are simply absent.
 */
export async function readExternalUserState(
  db: Queryable,
  account: AccountRef,
  request: {
    readonly deploymentNumber: number;
    readonly embedTenantName: string | undefined;
    readonly nameScope: NameScope;
    readonly user: ExternalUserInput;
  },
): Promise<ExternalUserState> {
  const { user } = request;
  const userTenant = request.embedTenantName === undefined ? Prisma.sql`IS NULL` : Prisma.sql`= t.id`;
  const nameTenant = request.nameScope === 'account' ? Prisma.sql`IS NULL` : Prisma.sql`= t.id`;
  const groupNames = [...(user.groups ?? [])];
  const attributeNames = (user.userAttributes ?? []).map((entry) => entry.name);
  const [row] = await db.$queryRaw<ExternalUserState[]>`
    SELECT d.id AS "deploymentId", t.id AS "embedTenantId",
      CASE WHEN u.id IS NULL THEN NULL ELSE jsonb_build_object(
        'id', u.id, 'email', u.email, 'ephemeral', u.ephemeral, 'expiresAt', u."expiresAt",
        'groupIds', (SELECT coalesce(jsonb_agg(m."groupId" ORDER BY m."groupId"), '[]')
                     FROM "GroupMembership" m WHERE m."userId" = u.id),
        'values', (SELECT coalesce(jsonb_agg(jsonb_build_object('definitionId', v."definitionId", 'value', v.value)), '[]')
                   FROM "UserAttributeValue" v WHERE v."userId" = u.id)) END AS "user",
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name)), '[]') FROM "Group" g
       WHERE g."accountId" = ${account.id} AND g."embedTenantId" ${nameTenant} AND g.name = ANY(${groupNames}::text[]))
      AS groups,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name, 'type', a.type)), '[]')
       FROM "UserAttributeDefinition" a
       WHERE a."accountId" = ${account.id} AND a."embedTenantId" ${nameTenant}
         AND a.name = ANY(${attributeNames}::text[])) AS definitions
    FROM (SELECT 1) one
    LEFT JOIN "Deployment" d ON d."accountId" = ${account.id} AND d.number = ${request.deploymentNumber}
      AND d."retiredAt" IS NULL
    LEFT JOIN "EmbedTenant" t ON t."accountId" = ${account.id} AND t.name = ${request.embedTenantName ?? null}
    LEFT JOIN "User" u ON u."accountId" = ${account.id} AND u.kind = 'external'
      AND u.identifier = ${user.externalId} AND u."embedTenantId" ${userTenant}`;
  if (row === undefined) throw new Error('A statement without a WHERE clause returned no row.');
  return row;
}

/** What the user is to have, with every name resolved. `undefined` means: leave as it is. */
export interface ResolvedAccess {
  readonly groupIds: readonly number[] | undefined;
  readonly values: readonly { readonly definitionId: number; readonly value: unknown }[];
}

/**
 * Resolves the names of a request against the state it met.
 * @throws AppError `BAD_REQUEST` with the messages of the spec: `Groups with names <missing> not found`,
 *   `User attributes not found`; `VALIDATION_FAILED` for a value that does not fit its definition
 */
export function resolveAccess(state: ExternalUserState, user: ExternalUserInput): ResolvedAccess {
  const definitions = new Map(state.definitions.map((definition) => [definition.name, definition]));
  const entries = (user.userAttributes ?? []).map((entry) => ({
    entry,
    definition: definitions.get(entry.name),
  }));
  const unknown = entries.filter(({ definition }) => definition === undefined).map(({ entry }) => entry.name);
  if (unknown.length > 0) {
    throw new AppError('BAD_REQUEST', `User attributes not found: ${unknown.join(', ')}`);
  }

  const groups = new Map(state.groups.map((group) => [group.name, group.id]));
  const wanted = user.groups === undefined ? undefined : [...new Set(user.groups)];
  const missing = (wanted ?? []).filter((name) => !groups.has(name));
  if (missing.length > 0) {
    throw new AppError('BAD_REQUEST', `Groups with names ${missing.join(', ')} not found`);
  }

  const issues = entries.flatMap(({ entry, definition }, index) => {
    if (definition === undefined || entry.value === null || entry.value === undefined) return [];
    const problem = attributeValueProblem(definition.type, entry.value);
    const message = `${problem}, since the attribute "${entry.name}" is of type ${definition.type}`;
    return problem === null ? [] : [{ path: `userAttributes.${index}.value`, message }];
  });
  if (issues.length > 0) throw validationFailed(issues);

  return {
    groupIds: wanted?.flatMap((name) => groups.get(name) ?? []).sort((a, b) => a - b),
    values: entries.flatMap(({ entry, definition }) =>
      definition === undefined ? [] : [{ definitionId: definition.id, value: entry.value ?? null }],
    ),
  };
}

/** Whether the user already is as the request wants it, so that nothing has to be written. */
export function isUpToDate(
  state: NonNullable<ExternalUserState['user']>,
  user: ExternalUserInput,
  access: ResolvedAccess,
  life: UserLife,
): boolean {
  if (user.email !== undefined && user.email !== state.email) return false;
  if (state.ephemeral) {
    if (life.kind === 'permanent') return false;
    if (life.shortens && state.expiresAt !== null && life.expiresAt < new Date(state.expiresAt)) return false;
  }
  if (access.groupIds !== undefined && !sameJson(access.groupIds, state.groupIds)) return false;
  const current = new Map(state.values.map((entry) => [entry.definitionId, entry.value]));
  return access.values.every((entry) => sameJson(entry.value, current.get(entry.definitionId) ?? null));
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/**
 * A statement, as the list of its `WITH` parts, that makes the user with memberships and values. Later parts refer to
 * it as `provisioned(id)`, which is empty when the user came to exist meanwhile or the account is at its limit.
 */
export function createUserParts(
  account: AccountRef,
  embedTenantId: number | null,
  user: ExternalUserInput,
  access: ResolvedAccess,
  life: UserLife,
): Sql[] {
  const counts = life.kind === 'permanent';
  // Locking the account's row first makes the limit hold under a race: the next one waits and sees the new count.
  const room = counts
    ? Prisma.sql`room AS (SELECT id FROM "Account" WHERE id = ${account.id} AND "externalUserCount" < "maxExternalUsers" FOR UPDATE)`
    : Prisma.sql`room AS (SELECT ${account.id}::int AS id)`;
  return [
    room,
    Prisma.sql`provisioned AS (
      INSERT INTO "User" ("accountId", "embedTenantId", kind, identifier, email, ephemeral, "expiresAt")
      SELECT id, ${embedTenantId}::int, 'external', ${user.externalId}, ${user.email ?? null}, ${!counts},
             ${life.kind === 'ephemeral' ? life.expiresAt : null}::timestamptz
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

/** Parts that give `provisioned(id)` its memberships and values, for a user that has none yet. */
function accessParts(access: ResolvedAccess): Sql[] {
  const kept = access.values.filter((entry) => entry.value !== null);
  const parts: Sql[] = [];
  if (access.groupIds !== undefined && access.groupIds.length > 0) {
    parts.push(Prisma.sql`joined AS (INSERT INTO "GroupMembership" ("userId", "groupId")
      SELECT p.id, g FROM provisioned p, unnest(${[...access.groupIds]}::int[]) g ON CONFLICT DO NOTHING)`);
  }
  if (kept.length > 0) {
    parts.push(Prisma.sql`valued AS (INSERT INTO "UserAttributeValue" ("userId", "definitionId", value)
      SELECT p.id, v."definitionId", v.value
      FROM provisioned p, jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) AS v("definitionId" int, value jsonb)
      ON CONFLICT ("userId", "definitionId") DO UPDATE SET value = excluded.value)`);
  }
  return parts;
}

/**
 * Brings an existing user to what the request wants. To be called inside a transaction: the user's row is locked
 * first, so that two requests at once end in the state of one of them and not in a mixture.
 * @throws AppError `EXTERNAL_USER_LIMIT` when an ephemeral user would become permanent beyond the limit
 */
export async function updateUser(
  transaction: Prisma.TransactionClient,
  account: AccountRef,
  userId: number,
  user: ExternalUserInput,
  access: ResolvedAccess,
  life: UserLife,
): Promise<void> {
  const [locked] = await transaction.$queryRaw<{ ephemeral: boolean }[]>`
    SELECT ephemeral FROM "User" WHERE id = ${userId} AND "accountId" = ${account.id} FOR UPDATE`;
  if (locked === undefined) throw new UserGoneError();
  if (locked.ephemeral && life.kind === 'permanent') {
    const counted = await transaction.$executeRaw`
      UPDATE "Account" SET "externalUserCount" = "externalUserCount" + 1
      WHERE id = ${account.id} AND "externalUserCount" < "maxExternalUsers"`;
    if (counted === 0) throw externalUserLimit();
  }
  const expiresAt = life.kind === 'ephemeral' && life.shortens ? life.expiresAt : null;
  await transaction.$executeRaw`
    UPDATE "User" SET email = coalesce(${user.email ?? null}, email),
      ephemeral = ephemeral AND ${life.kind === 'ephemeral'},
      "expiresAt" = CASE WHEN NOT ephemeral OR ${life.kind === 'permanent'} THEN NULL
                         ELSE least("expiresAt", ${expiresAt}::timestamptz) END
    WHERE id = ${userId}`;
  if (access.groupIds !== undefined) {
    await transaction.$executeRaw`
      DELETE FROM "GroupMembership" WHERE "userId" = ${userId} AND NOT "groupId" = ANY(${[...access.groupIds]}::int[])`;
  }
  const cleared = access.values.filter((entry) => entry.value === null).map((entry) => entry.definitionId);
  if (cleared.length > 0) {
    await transaction.$executeRaw`
      DELETE FROM "UserAttributeValue" WHERE "userId" = ${userId} AND "definitionId" = ANY(${cleared}::int[])`;
  }
  const parts = accessParts(access);
  if (parts.length > 0) {
    const provisioned = Prisma.sql`provisioned AS (SELECT ${userId}::int AS id)`;
    await transaction.$executeRaw`WITH ${Prisma.join([provisioned, ...parts], ', ')} SELECT 1`;
  }
}

/** The user was removed between reading and writing; reading again leads to a new one. */
export class UserGoneError extends Error {
  override readonly name = 'UserGoneError';
}

export function externalUserLimit(): AppError {
  return new AppError('EXTERNAL_USER_LIMIT', 'The account has reached its limit of external users.');
}
