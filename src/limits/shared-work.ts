/** Work that runs for everyone who asks for it at one moment. */
interface Shared<T> {
  readonly result: Promise<T>;
  readonly cancel: AbortController;
  waiting: number;
}

/**
 * Runs work once for all who ask for the same at one moment. One who leaves does not stop it for the others, the last does.
 * @returns `run`, which throws what the work throws, or the signal's reason
 */
export function createSharedWork<T>() {
  const running = new Map<string, Shared<T>>();

  function begin(key: string, work: (signal: AbortSignal) => Promise<T>): Shared<T> {
    const cancel = new AbortController();
    const result = work(cancel.signal).finally(() => end(key, shared));
    // Each who waits for it handles its failure.
    result.catch(() => {});
    const shared: Shared<T> = { result, cancel, waiting: 0 };
    running.set(key, shared);
    return shared;
  }

  function end(key: string, shared: Shared<T>): void {
    if (running.get(key) === shared) running.delete(key);
  }

  return async function run(
    key: string,
    signal: AbortSignal | undefined,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const shared = running.get(key) ?? begin(key, work);
    shared.waiting += 1;
    try {
      return await orAborted(shared.result, signal);
    } finally {
      shared.waiting -= 1;
      if (shared.waiting === 0) {
        end(key, shared);
        shared.cancel.abort(new DOMException('Nobody waits for the result.', 'AbortError'));
      }
    }
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
