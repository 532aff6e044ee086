import { setTimeout as sleep } from 'node:timers/promises';
import { isAbortError } from '../../errors.ts';
import type { RunReader } from '../../runs/run-log.ts';
import type { ChatContext } from './chat-context.ts';
import {
  type ChatLine,
  type ChatMessageLine,
  cutoffLine,
  lineOfMessage,
  stateLine,
  type ThreadStatus,
} from './chat-line.ts';
import { ChatReader } from './chat-reader.ts';
import { readLatestRun, type StoredRun, usageOf } from './runs.ts';

export interface ThreadToRead {
  readonly id: string;
  readonly lastSort: number;
  readonly devMode: boolean;
}

/** Time between two looks at a run whose log is not here, until its process gives up its lease. */
const pollMs = 1_000;

/**
 * Reads a thread (contract §5, 3): its messages past number `after` as full lines; while a run is live, the text so far
 * of an open message as one delta line, then the run's further lines until it ends.
 */
export async function readThread(context: ChatContext, thread: ThreadToRead, after = 0): Promise<ChatReader> {
  const run = await readLatestRun(context, thread.id);
  if (run?.status === 'running') {
    const live = await joinRun(context, run, after);
    if (live !== null) {
      const earlier = await readMessages(context, thread, after, run.startSort);
      return new ChatReader([cutoffLine(thread.id, after, true), ...earlier, ...live.lines], live.reader);
    }
    const known = await readMessages(context, thread, after);
    const seen = Math.max(after, ...known.map((line) => line.sort));
    return new ChatReader([cutoffLine(thread.id, after, true), ...known], null, (signal) =>
      untilSettled(context, thread, seen, signal),
    );
  }
  const messages = await readMessages(context, thread, after);
  return new ChatReader(
    [cutoffLine(thread.id, after, false), ...messages, ...endOf(thread, run, messages)],
    null,
  );
}

/** The stream of one turn, live or finished: what a client that sent its request again is given (contract §5). */
export async function readTurn(
  context: ChatContext,
  thread: ThreadToRead,
  run: StoredRun,
): Promise<ChatReader> {
  const reader = await context.runLog.read(run.id, run.startSort);
  const isLive = run.status === 'running';
  if (reader !== null) return new ChatReader([cutoffLine(thread.id, run.startSort, isLive)], reader);
  if (isLive) return readThread(context, thread, run.startSort);
  const rows = await context.prisma.chatMessage.findMany({
    where: { runId: run.id },
    orderBy: { sort: 'asc' },
  });
  const messages = rows.map((row) => lineOfMessage(row, thread.devMode));
  return new ChatReader(
    [cutoffLine(thread.id, run.startSort, false), ...messages, ...endOf(thread, run, messages)],
    null,
  );
}

async function readMessages(
  context: Pick<ChatContext, 'prisma'>,
  thread: ThreadToRead,
  after: number,
  upTo?: number,
): Promise<ChatMessageLine[]> {
  const rows = await context.prisma.chatMessage.findMany({
    where: { threadId: thread.id, sort: { gt: after, ...(upTo === undefined ? {} : { lte: upTo }) } },
    orderBy: { sort: 'asc' },
  });
  return rows.map((row) => lineOfMessage(row, thread.devMode));
}

/** The lines that end a reading of a thread whose last turn is over. */
function endOf(
  thread: ThreadToRead,
  run: StoredRun | null,
  messages: readonly ChatMessageLine[],
): ChatLine[] {
  const status: ThreadStatus = run === null || run.status === 'running' ? 'completed' : run.status;
  const usage = run === null ? { inputTokens: 0, outputTokens: 0, steps: 0 } : usageOf(run);
  const turn = run === null ? [] : messages.filter((line) => line.sort > run.startSort);
  const lines: ChatLine[] = [];
  if (run?.errorCode != null) {
    const { errorCode: code, errorMessage } = run;
    lines.push({
      id: '__error__',
      role: 'assistant',
      error: errorMessage ?? code,
      code,
      sort: thread.lastSort,
    });
  }
  return [...lines, stateLine(thread.id, thread.lastSort, status, turn, usage)];
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

/** Waits for a run whose log is not in this process to end or to lose its lease, then says what came meanwhile. */
async function untilSettled(
  context: ChatContext,
  thread: ThreadToRead,
  seen: number,
  signal: AbortSignal,
): Promise<readonly ChatLine[]> {
  try {
    for (;;) {
      await sleep(pollMs, undefined, { signal });
      const run = await readLatestRun(context, thread.id);
      if (run?.status === 'running') continue;
      const current = await context.prisma.chatThread.findUnique({ where: { id: thread.id } });
      const messages = await readMessages(context, thread, seen);
      return [...messages, ...endOf({ ...thread, lastSort: current?.lastSort ?? seen }, run, messages)];
    }
  } catch (error) {
    if (isAbortError(error)) return [];
    throw error;
  }
}
