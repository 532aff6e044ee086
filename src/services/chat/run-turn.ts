import { AppError } from '../../errors.ts';
import type { RunWriter } from '../../runs/run-log.ts';
import type { SemanticLayer } from '../../semantic/semantic-layer.ts';
import type { ChatAgent } from './chat-agent.ts';
import type { ChatContext } from './chat-context.ts';
import type { ChatLine, ChatMessageLine, ThreadStatus } from './chat-line.ts';
import { type ChatUser, viewerOfChatUser } from './chat-user.ts';
import { readHistory } from './history.ts';
import type { LiveTurn } from './live-turns.ts';
import type { TurnOutcome } from './turn.ts';
import { createTurnData } from './turn-data.ts';
import { LeaseLostError, TurnWriter } from './turn-writer.ts';

/** A turn whose run and user message are stored. */
export interface StoredTurn {
  readonly runId: string;
  readonly threadId: string;
  readonly accountId: number;
  readonly startSort: number;
  readonly message: ChatMessageLine;
  readonly agent: ChatAgent;
  readonly user: ChatUser;
  readonly layer: SemanticLayer;
  readonly timezone: string;
}

type StopReason = 'shutdown' | 'lost';

/**
 * Opens the log of a stored turn, says the user's message, and lets the agent work in the background: the turn outlives
 * whoever asked (architecture §1). Resolves as soon as a reader can join.
 */
export async function startTurn(context: ChatContext, turn: StoredTurn): Promise<void> {
  const log = await context.runLog.open(turn.runId);
  const { runId: id, threadId, startSort } = turn;
  const run = { id, threadId, startSort, leaseOwner: context.turns.owner };
  const writer = new TurnWriter(context, log, run, turn.agent.devMode);
  await writer.begin(turn.message);
  const stopping = new AbortController();
  const done = work(context, turn, log, writer, stopping.signal).catch((error: unknown) => {
    context.logger.error({ err: error, runId: turn.runId }, 'turn ended without being stored');
    return log.close().catch(() => {});
  });
  const live: LiveTurn = { runId: turn.runId, stop: (reason) => stopping.abort(reason), done };
  context.turns.add(live);
}

async function work(
  context: ChatContext,
  turn: StoredTurn,
  log: RunWriter<ChatLine>,
  writer: TurnWriter,
  stopping: AbortSignal,
): Promise<void> {
  const signal = AbortSignal.any([log.signal, stopping]);
  const outcome = await outcomeOf(context, turn, writer, signal);
  const stop = stopping.aborted ? (stopping.reason as StopReason) : undefined;
  if (stop === 'lost') return log.close();
  try {
    const error = outcome.status === 'failed' ? outcome.error : undefined;
    await writer.close(statusOf(outcome, stop), outcome.usage, error);
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
    context.logger.warn({ runId: turn.runId }, 'turn belongs to another process now');
    await log.close();
  }
}

function statusOf(outcome: TurnOutcome, stop: StopReason | undefined): ThreadStatus {
  return outcome.status === 'aborted' && stop === 'shutdown' ? 'interrupted' : outcome.status;
}

/** Runs the agent; whatever is thrown here becomes the outcome `failed`, masked unless it is safe to show. */
async function outcomeOf(
  context: ChatContext,
  turn: StoredTurn,
  writer: TurnWriter,
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const { agent } = turn;
  try {
    const [history, viewer] = await Promise.all([
      readHistory(context, turn.threadId, turn.startSort),
      viewerOfChatUser(context, turn.accountId, turn.user),
    ]);
    const data = createTurnData(context, {
      accountId: turn.accountId,
      userId: turn.user.id,
      threadId: turn.threadId,
      deploymentId: agent.deployment.id,
      layer: turn.layer,
      viewer,
      timezone: turn.timezone,
      accessibleViews: agent.accessibleViews,
    });
    return await context.runTurn({
      agent,
      data,
      history,
      input: turn.message.content,
      now: context.now(),
      timezone: turn.timezone,
      signal,
      emit: (event) => writer.emit(event),
    });
  } catch (error) {
    const usage = { inputTokens: 0, outputTokens: 0, steps: 0 };
    if (signal.aborted) return { status: 'aborted', usage };
    if (error instanceof AppError) {
      return { status: 'failed', usage, error: { code: error.code, message: error.message } };
    }
    context.logger.error({ err: error, runId: turn.runId }, 'turn failed');
    return { status: 'failed', usage, error: { code: 'INTERNAL', message: 'Internal server error' } };
  }
}
