import { sql } from '../../db/sql.ts';
import { type Caller, requireAdmin } from '../caller.ts';
import type { ServiceContext } from '../context.ts';

export interface TurnSlotCount {
  readonly running: number;
  /** Null if there is no limit. */
  readonly maximum: number | null;
}

/** Counts the turns of the account in all processes. @throws AppError `UNAUTHENTICATED`, `FORBIDDEN` */
export async function readTurnSlots(
  { prisma, limits, now }: Pick<ServiceContext, 'prisma' | 'limits' | 'now'>,
  caller: Caller | null,
): Promise<TurnSlotCount> {
  const { account } = requireAdmin(caller);
  const [row] = await sql<{ running: number }>(prisma)`
    SELECT count(*)::int AS running FROM "ChatRun" r JOIN "ChatThread" t ON t.id = r."threadId"
    WHERE r.status = 'running' AND r."leaseExpiresAt" > ${now()} AND t."accountId" = ${account.id}`;
  return { running: row?.running ?? 0, maximum: limits.ofAccount(account.name).concurrentTurns || null };
}
