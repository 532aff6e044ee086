import { Prisma } from '../../../db/generated/client.ts';
import { violatedUniqueIndex } from '../../../db/unique-violation.ts';
import { AppError } from '../../../errors.ts';
import { RunLogError, type RunWriter } from '../../../runs/run-log.ts';
import { isLiving } from '../../users/end-users.ts';
import { type ChatContext, sortBlock } from '../chat-context.ts';
import type { ChatInput } from '../chat-input.ts';
import { type ChatLine, type ChatMessageLine, type ChatUsage, graphPaths, noUsage } from '../chat-line.ts';
import type { ChatScope } from '../chat-scope.ts';
import type { Lease } from '../live-turns.ts';
import { readLatestRun, usageOf } from '../runs.ts';
import { readTurnMessages } from '../stored-messages.ts';
import { reachRunLog, tellReaders } from '../stream/reach-run-log.ts';
import { findTurn, requireThread, type Turn } from './find-turn.ts';

/** A turn that is stored as running, and this process's to run. */
export interface OpenTurn {
  readonly runId: string;
  readonly threadId: string;
  /** The number after which its lines start. */
  readonly startSort: number;
  /** The thread's last number; a block of them is reserved past it. */
  readonly lastSort: number;
  /** What is stored of it: the user's message, and what was said before an interruption. */
  readonly messages: readonly ChatMessageLine[];
  /** What it cost before an interruption. */
  readonly usage: ChatUsage;
  /** When the question was asked: what is relative to today stays relative to that day. */
  readonly startedAt: Date;
  /** Under which everything of it is written. */
  readonly lease: Lease;
  /** Open before the turn could be seen, so that whoever sees it can join and abort it. */
  readonly log: RunWriter<ChatLine>;
}

/** Times that the storing is tried: a run in the way may turn out to be one whose process is gone. */
const maxAttempts = 3;

/**
 * Stores the user's message and the run that answers it, and the thread when it is new: one statement, so that a
 * message that was acknowledged is there once. Returns the turn of the same `messageId` when another request was first.
 * @throws AppError `NOT_FOUND`, `THREAD_BUSY`, `UNAVAILABLE` while readers could not be told of it
 */
export async function storeTurn(
  scope: ChatScope,
  request: ChatInput,
  content: string,
): Promise<OpenTurn | Turn> {
  const { context } = scope;
  if (request.chatId != null) await requireThread(scope, request.chatId);
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const turn = await tryStore(scope, request, content);
    if (turn !== null) return turn;
    const first = await findTurn(scope, request);
    if (first !== null) return first;
    await requireUser(scope);
    // A run is in the way: unless its process is gone, the thread is busy.
    const blocking = request.chatId == null ? null : await readLatestRun(context, request.chatId);
    if (blocking?.status === 'running') break;
  }
  throw new AppError('THREAD_BUSY', 'Streaming for thread is in progress');
}

/** @throws AppError `NOT_FOUND` for a user who was deleted, or whose life ended, since the request began */
async function requireUser({ context, user }: ChatScope): Promise<void> {
  const [found] = await context.prisma.$queryRaw<unknown[]>`
    SELECT FROM "User" WHERE id = ${user.id} AND ${isLiving(context.now())}`;
  if (found === undefined) throw new AppError('NOT_FOUND', 'The user of this chat was deleted.');
}

/** Null when the user or the thread is gone, when that has a running run, or when the `messageId` is taken. */
async function tryStore(scope: ChatScope, request: ChatInput, content: string): Promise<OpenTurn | null> {
  const { context } = scope;
  const threadId = request.chatId ?? context.newId();
  const [runId, messageId] = [context.newId(), context.newId()];
  const log = await reachRunLog(() => context.runLog.open(runId));
  return keepIfStored(context, log, async () => {
    const [startedAt, lease] = [context.now(), context.turns.newLease()];
    const ids = { threadId, runId, messageId };
    const startSort = await insertTurn(scope, request, { ...ids, content, startedAt, lease });
    if (startSort === null) return null;
    const message: ChatMessageLine = {
      id: messageId,
      role: 'user',
      content,
      graphPath: graphPaths.user,
      isDelta: false,
      isInProcess: false,
      sort: startSort + 1,
    };
    const past = { messages: [message], usage: noUsage, startedAt };
    return { runId, threadId, startSort, lastSort: startSort, ...past, lease, log };
  });
}

/** The number after which the run starts; null when the user or the thread is gone, or that has a running run. */
async function insertTurn(
  { context, accountId, agent, user }: ChatScope,
  { chatId, messageId: key }: ChatInput,
  turn: {
    readonly threadId: string;
    readonly runId: string;
    readonly messageId: string;
    readonly content: string;
    readonly startedAt: Date;
    readonly lease: Lease;
  },
): Promise<number | null> {
  const { startedAt: now, lease } = turn;
  const thread =
    chatId == null
      ? Prisma.sql`INSERT INTO "ChatThread" (id, "accountId", "userId", "agentId", title, "lastSort", "createdAt", "updatedAt")
          SELECT ${turn.threadId}::uuid, ${accountId}::int, owner.id, ${agent.id}::int, ${titleOf(turn.content)},
                 ${sortBlock}::int, ${now}::timestamptz, ${now}::timestamptz FROM owner
          RETURNING id, 0 AS "startSort"`
      : Prisma.sql`UPDATE "ChatThread" t SET "lastSort" = t."lastSort" + ${sortBlock}::int, "updatedAt" = ${now}::timestamptz
          FROM owner WHERE t.id = ${turn.threadId}::uuid AND t."accountId" = ${accountId} AND t."userId" = owner.id
            AND NOT EXISTS (SELECT FROM "ChatRun" r WHERE r."threadId" = t.id AND r.status = 'running')
          RETURNING t.id, t."lastSort" - ${sortBlock}::int AS "startSort"`;
  const [row] = await context.prisma.$queryRaw<{ startSort: number }[]>`
    WITH ${ownerPart(user.id, now)}, thread AS (${thread}),
    run AS (
      INSERT INTO "ChatRun" (id, "threadId", "userId", "agentId", "messageId", "startsThread", "startSort",
                             "leaseOwner", "leaseExpiresAt", "startedAt")
      SELECT ${turn.runId}::uuid, id, ${user.id}::int, ${agent.id}::int, ${key ?? null}, ${chatId == null}::boolean,
             "startSort", ${lease.owner}, ${lease.expiresAt}::timestamptz, ${now}::timestamptz
      FROM thread),
    message AS (
      INSERT INTO "ChatMessage" (id, "threadId", "runId", sort, role, content, "graphPath", "createdAt")
      SELECT ${turn.messageId}::uuid, id, ${turn.runId}::uuid, "startSort" + 1, 'user', ${turn.content}, '{}',
             ${now}::timestamptz
      FROM thread)
    SELECT "startSort" FROM thread`;
  return row?.startSort ?? null;
}

/** The part `owner` of a statement: the user, locked, so that the end of its life comes before a turn or stops it. */
function ownerPart(userId: number, now: Date): Prisma.Sql {
  return Prisma.sql`owner AS (SELECT id FROM "User" WHERE id = ${userId} AND ${isLiving(now)} FOR KEY SHARE)`;
}

/**
 * Takes up a turn that was interrupted, for the request that started it and was sent again: the same run goes on past
 * the thread's last number, and the user's message stays the only one. Null when the turn is not interrupted any more,
 * or the thread went on without it.
 */
export async function resumeTurn(scope: ChatScope, { thread, run }: Turn): Promise<OpenTurn | null> {
  const { context, agent, user } = scope;
  let log: RunWriter<ChatLine>;
  try {
    log = await reachRunLog(() => context.runLog.open(run.id));
  } catch (error) {
    // Another request has taken it up.
    if (error instanceof RunLogError && error.fault === 'live') return null;
    throw error;
  }
  return keepIfStored(context, log, async () => {
    const lease = context.turns.newLease();
    const lastSort = await markResumed(context, user.id, thread.id, run.id, lease);
    if (lastSort === null) return null;
    const messages = await readTurnMessages(context, run.id, agent.devMode);
    const { id: runId, startSort, startedAt } = run;
    const past = { messages, usage: usageOf(run), startedAt };
    return { runId, threadId: thread.id, startSort, lastSort, ...past, lease, log };
  });
}

/** The thread's last number before the block reserved; null when the run is not its newest, or not interrupted, or the user is gone. */
async function markResumed(
  context: ChatContext,
  userId: number,
  threadId: string,
  runId: string,
  lease: Lease,
): Promise<number | null> {
  const now = context.now();
  return context.prisma.$transaction(async (transaction) => {
    // Locked first: a new turn of the thread waits, or is seen by the next statement.
    await transaction.$queryRaw`SELECT FROM "ChatThread" WHERE id = ${threadId}::uuid FOR NO KEY UPDATE`;
    const [row] = await transaction.$queryRaw<{ lastSort: number }[]>`
      WITH ${ownerPart(userId, now)}, run AS (
        UPDATE "ChatRun" r SET status = 'running', "leaseOwner" = ${lease.owner},
          "leaseExpiresAt" = ${lease.expiresAt}::timestamptz, "finishedAt" = NULL, "stopReason" = NULL,
          "errorCode" = NULL, "errorMessage" = NULL
        FROM owner WHERE r."userId" = owner.id AND r.id = ${runId}::uuid AND r.status = 'interrupted' AND NOT EXISTS (
          SELECT FROM "ChatRun" n WHERE n."threadId" = r."threadId" AND n."startSort" > r."startSort")
        RETURNING r."threadId")
      UPDATE "ChatThread" t SET "lastSort" = t."lastSort" + ${sortBlock}::int, "updatedAt" = ${now}::timestamptz
      WHERE t.id IN (SELECT "threadId" FROM run)
      RETURNING t."lastSort" - ${sortBlock}::int AS "lastSort"`;
    return row?.lastSort ?? null;
  });
}

/** Runs `store`; a log whose turn did not come to be is dropped. A turn that lost a race is null. */
async function keepIfStored(
  context: ChatContext,
  log: RunWriter<ChatLine>,
  store: () => Promise<OpenTurn | null>,
): Promise<OpenTurn | null> {
  let turn: OpenTurn | null = null;
  try {
    turn = await store();
  } catch (error) {
    if (violatedUniqueIndex(error) === undefined) throw error;
  } finally {
    if (turn === null) {
      await tellReaders(() => log.close());
      await context.runLog.trim(log.runId);
    }
  }
  return turn;
}

function titleOf(input: string): string {
  const line = input.trim().replace(/\s+/g, ' ');
  return line.length <= 80 ? line : `${[...line].slice(0, 79).join('')}…`;
}
