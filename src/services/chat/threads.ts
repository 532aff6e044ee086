import { type ChatMessage, type ChatThread, Prisma } from '../../db/generated/client.ts';
import { AppError } from '../../errors.ts';
import { type Caller, requireAdmin, requireCaller } from '../caller.ts';
import type { ServiceContext } from '../context.ts';
import { type NestedList, readNestedPage } from '../nested-page.ts';
import { type Page, type PageArgs, readPage } from '../page.ts';

/** What a caller may see of chats: an end user its own, an admin key those of its account. */
export function visibleThreads(caller: Caller | null): { accountId: number; userId?: number } {
  const known = requireCaller(caller);
  if (known.kind === 'user') return { accountId: known.account.id, userId: known.userId };
  return { accountId: requireAdmin(known).account.id };
}

/** The caller's threads, newest first. @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED` */
export function listThreads(
  context: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  args: PageArgs,
  query: object,
): Promise<Page<ChatThread>> {
  const scope = visibleThreads(caller);
  return readPage('uuid', args, true, ({ where, orderBy, take }) =>
    context.prisma.chatThread.findMany({ ...query, where: { ...scope, ...where }, orderBy, take }),
  );
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

/** The messages of a thread that the caller may see, oldest first. @throws AppError as `listThreads` */
export function listMessages(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  caller: Caller | null,
  threadId: string,
  args: PageArgs,
  query: object,
): Promise<Page<ChatMessage>> {
  const thread = visibleThreads(caller);
  const ofUser = thread.userId === undefined ? Prisma.empty : Prisma.sql`AND h."userId" = ${thread.userId}`;
  const list: NestedList<'int', string, ChatMessage> = {
    name: 'messages of threads',
    kind: 'int',
    newestFirst: false,
    parents: 'uuid',
    key: Prisma.sql`t.sort`,
    rows: Prisma.sql`FROM "ChatMessage" t WHERE t."threadId" = p.id AND EXISTS (SELECT FROM "ChatThread" h
      WHERE h.id = p.id AND h."accountId" = ${thread.accountId} ${ofUser})`,
    load: (ids) => prisma.chatMessage.findMany({ ...query, where: { id: { in: ids } } }),
    keyOf: ({ sort }) => sort,
  };
  return readNestedPage(prisma, requireCaller(caller), list, threadId, args, query);
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

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
