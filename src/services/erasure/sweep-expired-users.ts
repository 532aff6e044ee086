import { Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import type { ChatContext } from '../chat/chat-context.ts';
import { abortTurn } from '../chat/turns/abort-chat.ts';
import { eraseLogs, loggedTurns } from '../chat/turns/logged-turns.ts';
import { retryRaces } from '../race.ts';
import { repeat } from '../repeat.ts';
import { mergedUsageParts } from '../usage/model-usage.ts';

type EraseContext = Pick<ChatContext, 'prisma' | 'now' | 'runLog' | 'threadNotices'>;

/**
 * Erases users whose life is over, with their sessions, threads, results, memberships and values, and the logs of their
 * turns. Their running turns are stopped first, so that the streams end in the usual way. Their usage is added to that of
 * others who were erased.
 * @returns the number of users erased here, rather than by another process at the same time
 */
export async function eraseUsers(context: EraseContext, ids: readonly number[]): Promise<number> {
  const logged = await loggedTurns(context, Prisma.sql`r."userId" = ANY(${[...ids]}::int[])`);
  const running = logged.filter(({ isRunning }) => isRunning);
  await Promise.all(running.map(({ threadId }) => abortTurn(context, threadId)));
  // Always in the same order, so that processes erasing the same users do not deadlock.
  const erased = await retryRaces(
    () => sql(context.prisma)`
      WITH due AS (SELECT id FROM "User" WHERE id = ANY(${[...ids]}::int[]) ORDER BY id FOR UPDATE),
      ${mergedUsageParts('due')}
      DELETE FROM "User" WHERE id IN (SELECT id FROM due) RETURNING id`,
  );
  await eraseLogs(context, logged);
  return erased.length;
}

/** Maximum number of users erased in one statement, so that its locks are short. */
const batchSize = 200;

/**
 * Erases all users whose life is over, as `eraseUsers` (spec: Lifecycle facts).
 * @param signal ends the sweep after the current batch
 * @returns as `eraseUsers`
 */
export async function sweepExpiredUsers(context: EraseContext, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (;;) {
    const due = await sql<{ id: number }>(context.prisma)`
      SELECT id FROM "User" WHERE "expiresAt" <= ${context.now()} ORDER BY "expiresAt" LIMIT ${batchSize}`;
    const ids = due.map(({ id }) => id);
    if (ids.length > 0) removed += await eraseUsers(context, ids);
    if (ids.length < batchSize || signal?.aborted === true) return removed;
  }
}

/** Sweeps regularly until it is disposed of. @param everyMs how late a user may be erased after its life is over */
export function createUserSweeper(
  context: EraseContext & Pick<ChatContext, 'logger'>,
  everyMs: number,
): AsyncDisposable {
  return repeat(everyMs, async () => {
    try {
      const removed = await sweepExpiredUsers(context);
      if (removed > 0) context.logger.info({ removed }, 'expired users removed');
    } catch (error) {
      context.logger.error({ err: error }, 'expired users could not be removed');
    }
  });
}
