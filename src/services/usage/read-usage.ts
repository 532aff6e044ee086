import { z } from 'zod';
import { Prisma } from '../../db/generated/client.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import { type ChatUsage, noUsage } from '../chat/chat-line.ts';
import type { ServiceContext } from '../context.ts';
import { agentsOf } from '../deployments/list-deployments.ts';
import { parseInput } from '../input.ts';
import { Batches } from '../lists/batch.ts';
import { comparedTime, whereBetween } from '../lists/list-filter.ts';

/** What turns cost together. */
export interface UsageSum extends ChatUsage {
  /** How many there were, however they ended; one that still runs has cost nothing yet. */
  readonly turns: number;
}

const rangeSchema = z
  .object({ from: comparedTime(), before: comparedTime() })
  .refine(({ from, before }) => from == null || before == null || from < before, {
    path: ['before'],
    message: 'must be later than from',
  });

/** When the turns were asked for: `from` is in it, `before` is not; what is left out has no bound. */
export type UsageRange = z.input<typeof rangeSchema>;

const nothing: UsageSum = { turns: 0, ...noUsage };

const sums = Prisma.sql`count(*)::int AS turns, coalesce(sum(r.steps), 0)::float8 AS steps,
  coalesce(sum(r."inputTokens"), 0)::float8 AS "inputTokens", coalesce(sum(r."outputTokens"), 0)::float8 AS "outputTokens"`;

/**
 * What the turns of the caller's account cost in a time, in one statement over the index of each agent's turns; of a key
 * that is bound to deployments, the turns of their agents. Turns of threads and users that were removed are gone from it.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED`
 */
export async function readAccountUsage(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  range: UsageRange,
): Promise<UsageSum> {
  const { account, deployments } = requireAdmin(caller);
  const [sum] = await prisma.$queryRaw<UsageSum[]>`
    SELECT ${sums} FROM "ChatRun" r
    WHERE r."agentId" IN ${agentsOf(account.id, deployments)} AND ${within(range)}`;
  return sum ?? nothing;
}

const usageOfUsers = new Batches<number, UsageSum>();

/** The same for a user of the caller's account; all users that a request asks for are read in one statement. */
export async function readUserUsage(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  userId: number,
  range: UsageRange,
): Promise<UsageSum> {
  const admin = requireAdmin(caller);
  const inRange = within(range);
  const sum = await usageOfUsers.load(admin, JSON.stringify(range), userId, async (ids) => {
    const rows = await prisma.$queryRaw<(UsageSum & { userId: number })[]>`
      SELECT r."userId", ${sums} FROM "ChatRun" r
      WHERE r."userId" = ANY(${ids}::int[]) AND r."agentId" IN ${agentsOf(admin.account.id, admin.deployments)}
        AND ${inRange}
      GROUP BY r."userId"`;
    return new Map(rows.map(({ userId: id, ...usage }) => [id, usage]));
  });
  return sum ?? nothing;
}

function within(range: UsageRange): Prisma.Sql {
  const { from, before } = parseInput(rangeSchema, range);
  const conditions = whereBetween(Prisma.sql`r."startedAt"`, from, before);
  return conditions.length === 0 ? Prisma.sql`true` : Prisma.join([...conditions], ' AND ');
}
