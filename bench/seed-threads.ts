import type { BenchDatabase } from './mint-database.ts';

/** What a turn leaves: the question, a search, a query, the answer. */
export const messagesPerTurn = 4;

/** Ids in the order of `number`, as UUIDs of version 7 are. @param number SQL of a bigint */
export const uuidOf = (number: string) =>
  `(lpad(to_hex(${number}), 12, '0') || '70008' || lpad(to_hex(${number}), 15, '0'))::uuid`;

/** The id of a seeded thread, by its number from 1. */
export function threadId(number: number): string {
  const hex = number.toString(16);
  const digits = `${hex.padStart(12, '0')}70008${hex.padStart(15, '0')}`;
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * An agent of the account, and finished threads of its users in turn, each of as many turns.
 * @param turns of four messages each
 */
export async function seedThreads(
  { client }: BenchDatabase,
  account: string,
  threads: number,
  turns: number,
): Promise<void> {
  // Referential checks of rows that are right by construction would take most of the time.
  await client.query('SET session_replication_role = replica');
  await client.query(
    `INSERT INTO "Agent" ("accountId", number, name, "deploymentId", model)
     SELECT a.id, 1, 'Analyst', d.id, 'planner' FROM "Account" a JOIN "Deployment" d ON d."accountId" = a.id
     WHERE a.name = $1`,
    [account],
  );
  await client.query(
    `WITH owners AS (
       SELECT u.id, u."accountId", row_number() OVER (ORDER BY u.id) - 1 AS n
       FROM "User" u JOIN "Account" a ON a.id = u."accountId" WHERE a.name = $1)
     INSERT INTO "ChatThread" (id, "accountId", "userId", "agentId", title, "lastSort", "createdAt", "updatedAt")
     SELECT ${uuidOf('t.n')}, o."accountId", o.id, g.id, 'How many orders of customer ' || t.n || ' by channel?', $3::int * 13,
            timestamptz '2026-01-01Z' + t.n * interval '1 second', timestamptz '2026-01-01Z' + t.n * interval '61 seconds'
     FROM generate_series(1, $2::bigint) AS t(n)
     JOIN owners o ON o.n = t.n % (SELECT count(*) FROM owners) JOIN "Agent" g ON g."accountId" = o."accountId"
     ORDER BY t.n`,
    [account, threads, turns],
  );
  await client.query(
    `INSERT INTO "ChatRun" (id, "threadId", "userId", "agentId", "startsThread", status, "startSort", "leaseOwner", "leaseExpiresAt",
                            "startedAt", "finishedAt")
     SELECT ${uuidOf('t.n * $2::bigint + r.n')}, h.id, h."userId", h."agentId", r.n = 0, 'completed', r.n * 13, 'bench',
            h."createdAt", h."createdAt", h."updatedAt"
     FROM generate_series(1, $1::bigint) AS t(n) JOIN "ChatThread" h ON h.id = ${uuidOf('t.n')}, generate_series(0, $2::int - 1) AS r(n)`,
    [threads, turns],
  );
  await client.query(
    `INSERT INTO "ChatMessage" (id, "threadId", "runId", sort, role, content, "toolName", "toolInput", "toolResult",
                                "graphPath", "createdAt")
     SELECT ${uuidOf(`(t.n * $2::bigint + r.n) * ${messagesPerTurn} + m.n`)}, ${uuidOf('t.n')},
            ${uuidOf('t.n * $2::bigint + r.n')}, r.n * 13 + m.sort, m.role::"ChatRole", m.content || t.n, m."toolName",
            m."toolInput", m."toolResult", m."graphPath",
            timestamptz '2026-01-01Z' + t.n * interval '1 second' + (r.n * 13 + m.sort) * interval '1 millisecond'
     FROM generate_series(1, $1::bigint) AS t(n), generate_series(0, $2::int - 1) AS r(n), (VALUES
       (0, 1, 'user', 'How many orders in 2025 by channel, of customer ', NULL, NULL, NULL, '{}'::text[]),
       (1, 3, 'assistant', '', 'svcMeta', '{"searchQuery":"How many orders in 2025 by channel?"}',
        '{"cubes":[{"name":"orders_overview","title":"Orders overview","measures":["order_count"],"dimensions":["channel"]}]}',
        '{svc_data_analyst_agent}'),
       (2, 5, 'assistant', '', 'svcSqlApi',
        '{"sqlQuery":"SELECT channel, MEASURE(order_count) AS order_count FROM orders_overview GROUP BY 1 ORDER BY 2 DESC"}',
        '{"data":[["online",10748],["store",3893],["marketplace",1991]]}', '{svc_data_analyst_agent}'),
       (3, 13, 'assistant', 'Orders by sales channel, in 2025: online (10,748); store (3,893); marketplace (1,991). Customer ',
        NULL, NULL, NULL, '{final}')
     ) AS m(n, sort, role, content, "toolName", "toolInput", "toolResult", "graphPath")
     ORDER BY t.n, r.n, m.n`,
    [threads, turns],
  );
  await client.query('SET session_replication_role = origin');
  await client.query('VACUUM ANALYZE');
}
