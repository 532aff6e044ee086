import type { ChatRequest } from '../../../contract/chat.ts';
import { isUuid } from '../../../contract/parse-input.ts';
import { Prisma } from '../../../db/generated/client.ts';
import { sql } from '../../../db/sql.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { AccountLimits } from '../../limits/limits.ts';
import type { ActingUser } from '../../sessions/acting-user.ts';
import type { ChatAgent } from '../chat-agent.ts';
import type { ChatContext } from '../chat-context.ts';
import { type StoredRun, selectedRun, settleExpired } from '../runs.ts';
import type { ThreadToRead } from '../stream/read-thread.ts';

/** The user and the agent of a chat request. */
export interface ChatScope {
  readonly context: ChatContext;
  readonly accountId: number;
  /** The limits of the account. */
  readonly limits: AccountLimits;
  readonly agent: ChatAgent;
  readonly user: ActingUser;
}

/** A turn that an earlier request started. */
export interface FoundTurn {
  readonly kind: 'found';
  readonly thread: ThreadToRead;
  readonly run: StoredRun;
}

/** @throws AppError `NOT_FOUND` for a thread that does not exist or belongs to another user, agent or account */
export async function requireThread(
  { context, accountId, agent, user }: ChatScope,
  chatId: string,
): Promise<ThreadToRead> {
  const [thread] = isUuid(chatId)
    ? await sql<{ id: string }>(context.prisma)`
        SELECT id::text AS id FROM "ChatThread" WHERE id = ${chatId}::uuid AND "accountId" = ${accountId}
          AND "agentId" = ${agent.id} AND "userId" = ${user.id}`
    : [];
  if (thread === undefined) throw notFound('Chat thread');
  return { id: thread.id, devMode: agent.devMode };
}

/**
 * Finds the turn that an earlier request of the user to the agent with the same `messageId` started. Null if there is none.
 * @throws AppError `CONFLICT` if that request was another: with another message, or for another thread; `NOT_FOUND` as
 *   `requireThread`
 */
export async function findTurn(scope: ChatScope, request: ChatRequest): Promise<FoundTurn | null> {
  const { context, accountId, agent, user } = scope;
  const { messageId, chatId, input } = request;
  if (messageId == null || (chatId != null && !isUuid(chatId))) return null;
  const inThread = chatId == null ? Prisma.sql`true` : Prisma.sql`t.id = ${chatId}::uuid`;
  const [found] = await sql<StoredRun & { isSame: boolean }>(context.prisma)`
    SELECT ${selectedRun}, (${inThread} AND m.content = ${input}) AS "isSame"
    FROM "ChatRun" r JOIN "ChatThread" t ON t.id = r."threadId"
    JOIN "ChatMessage" m ON m."threadId" = r."threadId" AND m.sort = r."startSort" + 1
    WHERE r."messageId" = ${messageId} AND r."userId" = ${user.id} AND r."agentId" = ${agent.id}
      AND t."accountId" = ${accountId}
    ORDER BY "isSame" DESC, r."startedAt" DESC LIMIT 1`;
  if (found === undefined) return null;
  const { isSame, ...run } = found;
  if (!isSame) {
    if (chatId != null) await requireThread(scope, chatId);
    throw new AppError(
      'CONFLICT',
      'This messageId was used for another message. Send this one with a new messageId.',
    );
  }
  const thread = { id: run.threadId, devMode: agent.devMode };
  return { kind: 'found', thread, run: await settleExpired(context, run) };
}
