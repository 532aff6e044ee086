import { type Caller, requireCaller } from '../../caller.ts';
import { usableTimezone } from '../../data/data-access.ts';
import { layerFor } from '../../deployments/requested-layer.ts';
import { findChatUser, resolveChatUser } from '../../users/acting-user.ts';
import { requireAgent } from '../chat-agent.ts';
import type { ChatContext } from '../chat-context.ts';
import { type ChatInput, parseChatInput } from '../chat-input.ts';
import { cutoffLine } from '../chat-line.ts';
import type { ChatScope } from '../chat-scope.ts';
import { ChatReader } from '../stream/chat-reader.ts';
import { readThread, readTurn, untilSettled } from '../stream/read-thread.ts';
import { findTurn, requireThread, type Turn } from './find-turn.ts';
import { startTurn } from './run-turn.ts';
import { resumeTurn, storeTurn } from './store-turn.ts';
import { type PlacedTurn, placeTurn } from './turn-slot.ts';

/** Where a chat request goes, as the path or the GraphQL input names it. */
export interface ChatTarget {
  /** Left out where the credentials alone name the account. */
  readonly accountName?: string | undefined;
  readonly agentId: number;
}

/**
 * Starts a turn, or reads a thread when there is no `input` (spec: Endpoints, 3; contract §5). The turn runs on when
 * the reader leaves. The same `messageId` again gives the same turn: followed while it runs, read once it ended,
 * continued when it was interrupted.
 * @throws AppError `UNAUTHENTICATED`, `FORBIDDEN`, `PLAN_REQUIRED`, `NOT_FOUND`, `VALIDATION_FAILED`, `BAD_REQUEST`,
 *   `BRANCH_NOT_FOUND`, `THREAD_BUSY`, `EXTERNAL_USER_LIMIT`, `TOO_MANY_REQUESTS`, `OVERLOADED`, `UNAVAILABLE`
 */
export async function startChat(
  context: ChatContext,
  maybeCaller: Caller | null,
  target: ChatTarget,
  input: unknown,
): Promise<ChatReader> {
  const caller = requireCaller(maybeCaller);
  const request = parseChatInput(caller, input);
  const agent = await requireAgent(context, caller, target.accountName, target.agentId);
  const data = context.deployments.get(caller.account.name, agent.deployment.number);
  const layer = layerFor(data, caller, request);
  const limits = context.limits.ofAccount(caller.account.name);
  const account = { context, accountId: caller.account.id, limits, agent };

  if (request.input == null) {
    const user = await findChatUser(context, caller, request.sessionSettings);
    return readThread(context, await requireThread({ ...account, user }, request.chatId ?? ''));
  }
  const user = await resolveChatUser(context, caller, request.sessionSettings, agent.deployment.number);
  const scope: ChatScope = { ...account, user };
  const turn = await openTurn(scope, request, request.input);
  if ('run' in turn) return readTurn(context, turn.thread, turn.run);
  const timezone = usableTimezone(request.sessionSettings?.timezone) ?? data.timezone ?? 'UTC';
  const { id: accountId, name: accountName } = caller.account;
  await startTurn(context, { ...turn, accountId, accountName, agent, user, layer, timezone });
  const reader = await context.runLog.read(turn.runId, turn.startSort);
  const thread = { id: turn.threadId, devMode: agent.devMode };
  return new ChatReader(
    [cutoffLine(thread.id, turn.startSort, true)],
    reader,
    untilSettled(context, thread, turn.runId, turn.startSort),
  );
}

/** A turn to run, or the one that the request's `messageId` started before. */
async function openTurn(scope: ChatScope, request: ChatInput, content: string): Promise<PlacedTurn | Turn> {
  const found = await findTurn(scope, request);
  if (found !== null && found.run.status !== 'interrupted') return found;
  scope.context.turns.requireOpen();
  const earlier = found ?? (await placeTurn(scope, () => storeTurn(scope, request, content)));
  if (!('run' in earlier) || earlier.run.status !== 'interrupted') return earlier;
  // When it cannot be resumed, somebody else did, or the thread went on: its row says what became of it.
  return (
    (await placeTurn(scope, () => resumeTurn(scope, earlier))) ?? (await findTurn(scope, request)) ?? earlier
  );
}
