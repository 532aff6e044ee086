import type { Column, ResultStream, Row } from '../../engines/query-engine.ts';

/** A piece of a result: the columns first, then rows, and what ended it early, if anything did. */
export interface QueryChunk {
  readonly columns?: readonly Column[];
  readonly rows: readonly Row[];
  readonly failure?: unknown;
}

/**
 * One reading of a result, at the speed of its reader. Both doors pull from it: REST rows as they come from the
 * engine, GraphQL one event at a time, a failure among them as the last event.
 */
export class QueryReader implements AsyncIterableIterator<QueryChunk, undefined, undefined> {
  readonly columns: readonly Column[];
  readonly #result: ResultStream;
  readonly #chunks: AsyncIterator<readonly Row[]>;
  #state: 'new' | 'reading' | 'ended' = 'new';

  /** @param result this reader's from here on */
  constructor(result: ResultStream) {
    this.columns = result.columns;
    this.#result = result;
    this.#chunks = result.chunks[Symbol.asyncIterator]();
  }

  /** The next rows; null at the end. @throws AppError; an abort's reason when left meanwhile */
  async nextBatch(): Promise<{ readonly rows: readonly Row[] } | null> {
    if (this.#state === 'ended') return null;
    const { done, value } = await this.#chunks.next();
    if (done !== true) return { rows: value };
    this.#state = 'ended';
    return null;
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
