import { repeat } from '../../repeat.ts';
import type { ChatContext } from '../chat-context.ts';

type ReapContext = Pick<ChatContext, 'prisma' | 'now'>;

/**
 * Marks the running runs whose lease has expired as interrupted: their process is gone, or cut off, and nobody may ever
 * read their threads (contract §5). Processes that reap at the same moment share the work: a run is marked by one.
 * @returns how many were marked here
 */
export async function reapExpiredRuns({ prisma, now }: ReapContext): Promise<number> {
  const at = now();
  const { count } = await prisma.chatRun.updateMany({
    where: { status: 'running', leaseExpiresAt: { lte: at } },
    data: { status: 'interrupted', finishedAt: at },
  });
  return count;
}

/** Reaps now and then until it is disposed of. @param everyMs how late a run may be marked behind the end of its lease */
export function createRunReaper(
  context: ReapContext & Pick<ChatContext, 'logger'>,
  everyMs: number,
): AsyncDisposable {
  return repeat(everyMs, async () => {
    try {
      const interrupted = await reapExpiredRuns(context);
      if (interrupted > 0)
        context.logger.warn({ interrupted }, 'turns of a process that is gone were interrupted');
    } catch (error) {
      context.logger.error({ err: error }, 'turns of processes that are gone not interrupted');
    }
  });
}
