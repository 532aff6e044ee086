import { z } from 'zod';
import { chatThreadFilter } from '../../../contract/chat.ts';
import { parseInput } from '../../../contract/parse-input.ts';
import { type ChatThread, Prisma } from '../../../db/generated/client.ts';
import type { Caller } from '../../caller.ts';
import type { ServiceContext } from '../../context.ts';
import { type ListArgs, type Page, readList } from '../../lists/list.ts';
import { contains, ifGiven, whereBetween } from '../../lists/list-filter.ts';
import { lastTurnIs } from '../runs.ts';
import { threads } from './threads.ts';

/** The filter after the user's global ID has been replaced by the number. */
const filterSchema = chatThreadFilter.extend({ userId: z.int32().nullish() });

/** Lists threads. @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED` */
export async function listThreads(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
  caller: Caller | null,
  args: ListArgs<z.input<typeof filterSchema>, 'createdAt' | 'updatedAt'>,
): Promise<Page<ChatThread>> {
  const { userId, agentId, status, text, from, before } = parseInput(filterSchema, args.filter ?? {});
  return readList(context, caller, threads, args, [
    ...ifGiven(userId, (id) => Prisma.sql`t."userId" = ${id}`),
    ...ifGiven(
      agentId,
      (number) => Prisma.sql`t."agentId" = (SELECT a.id FROM "Agent" a
        WHERE a."accountId" = t."accountId" AND a.number = ${number})`,
    ),
    ...ifGiven(status, (is) => lastTurnIs(is, context.now())),
    ...ifGiven(text, (sought) => contains(Prisma.sql`t.title`, sought)),
    ...whereBetween(Prisma.sql`t."createdAt"`, from, before),
  ]);
}
