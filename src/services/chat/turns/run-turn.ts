import { setTimeout as sleep } from 'node:timers/promises';
import type { ThreadChange } from '../../../contract/thread-changes.ts';
import { AppError, knownFailure } from '../../../errors.ts';
import { describeFault } from '../../../faults.ts';
import type { ReleaseSlot } from '../../../limits/fair-slots.ts';
import { RunLogError } from '../../../runs/run-log.ts';
import type { SemanticLayer } from '../../../semantic/semantic-layer.ts';
import type { Viewer } from '../../../semantic/viewer.ts';
import { mayGoOn, mayRead } from '../../access/authenticate.ts';
import { CredentialWatch } from '../../access/credential-watch.ts';
import type { Caller } from '../../caller.ts';
import type { ActingUser } from '../../sessions/acting-user.ts';
import { tellPages } from '../../thread-notices.ts';
import { findViewer } from '../../users/load-viewer.ts';
import { openCertifiedQueries } from '../certified-queries.ts';
import type { ChatAgent } from '../chat-agent.ts';
import type { ChatContext } from '../chat-context.ts';
import { isFinal, type TurnEnd } from '../chat-line.ts';
import type { TurnStop } from '../live-turns.ts';
import { publish } from '../stream/reach-run-log.ts';
import type { TurnError, TurnOutcome } from '../turn.ts';
import { progressOf, readHistory } from './history.ts';
import type { OpenTurn } from './store-turn.ts';
import { createTurnData } from './turn-data.ts';
import { LeaseLostError, TurnNotStoredError, TurnRows } from './turn-rows.ts';
import { TurnWriter } from './turn-writer.ts';

/** A stored turn, with everything needed to run it. */
export interface StartedTurn extends OpenTurn {
  /** Releases its slot when the turn has ended. */
  readonly release: ReleaseSlot;
  readonly caller: Caller;
  readonly agent: ChatAgent;
  readonly user: ActingUser;
  readonly layer: SemanticLayer;
  readonly timezone: string;
}

/** How long an aborted agent may take to stop before the turn ends without it. */
const stopGraceMs = 1_000;

/** How often, and for how long, the end of a turn is stored again. After that its lease expires. */
const storeAgainMs = { every: 1_000, atMost: 30_000 };

/**
 * Publishes the stored messages of a turn and runs the agent in the background, so that the turn outlives the request.
 * Resolves when readers can join.
 */
export async function startTurn(context: ChatContext, turn: StartedTurn): Promise<void> {
  const { runId, threadId, lastSort, usage, lease, log } = turn;
  const rows = new TurnRows(context, { id: runId, owner: lease.owner, usage });
  const { devMode } = turn.agent;
  const writer = new TurnWriter(rows, log, { threadId, lastSort, devMode }, context.newId);
  // The step that was cut off starts over, unless the turn was interrupted after its answer.
  const { broken } = progressOf(turn.messages);
  try {
    await writer.begin(turn.messages, turn.messages.some(isFinal) ? [] : broken);
  } catch (error) {
    turn.release();
    throw error;
  }
  tell(context, turn, lastSort === 0 ? 'created' : 'turnStarted');
  const [stopping, cutting] = [new AbortController(), new AbortController()];
  // Without its database a turn ends by itself.
  const holds = () => mayGoOn(context, turn.caller).catch(() => true);
  const credentials = new CredentialWatch(context, turn.caller, holds);
  const signals: TurnSignals = {
    abort: AbortSignal.any([log.signal, cutting.signal, credentials.signal]),
    stopping: stopping.signal,
    cut: cutting.signal,
  };
  const done = work(context, turn, writer, signals)
    .catch((error: unknown) => {
      logFault(context, turn, error, 'turn ended without being stored');
      return log.close().catch(() => {});
    })
    .finally(() => {
      credentials[Symbol.dispose]();
      turn.release();
    });
  const stop = (how: TurnStop) => (how === 'boundary' ? stopping : cutting).abort(how);
  context.turns.add({ runId, owner: lease.owner, stop, done });
}

interface TurnSignals {
  /** Ends the turn at once. */
  readonly abort: AbortSignal;
  /** Ends the turn before its next step. */
  readonly stopping: AbortSignal;
  /** Its process ends the turn at once, for a {@link TurnStop} as the reason. */
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
  // Readers continue from the database, since the turn belongs to another process.
  if (cut === 'lost') return publish(() => log.close());
  const status = outcome.status === 'aborted' && cut === 'now' ? 'interrupted' : outcome.status;
  logEnd(context, turn, { ...outcome, status });
  try {
    await writer.close({ ...outcome, status }, outcome.error);
    tell(context, turn, 'turnEnded');
  } catch (error) {
    if (error instanceof TurnNotStoredError) {
      logFault(context, turn, error.cause, 'turn ended without being stored');
      const interrupted = { ...outcome, status: 'interrupted', stopReason: undefined } as const;
      const store = await writer.breakOff(interrupted, notStored(turn));
      return storeLater(store, signals, () => tell(context, turn, 'turnEnded'));
    }
    if (!(error instanceof LeaseLostError)) throw error;
    context.logger.warn({ runId: turn.runId }, 'turn belongs to another process now');
    await publish(() => log.close());
  }
}

/**
 * Stores the end of a turn once the database is back, unless the process stops before.
 * @throws LeaseLostError
 */
async function storeLater(
  store: () => Promise<void>,
  { stopping, cut }: TurnSignals,
  onStored: () => void,
): Promise<void> {
  const over = AbortSignal.any([stopping, cut, AbortSignal.timeout(storeAgainMs.atMost)]);
  while (!over.aborted) {
    try {
      await store();
      return onStored();
    } catch (error) {
      if (!(error instanceof TurnNotStoredError)) throw error;
    }
    await sleep(storeAgainMs.every, undefined, { signal: over }).catch(() => {});
  }
}

/** How a turn ended, according to its agent or because of an error here. */
interface EndedTurn extends TurnEnd {
  readonly error?: TurnError;
}

/** Runs the agent. Errors become the outcome `failed`, masked unless they are safe to show. */
async function outcomeOf(
  context: ChatContext,
  turn: StartedTurn,
  writer: TurnWriter,
  signals: TurnSignals,
): Promise<EndedTurn> {
  if (turn.messages.some(isFinal)) {
    return { status: 'completed', stopReason: 'stop', usage: turn.usage, model: turn.state?.model };
  }
  try {
    const ended = await Promise.race([
      runAgent(context, turn, writer, signals),
      graceAfter(signals.abort, writer),
    ]);
    return ended.status === 'completed' ? { stopReason: 'stop', ...ended } : ended;
  } catch (error) {
    const { usage } = writer.rows;
    if (signals.abort.aborted) return { status: 'aborted', usage };
    // Another process goes on with it, as the write that ends it here will say.
    if (error instanceof LeaseLostError) return { status: 'interrupted', usage };
    if (error instanceof TurnNotStoredError) {
      logFault(context, turn, error.cause, 'turn interrupted: it could not be stored');
      return { status: 'interrupted', usage, error: notStored(turn) };
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

/** One line for each turn, which names it as the line of its request does. */
function logEnd({ logger, now }: ChatContext, turn: StartedTurn, ended: EndedTurn): void {
  const { runId, caller, agent, startedAt } = turn;
  const { status, stopReason, model, usage, error } = ended;
  const ms = now().getTime() - startedAt.getTime();
  const line = {
    turn: runId,
    account: caller.account.name,
    agent: agent.number,
    status,
    stopReason,
    model,
    ...usage,
    ms,
  };
  logger.info({ ...line, ...(error && { code: error.code }) }, 'turn ended');
}

/** Tells the open pages of the turn's user. */
function tell(
  context: ChatContext,
  { caller, user, threadId, agent }: StartedTurn,
  kind: ThreadChange['kind'],
): void {
  const owner = { accountId: caller.account.id, userId: user.id };
  tellPages(context, owner, { kind, threadId, deployment: agent.deployment.number });
}

/** Logs an error without its message, in which a database may repeat what it was to store. */
function logFault({ logger }: ChatContext, turn: StartedTurn, error: unknown, message: string): void {
  const { runId: run, caller, agent } = turn;
  logger.error(
    { run, account: caller.account.name, agent: agent.number, error: describeFault(error) },
    message,
  );
}

function notStored({ isRepeatable }: StartedTurn): AppError {
  const remedy = isRepeatable ? 'Send the same request again to continue.' : 'Ask again.';
  return new AppError('UNAVAILABLE', `The answer could not be stored. ${remedy}`);
}

function saidTooMuch(): AppError {
  return new AppError('QUERY_LIMIT', 'The answer exceeds the size limit of a turn. Ask for less at once.');
}

async function runAgent(
  context: ChatContext,
  turn: StartedTurn,
  writer: TurnWriter,
  { abort: signal, stopping }: TurnSignals,
): Promise<TurnOutcome> {
  const { agent, messages, usage } = turn;
  const { id: accountId, name: accountName } = turn.caller.account;
  const [history, viewer] = await Promise.all([
    readHistory(context, turn.threadId, turn.startSort),
    readViewer(context, turn),
  ]);
  const data = createTurnData(context, {
    accountId,
    userId: turn.user.id,
    threadId: turn.threadId,
    deploymentId: agent.deployment.id,
    layer: turn.layer,
    viewer,
    readViewer: () => readViewer(context, turn),
    timezone: turn.timezone,
    accessibleViews: agent.accessibleViews,
  });
  const input = messages[0]?.content ?? '';
  // Queries that the user may not run would mislead the model and disclose names.
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
    trace: turn.trace,
    origin: { run: turn.runId, account: accountName, agent: agent.number },
    ...(messages.length > 1
      ? { progress: { said: progressOf(messages).said, state: turn.state, usage } }
      : {}),
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
    onModelCall: (call) => writer.rows.calls.add(call),
    onState: (state) => writer.rows.keepState(state),
    onNotes: (notes) => writer.rows.keepNotes(notes),
  });
}

/** What the user of a turn may see now. @throws AppError `FORBIDDEN` once its session was revoked or the user was deleted */
async function readViewer(context: ChatContext, { caller, user }: StartedTurn): Promise<Viewer> {
  const viewer = await findViewer(context, caller.account.id, user, mayRead(context, caller));
  if (viewer === null) throw new AppError('FORBIDDEN', 'The user of this turn may read no data any more.');
  return viewer;
}

/** Resolves if an aborted agent has not stopped in time. */
function graceAfter(signal: AbortSignal, writer: TurnWriter): Promise<EndedTurn> {
  return new Promise((resolve) => {
    const wait = () => {
      setTimeout(() => resolve({ status: 'aborted', usage: writer.rows.usage }), stopGraceMs).unref();
    };
    if (signal.aborted) wait();
    else signal.addEventListener('abort', wait, { once: true });
  });
}
