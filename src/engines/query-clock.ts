import { AppError } from '../errors.ts';

export interface QueryClockOptions {
  readonly signal?: AbortSignal | undefined;
  /** Total time that the engine may work on the statement; also how long a reader may pause between pulls. */
  readonly timeoutMs: number;
  /** Time from the start to the last row, however slowly it is read. */
  readonly maxLifetimeMs: number;
  /** Called once, when the statement must stop, with the error for its reader. */
  readonly onStop: (reason: unknown) => void;
}

/**
 * Limits the time of one statement. A slow reader does not use up the statement's time, but cannot hold a connection forever:
 * the work, each pause and the total have their own limits.
 */
export interface QueryClock {
  /**
   * Runs one step of the engine's work; rejects as soon as the statement is stopped, without waiting for the engine.
   * @throws the reason for the stop: the signal's, AppError `QUERY_TIMEOUT`, or what `stop` was given.
   */
  work<T>(start: () => Promise<T>): Promise<T>;
  /** Stops the statement, unless it has ended or stopped already. */
  stop(reason: unknown): void;
  /** The statement has ended: removes timers and listeners. */
  end(): void;
  /** Whether the statement was stopped before its end. */
  readonly stopped: boolean;
}

export function createQueryClock(options: QueryClockOptions): QueryClock {
  const { signal, timeoutMs, maxLifetimeMs, onStop } = options;
  const startedAt = performance.now();
  let workLeftMs = timeoutMs;
  let timer: NodeJS.Timeout | undefined;
  let stopped: { readonly reason: unknown } | undefined;
  let ended = false;
  let reject: ((reason: unknown) => void) | undefined;

  const abort = (): void => stop(signal?.reason);
  signal?.addEventListener('abort', abort, { once: true });

  function arm(limitMs: number, message: string): void {
    clearTimeout(timer);
    const lifetimeLeftMs = maxLifetimeMs - (performance.now() - startedAt);
    timer = setTimeout(
      () => stop(new AppError('QUERY_TIMEOUT', message)),
      Math.max(0, Math.min(limitMs, lifetimeLeftMs)),
    );
  }

  function stop(reason: unknown): void {
    if (ended) {
      return;
    }
    stopped = { reason };
    end();
    onStop(reason);
    reject?.(reason);
  }

  function end(): void {
    ended = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }

  async function work<T>(start: () => Promise<T>): Promise<T> {
    if (signal?.aborted) {
      stop(signal.reason);
    }
    if (stopped !== undefined) {
      throw stopped.reason;
    }
    arm(workLeftMs, `The query took longer than ${timeoutMs} ms.`);
    const workStartedAt = performance.now();
    try {
      return await new Promise<T>((resolve, rejectWork) => {
        reject = rejectWork;
        start().then(resolve, rejectWork);
      });
    } finally {
      reject = undefined;
      workLeftMs -= performance.now() - workStartedAt;
      if (!ended) {
        arm(timeoutMs, `The result was not read for ${timeoutMs} ms.`);
      }
    }
  }

  return {
    work,
    stop,
    end,
    get stopped() {
      return stopped !== undefined;
    },
  };
}
