import type { ChatMessageLine } from '../../contract/stream-lines.ts';
import { type ChatMessage, Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import type { ServiceContext } from '../context.ts';
import { withSafeChart } from './chat-line.ts';

/** The messages of a thread with numbers above `after` and up to `upTo`, in order. */
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

/** The messages of one turn, in order. */
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
  const rows = await sql<StoredMessage>(prisma)`
    SELECT id::text AS id, sort, role::text AS role, content, thinking, "toolName", "toolInput", "toolResult", "graphPath"
    FROM "ChatMessage" WHERE ${where} ORDER BY sort`;
  return rows.map((row) => lineOfMessage(row, devMode));
}

type StoredMessage = Omit<
  ChatMessage,
  'threadId' | 'runId' | 'rating' | 'ratingReason' | 'ratingComment' | 'createdAt'
>;

/** A stored message as the line that completed it, with `thinking` only if the agent is in development mode. */
function lineOfMessage(message: StoredMessage, devMode: boolean): ChatMessageLine {
  const { toolName, toolInput, toolResult } = message;
  return {
    id: message.id,
    role: message.role,
    content: message.content,
    ...(devMode && message.thinking !== null ? { thinking: message.thinking } : {}),
    ...(toolName !== null && toolInput !== null
      ? {
          toolCall: {
            name: toolName,
            input: withSafeChart(toolInput),
            ...(toolResult === null ? {} : { result: withSafeChart(toolResult) }),
          },
        }
      : {}),
    graphPath: message.graphPath,
    isDelta: false,
    isInProcess: false,
    sort: message.sort,
  };
}
