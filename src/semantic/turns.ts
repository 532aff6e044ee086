import { createFairSlots } from '../limits/fair-slots.ts';

export interface TurnRequest {
  /** Who asks: owners take turns. */
  readonly owner: string;
  readonly signal?: AbortSignal | undefined;
}

/** Work that took longer than this is followed by a rest. */
const briefMs = 1;
/** Work that took longer than this is followed by a rest twice as long as itself. */
const longMs = 5;

const turns = createFairSlots({
  maxActive: 1,
  maxWaiting: 1_000,
  overloaded: 'Too many queries wait to be prepared. Try again in a moment.',
  closed: 'The service is stopping.',
});

/**
 * Does work that holds the event loop up, one piece at a time over the whole process and owner by owner. After a long
 * piece everything else gets twice its time, so that nobody's requests wait for all of somebody else's.
 * @throws AppError `OVERLOADED` when too many wait already; the signal's reason when aborted
 */
export async function inTurn<T>(request: TurnRequest, work: () => T): Promise<T> {
  const release = await turns.acquire({ ...request, timeoutMs: 10_000 });
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
