import { AppError, knownFailure } from '../../../errors.ts';
import { describeFault } from '../../../faults.ts';
import { RunLogError } from '../../../runs/run-log.ts';
import type { SemanticLayer } from '../../../semantic/semantic-layer.ts';
import { type ChatUser, viewerOfChatUser } from '../../users/acting-user.ts';
import { openCertifiedQueries } from '../certified-queries.ts';
import type { ChatAgent } from '../chat-agent.ts';
import type { ChatContext } from '../chat-context.ts';
import { isFinal, type TurnEnd } from '../chat-line.ts';
import type { TurnStop } from '../live-turns.ts';
import { tellReaders } from '../stream/reach-run-log.ts';
import type { TurnOutcome } from '../turn.ts';
import { progressOf, readHistory } from './history.ts';
import { createTurnData } from './turn-data.ts';
import { LeaseLostError, type TurnError, TurnNotStoredError, TurnRows } from './turn-rows.ts';
import type { PlacedTurn } from './turn-slot.ts';
import { TurnWriter } from './turn-writer.ts';

/** A turn that is stored, with all that it takes to run it. */
export interface StartedTurn extends PlacedTurn {
  readonly accountId: number;
  readonly accountName: string;
  readonly agent: ChatAgent;
  readonly user: ChatUser;
  readonly layer: SemanticLayer;
  readonly timezone: string;
}

/** How long an agent that was told to stop may take before the turn ends without it. */
const stopGraceMs = 1_000;

/**
 * Says what is stored of a turn, and lets the agent work in the background: the turn outlives whoever asked
 * (architecture §1). Resolves as soon as a reader can join.
 */
export async function startTurn(context: ChatContext, turn: StartedTurn): Promise<void> {
  const { runId, threadId, lastSort, usage, lease, log } = turn;
  const rows = new TurnRows(context, { id: runId, owner: lease.owner, usage });
  const { devMode } = turn.agent;
  const writer = new TurnWriter(rows, log, { threadId, lastSort, devMode }, context.newId);
  // Interrupted between its answer and its end, nothing is left to do; else the step that was cut off begins again.
  const { broken } = progressOf(turn.messages);
  try {
    await writer.begin(turn.messages, turn.messages.some(isFinal) ? [] : broken);
  } catch (error) {
    turn.release();
    throw error;
  }
  const [stopping, cutting] = [new AbortController(), new AbortController()];
  const signals: TurnSignals = {
    abort: AbortSignal.any([log.signal, cutting.signal]),
    stopping: stopping.signal,
    cut: cutting.signal,
  };
  const done = work(context, turn, writer, signals)
    .catch((error: unknown) => {
      logFault(context, turn, error, 'turn ended without being stored');
      return log.close().catch(() => {});
    })
    .finally(turn.release);
  const stop = (how: TurnStop) => (how === 'boundary' ? stopping : cutting).abort(how);
  context.turns.add({ runId, owner: lease.owner, stop, done });
}

interface TurnSignals {
  /** The turn ends at once, whoever wants it. */
  readonly abort: AbortSignal;
  /** It ends before its next step. */
  readonly stopping: AbortSignal;
  /** Its process ends it at once; the reason is a {@link TurnStop}. */
  readonly cut: AbortSignal;
}

async function work(
  context: ChatContext,
  turn: StartedTurn,
  writer: TurnWriter,
  signals: TurnSignals,
): Promise<void> {
  const { log } = turn;
  const outcome = await outcomeOf(context, turn, writer, signals);
  const cut = signals.cut.aborted ? (signals.cut.reason as TurnStop) : undefined;
  await writer.stop();
  // Readers go on with what the database says of the turn: it is somebody else's.
  if (cut === 'lost') return tellReaders(() => log.close());
  const status = outcome.status === 'aborted' && cut === 'now' ? 'interrupted' : outcome.status;
  try {
    await writer.close({ ...outcome, status }, outcome.error);
  } catch (error) {
    if (error instanceof TurnNotStoredError) {
      logFault(context, turn, error.cause, 'turn ended without being stored');
      return writer.breakOff(notStored());
    }
    if (!(error instanceof LeaseLostError)) throw error;
    context.logger.warn({ runId: turn.runId }, 'turn belongs to another process now');
    await tellReaders(() => log.close());
  }
}

/** How a turn ended: as its agent says, or by what went wrong here. */
interface EndedTurn extends TurnEnd {
  readonly error?: TurnError;
}

/** Runs the agent; whatever is thrown here becomes the outcome `failed`, masked unless it is safe to show. */
async function outcomeOf(
  context: ChatContext,
  turn: StartedTurn,
  writer: TurnWriter,
  signals: TurnSignals,
): Promise<EndedTurn> {
  if (turn.messages.some(isFinal)) return { status: 'completed', stopReason: 'stop', usage: turn.usage };
  try {
    const ended = await Promise.race([
      runAgent(context, turn, writer, signals),
      graceAfter(signals.abort, writer),
    ]);
    return ended.status === 'completed' ? { stopReason: 'stop', ...ended } : ended;
  } catch (error) {
    const { usage } = writer.rows;
    if (signals.abort.aborted) return { status: 'aborted', usage };
    if (error instanceof TurnNotStoredError) {
      logFault(context, turn, error.cause, 'turn interrupted: it cannot be stored');
      return { status: 'interrupted', usage, error: notStored() };
    }
    const known =
      error instanceof RunLogError && error.fault === 'full' ? saidTooMuch() : knownFailure(error);
    if (known !== undefined) {
      return { status: 'failed', usage, error: { code: known.code, message: known.message } };
    }
    logFault(context, turn, error, 'turn failed');
    return { status: 'failed', usage, error: { code: 'INTERNAL', message: 'Internal server error' } };
  }
}

/** A database may repeat in its errors what it was to store. */
function logFault({ logger }: ChatContext, turn: StartedTurn, error: unknown, message: string): void {
  const { runId: run, accountName: account, agent } = turn;
  logger.error({ run, account, agent: agent.number, error: describeFault(error) }, message);
}

function notStored(): AppError {
  return new AppError(
    'UNAVAILABLE',
    'The answer could not be stored. Send the same request again to go on with it.',
  );
}

function saidTooMuch(): AppError {
  return new AppError('QUERY_LIMIT', 'The agent said more than one turn may hold. Ask for less at once.');
}

async function runAgent(
  context: ChatContext,
  turn: StartedTurn,
  writer: TurnWriter,
  { abort: signal, stopping }: TurnSignals,
): Promise<TurnOutcome> {
  const { agent, messages, usage } = turn;
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
  const input = messages[0]?.content ?? '';
  // What the user may not see would be promised by name, and asked for in vain.
  const certifiedQueries = await openCertifiedQueries(agent.certifiedQueries, {
    ...turn,
    viewer,
    accessibleViews: agent.accessibleViews,
    topic: input,
    signal,
  });
  return context.runTurn({
    agent: { ...agent, certifiedQueries },
    data,
    history,
    input,
    origin: { run: turn.runId, account: turn.accountName, agent: agent.number },
    ...(messages.length > 1 ? { progress: { said: progressOf(messages).said, usage } } : {}),
    now: turn.startedAt,
    timezone: turn.timezone,
    signal,
    stopping,
    async emit(event) {
      signal.throwIfAborted();
      await writer.emit(event);
    },
    onUsage(spent) {
      writer.rows.usage = spent;
    },
  });
}

/** Settles when an agent that was told to stop has not done so in time. */
function graceAfter(signal: AbortSignal, writer: TurnWriter): Promise<EndedTurn> {
  return new Promise((resolve) => {
    const wait = () => {
      setTimeout(() => resolve({ status: 'aborted', usage: writer.rows.usage }), stopGraceMs).unref();
    };
    if (signal.aborted) wait();
    else signal.addEventListener('abort', wait, { once: true });
  });
}
