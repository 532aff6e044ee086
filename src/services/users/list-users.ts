import type { AttributeType } from '../../contract/attributes.ts';
import { parseInput } from '../../contract/parse-input.ts';
import { userFilter } from '../../contract/users.ts';
import { Prisma, type User } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { isSeenBy } from '../binding.ts';
import { type Caller, requireAdmin, requireCaller } from '../caller.ts';
import type { BatchContext, List } from '../lists/list.ts';
import { containAny, ifGiven } from '../lists/list-filter.ts';
import { isLiving } from './end-users.ts';

/**
 * An end user sees itself, an admin key the users of its account or deployments. Users whose life is over cannot be
 * seen.
 */
export const users: List<User, 'createdAt' | 'identifier'> = {
  table: 'User',
  columns: Prisma.UserScalarFieldEnum,
  label: 'User',
  id: 'int',
  fields: { createdAt: 'key', identifier: 'text' },
  order: { field: 'createdAt', direction: 'asc' },
  parentFirst: true,
  visible(caller, now) {
    const known = requireCaller(caller);
    const which = known.kind === 'user' ? Prisma.sql`t.id = ${known.userId}` : isSeenBy(requireAdmin(known));
    return Prisma.sql`t."accountId" = ${known.account.id} AND ${which} AND ${isLiving(now, 't')}`;
  },
  matching(filter, caller) {
    const { account } = requireAdmin(caller);
    const { kind, isEphemeral, embedTenantName, text } = parseInput(userFilter, filter);
    return [
      ...ifGiven(kind, (is) => Prisma.sql`t.kind = ${is}::"UserKind"`),
      ...ifGiven(isEphemeral, (is) => Prisma.sql`t.ephemeral = ${is}`),
      ...ifGiven(
        embedTenantName,
        (name) => Prisma.sql`t."embedTenantId" = (SELECT e.id FROM "EmbedTenant" e
          WHERE e."accountId" = ${account.id} AND e.name = ${name})`,
      ),
      ...ifGiven(text, (sought) => containAny(['identifier', 'email'], sought)),
    ];
  },
};

/** A user's value of an attribute. */
export interface AttributeAssignment {
  readonly name: string;
  readonly type: AttributeType;
  /** Whether the attribute belongs to the user's embed tenant. */
  readonly isScoped: boolean;
  readonly value: unknown;
  readonly managed: boolean;
}

/** Reads the attribute values of a user whom the caller may see, at most 1,000, batched. */
export async function listAttributeValues(
  { prisma, now, loaders }: BatchContext,
  caller: Caller | null,
  userId: number,
): Promise<readonly AttributeAssignment[]> {
  const values = await loaders.load(listAttributeValues, '', userId, async (ids) => {
    const rows = await sql<AttributeAssignment & { readonly userId: number }>(prisma)`
      SELECT t.id AS "userId", v.* FROM "User" t
      CROSS JOIN LATERAL (
        SELECT d.name, d.type::text AS type, d."embedTenantId" IS NOT NULL AS "isScoped", v.value, v.managed
        FROM "UserAttributeValue" v JOIN "UserAttributeDefinition" d ON d.id = v."definitionId"
        WHERE v."userId" = t.id ORDER BY v."definitionId" LIMIT 1000) AS v
      WHERE t.id = ANY(${ids}::int[]) AND ${users.visible(caller, now())}`;
    return Map.groupBy(rows, (row) => row.userId);
  });
  return values ?? [];
}

/** Reads the names of a user's groups whose membership the workspace declares, batched. */
export async function listManagedGroups(
  { prisma, now, loaders }: BatchContext,
  caller: Caller | null,
  userId: number,
): Promise<readonly string[]> {
  const names = await loaders.load(listManagedGroups, '', userId, async (ids) => {
    const rows = await sql<{ userId: number; names: string[] }>(prisma)`
      SELECT m."userId", array_agg(g.name ORDER BY g.id) AS names
      FROM "GroupMembership" m JOIN "Group" g ON g.id = m."groupId" JOIN "User" t ON t.id = m."userId"
      WHERE t.id = ANY(${ids}::int[]) AND m.managed AND ${users.visible(caller, now())} GROUP BY m."userId"`;
    return new Map(rows.map((row) => [row.userId, row.names]));
  });
  return names ?? [];
}
