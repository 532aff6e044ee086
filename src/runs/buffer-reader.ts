import type { EventBuffer } from './event-buffer.ts';
import type { RunBatch, RunReader } from './run-log.ts';

/** The readers of one process, including those of dropped logs, until they reach the end. */
export class BufferReaders<T> {
  readonly #runIds = new Map<BufferReader<T>, string>();

  open(runId: string, buffer: EventBuffer<T>, after: number, onRelease = () => {}): RunReader<T> {
    const reader = new BufferReader(buffer, after, () => {
      this.#runIds.delete(reader);
      onRelease();
    });
    this.#runIds.set(reader, runId);
    return reader;
  }

  /** Of one run, or of all. */
  count(runId?: string): number {
    const runIds = [...this.#runIds.values()];
    return runId === undefined ? runIds.length : runIds.filter((id) => id === runId).length;
  }

  async releaseAll(): Promise<void> {
    await Promise.all([...this.#runIds.keys()].map((reader) => reader.return()));
  }
}

/**
 * A cursor over an {@link EventBuffer}. Written by hand because an async generator that is parked on an await
 * cannot be returned: it would stay until something is appended.
 */
class BufferReader<T> implements RunReader<T> {
  readonly #buffer: EventBuffer<T>;
  readonly #onRelease: () => void;
  readonly #after: number;
  #index = 0;
  /** Pending calls, oldest first; each returns whether it could be served. */
  #waiting: (() => boolean)[] = [];
  #released = false;

  /** `onRelease` is called once, at the end of the log or on `return`. */
  constructor(buffer: EventBuffer<T>, after: number, onRelease: () => void) {
    this.#buffer = buffer;
    this.#after = after;
    this.#onRelease = onRelease;
  }

  nextBatch(): Promise<RunBatch<T> | null> {
    return new Promise((resolve, reject) => {
      const attempt = () => {
        const batch = this.#released ? null : this.#take();
        if (batch === null && !this.#released) {
          if (!this.#buffer.ended) return false;
          const { failure } = this.#buffer;
          if (failure !== undefined) reject(failure);
          this.#release();
        }
        resolve(batch);
        return true;
      };
      // Queue behind pending calls, even if there is something to take by now.
      if (this.#waiting.length > 0 || !attempt()) {
        this.#waiting.push(attempt);
        this.#buffer.park(this.#wake);
      }
    });
  }

  async return(): Promise<void> {
    this.#release();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#release();
  }

  #take(): RunBatch<T> | null {
    const isNew = this.#index === 0 && this.#after > 0;
    const found = this.#buffer.batchAt(isNew ? this.#buffer.indexAfter(this.#after) : this.#index);
    if (found === null) return null;
    this.#index = found.endIndex;
    return found.batch;
  }

  readonly #wake = (): void => {
    while (this.#waiting[0]?.()) this.#waiting.shift();
    if (this.#waiting.length > 0) this.#buffer.park(this.#wake);
  };

  #release(): void {
    if (this.#released) return;
    this.#released = true;
    this.#buffer.unpark(this.#wake);
    this.#onRelease();
    for (const attempt of this.#waiting.splice(0)) attempt();
  }
}
