import { Prisma } from '../../../db/generated/client.ts';
import { queryRaw } from '../../../db/query-raw.ts';
import { AppError } from '../../../errors.ts';
import { isUuid } from '../../input.ts';
import type { ChatInput } from '../chat-input.ts';
import type { ChatScope } from '../chat-scope.ts';
import { type StoredRun, selectedRun, settleExpired } from '../runs.ts';
import type { ThreadToRead } from '../stream/read-thread.ts';

/** A turn that is there already. */
export interface Turn {
  readonly thread: ThreadToRead;
  readonly run: StoredRun;
}

/** @throws AppError `NOT_FOUND` for a thread that does not exist or is another user's, agent's or account's */
export async function requireThread(
  { context, accountId, agent, user }: ChatScope,
  chatId: string,
): Promise<ThreadToRead> {
  const [thread] = isUuid(chatId)
    ? await queryRaw<{ id: string }>(
        context.prisma,
        Prisma.sql`SELECT id::text AS id FROM "ChatThread" WHERE id = ${chatId}::uuid AND "accountId" = ${accountId}
                     AND "agentId" = ${agent.id} AND "userId" = ${user.id}`,
      )
    : [];
  if (thread === undefined) throw new AppError('NOT_FOUND', 'Chat thread not found.');
  return { id: thread.id, devMode: agent.devMode };
}

/**
 * The turn that an earlier request with the same `messageId` started (contract §5): of the thread named, else among the
 * user's own with this agent. Null when there is none.
 */
export async function findTurn(scope: ChatScope, request: ChatInput): Promise<Turn | null> {
  const { context, accountId, agent, user } = scope;
  const { messageId, chatId } = request;
  if (messageId == null || (chatId != null && !isUuid(chatId))) return null;
  const [found] = await queryRaw<StoredRun>(
    context.prisma,
    Prisma.sql`
    SELECT ${selectedRun} FROM "ChatRun" r JOIN "ChatThread" t ON t.id = r."threadId"
    WHERE r."messageId" = ${messageId} AND r."userId" = ${user.id} AND r."agentId" = ${agent.id}
      AND t."accountId" = ${accountId} ${chatId == null ? Prisma.empty : Prisma.sql`AND t.id = ${chatId}::uuid`}
    ORDER BY r."startedAt" DESC LIMIT 1`,
  );
  if (found === undefined) return null;
  const thread = { id: found.threadId, devMode: agent.devMode };
  return { thread, run: await settleExpired(context, found) };
}
