import type { Prisma } from '../../../db/generated/client.ts';
import { sql } from '../../../db/sql.ts';
import type { ChatContext } from '../chat-context.ts';

/** Longer than the log of a turn is kept after its end. */
const logLifeMs = 5 * 60_000;

interface LoggedTurn {
  readonly id: string;
  readonly threadId: string;
  readonly isRunning: boolean;
}

/**
 * The turns whose logs may still be kept, which outlive their rows: those that run or have just ended.
 * @param of a condition on the run `r`
 */
export function loggedTurns(
  { prisma, now }: Pick<ChatContext, 'prisma' | 'now'>,
  of: Prisma.Sql,
): Promise<LoggedTurn[]> {
  const since = new Date(now().getTime() - logLifeMs);
  return sql<LoggedTurn>(prisma)`
    SELECT r.id::text AS id, r."threadId"::text AS "threadId", r.status = 'running' AS "isRunning" FROM "ChatRun" r
    WHERE ${of} AND (r.status = 'running' OR r."finishedAt" > ${since}::timestamptz)`;
}

/** Removes the logs of turns whose rows are gone. */
export async function eraseLogs(
  { runLog }: Pick<ChatContext, 'runLog'>,
  turns: readonly LoggedTurn[],
): Promise<void> {
  await Promise.all(turns.map(({ id }) => runLog.trim(id)));
}
