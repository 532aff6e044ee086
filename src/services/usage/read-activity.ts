import { type ActivityGrouping, chatActivityArgs, maxPeriodDays } from '../../contract/chat-activity.ts';
import { parseInput } from '../../contract/parse-input.ts';
import { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { validationFailed } from '../../errors.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { agentsOf } from '../deployments/list-deployments.ts';
import { whereBetween } from '../lists/list-filter.ts';

/** What was asked and how it went, added up. Null in what it is not added up by. */
export interface ChatActivity {
  /** As `YYYY-MM-DD`. */
  readonly day: string | null;
  readonly agentNumber: number | null;
  readonly agentName: string | null;
  /** Null also for users outside of any embed tenant, and for embed tenants that were deleted. */
  readonly embedTenantName: string | null;
  readonly questions: number;
  readonly activeUsers: number;
  readonly failed: number;
  readonly refused: number;
  readonly ratedBad: number;
  /** Of the turns that ended, in seconds; null if none did. */
  readonly medianSeconds: number | null;
  readonly p95Seconds: number | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** The columns of each grouping. */
const groupings: Readonly<Record<ActivityGrouping, Prisma.Sql>> = {
  day: Prisma.sql`to_char(r."startedAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD')`,
  agent: Prisma.sql`a.number, a.name`,
  embedTenant: Prisma.sql`e.name`,
};

const dayMs = 24 * 60 * 60 * 1000;

const seconds = Prisma.sql`extract(epoch FROM r."finishedAt" - r."startedAt")::float8`;

/**
 * Adds up the turns of the caller's account in a range of times; for a bound key, those of its deployments. Days are oldest
 * first; other groups are those with the most questions first. Turns of deleted threads and users are not included.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED`
 */
export async function readChatActivity(
  { prisma, now }: Pick<ServiceContext, 'prisma' | 'now'>,
  caller: Caller | null,
  input: unknown,
): Promise<readonly ChatActivity[]> {
  const { account, deployments } = requireAdmin(caller);
  const { by, from, before, first } = parseInput(chatActivityArgs, input);
  const end = before ?? now();
  if (end.getTime() - from.getTime() > maxPeriodDays * dayMs) {
    throw validationFailed([
      { path: 'from', message: `must be at most ${maxPeriodDays} days before the end` },
    ]);
  }
  const shown = (grouping: ActivityGrouping, column: Prisma.Sql) =>
    by === grouping ? column : Prisma.sql`NULL`;
  const inRange = Prisma.join([...whereBetween(Prisma.sql`r."startedAt"`, from, before)], ' AND ');
  const tenants =
    by === 'embedTenant'
      ? Prisma.sql`JOIN "ChatThread" t ON t.id = r."threadId" LEFT JOIN "EmbedTenant" e ON e.id = t."embedTenantId"`
      : Prisma.empty;
  return sql<ChatActivity>(prisma)`
    SELECT ${shown('day', groupings.day)} AS day, ${shown('agent', Prisma.sql`a.number`)} AS "agentNumber",
      ${shown('agent', Prisma.sql`a.name`)} AS "agentName", ${shown('embedTenant', groupings.embedTenant)} AS "embedTenantName",
      count(*)::int AS questions, count(DISTINCT r."userId")::int AS "activeUsers",
      (count(*) FILTER (WHERE r.status IN ('failed', 'interrupted')))::int AS failed,
      (count(*) FILTER (WHERE r."stopReason" IN ('refusal', 'no_answer', 'content_filter')))::int AS refused,
      (count(*) FILTER (WHERE r."ratedBad"))::int AS "ratedBad",
      percentile_cont(0.5) WITHIN GROUP (ORDER BY ${seconds}) AS "medianSeconds",
      percentile_cont(0.95) WITHIN GROUP (ORDER BY ${seconds}) AS "p95Seconds",
      sum(r."inputTokens")::float8 AS "inputTokens", sum(r."outputTokens")::float8 AS "outputTokens"
    FROM "ChatRun" r JOIN "Agent" a ON a.id = r."agentId" ${tenants}
    WHERE r."agentId" IN ${agentsOf(account.id, deployments)} AND ${inRange}
    GROUP BY ${groupings[by]}
    ORDER BY ${by === 'day' ? groupings.day : Prisma.sql`count(*) DESC, ${groupings[by]}`}
    LIMIT ${first}`;
}
