import { BufferReaders } from './buffer-reader.ts';
import { EventBuffer } from './event-buffer.ts';
import { type NumberedEvent, type RunLog, RunLogError, type RunReader, type RunWriter } from './run-log.ts';

export interface MemoryRunLogOptions {
  /** How long a finished log can still be read. @default 60_000 */
  readonly graceMs?: number;
  /** Encoded bytes one run may append; `close` may exceed it. @default 32 MiB */
  readonly maxRunBytes?: number;
  /** Encoded bytes of all logs; the oldest finished ones are dropped first. @default 256 MiB */
  readonly maxTotalBytes?: number;
}

/**
 * The run log of a single process. Besides the encoded bytes, which the caps count, a log keeps the events
 * themselves, about as much again.
 */
export function createMemoryRunLog<T>(options: MemoryRunLogOptions = {}): RunLog<T> {
  return new MemoryRunLog<T>(options);
}

interface Run<T> {
  readonly id: string;
  readonly buffer: EventBuffer<T>;
  readonly controller: AbortController;
  graceTimer: NodeJS.Timeout | undefined;
}

class MemoryRunLog<T> implements RunLog<T> {
  /** In the order of opening. */
  readonly #runs = new Map<string, Run<T>>();
  readonly #readers = new BufferReaders<T>();
  readonly #options: Required<MemoryRunLogOptions>;
  #totalBytes = 0;
  #disposed = false;

  constructor(options: MemoryRunLogOptions) {
    this.#options = {
      graceMs: 60_000,
      maxRunBytes: 32 * 2 ** 20,
      maxTotalBytes: 256 * 2 ** 20,
      ...options,
    };
  }

  async open(runId: string): Promise<RunWriter<T>> {
    if (this.#disposed) throw new RunLogError('unavailable', 'The run log is shut down');
    const earlier = this.#runs.get(runId);
    if (earlier?.buffer.ended === false) throw new RunLogError('live', `Run ${runId} already has a writer`);
    if (earlier !== undefined) this.#drop(earlier);
    const run: Run<T> = {
      id: runId,
      buffer: new EventBuffer<T>(),
      controller: new AbortController(),
      graceTimer: undefined,
    };
    this.#runs.set(runId, run);
    return {
      runId,
      signal: run.controller.signal,
      append: async (events) => this.#append(run, events),
      close: async (last = []) => this.#close(run, last),
    };
  }

  async read(runId: string, after: number): Promise<RunReader<T> | null> {
    const run = this.#runs.get(runId);
    return run === undefined ? null : this.#readers.open(runId, run.buffer, after);
  }

  async lastSort(runId: string): Promise<number | null> {
    return this.#runs.get(runId)?.buffer.lastSort ?? null;
  }

  async isLive(runId: string): Promise<boolean> {
    return this.#runs.get(runId)?.buffer.ended === false;
  }

  async abort(runId: string): Promise<boolean> {
    const run = this.#runs.get(runId);
    if (run === undefined || run.buffer.ended) return false;
    run.controller.abort();
    return true;
  }

  async trim(runId: string): Promise<void> {
    const run = this.#runs.get(runId);
    if (run?.buffer.ended) this.#drop(run);
  }

  readerCount(runId?: string): number {
    return this.#readers.count(runId);
  }

  /** Aborts the live runs and ends every reader where it is. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    for (const run of this.#runs.values()) {
      if (!run.buffer.ended) run.controller.abort();
      run.buffer.end();
      this.#drop(run);
    }
    await this.#readers.releaseAll();
  }

  #append(run: Run<T>, events: readonly NumberedEvent<T>[]): void {
    if (run.buffer.ended) throw new RunLogError('closed', `Run ${run.id} is finished`);
    const { maxRunBytes, maxTotalBytes } = this.#options;
    const before = run.buffer.byteLength;
    for (;;) {
      const room = before + maxTotalBytes - this.#totalBytes;
      if (run.buffer.append(events, Math.min(maxRunBytes, room))) break;
      if (room >= maxRunBytes) throw new RunLogError('full', `Run ${run.id} exceeds ${maxRunBytes} bytes`);
      const oldest = this.#runs.values().find(({ buffer }) => buffer.ended);
      if (oldest === undefined) {
        throw new RunLogError('full', `All runs together exceed ${maxTotalBytes} bytes`);
      }
      this.#drop(oldest);
    }
    this.#totalBytes += run.buffer.byteLength - before;
  }

  #close(run: Run<T>, last: readonly NumberedEvent<T>[]): void {
    if (run.buffer.ended) return;
    const before = run.buffer.byteLength;
    try {
      run.buffer.append(last, Number.POSITIVE_INFINITY);
    } finally {
      this.#totalBytes += run.buffer.byteLength - before;
      run.buffer.end();
      run.graceTimer = setTimeout(() => this.#drop(run), this.#options.graceMs).unref();
    }
  }

  #drop(run: Run<T>): void {
    clearTimeout(run.graceTimer);
    if (this.#runs.get(run.id) !== run) return;
    this.#runs.delete(run.id);
    this.#totalBytes -= run.buffer.byteLength;
  }
}
