import { AppError } from '../../errors.ts';
import { RunLogError } from '../../runs/run-log.ts';
import type { SemanticLayer } from '../../semantic/semantic-layer.ts';
import type { ChatAgent } from './chat-agent.ts';
import type { ChatContext } from './chat-context.ts';
import { type ChatUsage, isFinal, noUsage, type ThreadStatus } from './chat-line.ts';
import { type ChatUser, viewerOfChatUser } from './chat-user.ts';
import { progressOf, readHistory } from './history.ts';
import { tellReaders } from './reach-run-log.ts';
import type { OpenTurn } from './store-turn.ts';
import type { TurnOutcome } from './turn.ts';
import { createTurnData } from './turn-data.ts';
import { LeaseLostError, TurnWriter } from './turn-writer.ts';

/** A turn that is stored, with all that it takes to run it. */
export interface StartedTurn extends OpenTurn {
  readonly accountId: number;
  readonly agent: ChatAgent;
  readonly user: ChatUser;
  readonly layer: SemanticLayer;
  readonly timezone: string;
}

type StopReason = 'shutdown' | 'lost';

/** How long an agent that was told to stop may take before the turn ends without it. */
const stopGraceMs = 1_000;

/**
 * Says what is stored of a turn, and lets the agent work in the background: the turn outlives whoever asked
 * (architecture §1). Resolves as soon as a reader can join.
 */
export async function startTurn(context: ChatContext, turn: StartedTurn): Promise<void> {
  const { runId: id, threadId, lastSort, log } = turn;
  const run = { id, threadId, lastSort, leaseOwner: context.turns.owner };
  const writer = new TurnWriter(context, log, run, turn.agent.devMode);
  await writer.begin(turn.messages);
  const stopping = new AbortController();
  const done = work(context, turn, writer, stopping.signal).catch((error: unknown) => {
    context.logger.error({ err: error, runId: id }, 'turn ended without being stored');
    return log.close().catch(() => {});
  });
  context.turns.add({ runId: id, stop: (reason) => stopping.abort(reason), done });
}

async function work(
  context: ChatContext,
  turn: StartedTurn,
  writer: TurnWriter,
  stopping: AbortSignal,
): Promise<void> {
  const { log } = turn;
  const signal = AbortSignal.any([log.signal, stopping]);
  const outcome = await outcomeOf(context, turn, writer, signal);
  const stop = stopping.aborted ? (stopping.reason as StopReason) : undefined;
  await writer.stop();
  if (stop === 'lost') return tellReaders(() => log.close());
  try {
    const error = outcome.status === 'failed' ? outcome.error : undefined;
    await writer.close(statusOf(outcome, stop), sumOf(turn.usage, outcome.usage), error);
  } catch (error) {
    if (!(error instanceof LeaseLostError)) throw error;
    context.logger.warn({ runId: turn.runId }, 'turn belongs to another process now');
    await tellReaders(() => log.close());
  }
}

function statusOf(outcome: TurnOutcome, stop: StopReason | undefined): ThreadStatus {
  return outcome.status === 'aborted' && stop === 'shutdown' ? 'interrupted' : outcome.status;
}

function sumOf(before: ChatUsage, now: ChatUsage): ChatUsage {
  return {
    inputTokens: before.inputTokens + now.inputTokens,
    outputTokens: before.outputTokens + now.outputTokens,
    steps: before.steps + now.steps,
  };
}

/** Runs the agent; whatever is thrown here becomes the outcome `failed`, masked unless it is safe to show. */
async function outcomeOf(
  context: ChatContext,
  turn: StartedTurn,
  writer: TurnWriter,
  signal: AbortSignal,
): Promise<TurnOutcome> {
  // Interrupted between its answer and its end: nothing is left to do.
  if (turn.messages.some(isFinal)) return { status: 'completed', usage: noUsage };
  try {
    return await Promise.race([runAgent(context, turn, writer, signal), graceAfter(signal)]);
  } catch (error) {
    if (signal.aborted) return { status: 'aborted', usage: noUsage };
    const known = error instanceof RunLogError && error.fault === 'full' ? saidTooMuch() : error;
    if (known instanceof AppError) {
      return { status: 'failed', usage: noUsage, error: { code: known.code, message: known.message } };
    }
    context.logger.error({ err: error, runId: turn.runId }, 'turn failed');
    return {
      status: 'failed',
      usage: noUsage,
      error: { code: 'INTERNAL', message: 'Internal server error' },
    };
  }
}

function saidTooMuch(): AppError {
  return new AppError('QUERY_LIMIT', 'The agent said more than one turn may hold. Ask for less at once.');
}

async function runAgent(
  context: ChatContext,
  turn: StartedTurn,
  writer: TurnWriter,
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const { agent, messages } = turn;
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
  return context.runTurn({
    agent,
    data,
    history,
    input: messages[0]?.content ?? '',
    ...(messages.length > 1 ? { progress: progressOf(messages) } : {}),
    now: context.now(),
    timezone: turn.timezone,
    signal,
    async emit(event) {
      signal.throwIfAborted();
      await writer.emit(event);
    },
  });
}

/** Settles when an agent that was told to stop has not done so in time. */
function graceAfter(signal: AbortSignal): Promise<TurnOutcome> {
  return new Promise((resolve) => {
    const wait = () => {
      setTimeout(() => resolve({ status: 'aborted', usage: noUsage }), stopGraceMs).unref();
    };
    if (signal.aborted) wait();
    else signal.addEventListener('abort', wait, { once: true });
  });
}
