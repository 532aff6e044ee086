import type { BenchDatabase } from './mint-database.ts';
import { uuidOf } from './seed-threads.ts';

/** A thread more, of so many messages. @returns its id */
export async function seedLongThread({ client }: BenchDatabase, messages: number): Promise<string> {
  await client.query('SET session_replication_role = replica');
  // Older than all others, so that it changes nothing about their list.
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO "ChatThread" (id, "accountId", "userId", "agentId", title, "lastSort", "createdAt")
     SELECT ${uuidOf('0')}, "accountId", "userId", "agentId", 'A long one', $1, timestamptz '2025-12-31Z'
     FROM "ChatThread" LIMIT 1 RETURNING id`,
    [messages],
  );
  const id = rows[0]?.id ?? '';
  await client.query(
    `INSERT INTO "ChatMessage" (id, "threadId", "runId", sort, role, content)
     SELECT gen_random_uuid(), $1::uuid, $1::uuid, n, 'assistant', 'Message ' || n FROM generate_series(1, $2::int) n`,
    [id, messages],
  );
  await client.query('SET session_replication_role = origin');
  await client.query('VACUUM ANALYZE');
  return id;
}

/** A tenant more, of so many users, whose first has as many sessions. @returns the databases' ids of both */
export async function seedLargeTenant(
  { client }: BenchDatabase,
  size: number,
): Promise<{ tenantId: number; userId: number }> {
  await client.query('SET session_replication_role = replica');
  const { rows: tenants } = await client.query<{ id: number }>(
    `INSERT INTO "EmbedTenant" ("accountId", name) SELECT id, 'a-large-one' FROM "Account" RETURNING id`,
  );
  const tenantId = tenants[0]?.id ?? 0;
  await client.query(
    `INSERT INTO "User" ("accountId", "embedTenantId", kind, identifier)
     SELECT a.id, $1, 'external', 'of-the-large-one-' || n FROM "Account" a, generate_series(1, $2::int) n`,
    [tenantId, size],
  );
  const { rows: users } = await client.query<{ id: number }>(
    'SELECT min(id) AS id FROM "User" WHERE "embedTenantId" = $1',
    [tenantId],
  );
  const userId = users[0]?.id ?? 0;
  await client.query(
    `INSERT INTO "Session" (id, "accountId", "deploymentId", "userId", "embedTenantId", hash, "expiresAt")
     SELECT ${uuidOf('(n + 1000000000)')}, d."accountId", d.id, $1, $2, 'of the large one ' || n, now()
     FROM "Deployment" d, generate_series(1, $3::bigint) n`,
    [userId, tenantId, size],
  );
  await client.query('SET session_replication_role = origin');
  await client.query('VACUUM ANALYZE');
  return { tenantId, userId };
}

/** Events of the only account, a second apart. */
export async function seedAuditEvents({ client }: BenchDatabase, events: number): Promise<void> {
  await client.query(
    `INSERT INTO "AuditEvent" (id, "accountId", at, actor, action, subject)
     SELECT ${uuidOf('n')}, a.id, timestamptz '2026-01-01Z' + n * interval '1 second', 'workspace', 'session.generate',
            'session:' || n
     FROM "Account" a, generate_series(1, $1::bigint) n`,
    [events],
  );
  await client.query('VACUUM ANALYZE "AuditEvent"');
}
