import type { ChatUsage, ThreadStatus } from '../../contract/stream-lines.ts';
import { type ChatRun, Prisma } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import type { ServiceContext } from '../context.ts';
import { repeat } from '../repeat.ts';
import { type ChangedThread, tellOfThreads } from '../thread-notices.ts';
import type { ChatContext } from './chat-context.ts';
import { graphPaths } from './chat-line.ts';
import { unclosedTexts } from './unclosed-texts.ts';

/** What marking a run as interrupted needs. */
type MarkContext = Pick<ChatContext, 'prisma' | 'now' | 'threadNotices' | 'runLog'>;

/** Whether a turn is running, or how it ended. */
export type TurnStatus = ThreadStatus | 'running';

/** A turn as it is stored. */
export type StoredRun = Omit<
  ChatRun,
  | 'userId'
  | 'agentId'
  | 'messageId'
  | 'startsThread'
  | 'leaseOwner'
  | 'finishedAt'
  | 'agentState'
  | 'ratedBad'
  | 'questionKey'
  | 'repeated'
  | 'handledAt'
>;

export function usageOf(run: StoredRun): ChatUsage {
  const { inputTokens, cachedInputTokens, outputTokens, steps } = run;
  return { inputTokens, ...(cachedInputTokens > 0 && { cachedInputTokens }), outputTokens, steps };
}

/** The columns of a stored turn in the table `r`. */
export const selectedRun = Prisma.sql`r.id::text AS id, r."threadId"::text AS "threadId", r.status::text AS status,
  r."startSort", r."startedAt", r."leaseExpiresAt", r."stopReason"::text AS "stopReason", r."errorCode", r."errorMessage", r."inputTokens", r."cachedInputTokens", r."outputTokens", r.steps, r.model`;

/** The progress of a thread: the last number used, and the newest turn. */
export interface ThreadProgress {
  readonly lastSort: number;
  readonly run: StoredRun | null;
}

/**
 * Reads both in one statement, so that they are consistent. Marks the turn as interrupted if its lease has expired.
 * Null if the thread does not exist.
 */
export async function readProgress(context: MarkContext, threadId: string): Promise<ThreadProgress | null> {
  const progress = await selectProgress(context, threadId);
  if (progress?.run == null || !isExpired(context, progress.run)) return progress;
  await interruptExpired(context, Prisma.sql`r.id = ${progress.run.id}::uuid`);
  return selectProgress(context, threadId);
}

async function selectProgress(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  threadId: string,
): Promise<ThreadProgress | null> {
  const [row] = await sql<Omit<StoredRun, 'id'> & { lastSort: number; id: string | null }>(prisma)`
    SELECT t."lastSort", ${selectedRun} FROM "ChatThread" t LEFT JOIN LATERAL (
      SELECT * FROM "ChatRun" WHERE "threadId" = t.id ORDER BY "startSort" DESC LIMIT 1) r ON true
    WHERE t.id = ${threadId}::uuid`;
  if (row === undefined) return null;
  const { lastSort, id, ...run } = row;
  return { lastSort, run: id === null ? null : { id, ...run } };
}

/** The newest turn of a thread, as {@link readProgress} returns it. */
export async function readLatestRun(context: MarkContext, threadId: string): Promise<StoredRun | null> {
  return (await readProgress(context, threadId))?.run ?? null;
}

/** Marks a run as interrupted if its lease has expired, so that its thread accepts new input. */
export async function settleExpired(context: MarkContext, run: StoredRun): Promise<StoredRun> {
  if (!isExpired(context, run)) return run;
  const marked = await interruptExpired(context, Prisma.sql`r.id = ${run.id}::uuid`);
  if (marked > 0) return { ...run, status: 'interrupted' };
  return (await readRun(context, run.id)) ?? { ...run, status: 'interrupted' };
}

function isExpired({ now }: Pick<ServiceContext, 'now'>, run: StoredRun): boolean {
  return run.status === 'running' && run.leaseExpiresAt <= now();
}

export async function readRun(
  { prisma }: Pick<ServiceContext, 'prisma'>,
  id: string,
): Promise<StoredRun | null> {
  const [run] = await sql<StoredRun>(prisma)`SELECT ${selectedRun} FROM "ChatRun" r WHERE r.id = ${id}::uuid`;
  return run ?? null;
}

/**
 * Marks all running runs as interrupted. For the start of a process that is the only one on its database.
 * @returns the number of these runs
 */
export async function interruptAbandonedRuns(
  context: Pick<ServiceContext, 'prisma' | 'now'>,
): Promise<number> {
  return (await interrupt(context, Prisma.sql`true`, [])).length;
}

/**
 * Marks runs as interrupted if their lease has expired, because their process died or lost its connection. Otherwise
 * this only happens when their thread is read.
 * @returns the number of runs marked by this process
 */
export function reapExpiredRuns(context: MarkContext): Promise<number> {
  return interruptExpired(context, Prisma.sql`true`);
}

/** A message that nobody will finish. */
interface UnclosedText {
  readonly runId: string;
  readonly id: string;
  /** Its place among those of its run, from 1. */
  readonly nth: number;
}

/**
 * @param which the condition on a running run `r`
 * @param unclosed messages of these runs, which are withdrawn: stored as empty ones behind all numbers of their thread, so that they
 *   reach whoever has read pieces of them
 * @returns the threads of the runs that were marked
 */
function interrupt(
  { prisma, now }: Pick<ServiceContext, 'prisma' | 'now'>,
  which: Prisma.Sql,
  unclosed: readonly UnclosedText[],
): Promise<readonly ChangedThread[]> {
  const at = now();
  return sql<ChangedThread>(prisma)`
    WITH marked AS (
      UPDATE "ChatRun" r SET status = 'interrupted', "finishedAt" = ${at}::timestamptz
      FROM "Agent" a JOIN "Deployment" d ON d.id = a."deploymentId"
      WHERE r.status = 'running' AND ${which} AND a.id = r."agentId"
      RETURNING r.id, r."threadId", r."userId", a."accountId", d.number AS deployment),
    unclosed AS (
      SELECT u.id, u.nth, m.id AS "runId", m."threadId"
      FROM jsonb_to_recordset(${JSON.stringify(unclosed)}::jsonb) AS u(id uuid, "runId" uuid, nth int)
      JOIN marked m ON m.id = u."runId"),
    numbered AS (
      UPDATE "ChatThread" t SET "lastSort" = t."lastSort" + u.number
      FROM (SELECT "threadId", max(nth) AS number FROM unclosed GROUP BY "threadId") u WHERE t.id = u."threadId"
      RETURNING t.id, t."lastSort" - u.number AS "lastSort"),
    withdrawn AS (
      INSERT INTO "ChatMessage" (id, "threadId", "runId", sort, role, content, "graphPath", "createdAt")
      SELECT u.id, t.id, u."runId", t."lastSort" + u.nth, 'assistant', '', ${[...graphPaths.text]}::text[], ${at}::timestamptz
      FROM unclosed u JOIN numbered t ON t.id = u."threadId"
      -- A message may be stored whose end no longer reached the log.
      ON CONFLICT (id) DO NOTHING)
    SELECT "threadId"::text AS "threadId", "userId", "accountId", deployment FROM marked`;
}

/** As {@link interrupt} for runs whose lease has expired, and tells the pages of their users. */
async function interruptExpired(context: MarkContext, which: Prisma.Sql): Promise<number> {
  const { prisma, runLog } = context;
  const expired = Prisma.sql`r."leaseExpiresAt" <= ${context.now()}::timestamptz`;
  const runs = await sql<{ id: string }>(prisma)`
    SELECT r.id::text AS id FROM "ChatRun" r WHERE r.status = 'running' AND ${which} AND ${expired}`;
  if (runs.length === 0) return 0;
  const unclosed = await Promise.all(
    runs.map(async ({ id: runId }) =>
      (await unclosedTexts(runLog, runId)).map((id, index) => ({ runId, id, nth: index + 1 })),
    ),
  );
  const ids = runs.map(({ id }) => id);
  const marked = await interrupt(
    context,
    Prisma.sql`r.id = ANY(${ids}::uuid[]) AND ${expired}`,
    unclosed.flat(),
  );
  tellOfThreads(context, 'turnEnded', marked);
  return marked.length;
}

/**
 * Repeats {@link reapExpiredRuns} until disposed of.
 * @param everyMs how late a run may be marked after its lease expired
 */
export function createRunReaper(
  context: MarkContext & Pick<ServiceContext, 'logger'>,
  everyMs: number,
): AsyncDisposable {
  return repeat(everyMs, async () => {
    try {
      const interrupted = await reapExpiredRuns(context);
      if (interrupted > 0)
        context.logger.warn({ interrupted }, 'turns of a process that ended were marked interrupted');
    } catch (error) {
      context.logger.error({ err: error }, 'turns of ended processes could not be marked interrupted');
    }
  });
}

/** The status of a run. One whose lease has expired is interrupted, even if it has not been marked yet. */
export function turnStatus(
  { status, leaseExpiresAt }: Pick<ChatRun, 'status' | 'leaseExpiresAt'>,
  now: Date,
): TurnStatus {
  return status === 'running' && leaseExpiresAt <= now ? 'interrupted' : status;
}

/** The condition that the newest turn of a thread `t` has this status at a time. */
export function lastTurnIs(status: TurnStatus, now: Date): Prisma.Sql {
  return Prisma.sql`t.id IN (SELECT r."threadId" FROM "ChatRun" r WHERE ${hasStatus(status, now)}
    AND NOT EXISTS (SELECT FROM "ChatRun" later
      WHERE later."threadId" = r."threadId" AND later."startSort" > r."startSort"))`;
}

function hasStatus(status: TurnStatus, now: Date): Prisma.Sql {
  // Literals instead of parameters, so that the partial indexes apply.
  const is = Prisma.raw(`r.status = '${status}'`);
  if (status === 'running') return Prisma.sql`${is} AND r."leaseExpiresAt" > ${now}`;
  if (status !== 'interrupted') return is;
  return Prisma.sql`(${is} OR (r.status = 'running' AND r."leaseExpiresAt" <= ${now}))`;
}
