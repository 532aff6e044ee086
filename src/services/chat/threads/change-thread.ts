import { rateChatMessageInput, renameChatThreadInput } from '../../../contract/chat.ts';
import { isUuid, parseInput } from '../../../contract/parse-input.ts';
import { Prisma } from '../../../db/generated/client.ts';
import { sql } from '../../../db/sql.ts';
import { notFound } from '../../../errors.ts';
import { type AuditEntry, auditPart, ofAgent } from '../../audit/audit-part.ts';
import type { Caller } from '../../caller.ts';
import type { ServiceContext } from '../../context.ts';
import { findRow } from '../../lists/look-up.ts';
import { type ThreadOwner, tellPages } from '../../thread-notices.ts';
import type { ChatContext } from '../chat-context.ts';
import { abortTurn } from '../turns/abort-chat.ts';
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
      RETURNING t.id::text AS id, t."accountId", t."userId", t."agentId"`,
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
      RETURNING t.id::text AS id, t."accountId", t."userId", t."agentId"`,
  );
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
  const { rating } = parseInput(rateChatMessageInput, input);
  const [rated] = isUuid(messageId)
    ? await sql(prisma)`
        UPDATE "ChatMessage" t SET rating = ${ratings[rating]}
        WHERE t.id = ${messageId}::uuid AND t.role = 'assistant' AND ${visible} RETURNING t.id`
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
  const [row] = await sql<ThreadOwner & { readonly id: string; readonly deployment: number }>(context.prisma)`
    WITH ${parts} SELECT c.id, c."accountId", c."userId", d.number AS deployment
    FROM changed c JOIN "Agent" a ON a.id = c."agentId" JOIN "Deployment" d ON d.id = a."deploymentId"`;
  if (row === undefined) throw notFound('Chat thread');
  tellPages(context, row, { kind, threadId: row.id, deployment: row.deployment });
}
