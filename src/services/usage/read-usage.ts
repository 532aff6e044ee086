import { parseInput } from '../../contract/parse-input.ts';
import type { ChatUsage } from '../../contract/stream-lines.ts';
import { type UsageRange, usageArgs } from '../../contract/usage.ts';
import { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { agentsOf } from '../deployments/list-deployments.ts';
import { whereBetween } from '../lists/list-filter.ts';
import type { Loaders } from '../lists/loaders.ts';

/** The total usage of turns. */
export interface UsageSum extends ChatUsage {
  /** Number of turns, however they ended. A running turn counts, but has no usage yet. */
  readonly turns: number;
}

const nothing: UsageSum = { turns: 0, inputTokens: 0, outputTokens: 0, steps: 0 };

const sums = Prisma.sql`count(*)::int AS turns, coalesce(sum(r.steps), 0)::float8 AS steps,
  coalesce(sum(r."inputTokens"), 0)::float8 AS "inputTokens", coalesce(sum(r."outputTokens"), 0)::float8 AS "outputTokens"`;

/**
 * Reads the usage of the caller's account in a range of times; for a bound key, that of its deployments. It does not
 * include turns of deleted threads and users.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED`
 */
export async function readAccountUsage(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  range: UsageRange,
): Promise<UsageSum> {
  const { account, deployments } = requireAdmin(caller);
  const [sum] = await sql<UsageSum>(prisma)`
    SELECT ${sums} FROM "ChatRun" r
    WHERE r."agentId" IN ${agentsOf(account.id, deployments)} AND ${within(range)}`;
  return sum ?? nothing;
}

/** Reads the same for one user, batched. An end user reads its own. @throws AppError as {@link readAccountUsage} */
export async function readUserUsage(
  { prisma, loaders }: Pick<ServiceContext, 'prisma'> & { readonly loaders: Loaders },
  caller: Caller | null,
  userId: number,
  range: UsageRange,
): Promise<UsageSum> {
  const visible = visibleRuns(caller);
  const inRange = within(range);
  const sum = await loaders.load(readUserUsage, JSON.stringify(range), userId, async (ids) => {
    const rows = await sql<UsageSum & { userId: number }>(prisma)`
      SELECT r."userId", ${sums} FROM "ChatRun" r
      WHERE r."userId" = ANY(${ids}::int[]) AND ${visible} AND ${inRange}
      GROUP BY r."userId"`;
    return new Map(rows.map(({ userId: id, ...usage }) => [id, usage]));
  });
  return sum ?? nothing;
}

function visibleRuns(caller: Caller | null): Prisma.Sql {
  if (caller?.kind === 'user') return Prisma.sql`r."userId" = ${caller.userId}`;
  const { account, deployments } = requireAdmin(caller);
  return Prisma.sql`r."agentId" IN ${agentsOf(account.id, deployments)}`;
}

function within(range: UsageRange): Prisma.Sql {
  const { from, before } = parseInput(usageArgs, range);
  const conditions = whereBetween(Prisma.sql`r."startedAt"`, from, before);
  return conditions.length === 0 ? Prisma.sql`true` : Prisma.join([...conditions], ' AND ');
}
