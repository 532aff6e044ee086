import { z } from 'zod';
import { type ChatThread, Prisma } from '../../../db/generated/client.ts';
import type { Caller } from '../../caller.ts';
import type { ServiceContext } from '../../context.ts';
import { parseInput } from '../../input.ts';
import { type FilteredList, type ListArgs, readFilteredPage } from '../../lists/filtered-page.ts';
import { comparedTime, contains, soughtText, whereBetween, whereGiven } from '../../lists/list-filter.ts';
import type { Page } from '../../lists/page.ts';
import { lastTurnIs } from '../turns/turn-status.ts';
import { isVisible } from './threads.ts';

const filterSchema = z.object({
  userId: z.int32().nullish(),
  agentId: z.int32().nullish(),
  status: z.enum(['running', 'completed', 'aborted', 'failed', 'interrupted']).nullish(),
  text: soughtText(),
  from: comparedTime(),
  before: comparedTime(),
});

/** Which threads to list. `agentId` is the agent's number, `text` is looked for in titles, the times bound `createdAt`. */
export type ThreadFilter = z.input<typeof filterSchema>;
export type ThreadOrderField = 'createdAt' | 'updatedAt';

/**
 * The threads that the caller may see, newest first unless sorted otherwise.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED`
 */
export async function listThreads(
  { prisma, now }: Pick<ServiceContext, 'prisma' | 'now'>,
  caller: Caller | null,
  args: ListArgs<ThreadFilter, ThreadOrderField>,
  query: object,
): Promise<Page<ChatThread>> {
  const { userId, agentId, status, text, from, before } = parseInput(filterSchema, args.filter ?? {});
  const list: FilteredList<'uuid', ThreadOrderField, ChatThread> = {
    kind: 'uuid',
    fields: {
      createdAt: { column: Prisma.sql`t."createdAt"`, type: 'timestamptz' },
      updatedAt: { column: Prisma.sql`t."updatedAt"`, type: 'timestamptz' },
    },
    order: { field: 'createdAt', direction: 'desc' },
    from: Prisma.sql`"ChatThread" t`,
    where: [
      isVisible('t', caller),
      ...whereGiven(userId, (id) => Prisma.sql`t."userId" = ${id}`),
      ...whereGiven(
        agentId,
        (number) => Prisma.sql`t."agentId" = (SELECT a.id FROM "Agent" a
          WHERE a."accountId" = t."accountId" AND a.number = ${number})`,
      ),
      ...whereGiven(status, (is) => lastTurnIs(is, now())),
      ...whereGiven(text, (sought) => contains(Prisma.sql`t.title`, sought)),
      ...whereBetween(Prisma.sql`t."createdAt"`, from, before),
    ],
    // Most lists ask for nothing besides the threads' own columns, and are read in one statement.
    ...(Object.keys(query).length > 0 && {
      load: (ids: string[]) => prisma.chatThread.findMany({ ...query, where: { id: { in: ids } } }),
    }),
  };
  return readFilteredPage(prisma, list, args);
}
