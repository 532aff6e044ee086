import type { EventBuffer } from './event-buffer.ts';
import type { RunBatch, RunEntry, RunReader } from './run-log.ts';

/**
 * A cursor over an {@link EventBuffer}. Written by hand because an async generator that is parked on an await
 * cannot be returned: it would hold its place for as long as nothing is appended.
 */
export class BufferReader<T> implements RunReader<T> {
  readonly #buffer: EventBuffer<T>;
  readonly #onRelease: (reader: BufferReader<T>) => void;
  readonly #after: number;
  #index = 0;
  /** Calls that wait, oldest first; each says whether it could be served. */
  #waiting: (() => boolean)[] = [];
  #released = false;

  /** `onRelease` is called once, at the end of the log or on `return`. */
  constructor(buffer: EventBuffer<T>, after: number, onRelease: (reader: BufferReader<T>) => void) {
    this.#buffer = buffer;
    this.#after = after;
    this.#onRelease = onRelease;
  }

  nextBatch(): Promise<RunBatch<T> | null> {
    return this.#serve(() => {
      const found = this.#buffer.batchAt(this.#position());
      if (found === null) return null;
      this.#index = found.endIndex;
      return found.batch;
    });
  }

  async next(): Promise<IteratorResult<RunEntry<T>, undefined>> {
    const entry = await this.#serve(() => {
      const index = this.#position();
      const found = this.#buffer.entryAt(index);
      if (found !== null) this.#index = index + 1;
      return found;
    });
    return entry === null ? { done: true, value: undefined } : { done: false, value: entry };
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#release();
    return { done: true, value: undefined };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#release();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #position(): number {
    if (this.#index === 0 && this.#after > 0) return this.#buffer.indexAfter(this.#after);
    return this.#index;
  }

  /** Resolves with what `take` finds, once it finds something; null at the end, unless the end is a failure. */
  #serve<R>(take: () => R | null): Promise<R | null> {
    return new Promise((resolve, reject) => {
      const attempt = () => {
        const found = this.#released ? null : take();
        if (found === null && !this.#released) {
          if (!this.#buffer.ended) return false;
          const { failure } = this.#buffer;
          if (failure !== undefined) reject(failure);
          this.#release();
        }
        resolve(found);
        return true;
      };
      // Behind calls that wait already, even when there is something to take by now.
      if (this.#waiting.length > 0 || !attempt()) {
        this.#waiting.push(attempt);
        this.#buffer.park(this.#wake);
      }
    });
  }

  readonly #wake = (): void => {
    while (this.#waiting[0]?.()) this.#waiting.shift();
    if (this.#waiting.length > 0) this.#buffer.park(this.#wake);
  };

  #release(): void {
    if (this.#released) return;
    this.#released = true;
    this.#buffer.unpark(this.#wake);
    this.#onRelease(this);
    for (const attempt of this.#waiting.splice(0)) attempt();
  }
}
