import { type AttributeType, attributeValueProblem } from '../../contract/attributes.ts';
import { Prisma } from '../../db/generated/client.ts';
import { type Queryable, sql } from '../../db/sql.ts';
import { AppError, notFound, validationFailed } from '../../errors.ts';
import type { AccountRef } from '../caller.ts';

/** Groups and attribute values that a request assigns to a user (spec: Groups behavior; User-attribute value). */
export interface AccessInput {
  /** If omitted, memberships stay; a list replaces them, also an empty one. */
  readonly groups?: readonly string[] | null | undefined;
  /** Values by name; null clears. Attributes that are not named stay. */
  readonly userAttributes?: readonly { readonly name: string; readonly value?: unknown }[] | null | undefined;
}

/** Where names of groups and attributes are looked up: among those of the account or those of the embed tenant. */
export type NameScope = 'account' | 'embedTenant';

/** What to look for. An internal user belongs to no embed tenant, even if the request names one. */
interface UserStateRequest {
  readonly deploymentNumber: number | undefined;
  readonly embedTenantName: string | undefined;
  readonly nameScope: NameScope;
  readonly kind: 'external' | 'internal';
  /** externalId, or username. */
  readonly identifier: string;
  readonly access: AccessInput;
}

/** The existing state of everything that a request names. */
export interface UserState {
  readonly deploymentId: number | null;
  readonly embedTenantId: number | null;
  /** Numbers of the deployments that the embed tenant was used in; null without one. */
  readonly tenantDeployments: readonly number[] | null;
  readonly user: {
    readonly id: number;
    /** Numbers of the deployments that it was used in. */
    readonly deployments: readonly number[];
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

/**
 * Finds the deployment, the embed tenant, the user with its groups and values, and the groups and attributes that the
 * request names, all within the account. One round trip. Anything that does not exist is null or absent.
 * @throws AppError `NOT_FOUND` if the deployment does not exist
 */
export async function readUserState(
  db: Queryable,
  account: AccountRef,
  request: UserStateRequest,
): Promise<UserState> {
  const { kind, identifier, access } = request;
  const ownScope = Prisma.sql`IS NULL`;
  const tenantScope = Prisma.sql`= t.id`;
  const userTenant = kind === 'internal' || request.embedTenantName === undefined ? ownScope : tenantScope;
  const nameTenant = request.nameScope === 'account' ? ownScope : tenantScope;
  const groupNames = [...(access.groups ?? [])];
  const attributeNames = (access.userAttributes ?? []).map((entry) => entry.name);
  const [row] = await sql<UserState>(db)`
    SELECT d.id AS "deploymentId", t.id AS "embedTenantId", t.deployments AS "tenantDeployments",
      CASE WHEN u.id IS NULL THEN NULL ELSE jsonb_build_object(
        'id', u.id, 'deployments', u.deployments, 'email', u.email, 'ephemeral', u.ephemeral, 'expiresAt', u."expiresAt",
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
    LEFT JOIN "Deployment" d ON d."accountId" = ${account.id} AND d.number = ${request.deploymentNumber ?? null}
      AND d."retiredAt" IS NULL
    LEFT JOIN "EmbedTenant" t ON t."accountId" = ${account.id} AND t.name = ${request.embedTenantName ?? null}
    LEFT JOIN "User" u ON u."accountId" = ${account.id} AND u.kind = ${kind}::"UserKind"
      AND u.identifier = ${identifier} AND u."embedTenantId" ${userTenant}`;
  if (row === undefined) throw new Error('A statement without a WHERE clause returned no row.');
  const { deploymentNumber } = request;
  if (deploymentNumber !== undefined && row.deploymentId === null) {
    throw notFound(`Deployment ${deploymentNumber}`);
  }
  return row;
}

/** The groups and values that a user should have, by id. `undefined` leaves memberships as they are. */
export interface ResolvedAccess {
  readonly groupIds: readonly number[] | undefined;
  readonly values: readonly { readonly definitionId: number; readonly value: unknown }[];
}

/**
 * Resolves the names of a request, groups first.
 * @throws AppError `BAD_REQUEST` with the messages of the spec: `Groups with names <missing> not found`,
 *   `User attributes not found`; `VALIDATION_FAILED` for a value that does not fit its definition
 */
export function resolveAccess(
  state: Pick<UserState, 'groups' | 'definitions'>,
  input: AccessInput,
): ResolvedAccess {
  const groups = new Map(state.groups.map((group) => [group.name, group.id]));
  const wanted = input.groups == null ? undefined : [...new Set(input.groups)];
  const missing = (wanted ?? []).filter((name) => !groups.has(name));
  if (missing.length > 0) {
    throw new AppError('BAD_REQUEST', `Groups with names ${missing.join(', ')} not found`);
  }

  const definitions = new Map(state.definitions.map((definition) => [definition.name, definition]));
  const entries = (input.userAttributes ?? []).map((entry) => ({
    entry,
    definition: definitions.get(entry.name),
  }));
  const unknown = entries.filter(({ definition }) => definition === undefined).map(({ entry }) => entry.name);
  if (unknown.length > 0) {
    throw new AppError('BAD_REQUEST', `User attributes not found: ${unknown.join(', ')}`);
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

/** Whether the user already has these groups and values, so that nothing has to be written. */
export function hasAccess(state: NonNullable<UserState['user']>, access: ResolvedAccess): boolean {
  if (access.groupIds !== undefined && !sameJson(access.groupIds, state.groupIds)) return false;
  const current = new Map(state.values.map((entry) => [entry.definitionId, entry.value]));
  return access.values.every((entry) => sameJson(entry.value, current.get(entry.definitionId) ?? null));
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Parts of a statement that adds memberships and values to the user `provisioned(id)`. They remove nothing. */
export function accessParts(access: ResolvedAccess): Prisma.Sql[] {
  const kept = access.values.filter((entry) => entry.value !== null);
  const parts: Prisma.Sql[] = [];
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

/** Gives a user exactly these groups and values. The caller must have locked the user's row. */
export async function replaceAccess(
  transaction: Prisma.TransactionClient,
  userId: number,
  access: ResolvedAccess,
): Promise<void> {
  if (access.groupIds !== undefined) {
    await sql(transaction)`
      DELETE FROM "GroupMembership" WHERE "userId" = ${userId} AND NOT "groupId" = ANY(${[...access.groupIds]}::int[])`;
  }
  const cleared = access.values.filter((entry) => entry.value === null).map((entry) => entry.definitionId);
  if (cleared.length > 0) {
    await sql(transaction)`
      DELETE FROM "UserAttributeValue" WHERE "userId" = ${userId} AND "definitionId" = ANY(${cleared}::int[])`;
  }
  const parts = accessParts(access);
  if (parts.length > 0) {
    const provisioned = Prisma.sql`provisioned AS (SELECT ${userId}::int AS id)`;
    await sql(transaction)`WITH ${Prisma.join([provisioned, ...parts], ', ')} SELECT 1`;
  }
}
