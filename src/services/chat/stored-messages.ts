import { Prisma } from '../../db/generated/client.ts';
import { queryRaw } from '../../db/query-raw.ts';
import type { ServiceContext } from '../context.ts';
import { type ChatMessageLine, lineOfMessage, type StoredMessage } from './chat-line.ts';

/** Messages of a thread with numbers past `after` and up to `upTo`, in their order. */
export async function readMessages(
  context: Pick<ServiceContext, 'prisma'>,
  thread: { readonly id: string; readonly devMode: boolean },
  after: number,
  upTo?: number,
): Promise<ChatMessageLine[]> {
  const last = upTo === undefined ? Prisma.empty : Prisma.sql`AND sort <= ${upTo}`;
  const numbers = Prisma.sql`"threadId" = ${thread.id}::uuid AND sort > ${after} ${last}`;
  return readLines(context, numbers, thread.devMode);
}

/** What was said in one turn, in its order. */
export async function readTurnMessages(
  context: Pick<ServiceContext, 'prisma'>,
  runId: string,
  devMode: boolean,
): Promise<ChatMessageLine[]> {
  return readLines(context, Prisma.sql`"runId" = ${runId}::uuid`, devMode);
}

async function readLines(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  where: Prisma.Sql,
  devMode: boolean,
): Promise<ChatMessageLine[]> {
  const rows = await queryRaw<StoredMessage>(
    prisma,
    Prisma.sql`SELECT id::text AS id, sort, role::text AS role, content, thinking, "toolName", "toolInput", "toolResult",
                 "graphPath" FROM "ChatMessage" WHERE ${where} ORDER BY sort`,
  );
  return rows.map((row) => lineOfMessage(row, devMode));
}
