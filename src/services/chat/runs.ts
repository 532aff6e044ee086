import { Prisma } from '../../db/generated/client.ts';
import { queryRaw } from '../../db/query-raw.ts';
import type { ServiceContext } from '../context.ts';
import type { ChatUsage, ThreadStatus } from './chat-line.ts';
import type { StopReason } from './turn.ts';

/** One turn, as its row tells it. */
export interface StoredRun {
  readonly id: string;
  readonly threadId: string;
  readonly status: ThreadStatus | 'running';
  readonly startSort: number;
  readonly startedAt: Date;
  readonly leaseExpiresAt: Date;
  readonly stopReason: StopReason | null;
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
  startedAt: true,
  leaseExpiresAt: true,
  stopReason: true,
  errorCode: true,
  errorMessage: true,
  inputTokens: true,
  outputTokens: true,
  steps: true,
} as const;

/** The same of the table `r`, for SQL. */
export const selectedRun = Prisma.sql`r.id::text AS id, r."threadId"::text AS "threadId", r.status::text AS status,
  r."startSort", r."startedAt", r."leaseExpiresAt", r."stopReason"::text AS "stopReason", r."errorCode", r."errorMessage", r."inputTokens", r."outputTokens", r.steps`;

/** How far a thread has come: the last number given out, and its newest turn. */
export interface ThreadProgress {
  readonly lastSort: number;
  readonly run: StoredRun | null;
}

/**
 * Reads both at one moment: a turn that ends meanwhile is in both or in neither. The turn is marked interrupted if its
 * process has given no sign of life for too long. Null when the thread is gone.
 */
export async function readProgress(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
  threadId: string,
): Promise<ThreadProgress | null> {
  const [row] = await queryRaw<Omit<StoredRun, 'id'> & { lastSort: number; id: string | null }>(
    context.prisma,
    Prisma.sql`
    SELECT t."lastSort", ${selectedRun} FROM "ChatThread" t LEFT JOIN LATERAL (
      SELECT * FROM "ChatRun" WHERE "threadId" = t.id ORDER BY "startSort" DESC LIMIT 1) r ON true
    WHERE t.id = ${threadId}::uuid`,
  );
  if (row === undefined) return null;
  const { lastSort, id, ...run } = row;
  return { lastSort, run: id === null ? null : await settleExpired(context, { id, ...run }) };
}

/** The newest turn of a thread, as {@link readProgress} finds it. */
export async function readLatestRun(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
  threadId: string,
): Promise<StoredRun | null> {
  return (await readProgress(context, threadId))?.run ?? null;
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
