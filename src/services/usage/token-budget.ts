import { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { AppError } from '../../errors.ts';
import type { ServiceContext } from '../context.ts';
import type { AccountLimits } from '../limits/limits.ts';
import { utcDay } from './model-usage.ts';

interface Budget {
  readonly accountId: number;
  readonly limits: Pick<AccountLimits, 'tokensPerDay' | 'userTokensPerDay'>;
  /** Undefined for a user who is yet to be created. */
  readonly userId: number | undefined;
}

/**
 * Checks the tokens that an account and a user have used today. Running turns count with the steps that they have finished, so
 * turns that run at the same time can exceed a budget by what they use before one of them ends.
 * @returns the refusal of a new turn, `TOKEN_BUDGET_SPENT` with the time until the next day in UTC; undefined within the budget
 */
export async function tokenRefusal(
  { prisma, now }: Pick<ServiceContext, 'prisma' | 'now'>,
  { accountId, limits, userId }: Budget,
): Promise<AppError | undefined> {
  const { tokensPerDay, userTokensPerDay } = limits;
  const user = userTokensPerDay === 0 ? undefined : userId;
  if (tokensPerDay === 0 && user === undefined) return undefined;
  const time = now();
  const tokens = Prisma.sql`"inputTokens" + "outputTokens"`;
  const [spent] = await sql<{ account: number; user: number }>(prisma)`
    SELECT coalesce(sum(${tokens}), 0)::float8 AS account,
           coalesce(sum(${tokens}) FILTER (WHERE "userId" = ${user ?? null}::int), 0)::float8 AS user
    FROM "ModelUsage" WHERE "accountId" = ${accountId} AND day = ${utcDay(time)}::date
      ${tokensPerDay === 0 ? Prisma.sql`AND "userId" = ${user ?? null}::int` : Prisma.empty}`;
  if (spent === undefined) throw new Error('A sum returned no row.');
  if (tokensPerDay > 0 && spent.account >= tokensPerDay) return refusal('account', tokensPerDay, time);
  if (user !== undefined && spent.user >= userTokensPerDay) return refusal('user', userTokensPerDay, time);
  return undefined;
}

function refusal(whose: 'account' | 'user', limit: number, time: Date): AppError {
  const nextDay = Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate() + 1);
  const message = `This ${whose} has spent its ${limit.toLocaleString('en-US')} language model tokens of today. Ask again after midnight UTC.`;
  const retryAfterSeconds = Math.max(1, Math.ceil((nextDay - time.getTime()) / 1_000));
  return new AppError('TOKEN_BUDGET_SPENT', message, { retryAfterSeconds });
}
