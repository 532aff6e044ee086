import type { z } from 'zod';
import { type ChatRequest, chatStreamInput } from '../../../contract/chat.ts';
import { sql } from '../../../db/sql.ts';
import { AppError, type Issue, validationFailed } from '../../../errors.ts';
import type { ReleaseSlot } from '../../../limits/fair-slots.ts';
import { type Caller, requireCaller } from '../../caller.ts';
import { layerFor } from '../../deployments/requested-layer.ts';
import { perMinute, spendRate } from '../../limits/spend-rate.ts';
import { findActingUser, findNamedUser, resolveActingUser } from '../../sessions/acting-user.ts';
import { usableTimezone } from '../../usable-timezone.ts';
import { tokenRefusal } from '../../usage/token-budget.ts';
import { parseRequest, settingsIssues } from '../../users/session-settings.ts';
import { requireAgent } from '../chat-agent.ts';
import type { ChatContext } from '../chat-context.ts';
import { cutoffLine } from '../chat-line.ts';
import { ChatReader } from '../stream/chat-reader.ts';
import { readThread, readTurn, untilSettled } from '../stream/read-thread.ts';
import { type ChatScope, type FoundTurn, findTurn, requireThread } from './find-turn.ts';
import { startTurn } from './run-turn.ts';
import { type OpenTurn, resumeTurn, storeTurn } from './store-turn.ts';

/**
 * Starts a turn, or reads a thread if there is no `input` (spec: Endpoints, 3). The turn continues if the reader
 * disconnects; reader and turn end when the session that started it is revoked. A repeated `messageId` returns the same turn, live or ended, and resumes it if it was interrupted.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `PLAN_REQUIRED`, `NOT_FOUND`, `VALIDATION_FAILED`, `BAD_REQUEST`,
 *   `BRANCH_NOT_FOUND`, `CONFLICT`, `THREAD_BUSY`, `EXTERNAL_USER_LIMIT`, `TOO_MANY_REQUESTS`, `TOKEN_BUDGET_SPENT`, `OVERLOADED`,
 *   `UNAVAILABLE`
 */
export async function startChat(
  context: ChatContext,
  maybeCaller: Caller | null,
  input: unknown,
): Promise<ChatReader> {
  const caller = requireCaller(maybeCaller);
  const request = parseChatRequest(caller, input);
  return (await openChat(context, caller, request)).under(context, caller);
}

async function openChat(
  context: ChatContext,
  caller: Caller,
  request: z.output<typeof chatStreamInput>,
): Promise<ChatReader> {
  const agent = await requireAgent(context, caller, request.accountName, request.agentId);
  const data = context.deployments.get(caller.account.name, agent.deployment.number);
  const layer = layerFor(data, caller, request);
  const limits = context.limits.ofAccount(caller.account.name);
  const account = { context, accountId: caller.account.id, limits, agent };

  if (request.input == null) {
    const user = await findActingUser(context, caller, request.sessionSettings);
    return readThread(context, await requireThread({ ...account, user }, request.chatId ?? ''));
  }
  const readable = await requireTokens(account, caller, request);
  if (readable !== undefined) return readTurn(context, readable.thread, readable.run);
  const user = await resolveActingUser(context, caller, request.sessionSettings, agent.deployment.number);
  const scope: ChatScope = { ...account, user };
  const turn = await openTurn(scope, request, request.input);
  if (turn.kind === 'found') return readTurn(context, turn.thread, turn.run);
  const timezone = usableTimezone(request.sessionSettings?.timezone) ?? data.timezone ?? 'UTC';
  await startTurn(context, { ...turn, caller, agent, user, layer, timezone });
  const reader = await context.runLog.read(turn.runId, turn.startSort);
  const thread = { id: turn.threadId, devMode: agent.devMode };
  return new ChatReader(
    [cutoffLine(thread.id, turn.startSort, true)],
    reader,
    untilSettled(context, thread, turn.runId, turn.startSort),
    turn.runId,
  );
}

/**
 * Parses a chat request.
 * @throws AppError `VALIDATION_FAILED` with an issue for each problem
 */
function parseChatRequest(caller: Caller, input: unknown): z.output<typeof chatStreamInput> {
  const request = parseRequest(caller, chatStreamInput, input);
  const issues: Issue[] = [];
  if (request.input == null && request.chatId == null) {
    issues.push({ path: 'input', message: 'Either input or chatId is required' });
  }
  if (caller.kind === 'apiKey') issues.push(...settingsIssues(request.sessionSettings));
  if (issues.length > 0) throw validationFailed(issues);
  return request;
}

/** The embedded planner, which uses no tokens. */
const planner = 'planner';

/**
 * Checks the token budgets before anything is stored, the user included.
 * @returns if a budget is spent, the turn that an earlier request with the same `messageId` started, which can still be read
 * @throws AppError `TOKEN_BUDGET_SPENT` if there is none
 */
async function requireTokens(
  account: Omit<ChatScope, 'user'>,
  caller: Caller,
  request: ChatRequest,
): Promise<FoundTurn | undefined> {
  const { context, accountId, limits, agent } = account;
  if (agent.model === planner || (limits.tokensPerDay === 0 && limits.userTokensPerDay === 0))
    return undefined;
  const { sessionSettings } = request;
  const userId =
    caller.kind === 'user'
      ? caller.userId
      : sessionSettings == null
        ? undefined
        : (await findNamedUser(context, caller, sessionSettings))?.id;
  const refusal = await tokenRefusal(context, { accountId, limits, userId });
  if (refusal === undefined) return undefined;
  const user = userId === undefined ? undefined : { id: userId, securityContext: {} };
  const found = user && (await findTurn({ ...account, user }, request));
  if (found == null || found.run.status === 'interrupted') throw refusal;
  return found;
}

/** Returns a turn to run, with its slot, or the one that an earlier request with the same `messageId` started. */
async function openTurn(
  scope: ChatScope,
  request: ChatRequest,
  content: string,
): Promise<(OpenTurn & { readonly release: ReleaseSlot }) | FoundTurn> {
  const found = await findTurn(scope, request);
  if (found !== null && found.run.status !== 'interrupted') return found;
  scope.context.turns.requireOpen();
  using place = await takePlace(scope);
  let turn = found ?? (await storeTurn(scope, request, content));
  if (turn.kind === 'found' && turn.run.status === 'interrupted') {
    // If it cannot be resumed, another request did so or the thread has a newer turn, so read it again.
    turn = (await resumeTurn(scope, turn)) ?? (await findTurn(scope, request)) ?? turn;
  }
  return turn.kind === 'found' ? turn : { ...turn, release: place.keep() };
}

/** A slot for a turn. Disposing releases it unless the turn keeps it. */
interface TurnPlace extends Disposable {
  keep(): ReleaseSlot;
}

/** When to try again if other turns must end first. */
const retryAfterSeconds = 5;

/**
 * Takes a slot for a turn, within the user's rate and the concurrent turns of the account, the user and this process.
 * It waits for the last of these only, and accounts take turns.
 * @throws AppError `TOO_MANY_REQUESTS`; `OVERLOADED` if this process has no free slot in time
 */
async function takePlace(scope: ChatScope): Promise<TurnPlace> {
  const { context, accountId, user, limits } = scope;
  const { rates, turns, turnWaitMs, starting } = context.limits;
  await spendRate(rates, `turns:${user.id}`, perMinute(limits.userTurnsPerMinute), 'Turns of this user');
  using stack = new DisposableStack();
  const release = await turns.acquire({ owner: String(accountId), timeoutMs: turnWaitMs });
  let isKept = false;
  stack.defer(() => {
    if (!isKept) release();
  });
  // A turn is counted here until it is stored, so that turns that start at the same time see each other.
  const names = { account: `account:${accountId}`, user: `user:${user.id}` };
  const others = { account: starting.of(names.account), user: starting.of(names.user) };
  stack.use(starting.add(names.account));
  stack.use(starting.add(names.user));
  await requireRoom(scope, others);
  const taken = stack.move();
  return {
    keep() {
      isKept = true;
      return release;
    },
    [Symbol.dispose]: () => taken.dispose(),
  };
}

interface TurnCount {
  readonly account: number;
  readonly user: number;
}

/** Counts the turns in all processes. A turn whose process has died counts until its lease expires. */
async function requireRoom(scope: ChatScope, starting: TurnCount): Promise<void> {
  const { context, accountId, user, limits } = scope;
  const { concurrentTurns, userConcurrentTurns } = limits;
  if (concurrentTurns === 0 && userConcurrentTurns === 0) return;
  const [running] = await sql<TurnCount>(context.prisma)`
    SELECT count(*)::int AS account, (count(*) FILTER (WHERE r."userId" = ${user.id}))::int AS user
    FROM "ChatRun" r JOIN "ChatThread" t ON t.id = r."threadId"
    WHERE r.status = 'running' AND r."leaseExpiresAt" > ${context.now()} AND t."accountId" = ${accountId}`;
  if (running === undefined) throw new Error('A count returned no row.');
  requireFewer(running.account + starting.account, concurrentTurns, 'account');
  requireFewer(running.user + starting.user, userConcurrentTurns, 'user');
}

function requireFewer(running: number, limit: number, whose: string): void {
  if (limit === 0 || running < limit) return;
  const message = `No more than ${limit} turns of this ${whose} may run at once. Wait for one to end.`;
  throw new AppError('TOO_MANY_REQUESTS', message, { retryAfterSeconds });
}
