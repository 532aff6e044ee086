/** Work that runs for everyone who asks for it at one moment. */
interface Running<T> {
  readonly result: Promise<T>;
  readonly cancel: AbortController;
  waiting: number;
  isHeld: boolean;
}

/** One of those for whom work runs, until it is disposed of. */
export interface Share<T> extends Disposable {
  /** Whether the work had begun for others. */
  readonly isJoined: boolean;
  readonly result: Promise<T>;
  /** Lets what the work has opened go on for this one alone, until its signal aborts, whoever leaves. */
  hold(signal: AbortSignal | undefined): void;
}

export interface SharedWork<T> {
  /** Begins work, or joins equal work that runs. What it opens ends when all have left, unless one holds it. */
  join(key: string, work: (signal: AbortSignal) => Promise<T>): Share<T>;
  /** Joins for as long as the work takes. @throws what the work throws, or the signal's reason */
  run(key: string, signal: AbortSignal | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** Runs work once for all who ask for the same at one moment. One who leaves does not stop it for the others, the last does. */
export function createSharedWork<T>(): SharedWork<T> {
  const running = new Map<string, Running<T>>();

  function begin(key: string, work: (signal: AbortSignal) => Promise<T>): Running<T> {
    const cancel = new AbortController();
    const result = work(cancel.signal).finally(() => end(key, begun));
    // Each who waits for it handles its failure.
    result.catch(() => {});
    const begun: Running<T> = { result, cancel, waiting: 0, isHeld: false };
    running.set(key, begun);
    return begun;
  }

  function end(key: string, begun: Running<T>): void {
    if (running.get(key) === begun) running.delete(key);
  }

  function join(key: string, work: (signal: AbortSignal) => Promise<T>): Share<T> {
    const joined = running.get(key);
    const shared = joined ?? begin(key, work);
    shared.waiting += 1;
    return {
      isJoined: joined !== undefined,
      result: shared.result,
      hold(signal) {
        shared.isHeld = true;
        signal?.addEventListener('abort', () => shared.cancel.abort(signal.reason), { once: true });
      },
      [Symbol.dispose]() {
        shared.waiting -= 1;
        if (shared.waiting > 0 || shared.isHeld) return;
        end(key, shared);
        shared.cancel.abort(new DOMException('Nobody waits for the result.', 'AbortError'));
      },
    };
  }

  return {
    join,
    async run(key, signal, work) {
      signal?.throwIfAborted();
      using share = join(key, work);
      return await orAborted(share.result, signal);
    },
  };
}

/** @throws the signal's reason as soon as it aborts */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
