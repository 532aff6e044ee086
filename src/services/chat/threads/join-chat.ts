import { validationFailed } from '../../../errors.ts';
import { type Caller, requireCaller } from '../../caller.ts';
import { findRow } from '../../lists/look-up.ts';
import type { ChatContext } from '../chat-context.ts';
import type { ChatReader } from '../stream/chat-reader.ts';
import { readThread } from '../stream/read-thread.ts';
import { threads } from './threads.ts';

/**
 * Follows a thread: returns all lines after a number, including those of a live turn until it ends, or the credentials do.
 * @throws AppError `NOT_FOUND`, `UNAUTHENTICATED`, `FORBIDDEN`, `VALIDATION_FAILED`
 */
export async function joinChat(
  context: ChatContext,
  maybeCaller: Caller | null,
  chatId: string,
  afterSort: number,
): Promise<ChatReader> {
  const caller = requireCaller(maybeCaller);
  if (afterSort < 0) throw validationFailed([{ path: 'afterSort', message: 'must not be negative' }]);
  const { id, agentId } = await findRow(context, caller, threads, chatId);
  const { devMode } = await context.prisma.agent.findUniqueOrThrow({
    where: { id: agentId },
    select: { devMode: true },
  });
  return (await readThread(context, { id, devMode }, afterSort)).under(context, caller);
}
