import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatLine, ChatMessageLine, ThreadStatus } from '../../../contract/stream-lines.ts';
import { type ErrorCode, isAbortError, notFound } from '../../../errors.ts';
import type { RunReader } from '../../../runs/run-log.ts';
import type { ChatContext } from '../chat-context.ts';
import { cutoffLine, errorLine, isEnd, noUsage, stateLine } from '../chat-line.ts';
import { readProgress, readRun, type StoredRun, type ThreadProgress, usageOf } from '../runs.ts';
import { readMessages, readTurnMessages } from '../stored-messages.ts';
import { ChatReader, type SettledLines } from './chat-reader.ts';
import { tryRunLog } from './reach-run-log.ts';

export interface ThreadToRead {
  readonly id: string;
  readonly devMode: boolean;
}

/** Interval at which to check a run whose log cannot be read, until it ends or its lease expires. */
const pollMs = 1_000;

/**
 * Reads a thread: its messages after number `after` as full lines and, if a run is live, the text so far of an open
 * message as one delta line, then the further lines of the run until it ends.
 * @throws AppError `NOT_FOUND` if the thread has been deleted
 */
export async function readThread(context: ChatContext, thread: ThreadToRead, after = 0): Promise<ChatReader> {
  const progress = await requireProgress(context, thread);
  const { run, lastSort } = progress;
  if (run?.status === 'running') {
    const earlier = await readMessages(context, thread, after, run.startSort);
    const live = await tryRunLog(() => joinRun(context, run, after));
    const known = live === null ? await readMessages(context, thread, after) : [...earlier, ...live.lines];
    // The run ended while the earlier lines were read, or its end could not be stored yet.
    const hasEnded = known.some(isEnd);
    const own = [cutoffLine(thread.id, after, !hasEnded), ...known];
    if (hasEnded) return new ChatReader(own, live?.reader ?? null);
    const seen = Math.max(after, ...known.map((line) => line.sort));
    return new ChatReader(own, live?.reader ?? null, untilSettled(context, thread, run.id, seen), run.id);
  }
  const messages = await readMessages(context, thread, after, lastSort);
  const ofTurn = run === null ? [] : await messagesOf(context, thread, run, after, messages);
  const end = endOf(thread, progress, ofTurn);
  return new ChatReader([cutoffLine(thread.id, after, false), ...messages, ...end], null);
}

/** Reads one turn, live or finished, for a client that has repeated its request. */
export async function readTurn(
  context: ChatContext,
  thread: ThreadToRead,
  run: StoredRun,
): Promise<ChatReader> {
  const reader = await tryRunLog(() => context.runLog.read(run.id, run.startSort));
  const isLive = run.status === 'running';
  if (reader !== null) {
    const cutoff = cutoffLine(thread.id, run.startSort, isLive);
    return new ChatReader([cutoff], reader, untilSettled(context, thread, run.id, run.startSort), run.id);
  }
  if (isLive) return readThread(context, thread, run.startSort);
  const { lastSort } = await requireProgress(context, thread);
  const messages = await readTurnMessages(context, run.id, thread.devMode);
  const end = endOf(thread, { run, lastSort }, messages);
  return new ChatReader([cutoffLine(thread.id, run.startSort, false), ...messages, ...end], null);
}

async function requireProgress(context: ChatContext, thread: ThreadToRead): Promise<ThreadProgress> {
  const progress = await readProgress(context, thread.id);
  if (progress === null) throw notFound('Chat thread');
  return progress;
}

/** The messages of a thread's newest turn. @param messages those of the thread after number `after` */
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

/** The last lines of a stream whose turn has ended. @param messages those of the turn */
function endOf(
  thread: ThreadToRead,
  { run, lastSort }: ThreadProgress,
  messages: readonly ChatMessageLine[],
): ChatLine[] {
  if (run === null) return [stateLine(thread.id, lastSort, { status: 'completed', usage: noUsage }, [])];
  const status: ThreadStatus = run.status === 'running' ? 'interrupted' : run.status;
  const { errorCode: code, errorMessage } = run;
  // As it was sent: after the messages, and right before the end.
  const sort = Math.max(lastSort - 1, ...messages.map((line) => line.sort));
  const error =
    code === null ? [] : [errorLine(sort, { code: code as ErrorCode, message: errorMessage ?? code })];
  const end = {
    status,
    stopReason: run.stopReason ?? undefined,
    model: run.model ?? undefined,
    usage: usageOf(run),
  };
  return [...error, stateLine(thread.id, lastSort, end, messages)];
}

/**
 * Reads the lines so far of a live run, with their deltas joined, and returns a reader of the rest. Null if its log
 * cannot be read.
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
  // The client resumes in the middle of the run: it has the deltas up to its number and needs the exact lines after it.
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

/** Reduces the lines of each message to its last full line or, if it is still open, one delta, sorted by number. */
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
 * Ends the stream of a run whose log cannot be read or breaks off: waits until the run ends or its lease expires, then
 * returns the lines after the number that the reader has seen, at least `from`.
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
        // If the thread has a newer run, this one has ended.
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

/** The lines of an ended run after a number, and those that say how it ended. */
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
  const earlier = await readRun(context, runId);
  const reached = Math.max(seen, ...messages.map((line) => line.sort));
  return [...past, ...endOf(thread, { run: earlier, lastSort: reached }, messages)];
}
