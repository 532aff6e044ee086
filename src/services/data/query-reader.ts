import type { Column, ResultStream, Reuse, Row, RowBatch } from '../../engines/query-engine.ts';
import { freshRows } from '../../engines/row-batch.ts';
import type { CredentialWatch } from '../access/credential-watch.ts';
import { type ResultLimits, tooManyBytes, tooManyRows } from '../deployments/result-limits.ts';

/** A chunk of a result. The first has the columns, the others rows; the last has the failure, if there was one. */
export interface QueryChunk {
  readonly columns?: readonly Column[];
  /** With the columns, if the results of the data source are reused. */
  readonly reuse?: Reuse | undefined;
  readonly rows: readonly Row[];
  readonly failure?: unknown;
}

async function* batchesOf({ chunks, reuse }: ResultStream): AsyncGenerator<RowBatch> {
  if (reuse?.batches !== undefined) yield* reuse.batches;
  else for await (const rows of chunks) yield freshRows(rows);
}

/**
 * Reads a result at the speed of its client. REST pulls rows as they come from the engine, GraphQL one event at a time,
 * where a failure is the last event. A result that exceeds its limits fails in the same way, after the rows that fit.
 * Doors report the bytes that they write, so the limit is on what the client is sent.
 */
export class QueryReader implements AsyncIterableIterator<QueryChunk, undefined, undefined> {
  readonly columns: readonly Column[];
  /** Present if the results of the data source are reused. */
  readonly reuse: Reuse | undefined;
  readonly #result: ResultStream;
  readonly #batches: AsyncIterator<RowBatch>;
  readonly #limits: ResultLimits;
  readonly #credentials: CredentialWatch;
  #state: 'new' | 'reading' | 'ended' = 'new';
  /** It was left, or its failure was told. */
  #isOver = false;
  #rows = 0;
  #bytes = 0;

  /**
   * @param result disposed of by this reader
   * @param credentials those that it is read under, disposed of too; the reading ends with them
   */
  constructor(result: ResultStream, limits: ResultLimits, credentials: CredentialWatch) {
    this.#limits = limits;
    this.columns = result.columns;
    this.reuse = result.reuse;
    this.#result = result;
    this.#batches = batchesOf(result);
    this.#credentials = credentials;
    credentials.signal.addEventListener('abort', () => void this.#end(), { once: true });
  }

  /** The next rows; null at the end. @throws AppError, also `QUERY_LIMIT`, `UNAUTHENTICATED`; the reason of an abort */
  nextBatch(): Promise<RowBatch | null> {
    return this.#credentials.during(() => this.#nextBatch());
  }

  async #nextBatch(): Promise<RowBatch | null> {
    if (this.#state === 'ended') return null;
    const room = this.#limits.maxRows - this.#rows;
    if (room < 0) throw tooManyRows(this.#limits);
    const { done, value } = await this.#batches.next();
    if (done === true) {
      this.#state = 'ended';
      return null;
    }
    this.#rows += value.count;
    if (value.count <= room) return value;
    if (room === 0) throw tooManyRows(this.#limits);
    return freshRows(value.rows().slice(0, room));
  }

  /**
   * Counts the bytes that a door is about to write.
   * @throws AppError `QUERY_LIMIT` if they exceed the limit and must not be written
   */
  countBytes(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.maxBytes) throw tooManyBytes(this.#limits);
  }

  async next(): Promise<IteratorResult<QueryChunk, undefined>> {
    if (this.#state === 'new') {
      this.#state = 'reading';
      return { done: false, value: { columns: this.columns, reuse: this.reuse, rows: [] } };
    }
    try {
      const batch = await this.nextBatch();
      if (batch !== null) return { done: false, value: { rows: batch.rows() } };
    } catch (failure) {
      if (!this.#isOver) {
        this.#isOver = true;
        this.#state = 'ended';
        return { done: false, value: { rows: [], failure } };
      }
    }
    return { done: true, value: undefined };
  }

  /** Ends the reading at once, even while a call is waiting. Resolves when the engine has stopped the query. */
  async return(): Promise<IteratorResult<QueryChunk, undefined>> {
    this.#isOver = true;
    this.#credentials[Symbol.dispose]();
    await this.#end();
    return { done: true, value: undefined };
  }

  async #end(): Promise<void> {
    this.#state = 'ended';
    await this.#result[Symbol.asyncDispose]();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }
}
