import { createFairSlots } from '../limits/fair-slots.ts';

export interface QueuedWork {
  /** Who asks: owners are served in rotation. */
  readonly owner: string;
  readonly signal?: AbortSignal | undefined;
}

/** After work that took longer than this, the event loop runs once before the next piece. */
const briefMs = 1;
/** After work that took longer than this, the queue pauses for twice that time. */
const longMs = 5;

const slots = createFairSlots({
  maxActive: 1,
  maxWaiting: 1_000,
  overloaded: 'Too many queries are waiting to be prepared. Try again in a moment.',
  closed: 'The service is shutting down.',
});

/**
 * Runs work that blocks the event loop, one piece at a time in the whole process and owner by owner. A long piece is
 * followed by a pause twice as long, in which all other requests are served.
 * @throws AppError `OVERLOADED` when too many are waiting or none came up within ten seconds; the signal's reason when
 *   aborted; what `work` throws
 */
export async function queued<T>(request: QueuedWork, work: () => T): Promise<T> {
  const release = await slots.acquire({ ...request, timeoutMs: 10_000 });
  const start = performance.now();
  try {
    return work();
  } finally {
    const tookMs = performance.now() - start;
    if (tookMs > longMs) setTimeout(release, 2 * tookMs);
    else if (tookMs > briefMs) setImmediate(release);
    else release();
  }
}
