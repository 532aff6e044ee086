import { EventBuffer } from './event-buffer.ts';
import type { RedisCalls } from './redis-connection.ts';
import { appendScript } from './redis-scripts.ts';
import { type NumberedEvent, RunLogError, type RunWriter } from './run-log.ts';

/** Bytes not yet in Redis above which a writer waits for it, unless it is down. */
const maxBacklogBytes = 1024 * 1024;

export interface RedisWriterOptions {
  readonly runId: string;
  readonly fence: string;
  readonly node: string;
  readonly calls: RedisCalls;
  /** Run, lease, stream. */
  readonly keys: readonly [string, string, string];
  readonly leaseMs: number;
  readonly lifeMs: number;
  readonly graceMs: number;
  readonly maxRunBytes: number;
  /** Called once: Redis has everything up to the end, or another writer has the run. */
  readonly onSettled: () => void;
}

/**
 * The writer of a run, and its log for readers in this process. Events go to the local log at once and to Redis
 * afterwards, those of one turn of the event loop as one item, one item at a time. While Redis is down they wait here: the
 * run continues, and Redis later gets the rest, or everything if it has lost the run.
 */
export class RedisWriter<T> implements RunWriter<T> {
  readonly runId: string;
  readonly fence: string;
  readonly buffer = new EventBuffer<T>();
  readonly controller = new AbortController();
  readonly #options: RedisWriterOptions;
  /** Entries that Redis has. */
  #sent = 0;
  #sentBytes = 0;
  #state: 'open' | 'settled' | 'lost' = 'open';
  #scheduled = false;
  #sending: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(options: RedisWriterOptions) {
    this.#options = options;
    this.runId = options.runId;
    this.fence = options.fence;
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  async append(events: readonly NumberedEvent<T>[]): Promise<void> {
    if (this.#state === 'lost') throw this.#lostError();
    if (this.buffer.ended) throw new RunLogError('closed', `Run ${this.runId} is finished`);
    const { maxRunBytes, calls } = this.#options;
    if (!this.buffer.append(events, maxRunBytes)) {
      throw new RunLogError('full', `Run ${this.runId} exceeds ${maxRunBytes} bytes`);
    }
    if (this.buffer.byteLength - this.#sentBytes > maxBacklogBytes && calls.client.status === 'ready') {
      await this.sync();
    } else this.#schedule();
  }

  async close(last: readonly NumberedEvent<T>[] = []): Promise<void> {
    if (this.#state === 'lost') throw this.#lostError();
    if (this.buffer.ended) return;
    try {
      this.buffer.append(last, Number.POSITIVE_INFINITY);
    } finally {
      this.buffer.end();
      await this.sync();
    }
    // Sending may have changed the state, which TypeScript does not take into account.
    if ((this.#state as string) === 'lost') throw this.#lostError();
  }

  /** Sends Redis the missing events, or a heartbeat. Never rejects: what failed is sent again later. */
  sync(): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    if (this.#sending === undefined) return this.#begin();
    // The item being sent was chosen earlier: send again after it, once for all callers meanwhile.
    this.#next = this.#sending.then(() => {
      this.#next = undefined;
      return this.#begin();
    });
    return this.#next;
  }

  #begin(): Promise<void> {
    this.#sending = this.#send().finally(() => {
      this.#sending = undefined;
    });
    return this.#sending;
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      // A send in progress continues with whatever there is when its reply comes.
      if (this.#sending === undefined && this.#sent < this.buffer.length) void this.sync();
    });
  }

  async #send(): Promise<void> {
    do {
      if (this.#state !== 'open') return;
      let stored: number;
      const { args, entries, bytes, isLast } = this.#nextItem();
      const { calls, keys } = this.#options;
      try {
        stored = Number(await calls.run(appendScript, keys, args));
      } catch {
        return;
      }
      if (stored < 0) {
        this.#lose();
      } else if (stored >= this.#sent + entries + (isLast ? 1 : 0)) {
        this.#sent += entries;
        this.#sentBytes += bytes;
        if (isLast) this.#settle('settled');
      } else {
        this.#sent = Math.min(stored, this.buffer.length);
        this.#sentBytes = 0;
      }
    } while (this.#sent < this.buffer.length || (this.buffer.ended && this.#state === 'open'));
  }

  /** What Redis needs next: up to 64 KiB of lines, nothing, or the end. */
  #nextItem() {
    const { fence, node, leaseMs, lifeMs, graceMs } = this.#options;
    const found = this.buffer.batchAt(this.#sent);
    const endIndex = found?.endIndex ?? this.#sent;
    const isLast = this.buffer.ended && endIndex === this.buffer.length;
    const entries = found?.batch.entries ?? [];
    const sorts = entries.map(({ sort }) => sort ?? '');
    const lines = found?.batch.lines ?? '';
    const last = sorts.findLast((sort) => sort !== '') ?? '';
    const place = [this.#sent, entries.length, last, sorts.join(','), lines, isLast ? 1 : 0];
    return {
      args: [fence, node, leaseMs, lifeMs, graceMs, ...place],
      entries: entries.length,
      bytes: lines.length,
      isLast,
    };
  }

  #lose(): void {
    this.#settle('lost');
    this.buffer.end(this.#lostError());
  }

  #settle(state: 'settled' | 'lost'): void {
    this.#state = state;
    this.#options.onSettled();
  }

  #lostError(): RunLogError {
    return new RunLogError('lost', `Run ${this.runId} now has another writer`);
  }
}
