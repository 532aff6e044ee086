import { abortTurn } from '../chat/abort-chat.ts';
import type { ChatContext } from '../chat/chat-context.ts';
import { repeat } from '../repeat.ts';

type SweepContext = Pick<ChatContext, 'prisma' | 'now' | 'runLog'>;

/** Users removed in one statement, so that none of them holds its locks for long. */
const batchSize = 200;

/** Time between two sweeps: how late a user may be gone. */
const defaultIntervalMs = 5_000;

/**
 * Removes the users whose life is over, with their threads, values, sessions and results; turns at work for them are
 * stopped (spec: Lifecycle facts; contract §5). Processes that sweep at the same moment share the work: a user is one's
 * or another's, never both's.
 * @returns how many were removed here
 */
export async function sweepExpiredUsers(context: SweepContext): Promise<number> {
  const { prisma, now } = context;
  let removed = 0;
  for (;;) {
    const at = now();
    const running = await prisma.$queryRaw<{ threadId: string }[]>`
      SELECT r."threadId"::text AS "threadId" FROM "User" u JOIN "ChatRun" r ON r."userId" = u.id
      WHERE u."expiresAt" <= ${at} AND r.status = 'running'`;
    await Promise.all(running.map(({ threadId }) => abortTurn(context, threadId)));
    const count = await prisma.$executeRaw`
      DELETE FROM "User" WHERE id IN (
        SELECT id FROM "User" WHERE "expiresAt" <= ${at} ORDER BY "expiresAt" LIMIT ${batchSize}
        FOR UPDATE SKIP LOCKED)`;
    removed += count;
    if (count < batchSize) return removed;
  }
}

/** Sweeps now and then until it is disposed of, which waits for a sweep at work. */
export function createUserSweeper(
  context: SweepContext & Pick<ChatContext, 'logger'>,
  options: { readonly intervalMs?: number } = {},
): AsyncDisposable {
  return repeat(options.intervalMs ?? defaultIntervalMs, async () => {
    try {
      const removed = await sweepExpiredUsers(context);
      if (removed > 0) context.logger.info({ removed }, 'ephemeral users removed');
    } catch (error) {
      context.logger.error({ err: error }, 'ephemeral users not removed');
    }
  });
}
