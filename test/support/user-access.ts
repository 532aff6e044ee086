import type { TestService } from './test-service.ts';

/** What is stored of a user: groups by name (scoped ones as `tenant:name`) and values by attribute. */
export interface StoredUser {
  readonly id: number;
  readonly email: string | null;
  readonly ephemeral: boolean;
  readonly groups: readonly string[];
  readonly values: Readonly<Record<string, unknown>>;
}

/** The user as the database holds it; null when there is none. */
export async function storedUser(
  { database: { prisma } }: TestService,
  accountId: number,
  identifier: string,
  tenant: string | null = null,
): Promise<StoredUser | null> {
  const user = await prisma.user.findFirst({
    where: { accountId, identifier, embedTenant: tenant === null ? null : { name: tenant } },
    include: {
      memberships: { include: { group: { include: { embedTenant: true } } } },
      attributeValues: { include: { definition: { include: { embedTenant: true } } } },
    },
  });
  if (user === null) return null;
  const named = (of: { name: string; embedTenant: { name: string } | null }) =>
    of.embedTenant === null ? of.name : `${of.embedTenant.name}:${of.name}`;
  return {
    id: user.id,
    email: user.email,
    ephemeral: user.ephemeral,
    groups: user.memberships.map(({ group }) => named(group)).sort(),
    values: Object.fromEntries(
      user.attributeValues
        .map(({ definition, value }): [string, unknown] => [named(definition), value])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    ),
  };
}

/** How many rows there are of everything that a request could leave behind. */
export async function countRows({ database: { prisma } }: TestService): Promise<object> {
  const [row] = await prisma.$queryRaw<object[]>`
    SELECT (SELECT count(*)::int FROM "User") AS users, (SELECT count(*)::int FROM "EmbedTenant") AS tenants,
      (SELECT count(*)::int FROM "Group") AS groups, (SELECT count(*)::int FROM "Session") AS sessions,
      (SELECT count(*)::int FROM "UserAttributeDefinition") AS attributes,
      (SELECT count(*)::int FROM "GroupMembership") AS memberships,
      (SELECT count(*)::int FROM "UserAttributeValue") AS "values",
      (SELECT count(*)::int FROM "AuditEvent") AS events,
      (SELECT sum("externalUserCount")::int FROM "Account") AS "externalUserCount"`;
  return row ?? {};
}
