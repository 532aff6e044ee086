import { setTimeout as sleep } from 'node:timers/promises';
import { Prisma, type PrismaClient } from '../../db/generated/client.ts';
import { sql } from '../../db/sql.ts';
import { describeFault } from '../../faults.ts';
import type { ServiceContext } from '../context.ts';
import { repeat } from '../repeat.ts';
import { type ChangedThread, changedThreads, tellOfThreads } from '../thread-notices.ts';

/** Days after which what an account has stored is deleted (`retention` in inlay.yml). Undefined means never. */
export interface Retention {
  /** With their turns, messages and results, since the last turn. */
  readonly threads?: number | undefined;
  /** Since they were minted. Their tokens live for a day. */
  readonly sessions?: number | undefined;
  readonly auditEvents?: number | undefined;
  readonly usage?: number | undefined;
  /** That users made, with their tiles, since they last changed. */
  readonly dashboards?: number | undefined;
}

type Kind = keyof Retention;

/** Deletes what is due of an account `a`, oldest first along an index. Rows that others have locked are left for later. */
const due: Readonly<Record<Kind, (before: Date) => Prisma.Sql>> = {
  threads: (before) => Prisma.sql`DELETE FROM "ChatThread" WHERE id IN (
    SELECT t.id FROM "ChatThread" t, a WHERE t."accountId" = a.id AND t."updatedAt" < ${before}
      AND NOT EXISTS (SELECT FROM "ChatRun" r WHERE r."threadId" = t.id AND r.status = 'running')
    ORDER BY t."updatedAt" LIMIT ${batchSizes.threads} FOR UPDATE OF t SKIP LOCKED)`,
  // Ids begin with their time, and are the index.
  sessions: (before) => Prisma.sql`DELETE FROM "Session" WHERE id IN (
    SELECT t.id FROM "Session" t, a WHERE t."accountId" = a.id AND t.id < ${firstIdAt(before)}::uuid
      AND t."createdAt" < ${before}
    ORDER BY t.id LIMIT ${batchSizes.sessions} FOR UPDATE OF t SKIP LOCKED)`,
  auditEvents: (before) => Prisma.sql`DELETE FROM "AuditEvent" WHERE id IN (
    SELECT t.id FROM "AuditEvent" t, a WHERE t."accountId" = a.id AND t.at < ${before}
    ORDER BY t.at LIMIT ${batchSizes.auditEvents} FOR UPDATE OF t SKIP LOCKED)`,
  usage: (before) => Prisma.sql`DELETE FROM "ModelUsage" WHERE id IN (
    SELECT t.id FROM "ModelUsage" t, a WHERE t."accountId" = a.id AND t.day < ${before}::date
    ORDER BY t.day LIMIT ${batchSizes.usage} FOR UPDATE OF t SKIP LOCKED)`,
  dashboards: (before) => Prisma.sql`DELETE FROM "UserDashboard" WHERE id IN (
    SELECT t.id FROM "UserDashboard" t, a WHERE t."accountId" = a.id AND t."updatedAt" < ${before}
    ORDER BY t."updatedAt" LIMIT ${batchSizes.dashboards} FOR UPDATE OF t SKIP LOCKED)`,
};

/** Rows of one statement. A thread takes its messages along, a dashboard its tiles. */
const batchSizes: Readonly<Record<Kind, number>> = {
  threads: 20,
  sessions: 500,
  auditEvents: 500,
  usage: 500,
  dashboards: 100,
};

/** The least UUID of version 7 that was made at this time or later. */
function firstIdAt(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** Any number, the same in all processes. */
const lockKey = 1_918_989_413;
const statementMs = 5_000;
/** Between two batches, so that requests go first. */
const pauseMs = 20;
const dayMs = 86_400_000;

type PurgeContext = Pick<ServiceContext, 'prisma' | 'now' | 'threadNotices'>;

/**
 * Deletes what accounts keep no longer, in small batches, and tells open pages of threads. No batch waits for a row that is in use, or takes longer than five
 * seconds, and only one process deletes at any moment.
 * @param retentions by name of the account
 * @param signal ends the purge after the current batch
 * @returns the number of rows deleted, without what they took along
 */
export async function purge(
  context: PurgeContext,
  retentions: ReadonlyMap<string, Retention>,
  signal?: AbortSignal,
): Promise<number> {
  let deleted = 0;
  for (const [account, retention] of retentions) {
    for (const kind of Object.keys(due) as Kind[]) {
      const days = retention[kind];
      if (days === undefined) continue;
      const before = new Date(context.now().getTime() - days * dayMs);
      for (;;) {
        if (signal?.aborted === true) return deleted;
        const rows = await deleteBatch(context.prisma, account, kind, before);
        // Another process is at it.
        if (rows === undefined) return deleted;
        if (kind === 'threads') tellOfThreads(context, 'deleted', rows);
        deleted += rows.length;
        if (rows.length < batchSizes[kind]) break;
        await sleep(pauseMs);
      }
    }
  }
  return deleted;
}

/** Returns the rows, threads with whose they are; undefined if another process is deleting. */
function deleteBatch(
  prisma: PrismaClient,
  account: string,
  kind: Kind,
  before: Date,
): Promise<readonly ChangedThread[] | undefined> {
  const selected = kind === 'threads' ? changedThreads : Prisma.sql`SELECT FROM changed`;
  return prisma.$transaction(async (transaction) => {
    const [gate] = await sql<{ isOpen: boolean }>(transaction)`
      SELECT set_config('statement_timeout', ${String(statementMs)}, true), pg_try_advisory_xact_lock(${lockKey}) AS "isOpen"`;
    if (gate?.isOpen !== true) return undefined;
    return sql<ChangedThread>(transaction)`
      WITH a AS (SELECT id FROM "Account" WHERE name = ${account}), changed AS (${due[kind](before)} RETURNING *)
      ${selected}`;
  });
}

/** Purges regularly until it is disposed of. @param retentions called for each purge */
export function createPurger(
  context: PurgeContext & Pick<ServiceContext, 'logger'>,
  retentions: () => ReadonlyMap<string, Retention>,
  everyMs: number,
): AsyncDisposable {
  const closing = new AbortController();
  const { logger } = context;
  const repeated = repeat(everyMs, async () => {
    try {
      const deleted = await purge(context, retentions(), closing.signal);
      if (deleted > 0) logger.info({ deleted }, 'what accounts keep no longer was deleted');
    } catch (error) {
      logger.error({ error: describeFault(error) }, 'what accounts keep no longer could not be deleted');
    }
  });
  return {
    async [Symbol.asyncDispose]() {
      closing.abort();
      await repeated[Symbol.asyncDispose]();
    },
  };
}
