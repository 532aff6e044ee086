import type { Column, ResultStream, Row } from '../../engines/query-engine.ts';
import { type ResultLimits, tooManyBytes, tooManyRows } from '../deployments/result-limits.ts';

/** A piece of a result: the columns first, then rows, and what ended it early, if anything did. */
export interface QueryChunk {
  readonly columns?: readonly Column[];
  readonly rows: readonly Row[];
  readonly failure?: unknown;
}

/**
 * One reading of a result, at the speed of its reader. Both doors pull from it: REST rows as they come from the
 * engine, GraphQL one event at a time, a failure among them as the last event. Over the limits it fails like that, after
 * the rows that fit; doors tell what they write, so that bytes are those of what a client is sent.
 */
export class QueryReader implements AsyncIterableIterator<QueryChunk, undefined, undefined> {
  readonly columns: readonly Column[];
  readonly #result: ResultStream;
  readonly #chunks: AsyncIterator<readonly Row[]>;
  readonly #limits: ResultLimits;
  #state: 'new' | 'reading' | 'ended' = 'new';
  #rows = 0;
  #bytes = 0;

  /** @param result this reader's from here on */
  constructor(result: ResultStream, limits: ResultLimits) {
    this.#limits = limits;
    this.columns = result.columns;
    this.#result = result;
    this.#chunks = result.chunks[Symbol.asyncIterator]();
  }

  /** The next rows; null at the end. @throws AppError, also `QUERY_LIMIT`; an abort's reason when left meanwhile */
  async nextBatch(): Promise<{ readonly rows: readonly Row[] } | null> {
    if (this.#state === 'ended') return null;
    const room = this.#limits.maxRows - this.#rows;
    if (room < 0) throw tooManyRows(this.#limits);
    const { done, value } = await this.#chunks.next();
    if (done === true) {
      this.#state = 'ended';
      return null;
    }
    this.#rows += value.length;
    if (value.length <= room) return { rows: value };
    if (room === 0) throw tooManyRows(this.#limits);
    return { rows: value.slice(0, room) };
  }

  /**
   * Counts what a door is about to write of this result.
   * @throws AppError `QUERY_LIMIT` when that is more than a result may come to: it must not be written then
   */
  countBytes(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.maxBytes) throw tooManyBytes(this.#limits);
  }

  async next(): Promise<IteratorResult<QueryChunk, undefined>> {
    if (this.#state === 'new') {
      this.#state = 'reading';
      return { done: false, value: { columns: this.columns, rows: [] } };
    }
    try {
      const batch = await this.nextBatch();
      if (batch !== null) return { done: false, value: batch };
    } catch (failure) {
      if (!this.#left()) {
        this.#state = 'ended';
        return { done: false, value: { rows: [], failure } };
      }
    }
    return { done: true, value: undefined };
  }

  #left(): boolean {
    return this.#state === 'ended';
  }

  /** Leaves at once, also while a call is waiting; resolves when the engine has let go of the query. */
  async return(): Promise<IteratorResult<QueryChunk, undefined>> {
    this.#state = 'ended';
    await this.#result[Symbol.asyncDispose]();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }
}
