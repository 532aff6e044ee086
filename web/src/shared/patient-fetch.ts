/** Maximum number of attempts while the service is overloaded. */
const maxAttempts = 4;
/** Longer waits are left to the user. */
const longestWaitMs = 5_000;

/**
 * A `fetch` for a page with many requests. The service limits concurrent queries per user and refuses those that wait too long, so
 * further requests wait here, and refused ones are repeated after `Retry-After`. For reading only: a request may be sent
 * more than once.
 * @param atOnce maximum number of concurrent requests
 */
export function createPatientFetch(atOnce: number, ask: typeof fetch = fetch): typeof fetch {
  const waiting = new Set<() => void>();
  let active = 0;

  async function place(signal: AbortSignal | null | undefined): Promise<void> {
    signal?.throwIfAborted();
    if (active < atOnce) {
      active += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = (): void => {
      waiting.delete(resolve);
      reject(signal?.reason);
    };
    waiting.add(resolve);
    signal?.addEventListener('abort', leave, { once: true });
    await promise;
    signal?.removeEventListener('abort', leave);
  }

  function leavePlace(): void {
    const [next] = waiting;
    if (next === undefined) active -= 1;
    else {
      waiting.delete(next);
      next();
    }
  }

  return async (input, init) => {
    await place(init?.signal);
    try {
      for (let attempt = 1; ; attempt += 1) {
        const response = await ask(input, init);
        const waitMs = Number(response.headers.get('retry-after') ?? Number.NaN) * 1_000;
        const isRefused = response.status === 429 || response.status === 503;
        if (!isRefused || !(waitMs <= longestWaitMs) || attempt === maxAttempts) return response;
        await response.body?.cancel();
        await passed(waitMs, init?.signal);
      }
    } finally {
      leavePlace();
    }
  };
}

function passed(waitMs: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    }, waitMs);
    const leave = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    signal?.addEventListener('abort', leave, { once: true });
  });
}
