import type { ServiceContext } from '../context.ts';
import { leaseMs } from './chat-context.ts';
import type { ChatUsage, ThreadStatus } from './chat-line.ts';

/** One turn, as its row tells it. */
export interface StoredRun {
  readonly id: string;
  readonly threadId: string;
  readonly status: ThreadStatus | 'running';
  readonly startSort: number;
  readonly leaseExpiresAt: Date;
  readonly errorCode: string | null;
  readonly errorMessage: string | null;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly steps: number;
}

export function usageOf(run: StoredRun): ChatUsage {
  return { inputTokens: run.inputTokens, outputTokens: run.outputTokens, steps: run.steps };
}

export const runColumns = {
  id: true,
  threadId: true,
  status: true,
  startSort: true,
  leaseExpiresAt: true,
  errorCode: true,
  errorMessage: true,
  inputTokens: true,
  outputTokens: true,
  steps: true,
} as const;

/** The newest turn of a thread, marked interrupted if its process has given no sign of life for too long. */
export async function readLatestRun(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
  threadId: string,
): Promise<StoredRun | null> {
  const run = await context.prisma.chatRun.findFirst({
    where: { threadId },
    orderBy: { startSort: 'desc' },
    select: runColumns,
  });
  return run === null ? null : settleExpired(context, run);
}

/** Whoever first sees a lease expired marks the run interrupted (contract §5); the thread takes new input at once. */
export async function settleExpired(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
  run: StoredRun,
): Promise<StoredRun> {
  const now = context.now();
  if (run.status !== 'running' || run.leaseExpiresAt > now) return run;
  const marked = await context.prisma.chatRun.updateMany({
    where: { id: run.id, status: 'running', leaseExpiresAt: { lte: now } },
    data: { status: 'interrupted', finishedAt: now },
  });
  if (marked.count > 0) return { ...run, status: 'interrupted' };
  const current = await context.prisma.chatRun.findUnique({ where: { id: run.id }, select: runColumns });
  return current ?? { ...run, status: 'interrupted' };
}

/**
 * Marks every running run interrupted, for the start of a process that is the only one on its state: whoever ran them
 * is gone. Returns how many there were.
 */
export async function interruptAbandonedRuns(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
): Promise<number> {
  const marked = await context.prisma.chatRun.updateMany({
    where: { status: 'running' },
    data: { status: 'interrupted', finishedAt: context.now() },
  });
  return marked.count;
}

export function newLease(now: Date): Date {
  return new Date(now.getTime() + leaseMs);
}
