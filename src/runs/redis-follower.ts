import type { Redis } from 'ioredis';
import { EventBuffer } from './event-buffer.ts';
import { connectRedis, isReady, type RedisCalls } from './redis-connection.ts';
import { wakeScript } from './redis-scripts.ts';
import { RunLogError } from './run-log.ts';

const blockMs = 2_000;
/** Items of one stream per reply: at most 64 KiB each, except for larger events. */
const maxItems = 32;
/** How long a process's own stream is kept without a heartbeat. */
export const nodeStreamLifeMs = 10 * 60_000;

/** What this process has read of a run that another process writes, shared by all readers here. */
export interface RunCopy<T> {
  readonly runId: string;
  readonly fence: string;
  readonly stream: string;
  readonly buffer: EventBuffer<T>;
  readers: number;
  /** Consecutive checks that found no live writer. */
  misses: number;
  /** Number of entries at the last check. */
  checkedLength: number;
}

/**
 * Reads the streams of all runs that have readers here, and this process's own stream, through one connection with
 * blocking reads.
 */
export class RedisFollower<T> {
  readonly #client: Redis;
  readonly #calls: RedisCalls;
  readonly #nodeStream: string;
  readonly #patienceMs: number;
  readonly #onAbort: (runId: string, fence: string) => void;
  readonly #copies = new Map<string, RunCopy<T>>();
  #nodeCursor = '0-0';
  #isWaiting = false;
  #wakeScheduled = false;
  #stopped = false;
  #downSince: number | undefined;

  /** @param options.patienceMs time without Redis after which readers fail */
  constructor(options: {
    readonly url: string;
    readonly name: string;
    readonly calls: RedisCalls;
    readonly nodeStream: string;
    readonly patienceMs: number;
    readonly onAbort: (runId: string, fence: string) => void;
  }) {
    this.#client = connectRedis(options.url, { replyMs: 2 * blockMs, name: options.name });
    this.#calls = options.calls;
    this.#nodeStream = options.nodeStream;
    this.#patienceMs = options.patienceMs;
    this.#onAbort = options.onAbort;
    void this.#follow();
  }

  get copies(): Iterable<RunCopy<T>> {
    return this.#copies.values();
  }

  /** The copy of a stream, kept until every `hold` has been released. */
  hold(runId: string, fence: string, stream: string): RunCopy<T> {
    let copy = this.#copies.get(stream);
    if (copy === undefined) {
      copy = { runId, fence, stream, buffer: new EventBuffer<T>(), readers: 0, misses: 0, checkedLength: 0 };
      this.#copies.set(stream, copy);
      this.#wake();
    }
    copy.readers += 1;
    return copy;
  }

  release(copy: RunCopy<T>): void {
    copy.readers -= 1;
    if (copy.readers === 0) this.#drop(copy);
  }

  /** Ends a copy where it is. */
  end(copy: RunCopy<T>, failure?: Error): void {
    copy.buffer.end(failure);
    // Without its proper end, it is of no use to later readers.
    this.#drop(copy);
  }

  stop(): void {
    this.#stopped = true;
    this.#client.disconnect();
    for (const copy of [...this.#copies.values()]) this.end(copy);
  }

  #drop(copy: RunCopy<T>): void {
    if (this.#copies.get(copy.stream) === copy) this.#copies.delete(copy.stream);
  }

  /** Restarts the blocking read, with the streams known at the end of this turn of the event loop. */
  #wake(): void {
    if (this.#wakeScheduled) return;
    this.#wakeScheduled = true;
    setImmediate(() => {
      this.#wakeScheduled = false;
      if (!this.#isWaiting) return;
      this.#calls.run(wakeScript, [this.#nodeStream], [nodeStreamLifeMs]).catch(() => {
        // The read returns by itself soon.
      });
    });
  }

  async #follow(): Promise<void> {
    while (!this.#stopped) {
      try {
        const read = await this.#read();
        this.#downSince = undefined;
        for (const [stream, items] of read ?? []) this.#take(stream.toString(), items);
      } catch (error) {
        this.#failReadersIfDown(error);
        if (!(await isReady(this.#client, 200))) this.#failReadersIfDown(error);
        else await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }

  async #read() {
    const followed = [...this.#copies.values()].filter((copy) => !copy.buffer.ended);
    const streams = [this.#nodeStream, ...followed.map((copy) => copy.stream)];
    const cursors = [this.#nodeCursor, ...followed.map((copy) => `${copy.buffer.length}-0`)];
    this.#isWaiting = true;
    try {
      const where = [...streams, ...cursors];
      return await this.#client.xreadBuffer('COUNT', maxItems, 'BLOCK', blockMs, 'STREAMS', ...where);
    } finally {
      this.#isWaiting = false;
    }
  }

  #take(stream: string, items: readonly [id: Buffer, fields: Buffer[]][]): void {
    if (stream === this.#nodeStream) {
      for (const [id, fields] of items) {
        this.#nodeCursor = id.toString();
        const { abort, fence } = asRecord(fields);
        if (abort !== undefined && fence !== undefined) this.#onAbort(abort.toString(), fence.toString());
      }
      return;
    }
    const copy = this.#copies.get(stream);
    if (copy === undefined) return;
    for (const [id, fields] of items) if (!takeItem(copy.buffer, id, asRecord(fields))) return;
  }

  #failReadersIfDown(cause: unknown): void {
    this.#downSince ??= performance.now();
    if (performance.now() - this.#downSince < this.#patienceMs) return;
    for (const copy of [...this.#copies.values()]) {
      if (copy.buffer.ended) continue;
      this.end(copy, new RunLogError('unavailable', 'The run log cannot be reached', { cause }));
    }
  }
}

/** The error for readers of a run whose writer ended without closing its log. */
export function writerLostError(): RunLogError {
  return new RunLogError('lost', 'The writer of the run was lost');
}

function asRecord(fields: readonly Buffer[]): Partial<Record<string, Buffer>> {
  const record: Partial<Record<string, Buffer>> = {};
  for (let i = 0; i + 1 < fields.length; i += 2) record[String(fields[i])] = fields[i + 1];
  return record;
}

/** Adds the new events of an item. False if earlier ones are missing: the item was read for an earlier copy. */
function takeItem<T>(
  buffer: EventBuffer<T>,
  id: Buffer,
  { n, s, l, e }: Partial<Record<string, Buffer>>,
): boolean {
  if (buffer.ended) return true;
  const count = Number(n);
  const from = Number.parseInt(id.toString(), 10) - count - (e === undefined ? 0 : 1);
  if (from > buffer.length) return false;
  // An item may overlap what is here if the writer had to repeat it to a Redis that had lost it.
  const known = Math.min(buffer.length - from, count);
  if (count > known && s !== undefined && l !== undefined) {
    const sorts = s
      .toString()
      .split(',')
      .map((sort) => (sort === '' ? null : Number(sort)));
    let start = 0;
    for (let i = 0; i < known; i += 1) start = l.indexOf('\n', start) + 1;
    buffer.appendLines(sorts.slice(known), l.subarray(start));
  }
  if (e !== undefined) buffer.end(e.toString() === 'lost' ? writerLostError() : undefined);
  return true;
}
