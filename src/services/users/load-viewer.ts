import { type AttributeType, parseDefaultValue } from '../../contract/attributes.ts';
import { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import type { AttributeValue, Viewer } from '../../semantic/viewer.ts';
import type { ServiceContext } from '../context.ts';

interface ViewerRow {
  readonly groups: readonly { readonly name: string; readonly tenant: string | null }[];
  readonly attributes: readonly {
    readonly name: string;
    readonly type: AttributeType;
    readonly scoped: boolean;
    readonly value: AttributeValue | null;
    readonly defaultValue: string | null;
  }[];
}

interface KnownUser {
  readonly id: number;
  readonly securityContext: Readonly<Record<string, unknown>>;
}

/** What access policies may know about a user, as {@link findViewer}: nothing if there is no such user. One round trip. */
export async function loadViewer(
  context: Pick<ServiceContext, 'prisma'>,
  accountId: number,
  user: KnownUser,
): Promise<Viewer> {
  const viewer = await findViewer(context, accountId, user, Prisma.sql`TRUE`);
  return viewer ?? { userAttributes: {}, groups: [], securityContext: {} };
}

/**
 * Reads what access policies may know about a user: its groups and attribute values. The default of an attribute
 * applies if the user has no value. If the account and the user's embed tenant both define an attribute, a value takes
 * precedence over a default, and the account's over the tenant's. One round trip.
 * @param condition on the "User" `u`
 * @returns null if there is no such user
 */
export async function findViewer(
  context: Pick<ServiceContext, 'prisma'>,
  accountId: number,
  user: KnownUser,
  condition: Prisma.Sql,
): Promise<Viewer | null> {
  const [row] = await sql<ViewerRow>(context.prisma)`
    SELECT
      (SELECT coalesce(jsonb_agg(jsonb_build_object('name', g.name, 'tenant', t.name) ORDER BY g.id), '[]')
       FROM "GroupMembership" m JOIN "Group" g ON g.id = m."groupId" LEFT JOIN "EmbedTenant" t ON t.id = g."embedTenantId"
       WHERE m."userId" = u.id AND g."accountId" = u."accountId") AS groups,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('name', d.name, 'type', d.type, 'value', v.value,
                'scoped', d."embedTenantId" IS NOT NULL, 'defaultValue', d."defaultValue")), '[]')
       FROM "UserAttributeDefinition" d
       LEFT JOIN "UserAttributeValue" v ON v."definitionId" = d.id AND v."userId" = u.id
       WHERE d."accountId" = u."accountId" AND (d."embedTenantId" IS NULL OR d."embedTenantId" = u."embedTenantId")
         AND (v.value IS NOT NULL OR d."defaultValue" IS NOT NULL)) AS attributes
    FROM "User" u WHERE u.id = ${user.id} AND u."accountId" = ${accountId} AND ${condition}`;
  if (row === undefined) return null;

  const inOrder = row.attributes.toSorted((a, b) => rank(b) - rank(a));
  const entries = inOrder.flatMap((attribute): [string, AttributeValue][] => {
    const { name, type, value, defaultValue } = attribute;
    const effective = value ?? (defaultValue === null ? undefined : parseDefaultValue(type, defaultValue));
    return effective === undefined ? [] : [[name, effective]];
  });
  return {
    userAttributes: Object.fromEntries(entries),
    groups: row.groups.map((group) =>
      group.tenant === null ? group.name : `tenant:${group.tenant}:${group.name}`,
    ),
    securityContext: user.securityContext,
  };
}

/** Entries are sorted by descending rank. The last one of a name wins in `Object.fromEntries`. */
function rank(attribute: ViewerRow['attributes'][number]): number {
  return (attribute.value === null ? 2 : 0) + (attribute.scoped ? 1 : 0);
}
