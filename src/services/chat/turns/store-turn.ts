import type { ChatRequest } from '../../../contract/chat.ts';
import type { ChatLine, ChatMessageLine, ChatUsage } from '../../../contract/stream-lines.ts';
import { Prisma } from '../../../db/generated/client.ts';
import { sql } from '../../../db/sql.ts';
import { violatedUniqueIndex } from '../../../db/unique-violation.ts';
import { AppError } from '../../../errors.ts';
import { RunLogError, type RunWriter } from '../../../runs/run-log.ts';
import { currentTrace } from '../../../telemetry/span.ts';
import { isLiving } from '../../users/end-users.ts';
import type { ChatContext } from '../chat-context.ts';
import { graphPaths, noUsage } from '../chat-line.ts';
import type { Lease } from '../live-turns.ts';
import { readLatestRun, usageOf } from '../runs.ts';
import { readTurnMessages } from '../stored-messages.ts';
import { publish, requireRunLog } from '../stream/reach-run-log.ts';
import type { AgentState } from '../turn.ts';
import { type ChatScope, type FoundTurn, findTurn, requireThread } from './find-turn.ts';
import { questionKey, repeatedWithinDays } from './question-key.ts';
import { sortBlock } from './turn-rows.ts';

/** A turn that is stored as running, to be run by this process. */
export interface OpenTurn {
  readonly kind: 'open';
  readonly runId: string;
  readonly threadId: string;
  /** The number after which its lines start. */
  readonly startSort: number;
  /** The thread's last number, after which a block of numbers is reserved. */
  readonly lastSort: number;
  /** Its stored messages: that of the user, and those before an interruption. */
  readonly messages: readonly ChatMessageLine[];
  /** Its usage before an interruption. */
  readonly usage: ChatUsage;
  /** What its agent kept before an interruption; null if nothing. */
  readonly state: AgentState | null;
  /** The trace that began the turn; null without one. */
  readonly trace: string | null;
  /** Whether its request has a `messageId`, so that it can be sent again to continue the turn. */
  readonly isRepeatable: boolean;
  /** When the question was asked. Relative dates refer to this day, also after an interruption. */
  readonly startedAt: Date;
  /** The lease under which it is written. */
  readonly lease: Lease;
  /** Opened before the turn became visible, so that it can always be joined and aborted. */
  readonly log: RunWriter<ChatLine>;
}

/** Maximum number of attempts to store a turn. A running turn that prevents it may turn out to be abandoned. */
const maxAttempts = 3;

/**
 * Stores the user's message, the run that answers it and, if it is new, the thread, in one statement. Returns the turn
 * with the same `messageId` if another request was first.
 * @throws AppError `NOT_FOUND`, `CONFLICT`, `THREAD_BUSY`, `UNAVAILABLE` while the run log is unreachable
 */
export async function storeTurn(
  scope: ChatScope,
  request: ChatRequest,
  content: string,
): Promise<OpenTurn | FoundTurn> {
  const { context } = scope;
  if (request.chatId != null) await requireThread(scope, request.chatId);
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const turn = await tryStore(scope, request, content);
    if (turn !== null) return turn;
    const first = await findTurn(scope, request);
    if (first !== null) return first;
    await requireUser(scope);
    // Another turn prevents it. If it is still running, the thread is busy.
    const blocking = request.chatId == null ? null : await readLatestRun(context, request.chatId);
    if (blocking?.status === 'running') break;
  }
  throw new AppError('THREAD_BUSY', 'Streaming for thread is in progress');
}

/** @throws AppError `NOT_FOUND` for a user who was deleted or expired since the request began */
async function requireUser({ context, accountId, user }: ChatScope): Promise<void> {
  const [found] = await sql<unknown>(context.prisma)`
    SELECT FROM "User" WHERE id = ${user.id} AND "accountId" = ${accountId} AND ${isLiving(context.now())}`;
  if (found === undefined) throw new AppError('NOT_FOUND', 'The user of this chat was deleted.');
}

/** Returns null if the user or the thread was deleted, the thread has a running turn, or the `messageId` is taken. */
async function tryStore(scope: ChatScope, request: ChatRequest, content: string): Promise<OpenTurn | null> {
  const { context } = scope;
  const threadId = request.chatId ?? context.newId();
  const [runId, messageId] = [context.newId(), context.newId()];
  const log = await requireRunLog(() => context.runLog.open(runId));
  return keepIfStored(context, log, async () => {
    const [startedAt, lease] = [context.now(), context.turns.newLease()];
    const trace = currentTrace();
    const ids = { threadId, runId, messageId };
    const startSort = await insertTurn(scope, request, { ...ids, content, startedAt, lease, trace });
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
    const isRepeatable = request.messageId != null;
    const past = { messages: [message], usage: noUsage, state: null, startedAt, trace, isRepeatable };
    return { kind: 'open', runId, threadId, startSort, lastSort: startSort, ...past, lease, log };
  });
}

/**
 * Returns the number after which the run starts; null if the user or the thread was deleted, or the thread has a
 * running turn.
 */
async function insertTurn(
  { context, accountId, agent, user }: ChatScope,
  { chatId, messageId: key }: ChatRequest,
  turn: {
    readonly threadId: string;
    readonly runId: string;
    readonly messageId: string;
    readonly content: string;
    readonly startedAt: Date;
    readonly lease: Lease;
    readonly trace: string | null;
  },
): Promise<number | null> {
  const { startedAt: now, lease } = turn;
  const question = questionKey(turn.content);
  const thread =
    chatId == null
      ? Prisma.sql`INSERT INTO "ChatThread" (id, "accountId", "userId", "embedTenantId", "agentId", title, "lastSort", "createdAt", "updatedAt")
          SELECT ${turn.threadId}::uuid, ${accountId}::int, owner.id, owner."embedTenantId", ${agent.id}::int, ${titleOf(turn.content)},
                 ${sortBlock}::int, ${now}::timestamptz, ${now}::timestamptz FROM owner
          RETURNING id, 0 AS "startSort"`
      : Prisma.sql`UPDATE "ChatThread" t SET "lastSort" = t."lastSort" + ${sortBlock}::int, "updatedAt" = ${now}::timestamptz
          FROM owner WHERE t.id = ${turn.threadId}::uuid AND t."accountId" = ${accountId} AND t."userId" = owner.id
            AND NOT EXISTS (SELECT FROM "ChatRun" r WHERE r."threadId" = t.id AND r.status = 'running')
          RETURNING t.id, t."lastSort" - ${sortBlock}::int AS "startSort"`;
  const [row] = await sql<{ startSort: number }>(context.prisma)`
    WITH ${ownerPart(accountId, user.id, now)}, thread AS (${thread}),
    run AS (
      INSERT INTO "ChatRun" (id, "threadId", "userId", "agentId", "messageId", "startsThread", "startSort",
                             "leaseOwner", "leaseExpiresAt", "startedAt", trace, "questionKey", repeated)
      SELECT ${turn.runId}::uuid, id, ${user.id}::int, ${agent.id}::int, ${key ?? null}, ${chatId == null}::boolean,
             "startSort", ${lease.owner}, ${lease.expiresAt}::timestamptz, ${now}::timestamptz, ${turn.trace},
             ${question}, EXISTS (SELECT FROM "ChatRun" p WHERE p."agentId" = ${agent.id} AND p."questionKey" = ${question}
               AND p."startedAt" > ${now}::timestamptz - make_interval(days => ${repeatedWithinDays}))
      FROM thread),
    message AS (
      INSERT INTO "ChatMessage" (id, "threadId", "runId", sort, role, content, "graphPath", "createdAt")
      SELECT ${turn.messageId}::uuid, id, ${turn.runId}::uuid, "startSort" + 1, 'user', ${turn.content}, '{}',
             ${now}::timestamptz
      FROM thread)
    SELECT "startSort" FROM thread`;
  return row?.startSort ?? null;
}

/**
 * The part `owner` of a statement: the user, locked, so that its deletion either prevents the turn or finds and stops
 * it.
 */
function ownerPart(accountId: number, userId: number, now: Date): Prisma.Sql {
  return Prisma.sql`owner AS (
    SELECT id, "embedTenantId" FROM "User" WHERE id = ${userId} AND "accountId" = ${accountId} AND ${isLiving(now)} FOR KEY SHARE)`;
}

/**
 * Resumes an interrupted turn for a repeated request. The same run continues after the thread's last number, without
 * another message of the user. Returns null if the turn is no longer interrupted, or the thread has a newer turn.
 */
export async function resumeTurn(scope: ChatScope, { thread, run }: FoundTurn): Promise<OpenTurn | null> {
  const { context, agent } = scope;
  let log: RunWriter<ChatLine>;
  try {
    log = await requireRunLog(() => context.runLog.open(run.id));
  } catch (error) {
    // Another request has resumed it.
    if (error instanceof RunLogError && error.fault === 'live') return null;
    throw error;
  }
  return keepIfStored(context, log, async () => {
    const lease = context.turns.newLease();
    const resumed = await markResumed(scope, thread.id, run.id, lease);
    if (resumed === null) return null;
    const { lastSort, agentState, trace } = resumed;
    const state = agentState === null ? null : (JSON.parse(agentState) as AgentState);
    const messages = await readTurnMessages(context, run.id, agent.devMode);
    const { id: runId, startSort, startedAt } = run;
    const past = { messages, usage: usageOf(run), state, startedAt, trace, isRepeatable: true };
    return { kind: 'open', runId, threadId: thread.id, startSort, lastSort, ...past, lease, log };
  });
}

interface Resumed {
  readonly lastSort: number;
  readonly agentState: string | null;
  readonly trace: string | null;
}

/**
 * Returns the thread's last number before the reserved block, and what the agent kept; null if the run is not the newest,
 * not interrupted, or without a user.
 */
async function markResumed(
  { context, accountId, user }: ChatScope,
  threadId: string,
  runId: string,
  lease: Lease,
): Promise<Resumed | null> {
  const now = context.now();
  return context.prisma.$transaction(async (transaction) => {
    // Locked first, so that a new turn of the thread either waits or is seen by the next statement.
    await sql(transaction)`SELECT FROM "ChatThread"
      WHERE id = ${threadId}::uuid AND "accountId" = ${accountId} FOR NO KEY UPDATE`;
    const [row] = await sql<Resumed>(transaction)`
      WITH ${ownerPart(accountId, user.id, now)}, run AS (
        UPDATE "ChatRun" r SET status = 'running', "leaseOwner" = ${lease.owner},
          "leaseExpiresAt" = ${lease.expiresAt}::timestamptz, "finishedAt" = NULL, "stopReason" = NULL,
          "errorCode" = NULL, "errorMessage" = NULL
        FROM owner WHERE r."userId" = owner.id AND r.id = ${runId}::uuid AND r.status = 'interrupted' AND NOT EXISTS (
          SELECT FROM "ChatRun" n WHERE n."threadId" = r."threadId" AND n."startSort" > r."startSort")
        RETURNING r."threadId", r."agentState", r.trace)
      UPDATE "ChatThread" t SET "lastSort" = t."lastSort" + ${sortBlock}::int, "updatedAt" = ${now}::timestamptz
      FROM run WHERE t.id = run."threadId"
      RETURNING t."lastSort" - ${sortBlock}::int AS "lastSort", run."agentState", run.trace`;
    return row ?? null;
  });
}

/** Runs `store`, and removes the log if no turn was stored. Returns null for a turn that lost a race. */
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
      await publish(() => log.close());
      await context.runLog.trim(log.runId);
    }
  }
  return turn;
}

function titleOf(input: string): string {
  const line = input.trim().replace(/\s+/g, ' ');
  return line.length <= 80 ? line : `${[...line].slice(0, 79).join('')}…`;
}
