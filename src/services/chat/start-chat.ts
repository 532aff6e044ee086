import { Prisma } from '../../db/generated/client.ts';
import { AppError } from '../../errors.ts';
import { type Caller, requireCaller } from '../caller.ts';
import { type ChatAgent, requireAgent } from './chat-agent.ts';
import { type ChatContext, sortBlock } from './chat-context.ts';
import { type ChatInput, parseChatInput } from './chat-input.ts';
import { type ChatMessageLine, cutoffLine, graphPaths } from './chat-line.ts';
import { ChatReader } from './chat-reader.ts';
import { type ChatUser, resolveChatUser } from './chat-user.ts';
import { readThread, readTurn } from './read-thread.ts';
import { startTurn } from './run-turn.ts';
import { newLease, readLatestRun, runColumns, type StoredRun, settleExpired } from './runs.ts';

/** Where a chat request goes, as the path or the GraphQL input names it. */
export interface ChatTarget {
  /** Left out where the credentials alone name the account. */
  readonly accountName?: string | undefined;
  readonly agentId: number;
}

/**
 * Starts a turn, or reads a thread when there is no `input` (spec: Endpoints, 3; contract §5). The turn runs on when
 * the reader leaves.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `PLAN_REQUIRED`, `NOT_FOUND`, `VALIDATION_FAILED`, `BAD_REQUEST`,
 *   `BRANCH_NOT_FOUND`, `THREAD_BUSY`, `EXTERNAL_USER_LIMIT`
 */
export async function startChat(
  context: ChatContext,
  maybeCaller: Caller | null,
  target: ChatTarget,
  input: unknown,
): Promise<ChatReader> {
  const caller = requireCaller(maybeCaller);
  const request = parseChatInput(input, caller.kind === 'apiKey');
  const agent = await requireAgent(context, caller, target.accountName, target.agentId);
  const data = context.deployments.get(caller.account.name, agent.deployment.number);
  const layer = data.layer(branchOf(request));
  const user = await resolveChatUser(context, caller, request.sessionSettings, agent.deployment.number);
  const scope: Scope = { context, accountId: caller.account.id, agent, user };

  if (request.input == null) {
    return readThread(context, await requireThread(scope, request.chatId ?? ''));
  }
  const earlier = await findTurn(scope, request);
  if (earlier !== null) return readTurn(context, earlier.thread, earlier.run);

  const stored = await storeTurn(scope, request, request.input);
  if ('run' in stored) return readTurn(context, stored.thread, stored.run);
  const timezone = usableTimezone(request.sessionSettings?.timezone) ?? data.timezone ?? 'UTC';
  await startTurn(context, { ...stored, accountId: caller.account.id, agent, user, layer, timezone });
  const reader = await context.runLog.read(stored.runId, stored.startSort);
  return new ChatReader([cutoffLine(stored.threadId, stored.startSort, true)], reader);
}

interface Scope {
  readonly context: ChatContext;
  readonly accountId: number;
  readonly agent: ChatAgent;
  readonly user: ChatUser;
}

interface Turn {
  readonly thread: { readonly id: string; readonly lastSort: number; readonly devMode: boolean };
  readonly run: StoredRun;
}

/** `isDefaultBranch: true` with a name means the main model (contract §5). */
function branchOf(request: ChatInput): string | undefined {
  return request.isDefaultBranch === true ? undefined : (request.activeBranchName ?? undefined);
}

function usableTimezone(timezone: string | null | undefined): string | undefined {
  if (timezone == null) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** @throws AppError `NOT_FOUND` for a thread that does not exist or is another user's, agent's or account's */
async function requireThread(
  { context, accountId, agent, user }: Scope,
  chatId: string,
): Promise<Turn['thread']> {
  const thread = uuidPattern.test(chatId)
    ? await context.prisma.chatThread.findFirst({
        where: { id: chatId, accountId, agentId: agent.id, userId: user.id },
        select: { id: true, lastSort: true },
      })
    : null;
  if (thread === null) throw new AppError('NOT_FOUND', 'Chat thread not found.');
  return { ...thread, devMode: agent.devMode };
}

/** The turn that an earlier request with the same `messageId` started (contract §5). */
async function findTurn(scope: Scope, request: ChatInput): Promise<Turn | null> {
  const { context, accountId, agent, user } = scope;
  if (request.messageId == null) return null;
  if (request.chatId != null) await requireThread(scope, request.chatId);
  const found = await context.prisma.chatRun.findFirst({
    where: {
      messageId: request.messageId,
      userId: user.id,
      agentId: agent.id,
      thread: { accountId },
      ...(request.chatId == null ? {} : { threadId: request.chatId }),
    },
    select: { ...runColumns, thread: { select: { id: true, lastSort: true } } },
    orderBy: { startedAt: 'desc' },
  });
  if (found === null) return null;
  const { thread, ...run } = found;
  return { thread: { ...thread, devMode: agent.devMode }, run: await settleExpired(context, run) };
}

interface NewTurn {
  readonly runId: string;
  readonly threadId: string;
  readonly startSort: number;
  readonly message: ChatMessageLine;
}

/**
 * Stores the user's message and the run that answers it, and the thread when it is new: one statement, so that a
 * message that was acknowledged is there once. Returns the turn of the same `messageId` when another request was first.
 * @throws AppError `NOT_FOUND`, `THREAD_BUSY`
 */
async function storeTurn(scope: Scope, request: ChatInput, content: string): Promise<NewTurn | Turn> {
  const { context, accountId, agent, user } = scope;
  if (request.chatId != null) await requireThread(scope, request.chatId);
  const attempts = 3;
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const turn = newTurn(context, content, request.chatId ?? context.newId());
    try {
      const startSort = await insertTurn(scope, request, turn);
      if (startSort !== null)
        return { ...turn, startSort, message: { ...turn.message, sort: startSort + 1 } };
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
    }
    const first = await findTurn(scope, request);
    if (first !== null) return first;
    // A run is in the way: unless its process is gone, the thread is busy.
    const blocking = request.chatId == null ? null : await readLatestRun(context, request.chatId);
    if (blocking?.status === 'running') break;
  }
  throw new AppError('THREAD_BUSY', 'Streaming for thread is in progress');

  function newTurn(ids: Pick<ChatContext, 'newId'>, text: string, threadId: string): NewTurn {
    const message: ChatMessageLine = {
      id: ids.newId(),
      role: 'user',
      content: text,
      graphPath: graphPaths.user,
      isDelta: false,
      isInProcess: false,
      sort: 1,
    };
    return { runId: ids.newId(), threadId, startSort: 0, message };
  }

  /** The number after which the run starts; null when the thread is gone or has a running run. */
  async function insertTurn(
    _: Scope,
    { chatId, messageId }: ChatInput,
    turn: NewTurn,
  ): Promise<number | null> {
    const now = context.now();
    const thread =
      chatId == null
        ? Prisma.sql`INSERT INTO "ChatThread" (id, "accountId", "userId", "agentId", title, "lastSort", "createdAt", "updatedAt")
            VALUES (${turn.threadId}::uuid, ${accountId}, ${user.id}, ${agent.id}, ${titleOf(content)}, ${sortBlock},
                    ${now}::timestamptz, ${now}::timestamptz)
            RETURNING id, 0 AS "startSort"`
        : Prisma.sql`UPDATE "ChatThread" t SET "lastSort" = t."lastSort" + ${sortBlock}::int, "updatedAt" = ${now}::timestamptz
            WHERE t.id = ${turn.threadId}::uuid AND t."accountId" = ${accountId} AND t."userId" = ${user.id}
              AND NOT EXISTS (SELECT FROM "ChatRun" r WHERE r."threadId" = t.id AND r.status = 'running')
            RETURNING t.id, t."lastSort" - ${sortBlock}::int AS "startSort"`;
    const [row] = await context.prisma.$queryRaw<{ startSort: number }[]>`
      WITH thread AS (${thread}),
      run AS (
        INSERT INTO "ChatRun" (id, "threadId", "userId", "agentId", "messageId", "startsThread", "startSort",
                               "leaseOwner", "leaseExpiresAt", "startedAt")
        SELECT ${turn.runId}::uuid, id, ${user.id}::int, ${agent.id}::int, ${messageId ?? null}, ${chatId == null}::boolean,
               "startSort", ${context.turns.owner}, ${newLease(now)}::timestamptz, ${now}::timestamptz
        FROM thread),
      message AS (
        INSERT INTO "ChatMessage" (id, "threadId", "runId", sort, role, content, "graphPath", "createdAt")
        SELECT ${turn.message.id}::uuid, id, ${turn.runId}::uuid, "startSort" + 1, 'user', ${content}, '{}',
               ${now}::timestamptz
        FROM thread)
      SELECT "startSort" FROM thread`;
    return row?.startSort ?? null;
  }
}

function titleOf(input: string): string {
  const line = input.trim().replace(/\s+/g, ' ');
  return line.length <= 80 ? line : `${[...line].slice(0, 79).join('')}…`;
}

function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  return error.code === 'P2002' || (error.code === 'P2010' && error.message.includes('23505'));
}
