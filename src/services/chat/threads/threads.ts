import { z } from 'zod';
import { chatThreadFilter } from '../../../contract/chat.ts';
import { parseInput } from '../../../contract/parse-input.ts';
import { type ChatMessage, type ChatRun, type ChatThread, Prisma } from '../../../db/generated/client.ts';
import { sql } from '../../../db/sql.ts';
import { type Caller, requireAdmin, requireCaller } from '../../caller.ts';
import { agentsOf } from '../../deployments/list-deployments.ts';
import type { BatchContext, List } from '../../lists/list.ts';
import { containAny, ifGiven, whereBetween } from '../../lists/list-filter.ts';
import { lastTurnIs, type TurnStatus, turnStatus } from '../runs.ts';

/** The filter after the user's global ID has been replaced by the number. */
const filterSchema = chatThreadFilter.extend({ userId: z.int32().nullish() });

export const threads: List<ChatThread, 'createdAt' | 'updatedAt'> = {
  table: 'ChatThread',
  columns: Prisma.ChatThreadScalarFieldEnum,
  label: 'Chat thread',
  id: 'uuid',
  fields: { createdAt: 'timestamptz', updatedAt: 'timestamptz' },
  order: { field: 'createdAt', direction: 'desc' },
  parentFirst: true,
  visible: (caller) => visibleThreads(caller),
  matching(filter, _caller, now) {
    const { userId, agentId, status, text, from, before } = parseInput(filterSchema, filter);
    return [
      ...ifGiven(userId, (id) => Prisma.sql`t."userId" = ${id}`),
      ...ifGiven(
        agentId,
        (number) => Prisma.sql`t."agentId" = (SELECT a.id FROM "Agent" a
          WHERE a."accountId" = t."accountId" AND a.number = ${number})`,
      ),
      ...ifGiven(status, (is) => lastTurnIs(is, now)),
      ...ifGiven(text, (sought) => containAny(['title'], sought)),
      ...whereBetween(Prisma.sql`t."createdAt"`, from, before),
    ];
  },
};

/** Callers who see a thread see its messages. */
export const messages: List<ChatMessage> = {
  table: 'ChatMessage',
  columns: Prisma.ChatMessageScalarFieldEnum,
  label: 'Chat message',
  id: 'uuid',
  key: 'sort',
  visible: visibleMessages,
};

/**
 * The condition that the caller may see a thread. An end user sees its own threads with agents of the session's
 * deployment, an admin key those of its account or deployments.
 * @param thread the alias of its table
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`
 */
export function visibleThreads(caller: Caller | null, thread: 't' | 'h' = 't'): Prisma.Sql {
  const known = requireCaller(caller);
  const of = Prisma.raw(thread);
  const inAccount = Prisma.sql`${of}."accountId" = ${known.account.id}`;
  if (known.kind === 'user') {
    return Prisma.sql`${inAccount} AND ${of}."userId" = ${known.userId}
      AND ${of}."agentId" IN ${agentsOf(known.account.id, [known.deployment.number])}`;
  }
  const { account, deployments } = requireAdmin(known);
  if (deployments.length === 0) return inAccount;
  return Prisma.sql`${inAccount} AND ${of}."agentId" IN ${agentsOf(account.id, deployments)}`;
}

/** The condition that the caller may see a message `t`. @throws AppError as `visibleThreads` */
export function visibleMessages(caller: Caller | null): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM "ChatThread" h WHERE h.id = t."threadId" AND ${visibleThreads(caller, 'h')})`;
}

/** Reads the status of the newest turn of a thread that the caller may see, batched; null if there is none. */
export async function readThreadStatus(
  { prisma, now, loaders }: BatchContext,
  caller: Caller | null,
  threadId: string,
): Promise<TurnStatus | null> {
  const run = await loaders.load(readThreadStatus, '', threadId, async (ids) => {
    const runs = await sql<Pick<ChatRun, 'threadId' | 'status' | 'leaseExpiresAt'>>(prisma)`
      SELECT r.* FROM "ChatThread" t
      CROSS JOIN LATERAL (
        SELECT r."threadId", r.status, r."leaseExpiresAt" FROM "ChatRun" r
        WHERE r."threadId" = t.id ORDER BY r."startSort" DESC LIMIT 1) AS r
      WHERE t.id = ANY(${ids}::uuid[]) AND ${visibleThreads(caller)}`;
    return new Map(runs.map((each) => [each.threadId, each]));
  });
  return run === undefined ? null : turnStatus(run, now());
}
