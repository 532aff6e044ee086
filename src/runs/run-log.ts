/**
 * A stream is a log with cursors: a run appends to its log, and every reader holds only an index into it. A slow reader lags
 * and catches up, a late one starts anywhere, and nothing is copied per reader. The log is in memory, or on a server that any
 * node can reach; hence everything but the counts is asynchronous.
 *
 * `T` is an event: plain JSON that does not change once it is appended.
 */
export interface RunLog<T> extends AsyncDisposable {
  /**
   * Starts the log of a run. A finished log of the same run is replaced; its readers still reach its end.
   * @throws RunLogError `live` if the run already has a writer, on any node; `unavailable`
   */
  open(runId: string): Promise<RunWriter<T>>;

  /**
   * A reader of everything after number `after`, which the log need not have reached yet; 0 reads from the start.
   * Null if there is no such log: it was never opened, or is finished and dropped, and the database has everything.
   * @throws RunLogError `unavailable`
   */
  read(runId: string, after: number): Promise<RunReader<T> | null>;

  /** The number that the log of the run has reached; null when there is no such log. @throws RunLogError `unavailable` */
  lastSort(runId: string): Promise<number | null>;

  /** Whether the run has a writer. @throws RunLogError `unavailable` */
  isLive(runId: string): Promise<boolean>;

  /**
   * Asks the writer, on any node, to stop: its `signal` aborts. The writer still appends its last events
   * and closes. Asking twice is the same as once.
   * @returns false when the run has no writer: not opened yet (a later `open` is not affected), or finished
   * @throws RunLogError `unavailable`
   */
  abort(runId: string): Promise<boolean>;

  /**
   * Removes the log of a run without a live writer at once, so that nothing of it is left. A reader on another node that is behind
   * ends with `lost`. Never fails: a log that cannot be reached expires.
   */
  trim(runId: string): Promise<void>;

  /** Number of readers on this node that have neither returned nor reached the end, of one run or of all. */
  readerCount(runId?: string): number;
}

export interface RunWriter<T> {
  readonly runId: string;
  /** Aborts on {@link RunLog.abort}, and when the run log is disposed. */
  readonly signal: AbortSignal;

  /**
   * Adds events in order; all or none of them. Events appended in one turn of the event loop reach a waiting
   * reader as one batch. Resolves once readers on this node can see them; those on other nodes do a moment later. An
   * unreachable log does not block its writer: it gets the events as soon as possible.
   * @throws RunLogError `full` over the cap (close is still possible), `closed` after close, `lost` once
   *   another writer has taken over the run, which may be noticed late
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

/** `sort` is null for an event without a number; it comes after the number before it, initially 0. */
export interface NumberedEvent<T> {
  readonly sort: number | null;
  readonly event: T;
}

/** One or more consecutive entries. */
export interface RunBatch<T> {
  readonly entries: readonly NumberedEvent<T>[];
  /** Each event as a line of JSON in UTF-8, encoded once for all readers: never write to it. */
  readonly lines: Uint8Array;
}

/**
 * A cursor. Calls made while one is pending are served in order. Reaching the end releases the reader; to leave early, call
 * `return`.
 */
export interface RunReader<T> extends AsyncDisposable {
  /**
   * Everything after the cursor, at most about 64 KiB at a time (or one larger entry); waits if there is nothing.
   * Null at the end of the log.
   * @throws RunLogError `lost` if the writer was lost or replaced, so that the log has no end; `unavailable`.
   *   Either releases the reader.
   */
  nextBatch(): Promise<RunBatch<T> | null>;
  /** Releases the reader: pending calls end as at the end of the log. Safe to call again. */
  return(): Promise<void>;
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
