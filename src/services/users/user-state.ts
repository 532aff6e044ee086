import { Prisma } from '../../db/generated/client.ts';
import { type Queryable, queryRaw } from '../../db/query-raw.ts';
import type { AccountRef } from '../caller.ts';
import type { AttributeType } from '../catalogue/attribute-value.ts';

/** Names that a request assigns to a user (spec: Groups behavior; User-attribute value). */
export interface AccessInput {
  /** Omitted: memberships stay; a list, also an empty one: they become exactly these. */
  readonly groups?: readonly string[] | undefined;
  /** Values by name; null clears. Attributes that are not named stay. */
  readonly userAttributes?: readonly { readonly name: string; readonly value?: unknown }[] | undefined;
}

/** Which catalogue names are looked up in: the account's own, or the embed tenant's. */
export type NameScope = 'account' | 'embedTenant';

/** What to look for. An internal user is the account's own, whatever the embed tenant. */
export interface UserStateRequest {
  readonly deploymentNumber: number | undefined;
  readonly embedTenantName: string | undefined;
  readonly nameScope: NameScope;
  readonly kind: 'external' | 'internal';
  /** externalId, or username. */
  readonly identifier: string;
  readonly access: AccessInput;
}

/** The state that a request meets: everything it names, found in one statement. */
export interface UserState {
  readonly deploymentId: number | null;
  readonly embedTenantId: number | null;
  /** Where the embed tenant has been, by number; null without one. */
  readonly tenantDeployments: readonly number[] | null;
  readonly user: {
    readonly id: number;
    /** Where it has been, by number. */
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
 * Finds the deployment, the embed tenant, the user with what it has, and every group and definition that the request
 * names, bounded by the account. One round trip. What does not exist is null or absent.
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
  const sql = Prisma.sql`
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
  const [row] = await queryRaw<UserState>(db, sql);
  if (row === undefined) throw new Error('A statement without a WHERE clause returned no row.');
  return row;
}
