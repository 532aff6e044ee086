import type { ChatContext } from '../chat/chat-context.ts';
import { abortTurn } from '../chat/turns/abort-chat.ts';

export type EraseContext = Pick<ChatContext, 'prisma' | 'now' | 'runLog'>;

/**
 * Erases users whose life is over with all that is theirs: sessions, threads, results, memberships, values. Turns at work
 * for them are stopped first, so that their streams end as those of any other turn that was stopped.
 * @returns how many were erased here, rather than by another process at the same moment
 */
export async function eraseUsers(context: EraseContext, ids: readonly number[]): Promise<number> {
  const running = await context.prisma.$queryRaw<{ threadId: string }[]>`
    SELECT r."threadId"::text AS "threadId" FROM "ChatRun" r
    WHERE r.status = 'running' AND r."userId" = ANY(${[...ids]}::int[])`;
  await Promise.all(running.map(({ threadId }) => abortTurn(context, threadId)));
  // In one order, so that processes that erase the same users never wait for each other in a circle.
  return context.prisma.$executeRaw`
    DELETE FROM "User" WHERE id IN (
      SELECT id FROM "User" WHERE id = ANY(${[...ids]}::int[]) ORDER BY id FOR UPDATE)`;
}
