import type { ChatContext } from '../chat/chat-context.ts';
import { repeat } from '../repeat.ts';
import { type EraseContext, eraseUsers } from './erase-users.ts';

/** Users removed in one statement, so that none of them holds its locks for long. */
const batchSize = 200;

/** Time between two sweeps: how late a user may be gone. */
const defaultIntervalMs = 5_000;

/**
 * Removes the users whose life is over, with their threads, values, sessions and results; turns at work for them are
 * stopped (spec: Lifecycle facts; contract §5).
 * @param signal ends the sweep behind the batch that it is at
 * @returns how many were removed here, rather than by a process that sweeps at the same moment
 */
export async function sweepExpiredUsers(context: EraseContext, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (;;) {
    const due = await context.prisma.$queryRaw<{ id: number }[]>`
      SELECT id FROM "User" WHERE "expiresAt" <= ${context.now()} ORDER BY "expiresAt" LIMIT ${batchSize}`;
    const ids = due.map(({ id }) => id);
    if (ids.length > 0) removed += await eraseUsers(context, ids);
    if (ids.length < batchSize || signal?.aborted === true) return removed;
  }
}

/** Sweeps now and then until it is disposed of, which waits for a sweep at work. */
export function createUserSweeper(
  context: EraseContext & Pick<ChatContext, 'logger'>,
  options: { readonly intervalMs?: number } = {},
): AsyncDisposable {
  return repeat(options.intervalMs ?? defaultIntervalMs, async () => {
    try {
      const removed = await sweepExpiredUsers(context);
      if (removed > 0) context.logger.info({ removed }, 'users removed whose life was over');
    } catch (error) {
      context.logger.error({ err: error }, 'users whose life is over not removed');
    }
  });
}
