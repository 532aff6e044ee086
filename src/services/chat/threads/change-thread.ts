import { z } from 'zod';
import { Prisma } from '../../../db/generated/client.ts';
import { AppError } from '../../../errors.ts';
import { type AuditEntry, auditPart, ofThread } from '../../audit/audit-part.ts';
import type { Caller } from '../../caller.ts';
import type { ServiceContext } from '../../context.ts';
import { isUuid, lineOfText, parseInput } from '../../input.ts';
import type { ChatContext } from '../chat-context.ts';
import { abortTurn } from '../turns/abort-chat.ts';
import { findThread, isVisible, visibleThreads } from './threads.ts';

const renameSchema = z.object({
  title: z
    .string()
    .transform((text) => text.trim())
    .pipe(lineOfText()),
});

/**
 * Gives a thread another title, of one line and at most 255 characters.
 * @throws AppError `NOT_FOUND`, `VALIDATION_FAILED`, `UNAUTHENTICATED`, `FORBIDDEN`
 */
export async function renameThread(
  context: Pick<ServiceContext, 'prisma' | 'now' | 'newId'>,
  caller: Caller | null,
  chatId: string,
  input: unknown,
): Promise<void> {
  const thread = await findThread(context, caller, chatId, {});
  const { title } = parseInput(renameSchema, input);
  await change(
    context,
    caller,
    {
      action: 'chatThread.rename',
      subject: 'chatThread',
      details: { userId: thread.userId },
      deployments: ofThread,
    },
    Prisma.sql`UPDATE "ChatThread" t SET title = ${title} WHERE t.id = ${thread.id}::uuid AND ${isVisible('t', caller)}
      RETURNING t.id::text AS id, t."agentId"`,
  );
}

/**
 * Deletes a thread with its messages and results; a turn at work in it is stopped first.
 * @throws AppError `NOT_FOUND`, `UNAUTHENTICATED`, `FORBIDDEN`
 */
export async function deleteThread(
  context: ChatContext,
  caller: Caller | null,
  chatId: string,
): Promise<void> {
  const thread = await findThread(context, caller, chatId, {});
  await abortTurn(context, thread.id);
  await change(
    context,
    caller,
    {
      action: 'chatThread.delete',
      subject: 'chatThread',
      details: { userId: thread.userId },
      deployments: ofThread,
    },
    Prisma.sql`DELETE FROM "ChatThread" t WHERE t.id = ${thread.id}::uuid AND ${isVisible('t', caller)}
      RETURNING t.id::text AS id, t."agentId"`,
  );
}

const rateSchema = z.object({ rating: z.int().min(-1).max(1) });

/**
 * Says whether a message of the agent was good (1), bad (-1), or neither (0).
 * @throws AppError `NOT_FOUND`, also for a message of the user; `VALIDATION_FAILED`, `UNAUTHENTICATED`, `FORBIDDEN`
 */
export async function rateMessage(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  messageId: string,
  input: unknown,
): Promise<void> {
  const thread = visibleThreads(caller);
  const { rating } = parseInput(rateSchema, input);
  const rated = isUuid(messageId)
    ? await prisma.chatMessage.updateMany({
        where: { id: messageId, role: 'assistant', thread },
        data: { rating },
      })
    : { count: 0 };
  if (rated.count === 0) throw new AppError('NOT_FOUND', 'Chat message not found.');
}

/** What a server does with a user's thread is kept; what users do with their own is theirs. @throws AppError `NOT_FOUND` */
async function change(
  context: Pick<ServiceContext, 'prisma' | 'now' | 'newId'>,
  caller: Caller | null,
  entry: AuditEntry,
  statement: Prisma.Sql,
): Promise<void> {
  const audited = caller?.kind === 'apiKey' ? [auditPart(context, caller, entry, 'changed')] : [];
  const parts = Prisma.join([Prisma.sql`changed AS (${statement})`, ...audited], ', ');
  const [row] = await context.prisma.$queryRaw<{ id: string }[]>`WITH ${parts} SELECT id FROM changed`;
  if (row === undefined) throw new AppError('NOT_FOUND', 'Chat thread not found.');
}
