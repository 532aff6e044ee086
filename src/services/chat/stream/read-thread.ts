import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, isAbortError } from '../../../errors.ts';
import type { RunReader } from '../../../runs/run-log.ts';
import type { ChatContext } from '../chat-context.ts';
import {
  type ChatLine,
  type ChatMessageLine,
  cutoffLine,
  errorLine,
  isEnd,
  noUsage,
  stateLine,
  type ThreadStatus,
} from '../chat-line.ts';
import { readProgress, runColumns, type StoredRun, type ThreadProgress, usageOf } from '../runs.ts';
import { readMessages, readTurnMessages } from '../stored-messages.ts';
import { ChatReader, type SettledLines } from './chat-reader.ts';
import { ifRunLogReachable } from './reach-run-log.ts';

export interface ThreadToRead {
  readonly id: string;
  readonly devMode: boolean;
}

/** Time between two looks at a run whose log is not here, until its process gives up its lease. */
const pollMs = 1_000;

/**
 * Reads a thread (contract §5, 3): its messages past number `after` as full lines; while a run is live, the text so far
 * of an open message as one delta line, then the run's further lines until it ends.
 * @throws AppError `NOT_FOUND` when the thread is gone
 */
export async function readThread(context: ChatContext, thread: ThreadToRead, after = 0): Promise<ChatReader> {
  const progress = await requireProgress(context, thread);
  const { run, lastSort } = progress;
  if (run?.status === 'running') {
    const earlier = await readMessages(context, thread, after, run.startSort);
    const live = await ifRunLogReachable(() => joinRun(context, run, after));
    const known = live === null ? await readMessages(context, thread, after) : [...earlier, ...live.lines];
    const own = [cutoffLine(thread.id, after, true), ...known];
    // It ended while its past was read.
    if (known.some(isEnd)) return new ChatReader(own, live?.reader ?? null);
    const seen = Math.max(after, ...known.map((line) => line.sort));
    return new ChatReader(own, live?.reader ?? null, untilSettled(context, thread, run.id, seen));
  }
  const messages = await readMessages(context, thread, after, lastSort);
  const ofTurn = run === null ? [] : await messagesOf(context, thread, run, after, messages);
  const end = endOf(thread, progress, ofTurn);
  return new ChatReader([cutoffLine(thread.id, after, false), ...messages, ...end], null);
}

/** The stream of one turn, live or finished: what a client that sent its request again is given (contract §5). */
export async function readTurn(
  context: ChatContext,
  thread: ThreadToRead,
  run: StoredRun,
): Promise<ChatReader> {
  const reader = await ifRunLogReachable(() => context.runLog.read(run.id, run.startSort));
  const isLive = run.status === 'running';
  if (reader !== null) {
    const cutoff = cutoffLine(thread.id, run.startSort, isLive);
    return new ChatReader([cutoff], reader, untilSettled(context, thread, run.id, run.startSort));
  }
  if (isLive) return readThread(context, thread, run.startSort);
  const { lastSort } = await requireProgress(context, thread);
  const messages = await readTurnMessages(context, run.id, thread.devMode);
  const end = endOf(thread, { run, lastSort }, messages);
  return new ChatReader([cutoffLine(thread.id, run.startSort, false), ...messages, ...end], null);
}

async function requireProgress(context: ChatContext, thread: ThreadToRead): Promise<ThreadProgress> {
  const progress = await readProgress(context, thread.id);
  if (progress === null) throw new AppError('NOT_FOUND', 'Chat thread not found.');
  return progress;
}

/** The messages of a thread's newest turn, from those past number `after` when all of them are among these. */
async function messagesOf(
  context: Pick<ChatContext, 'prisma'>,
  thread: ThreadToRead,
  run: StoredRun,
  after: number,
  messages: readonly ChatMessageLine[],
): Promise<readonly ChatMessageLine[]> {
  if (after > run.startSort) return readTurnMessages(context, run.id, thread.devMode);
  return messages.filter((line) => line.sort > run.startSort);
}

/** The lines that end a reading of a thread, or of one turn, that is over. @param messages those of the turn */
function endOf(
  thread: ThreadToRead,
  { run, lastSort }: ThreadProgress,
  messages: readonly ChatMessageLine[],
): ChatLine[] {
  if (run === null) return [stateLine(thread.id, lastSort, { status: 'completed', usage: noUsage }, [])];
  const status: ThreadStatus = run.status === 'running' ? 'interrupted' : run.status;
  const { errorCode: code, errorMessage } = run;
  const error = code === null ? [] : [errorLine(lastSort, { code, message: errorMessage ?? code })];
  const end = { status, stopReason: run.stopReason ?? undefined, usage: usageOf(run) };
  return [...error, stateLine(thread.id, lastSort, end, messages)];
}

/**
 * A reader of a live run placed at its present end, with what is past put together. Null when its log is not here.
 */
async function joinRun(
  context: Pick<ChatContext, 'runLog'>,
  run: StoredRun,
  after: number,
): Promise<{ lines: ChatLine[]; reader: RunReader<ChatLine> } | null> {
  const from = Math.max(after, run.startSort);
  const head = await context.runLog.lastSort(run.id);
  const reader = head === null ? null : await context.runLog.read(run.id, from);
  if (head === null || reader === null) return null;
  // Resuming in the middle: the client has the deltas before its number, so it needs the very lines after it.
  if (after > run.startSort) return { lines: [], reader };
  const past: ChatLine[] = [];
  let reached = from;
  while (reached < head) {
    const batch = await reader.nextBatch();
    if (batch === null) break;
    for (const { event } of batch.entries) {
      past.push(event);
      reached = Math.max(reached, event.sort);
    }
  }
  return { lines: consolidate(past), reader };
}

/** A message's last full line, or its deltas in one where it is still open, in the order of their numbers. */
function consolidate(lines: readonly ChatLine[]): ChatLine[] {
  const byId = new Map<string, ChatLine>();
  for (const line of lines) {
    const open = byId.get(line.id);
    const continues = open !== undefined && 'isDelta' in open && 'isDelta' in line && line.isDelta;
    byId.set(line.id, continues ? joinDeltas(open, line) : line);
  }
  return [...byId.values()].sort((a, b) => a.sort - b.sort);
}

function joinDeltas(before: ChatMessageLine, delta: ChatMessageLine): ChatMessageLine {
  const thinking = `${before.thinking ?? ''}${delta.thinking ?? ''}`;
  return {
    ...delta,
    content: before.content + delta.content,
    ...(thinking === '' ? {} : { thinking }),
  };
}

/**
 * How the stream of a run ends when its log is not here or breaks off: waits for the run to end or to lose its lease, then
 * says what came past the number that the reader has seen, `from` at least.
 */
export function untilSettled(
  context: ChatContext,
  thread: ThreadToRead,
  runId: string,
  from: number,
): SettledLines {
  return async (signal, seen) => {
    try {
      for (;;) {
        const progress = await requireProgress(context, thread);
        // Once the thread has gone on without it, the run has ended.
        if (progress.run?.id !== runId || progress.run.status !== 'running') {
          return await linesPast(context, thread, runId, Math.max(from, seen));
        }
        await sleep(pollMs, undefined, { signal });
      }
    } catch (error) {
      if (isAbortError(error)) return [];
      throw error;
    }
  };
}

/** What a run that is over has said past a number, and how it ended. */
async function linesPast(
  context: ChatContext,
  thread: ThreadToRead,
  runId: string,
  seen: number,
): Promise<readonly ChatLine[]> {
  const { run, lastSort } = await requireProgress(context, thread);
  const messages = await readTurnMessages(context, runId, thread.devMode);
  const past = messages.filter((line) => line.sort > seen);
  if (run?.id === runId) return [...past, ...endOf(thread, { run, lastSort }, messages)];
  const earlier = await context.prisma.chatRun.findUnique({ where: { id: runId }, select: runColumns });
  const reached = Math.max(seen, ...messages.map((line) => line.sort));
  return [...past, ...endOf(thread, { run: earlier, lastSort: reached }, messages)];
}
