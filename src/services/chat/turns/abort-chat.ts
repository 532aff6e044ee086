import { setTimeout as sleep } from 'node:timers/promises';
import { abortChatInput } from '../../../contract/chat.ts';
import { isUuid } from '../../../contract/parse-input.ts';
import { AppError, notFound } from '../../../errors.ts';
import { type Caller, requireCaller } from '../../caller.ts';
import { findNamedUser, isLivingUser } from '../../sessions/acting-user.ts';
import { parseRequest, requireSettings } from '../../users/session-settings.ts';
import { requireAgent } from '../chat-agent.ts';
import type { ChatContext } from '../chat-context.ts';
import { readLatestRun } from '../runs.ts';
import { requireRunLog, tryRunLog } from '../stream/reach-run-log.ts';

/**
 * Stops the turn of a thread (spec: Endpoints, 4). Resolves when it has stopped and the thread accepts new input, or if
 * no turn is running. A thread cannot be found after the life of its user has ended, except while a turn is still
 * running, so that it can be stopped.
 * @throws AppError `NOT_FOUND` if there is no such thread with this agent, `FORBIDDEN` if it is another user's, as the
 *   specification asks for here alone,
 *   `UNAVAILABLE` if the process that runs the turn cannot be reached or does not respond in time
 */
export async function abortChat(
  context: ChatContext,
  maybeCaller: Caller | null,
  input: unknown,
): Promise<void> {
  const caller = requireCaller(maybeCaller);
  const { accountName, agentId, chatId, sessionSettings } = parseRequest(caller, abortChatInput, input);
  requireSettings(caller, sessionSettings);
  const agent = await requireAgent(context, caller, accountName, agentId);
  const thread = isUuid(chatId)
    ? await context.prisma.chatThread.findFirst({
        where: {
          id: chatId,
          accountId: caller.account.id,
          agentId: agent.id,
          OR: [{ user: isLivingUser(context.now()) }, { runs: { some: { status: 'running' } } }],
        },
        select: { id: true, userId: true },
      })
    : null;
  if (thread === null) throw notFound('Chat thread');
  const userId =
    caller.kind === 'user'
      ? caller.userId
      : sessionSettings && (await findNamedUser(context, caller, sessionSettings, 'ended too'))?.id;
  if (thread.userId !== userId) throw new AppError('FORBIDDEN', 'This user does not own the chat thread.');

  if (await requireRunLog(() => abortTurn(context, thread.id))) return;
  throw new AppError('UNAVAILABLE', 'The turn has not stopped yet. Send the request again.', {
    retryAfterSeconds: 2,
  });
}

/** How long to wait for an aborted turn to end. Longer than the time after which a turn ends without its agent. */
const endMs = 5_000;

/**
 * Stops the running turn of a thread, if there is one, in any process. Resolves when its end is stored.
 * @returns false if it is still running, because its process has died or cannot be reached and its lease has not expired
 */
export async function abortTurn(
  context: Pick<ChatContext, 'prisma' | 'now' | 'runLog' | 'threadNotices'>,
  threadId: string,
): Promise<boolean> {
  const run = await readLatestRun(context, threadId);
  if (run?.status !== 'running') return true;
  // Positioned after all lines, it only waits for the end.
  await using reader = await context.runLog.read(run.id, Number.MAX_SAFE_INTEGER);
  if (reader !== null && (await context.runLog.abort(run.id))) {
    const timeout = new AbortController();
    const late = sleep(endMs, null, { signal: timeout.signal, ref: false }).catch(() => null);
    await Promise.race([tryRunLog(() => reader.nextBatch()), late]);
    timeout.abort();
  }
  const latest = await readLatestRun(context, threadId);
  return latest?.id !== run.id || latest.status !== 'running';
}
