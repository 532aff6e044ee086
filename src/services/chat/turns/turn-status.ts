import { type ChatRun, Prisma } from '../../../db/generated/client.ts';
import type { ThreadStatus } from '../chat-line.ts';

/** How a turn stands: at work, or how it ended. */
export type TurnStatus = ThreadStatus | 'running';

/** A run whose process has given no sign of life for too long is interrupted, whether or not its row says so yet. */
export function turnStatus(
  { status, leaseExpiresAt }: Pick<ChatRun, 'status' | 'leaseExpiresAt'>,
  now: Date,
): TurnStatus {
  return status === 'running' && leaseExpiresAt <= now ? 'interrupted' : status;
}

/** The condition that the last turn of threads `t` stands so at a time. */
export function lastTurnIs(status: TurnStatus, now: Date): Prisma.Sql {
  return Prisma.sql`t.id IN (SELECT r."threadId" FROM "ChatRun" r WHERE ${stands(status, now)}
    AND NOT EXISTS (SELECT FROM "ChatRun" later
      WHERE later."threadId" = r."threadId" AND later."startSort" > r."startSort"))`;
}

function stands(status: TurnStatus, now: Date): Prisma.Sql {
  // Written out rather than parameters, so that the partial indexes of each fit.
  const is = Prisma.raw(`r.status = '${status}'`);
  if (status === 'running') return Prisma.sql`${is} AND r."leaseExpiresAt" > ${now}`;
  if (status !== 'interrupted') return is;
  return Prisma.sql`(${is} OR (r.status = 'running' AND r."leaseExpiresAt" <= ${now}))`;
}
