import { AppError } from '../errors.ts';

/** Gives a slot back; calling it again does nothing. */
export type ReleaseSlot = () => void;

/** How many statements an engine runs at once, and how many may wait for their turn. */
export interface QuerySlots {
  /**
   * Resolves with a slot, first come first served.
   * @throws AppError `QUERY_LIMIT` when too many wait already, `QUERY_TIMEOUT` when none came free within
   *   `timeoutMs`, `UNAVAILABLE` once closed; the signal's reason when aborted.
   */
  acquire(options: { signal?: AbortSignal | undefined; timeoutMs: number }): Promise<ReleaseSlot>;
  /** How many wait. */
  readonly waiting: number;
  /** Refuses the waiting and all that come later. */
  close(): void;
}

interface Waiter {
  readonly grant: (release: ReleaseSlot) => void;
  readonly refuse: (reason: unknown) => void;
}

export function createQuerySlots(limits: { maxActive: number; maxWaiting: number }): QuerySlots {
  const waiting = new Set<Waiter>();
  let active = 0;
  let closed = false;

  function take(): ReleaseSlot {
    active += 1;
    let held = true;
    return () => {
      if (!held) {
        return;
      }
      held = false;
      active -= 1;
      const [next] = waiting;
      if (next !== undefined) {
        next.grant(take());
      }
    };
  }

  return {
    get waiting() {
      return waiting.size;
    },
    async acquire({ signal, timeoutMs }) {
      signal?.throwIfAborted();
      if (closed) {
        throw closedError();
      }
      if (active < limits.maxActive) {
        return take();
      }
      if (waiting.size >= limits.maxWaiting) {
        throw new AppError('QUERY_LIMIT', 'Too many queries are running on this data source.', {
          retryAfterSeconds: 1,
        });
      }
      return await new Promise<ReleaseSlot>((resolve, reject) => {
        const settle = (): void => {
          waiting.delete(waiter);
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
        };
        const waiter: Waiter = {
          grant(release) {
            settle();
            resolve(release);
          },
          refuse(reason) {
            settle();
            reject(reason instanceof Error ? reason : new Error('The wait was given up.', { cause: reason }));
          },
        };
        const abort = (): void => waiter.refuse(signal?.reason);
        const timer = setTimeout(
          () => waiter.refuse(new AppError('QUERY_TIMEOUT', 'The query waited too long for its turn.')),
          timeoutMs,
        );
        waiting.add(waiter);
        signal?.addEventListener('abort', abort, { once: true });
      });
    },
    close() {
      closed = true;
      for (const waiter of waiting) {
        waiter.refuse(closedError());
      }
    },
  };
}

function closedError(): AppError {
  return new AppError('UNAVAILABLE', 'The data source is shutting down.');
}
