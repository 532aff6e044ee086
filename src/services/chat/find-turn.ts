import { AppError } from '../../errors.ts';
import type { ChatInput } from './chat-input.ts';
import type { ThreadToRead } from './read-thread.ts';
import { runColumns, type StoredRun, settleExpired } from './runs.ts';
import type { ChatScope } from './store-turn.ts';
import { isUuid } from './threads.ts';

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
  const thread = isUuid(chatId)
    ? await context.prisma.chatThread.findFirst({
        where: { id: chatId, accountId, agentId: agent.id, userId: user.id },
        select: { id: true },
      })
    : null;
  if (thread === null) throw new AppError('NOT_FOUND', 'Chat thread not found.');
  return { id: thread.id, devMode: agent.devMode };
}

/**
 * The turn that an earlier request with the same `messageId` started (contract §5): of the thread named, else among the
 * user's own with this agent. @throws AppError `NOT_FOUND`
 */
export async function findTurn(scope: ChatScope, request: ChatInput): Promise<Turn | null> {
  const { context, accountId, agent, user } = scope;
  if (request.messageId == null) return null;
  if (request.chatId != null) await requireThread(scope, request.chatId);
  const found = await context.prisma.chatRun.findFirst({
    where: {
      messageId: request.messageId,
      userId: user.id,
      agentId: agent.id,
      thread: { accountId },
      ...(request.chatId == null ? {} : { threadId: request.chatId }),
    },
    select: runColumns,
    orderBy: { startedAt: 'desc' },
  });
  if (found === null) return null;
  const thread = { id: found.threadId, devMode: agent.devMode };
  return { thread, run: await settleExpired(context, found) };
}
