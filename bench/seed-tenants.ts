import type { BenchDatabase } from './mint-database.ts';

export const usersPerTenant = 100;

/** Users in tenants of a hundred; each tenant has two groups and an attribute, each user one of each and a session. */
export async function seedTenants({ client }: BenchDatabase, users: number): Promise<void> {
  const tenants = Math.ceil(users / usersPerTenant);
  // Referential checks of rows that are right by construction would take most of the time.
  await client.query('SET session_replication_role = replica');
  const [{ accountId, deploymentId }] = (
    await client.query('SELECT a.id AS "accountId", d.id AS "deploymentId" FROM "Account" a, "Deployment" d')
  ).rows as [{ accountId: number; deploymentId: number }];
  await client.query(
    `INSERT INTO "EmbedTenant" ("accountId", name, deployments) SELECT $1, 'tenant-' || n, '{1}' FROM generate_series(0, $2::int - 1) n`,
    [accountId, tenants],
  );
  await client.query(
    `INSERT INTO "Group" ("accountId", "embedTenantId", name)
     SELECT $1, t.id, g FROM "EmbedTenant" t, unnest(ARRAY['readers', 'writers']) g`,
    [accountId],
  );
  await client.query(
    `INSERT INTO "UserAttributeDefinition" ("accountId", "embedTenantId", name, type)
     SELECT $1, t.id, 'store', 'number' FROM "EmbedTenant" t`,
    [accountId],
  );
  await client.query(
    `INSERT INTO "User" ("accountId", "embedTenantId", kind, identifier, deployments)
     SELECT $1, t.id, 'external', 'user-' || n, '{1}' FROM generate_series(0, $2::int - 1) n
     JOIN "EmbedTenant" t ON t.name = 'tenant-' || n / $3::int`,
    [accountId, users, usersPerTenant],
  );
  await client.query(
    `INSERT INTO "GroupMembership" ("userId", "groupId")
     SELECT u.id, g.id FROM "User" u JOIN "Group" g ON g."embedTenantId" = u."embedTenantId" AND g.name = 'readers'`,
  );
  await client.query(
    `INSERT INTO "UserAttributeValue" ("userId", "definitionId", value)
     SELECT u.id, d.id, '7' FROM "User" u JOIN "UserAttributeDefinition" d ON d."embedTenantId" = u."embedTenantId"`,
  );
  // Ids in the order of time, as UUIDs of version 7 are.
  await client.query(
    `INSERT INTO "Session" (id, "accountId", "deploymentId", "userId", "embedTenantId", hash, "expiresAt")
     SELECT (lpad(to_hex(u.id), 12, '0') || '70008' || lpad(to_hex(u.id), 15, '0'))::uuid, $1, $2, u.id, u."embedTenantId", 'hash of ' || u.id, now() FROM "User" u`,
    [accountId, deploymentId],
  );
  await client.query(`UPDATE "Account" SET "externalUserCount" = $1`, [users]);
  await client.query('SET session_replication_role = origin');
  await client.query('VACUUM ANALYZE');
}
