/**
 * Streams are a log with cursors (architecture §1): a run appends to its log, and every reader holds only an
 * index into it. A slow reader lags and catches up, a late one starts anywhere, nothing is copied per reader.
 * The log lives in memory, or where any node can reach it; hence everything but the counts is asynchronous.
 *
 * `T` is an event: plain JSON, not changed after it was appended.
 */
export interface RunLog<T> extends AsyncDisposable {
  /**
   * Starts the log of a run. A finished log of the same run is replaced; its readers still reach its end.
   * @throws RunLogError `live` when the run has a writer already, on whatever node; `unavailable`
   */
  open(runId: string): Promise<RunWriter<T>>;

  /**
   * A reader of everything past number `after`, which need not be reached yet; 0 reads from the start.
   * Null when there is no such log: never opened, or finished and dropped, so that the database has it all.
   * @throws RunLogError `unavailable`
   */
  read(runId: string, after: number): Promise<RunReader<T> | null>;

  /** The number that the log of the run has reached; null when there is no such log. @throws RunLogError `unavailable` */
  lastSort(runId: string): Promise<number | null>;

  /** Whether the run has a writer. @throws RunLogError `unavailable` */
  isLive(runId: string): Promise<boolean>;

  /**
   * Asks the writer, on whatever node, to stop: its `signal` aborts. The writer still appends what it has to
   * say and closes. Asking twice is the same as once.
   * @returns false when the run has no writer: not opened yet (a later `open` is not affected), or finished
   * @throws RunLogError `unavailable`
   */
  abort(runId: string): Promise<boolean>;

  /** Drops a finished log before its grace period is over; readers at work still reach its end. */
  trim(runId: string): Promise<void>;

  /** Readers on this node that were neither returned nor reached the end; of one run, or of all. */
  readerCount(runId?: string): number;
}

export interface RunWriter<T> {
  readonly runId: string;
  /** Aborts when somebody called {@link RunLog.abort}, or the run log was disposed of. */
  readonly signal: AbortSignal;

  /**
   * Adds events in order; all or none of them. Events appended in one turn of the event loop reach a waiting
   * reader as one batch. Resolves once readers on this node can see them; those on other nodes do a moment later. A log
   * that cannot be reached does not hold its writer up: it is told as soon as it can be.
   * @throws RunLogError `full` over the cap (close is still possible), `closed` after close, `lost` when
   *   another writer took the run over, which may come to light later
   * @throws RangeError for a `sort` that is not a positive integer above the last one
   * @throws TypeError for an event that JSON cannot encode
   */
  append(events: readonly NumberedEvent<T>[]): Promise<void>;

  /**
   * Ends the log: readers end after its last entry. `last` is added first, whatever the cap.
   * Closing again does nothing. Resolves once readers on any node can see it, or when the log cannot be reached.
   * @throws as append, but never `full` or `closed`; the log is ended all the same
   */
  close(last?: readonly NumberedEvent<T>[]): Promise<void>;
}

/** `sort` is null for an event that takes no number; it comes past the number before it, 0 at first. */
export interface NumberedEvent<T> {
  readonly sort: number | null;
  readonly event: T;
}

export interface RunEntry<T> extends NumberedEvent<T> {
  /** The event as one line of JSON in UTF-8, newline included. Shared by all readers: never write to it. */
  readonly line: Uint8Array;
}

/** One or more consecutive entries. */
export interface RunBatch<T> {
  readonly entries: readonly RunEntry<T>[];
  /** The lines of all entries in one piece, encoded once for all readers: never write to it. */
  readonly lines: Uint8Array;
}

/**
 * A cursor. `next` and `nextBatch` advance the same position and may be mixed; calls made while one is
 * pending are served in order. Reaching the end releases the reader; leaving early takes `return`.
 */
export interface RunReader<T> extends AsyncIterableIterator<RunEntry<T>, undefined, undefined> {
  next(): Promise<IteratorResult<RunEntry<T>, undefined>>;
  /**
   * Everything there is after the cursor, at most about 64 KiB at a time (or one larger entry); waits when
   * there is nothing. Null at the end of the log.
   * @throws RunLogError `lost` when the writer is gone or was replaced, so that the log comes to no end; `unavailable`.
   *   Either releases the reader.
   */
  nextBatch(): Promise<RunBatch<T> | null>;
  /** Releases the reader at once: calls still pending end as at the end of the log. Safe to call again. */
  return(): Promise<IteratorReturnResult<undefined>>;
  [Symbol.asyncDispose](): Promise<void>;
}

export type RunLogFault = 'live' | 'full' | 'closed' | 'lost' | 'unavailable';

export class RunLogError extends Error {
  override readonly name = 'RunLogError';
  readonly fault: RunLogFault;

  constructor(fault: RunLogFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
