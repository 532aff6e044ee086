import { BufferReader } from './buffer-reader.ts';
import { EventBuffer } from './event-buffer.ts';
import type { NumberedEvent, RunBatch, RunEntry, RunReader } from './run-log.ts';

/**
 * Reads events that are known already, such as the messages of a thread, then goes on with `live` where there is one.
 * Releasing it releases `live`.
 * @throws RangeError, TypeError as `append` does
 */
export function createReplay<T>(
  events: readonly NumberedEvent<T>[],
  live: RunReader<T> | null,
): RunReader<T> {
  const buffer = new EventBuffer<T>();
  buffer.append(events, Number.POSITIVE_INFINITY);
  buffer.end();
  return new Replay(new BufferReader(buffer, 0, () => {}), live);
}

class Replay<T> implements RunReader<T> {
  readonly #past: RunReader<T>;
  readonly #live: RunReader<T> | null;

  constructor(past: RunReader<T>, live: RunReader<T> | null) {
    this.#past = past;
    this.#live = live;
  }

  async nextBatch(): Promise<RunBatch<T> | null> {
    return (await this.#past.nextBatch()) ?? this.#live?.nextBatch() ?? null;
  }

  async next(): Promise<IteratorResult<RunEntry<T>, undefined>> {
    const entry = await this.#past.next();
    return entry.done && this.#live !== null ? this.#live.next() : entry;
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    await this.#past.return();
    await this.#live?.return();
    return { done: true, value: undefined };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}
