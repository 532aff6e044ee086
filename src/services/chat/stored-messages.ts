import type { ServiceContext } from '../context.ts';
import { type ChatMessageLine, lineOfMessage } from './chat-line.ts';

/** Messages of a thread with numbers past `after` and up to `upTo`, in their order. */
export async function readMessages(
  context: Pick<ServiceContext, 'prisma'>,
  thread: { readonly id: string; readonly devMode: boolean },
  after: number,
  upTo?: number,
): Promise<ChatMessageLine[]> {
  const rows = await context.prisma.chatMessage.findMany({
    where: { threadId: thread.id, sort: { gt: after, ...(upTo === undefined ? {} : { lte: upTo }) } },
    orderBy: { sort: 'asc' },
  });
  return rows.map((row) => lineOfMessage(row, thread.devMode));
}

/** What was said in one turn, in its order. */
export async function readTurnMessages(
  context: Pick<ServiceContext, 'prisma'>,
  runId: string,
  devMode: boolean,
): Promise<ChatMessageLine[]> {
  const rows = await context.prisma.chatMessage.findMany({ where: { runId }, orderBy: { sort: 'asc' } });
  return rows.map((row) => lineOfMessage(row, devMode));
}
