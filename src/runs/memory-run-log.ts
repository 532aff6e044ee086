import { BufferReader } from './buffer-reader.ts';
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
 * The run log of a single process. Besides the encoded bytes that the caps count, a log holds the events
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
  /** Readers of dropped logs included, until they reach the end. */
  readonly #readers = new Map<BufferReader<T>, string>();
  readonly #graceMs: number;
  readonly #maxRunBytes: number;
  readonly #maxTotalBytes: number;
  #totalBytes = 0;
  #disposed = false;

  constructor({
    graceMs = 60_000,
    maxRunBytes = 32 * 2 ** 20,
    maxTotalBytes = 256 * 2 ** 20,
  }: MemoryRunLogOptions) {
    this.#graceMs = graceMs;
    this.#maxRunBytes = maxRunBytes;
    this.#maxTotalBytes = maxTotalBytes;
  }

  async open(runId: string): Promise<RunWriter<T>> {
    if (this.#disposed) throw new RunLogError('unavailable', 'The run log is shut down');
    const earlier = this.#runs.get(runId);
    if (earlier?.buffer.ended === false) throw new RunLogError('live', `Run ${runId} has a writer already`);
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
    if (run === undefined) return null;
    const reader = new BufferReader(run.buffer, after, () => this.#readers.delete(reader));
    this.#readers.set(reader, runId);
    return reader;
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
    if (runId === undefined) return this.#readers.size;
    let count = 0;
    for (const id of this.#readers.values()) if (id === runId) count += 1;
    return count;
  }

  /** Aborts the live runs and ends every reader where it is, without the rest of its log. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#disposed = true;
    for (const run of this.#runs.values()) {
      if (!run.buffer.ended) run.controller.abort();
      run.buffer.end();
      this.#drop(run);
    }
    await Promise.all([...this.#readers.keys()].map((reader) => reader.return()));
  }

  #append(run: Run<T>, events: readonly NumberedEvent<T>[]): void {
    if (run.buffer.ended) throw new RunLogError('closed', `Run ${run.id} is finished`);
    const before = run.buffer.byteLength;
    while (!run.buffer.append(events, Math.min(this.#maxRunBytes, before + this.#room()))) {
      if (before + this.#room() >= this.#maxRunBytes) {
        throw new RunLogError('full', `Run ${run.id} may not say more than ${this.#maxRunBytes} bytes`);
      }
      if (!this.#dropOldestFinished()) {
        throw new RunLogError('full', `The runs together may not say more than ${this.#maxTotalBytes} bytes`);
      }
    }
    this.#totalBytes += run.buffer.byteLength - before;
  }

  #room(): number {
    return this.#maxTotalBytes - this.#totalBytes;
  }

  #close(run: Run<T>, last: readonly NumberedEvent<T>[]): void {
    if (run.buffer.ended) return;
    const before = run.buffer.byteLength;
    try {
      run.buffer.append(last, Number.POSITIVE_INFINITY);
    } finally {
      this.#totalBytes += run.buffer.byteLength - before;
      run.buffer.end();
      run.graceTimer = setTimeout(() => this.#drop(run), this.#graceMs).unref();
    }
  }

  #dropOldestFinished(): boolean {
    for (const run of this.#runs.values()) {
      if (run.buffer.ended) {
        this.#drop(run);
        return true;
      }
    }
    return false;
  }

  #drop(run: Run<T>): void {
    clearTimeout(run.graceTimer);
    if (this.#runs.get(run.id) !== run) return;
    this.#runs.delete(run.id);
    this.#totalBytes -= run.buffer.byteLength;
  }
}
