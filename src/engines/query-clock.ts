import { AppError } from '../errors.ts';

export interface QueryClockOptions {
  readonly signal?: AbortSignal | undefined;
  /** What the engine may work on the statement, all pulls together; also how long a reader may pause between pulls. */
  readonly timeoutMs: number;
  /** From the start to the last row, however the reader pulls. */
  readonly maxLifetimeMs: number;
  /** Called once, when the statement must stop, with what its reader is to be told. */
  readonly onStop: (reason: unknown) => void;
}

/**
 * Bounds one statement. A slow reader does not use up the statement's time, but neither does it hold a connection
 * forever: work, each pause, and the whole each have their limit.
 */
export interface QueryClock {
  /**
   * Runs one piece of the engine's work; rejects as soon as the statement is stopped, without waiting for the engine.
   * @throws the reason of the stop: the signal's, AppError `QUERY_TIMEOUT`, or what `stop` was given.
   */
  work<T>(start: () => Promise<T>): Promise<T>;
  /** Stops the statement, unless it has ended or stopped already. */
  stop(reason: unknown): void;
  /** The statement came to its end: no timer or listener is left. */
  end(): void;
  /** True when the statement was stopped before its end. */
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
