import { parseInput } from '../../contract/parse-input.ts';
import { modelUsageArgs, type UsageGrouping } from '../../contract/usage.ts';
import { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { type Caller, requireAdmin, requireCaller } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { agentsOf } from '../deployments/list-deployments.ts';
import { ifGiven } from '../lists/list-filter.ts';
import type { Tokens } from './model-call.ts';

/** Usage added up. Null in what it is not added up by. */
export interface ModelUsageGroup extends Tokens {
  /** As `YYYY-MM-DD`. */
  readonly day: string | null;
  readonly agentNumber: number | null;
  readonly agentName: string | null;
  readonly provider: string | null;
  readonly model: string | null;
  /** Null also for users outside of any embed tenant, and for embed tenants that were deleted. */
  readonly embedTenantName: string | null;
  readonly calls: number;
  readonly failures: number;
}

/** The columns of each grouping. */
const groupings: Readonly<Record<UsageGrouping, Prisma.Sql>> = {
  day: Prisma.sql`u.day`,
  agent: Prisma.sql`a.number, a.name`,
  model: Prisma.sql`u.provider, u.model`,
  embedTenant: Prisma.sql`e.name`,
};

/**
 * Adds up the usage of language models: all of the account for an admin key, that of its deployments for a bound one, and for
 * an end user their own. Days are newest first; other groups are those with the most tokens first. Usage of deleted
 * threads, users and embed tenants is included.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED`
 */
export async function listModelUsage(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  maybeCaller: Caller | null,
  input: unknown,
): Promise<readonly ModelUsageGroup[]> {
  const caller = requireCaller(maybeCaller);
  const whose =
    caller.kind === 'user'
      ? Prisma.sql`u."userId" = ${caller.userId}`
      : Prisma.sql`u."agentId" IN ${agentsOf(caller.account.id, requireAdmin(caller).deployments)}`;
  const { by, from, before, first } = parseInput(modelUsageArgs, input);
  const conditions = [
    Prisma.sql`u."accountId" = ${caller.account.id}`,
    whose,
    ...ifGiven(from, (day) => Prisma.sql`u.day >= ${day}::date`),
    ...ifGiven(before, (day) => Prisma.sql`u.day < ${day}::date`),
  ];
  const shown = (grouping: UsageGrouping, column: Prisma.Sql, name: string) =>
    Prisma.sql`${by === grouping ? column : Prisma.sql`NULL`} AS ${Prisma.raw(`"${name}"`)}`;
  return sql<ModelUsageGroup>(prisma)`
    SELECT ${shown('day', Prisma.sql`to_char(u.day, 'YYYY-MM-DD')`, 'day')}, ${shown('agent', Prisma.sql`a.number`, 'agentNumber')},
      ${shown('agent', Prisma.sql`a.name`, 'agentName')}, ${shown('model', Prisma.sql`u.provider`, 'provider')},
      ${shown('model', Prisma.sql`u.model`, 'model')}, ${shown('embedTenant', Prisma.sql`e.name`, 'embedTenantName')},
      sum(u.calls)::float8 AS calls, sum(u.failures)::float8 AS failures,
      sum(u."inputTokens")::float8 AS "inputTokens", sum(u."cachedInputTokens")::float8 AS "cachedInputTokens",
      sum(u."outputTokens")::float8 AS "outputTokens", sum(u."reasoningTokens")::float8 AS "reasoningTokens"
    FROM "ModelUsage" u JOIN "Agent" a ON a.id = u."agentId" LEFT JOIN "EmbedTenant" e ON e.id = u."embedTenantId"
    WHERE ${Prisma.join(conditions, ' AND ')}
    GROUP BY ${groupings[by]}
    ORDER BY ${by === 'day' ? Prisma.sql`u.day DESC` : Prisma.sql`sum(u."inputTokens" + u."outputTokens") DESC, sum(u.calls) DESC, ${groupings[by]}`}
    LIMIT ${first}`;
}
