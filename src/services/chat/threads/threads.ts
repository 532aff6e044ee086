import { type ChatMessage, type ChatThread, Prisma } from '../../../db/generated/client.ts';
import { AppError } from '../../../errors.ts';
import { type Caller, requireAdmin, requireCaller } from '../../caller.ts';
import type { ServiceContext } from '../../context.ts';
import { agentsOf } from '../../deployments/list-deployments.ts';
import { isUuid } from '../../input.ts';
import { type NestedList, readNestedPage } from '../../lists/nested-page.ts';
import type { Page, PageArgs } from '../../lists/page.ts';

/**
 * What a caller may see of chats: an end user its own with agents of the session's deployment, an admin key those of its
 * account and its deployments.
 */
export function visibleThreads(caller: Caller | null): {
  accountId: number;
  userId?: number;
  agent?: { deployment: { number: { in: number[] } } };
} {
  const known = requireCaller(caller);
  if (known.kind === 'user') {
    const { account, userId, deployment } = known;
    return { accountId: account.id, userId, agent: { deployment: { number: { in: [deployment.number] } } } };
  }
  const { account, deployments } = requireAdmin(known);
  if (deployments.length === 0) return { accountId: account.id };
  return { accountId: account.id, agent: { deployment: { number: { in: [...deployments] } } } };
}

/** The same as a condition on threads that go by this name in a statement. */
export function isVisible(thread: 't' | 'h', caller: Caller | null): Prisma.Sql {
  const { accountId, userId, agent } = visibleThreads(caller);
  const of = Prisma.raw(thread);
  const conditions = [
    Prisma.sql`${of}."accountId" = ${accountId}`,
    ...(userId === undefined ? [] : [Prisma.sql`${of}."userId" = ${userId}`]),
    ...(agent === undefined
      ? []
      : [Prisma.sql`${of}."agentId" IN ${agentsOf(accountId, agent.deployment.number.in)}`]),
  ];
  return Prisma.join(conditions, ' AND ');
}

/** One thread that the caller may see. @throws AppError `NOT_FOUND`, `UNAUTHENTICATED`, `FORBIDDEN` */
export async function findThread(
  context: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  chatId: string,
  query: object,
): Promise<ChatThread> {
  const scope = visibleThreads(caller);
  const thread = isUuid(chatId)
    ? await context.prisma.chatThread.findFirst({ ...query, where: { id: chatId, ...scope } })
    : null;
  if (thread === null) throw new AppError('NOT_FOUND', 'Chat thread not found.');
  return thread;
}

/** The messages of a thread that the caller may see, oldest first. @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED` */
export function listMessages(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  threadId: string,
  args: PageArgs,
): Promise<Page<ChatMessage>> {
  const list: NestedList<'int', string, ChatMessage> = {
    name: 'messages of threads',
    kind: 'int',
    newestFirst: false,
    parents: 'uuid',
    key: Prisma.sql`t.sort`,
    parentColumn: Prisma.sql`t."threadId"`,
    rows: Prisma.sql`FROM "ChatMessage" t WHERE EXISTS (SELECT FROM "ChatThread" h
      WHERE h.id = p.id AND ${isVisible('h', caller)})`,
    keyOf: ({ sort }) => sort,
  };
  return readNestedPage(prisma, requireCaller(caller), list, threadId, args);
}

/** One message that the caller may see. @throws AppError `NOT_FOUND`, `UNAUTHENTICATED`, `FORBIDDEN` */
export async function findMessage(
  context: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  messageId: string,
  query: object,
): Promise<ChatMessage> {
  const thread = visibleThreads(caller);
  const message = isUuid(messageId)
    ? await context.prisma.chatMessage.findFirst({ ...query, where: { id: messageId, thread } })
    : null;
  if (message === null) throw new AppError('NOT_FOUND', 'Chat message not found.');
  return message;
}
