import { rateChatMessageInput, renameChatThreadInput } from '../../../contract/chat.ts';
import { isUuid, parseInput } from '../../../contract/parse-input.ts';
import { Prisma } from '../../../db/generated/client.ts';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../errors.ts';
import { type AuditEntry, auditPart, ofAgent } from '../../audit/audit-part.ts';
import type { Caller } from '../../caller.ts';
import type { ServiceContext } from '../../context.ts';
import { findRow } from '../../lists/look-up.ts';
import { type ChangedThread, changedThreads, tellOfThreads } from '../../thread-notices.ts';
import type { ChatContext } from '../chat-context.ts';
import { abortTurn } from '../turns/abort-chat.ts';
import { eraseLogs, loggedTurns } from '../turns/logged-turns.ts';
import { threads, visibleMessages, visibleThreads } from './threads.ts';

/**
 * Renames a thread.
 * @throws AppError `NOT_FOUND`, `VALIDATION_FAILED`, `UNAUTHENTICATED`, `FORBIDDEN`
 */
export async function renameThread(
  context: Pick<ServiceContext, 'prisma' | 'now' | 'newId' | 'threadNotices'>,
  caller: Caller | null,
  chatId: string,
  input: unknown,
): Promise<void> {
  const thread = await findRow(context, caller, threads, chatId);
  const { title } = parseInput(renameChatThreadInput, input);
  await change(
    context,
    caller,
    'renamed',
    {
      action: 'chatThread.rename',
      subject: 'chatThread',
      details: { userId: thread.userId },
      deployments: ofAgent,
    },
    Prisma.sql`UPDATE "ChatThread" t SET title = ${title} WHERE t.id = ${thread.id}::uuid AND ${visibleThreads(caller)}
      RETURNING t.*`,
  );
}

/**
 * Deletes a thread with its messages and results. A running turn is stopped first.
 * @throws AppError `NOT_FOUND`, `UNAUTHENTICATED`, `FORBIDDEN`
 */
export async function deleteThread(
  context: ChatContext,
  caller: Caller | null,
  chatId: string,
): Promise<void> {
  const thread = await findRow(context, caller, threads, chatId);
  await abortTurn(context, thread.id);
  const logged = await loggedTurns(context, Prisma.sql`r."threadId" = ${thread.id}::uuid`);
  await change(
    context,
    caller,
    'deleted',
    {
      action: 'chatThread.delete',
      subject: 'chatThread',
      details: { userId: thread.userId },
      deployments: ofAgent,
    },
    Prisma.sql`DELETE FROM "ChatThread" t WHERE t.id = ${thread.id}::uuid AND ${visibleThreads(caller)}
      RETURNING t.*`,
  );
  await eraseLogs(context, logged);
}

/** How ratings are stored. */
const ratings = { good: 1, none: 0, bad: -1 } as const;

/**
 * Rates a message of the agent.
 * @throws AppError `NOT_FOUND`, also for a message of the user; `VALIDATION_FAILED`, `UNAUTHENTICATED`, `FORBIDDEN`
 */
export async function rateMessage(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  messageId: string,
  input: unknown,
): Promise<void> {
  const visible = visibleMessages(caller);
  const { rating, reason, comment } = parseInput(rateChatMessageInput, input);
  const [why, words] = rating === 'bad' ? [reason ?? null, comment?.trim() || null] : [null, null];
  const [rated] = isUuid(messageId)
    ? await sql(prisma)`
        WITH rated AS (
          UPDATE "ChatMessage" t SET rating = ${ratings[rating]}, "ratingReason" = ${why}, "ratingComment" = ${words}
          WHERE t.id = ${messageId}::uuid AND t.role = 'assistant' AND ${visible} RETURNING t.id, t."runId", t.rating)
        UPDATE "ChatRun" r SET "ratedBad" = rated.rating < 0 OR EXISTS (
          SELECT FROM "ChatMessage" m WHERE m."runId" = r.id AND m.id <> rated.id AND m.rating < 0)
        FROM rated WHERE r.id = rated."runId" RETURNING r.id`
    : [];
  if (rated === undefined) throw notFound('Chat message');
}

/**
 * Changes a thread and tells the pages of its user, with an audit event if an API key does so, not if the user does.
 * @throws AppError `NOT_FOUND`
 */
async function change(
  context: Pick<ServiceContext, 'prisma' | 'now' | 'newId' | 'threadNotices'>,
  caller: Caller | null,
  kind: 'renamed' | 'deleted',
  entry: AuditEntry,
  statement: Prisma.Sql,
): Promise<void> {
  const audited = caller?.kind === 'apiKey' ? [auditPart(context, caller, entry, 'changed')] : [];
  const parts = Prisma.join([Prisma.sql`changed AS (${statement})`, ...audited], ', ');
  const changed = await sql<ChangedThread>(context.prisma)`WITH ${parts} ${changedThreads}`;
  if (changed.length === 0) throw notFound('Chat thread');
  tellOfThreads(context, kind, changed);
}
