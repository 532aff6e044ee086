import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { AppError } from '../../../errors.ts';
import { type Caller, requireCaller } from '../../caller.ts';
import { validationFailed } from '../../input.ts';
import { findNamedUser, isLivingUser } from '../../users/acting-user.ts';
import { parseRequest, sessionSettingsSchema, settingsIssues } from '../../users/session-settings.ts';
import { requireAgent } from '../chat-agent.ts';
import type { ChatContext } from '../chat-context.ts';
import { readLatestRun } from '../runs.ts';
import { ifRunLogReachable, reachRunLog } from '../stream/reach-run-log.ts';
import type { ChatTarget } from './start-chat.ts';

export const abortChatSchema = z.object({
  chatId: z.string().min(1).max(200),
  sessionSettings: sessionSettingsSchema.nullish(),
});

/**
 * Stops the turn of a thread (spec: Endpoints, 4). Resolves once it has stopped, so that the thread takes new input;
 * a thread that is not streaming is left as it is. A thread is gone with the life of its user, but a turn that was begun
 * before may outlive it by a while, and must be stoppable for as long as it costs something.
 * @throws AppError `NOT_FOUND` when there is no such thread with this agent, `FORBIDDEN` when it is another user's,
 *   `UNAVAILABLE` when its process could not be told, or did not answer in time
 */
export async function abortChat(
  context: ChatContext,
  maybeCaller: Caller | null,
  target: ChatTarget,
  input: unknown,
): Promise<void> {
  const caller = requireCaller(maybeCaller);
  const { chatId, sessionSettings } = parseRequest(caller, abortChatSchema, input);
  if (caller.kind === 'apiKey') {
    const issues = settingsIssues(sessionSettings);
    if (issues.length > 0) throw validationFailed(issues);
  }
  const agent = await requireAgent(context, caller, target.accountName, target.agentId);
  const thread = z.uuid().safeParse(chatId).success
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
  if (thread === null) throw new AppError('NOT_FOUND', 'Chat thread not found.');
  const userId =
    caller.kind === 'user'
      ? caller.userId
      : sessionSettings && (await findNamedUser(context, caller, sessionSettings, 'ended too'))?.id;
  if (thread.userId !== userId) throw new AppError('FORBIDDEN', 'This user does not own the chat thread.');

  if (await reachRunLog(() => abortTurn(context, thread.id))) return;
  throw new AppError('UNAVAILABLE', 'The turn has not stopped yet. Send this again.', {
    retryAfterSeconds: 2,
  });
}

/** How long a turn may take to end once it was told to; longer than it is given to stop by itself. */
const endMs = 5_000;

/**
 * Stops the turn of a thread, if one is running, on whatever node; resolves once it is stored as ended.
 * @returns false when it is still running: its process is gone, or cut off, and its lease is not over yet
 */
export async function abortTurn(
  context: Pick<ChatContext, 'prisma' | 'now' | 'runLog'>,
  threadId: string,
): Promise<boolean> {
  const run = await readLatestRun(context, threadId);
  if (run?.status !== 'running') return true;
  // Placed behind everything, it only waits for the end.
  await using reader = await context.runLog.read(run.id, Number.MAX_SAFE_INTEGER);
  if (reader !== null && (await context.runLog.abort(run.id))) {
    const timeout = new AbortController();
    const late = sleep(endMs, null, { signal: timeout.signal, ref: false }).catch(() => null);
    await Promise.race([ifRunLogReachable(() => reader.nextBatch()), late]);
    timeout.abort();
  }
  const latest = await readLatestRun(context, threadId);
  return latest?.id !== run.id || latest.status !== 'running';
}
