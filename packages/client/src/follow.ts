import { ConnectionError, InlayError } from './errors.ts';
import type { ChatEvent, ThreadChange } from './types.ts';

/** Where a reader is in a thread. */
export interface Position {
  readonly threadId: string;
  /** Number of the last event that was seen. */
  readonly after: number;
}

export interface Following {
  /** Opens a stream: after a position, or from the start as long as nothing of the thread is known. */
  readonly open: (position: Position | undefined) => AsyncIterable<ChatEvent>;
  readonly position?: Position | undefined;
  readonly signal: AbortSignal | undefined;
  readonly onConnection: ((failure: InlayError | undefined) => void) | undefined;
  /** How long to try without a new event. */
  readonly retryForMs: number;
}

/** Refusals that may pass by themselves. */
const passing: readonly string[] = [
  'UNAVAILABLE',
  'OVERLOADED',
  'TOO_MANY_REQUESTS',
] satisfies InlayError['code'][];

/**
 * The events of a thread up to `ChatEnded`, over as many connections as it takes: none is lost and none repeated.
 * @throws InlayError what the service refused, or the last failure after `retryForMs` without a new event
 */
export async function* follow(options: Following): AsyncGenerator<ChatEvent, void, undefined> {
  const { open, signal, onConnection, retryForMs } = options;
  let { position } = options;
  let threadId = position?.threadId;
  let after = position?.after ?? 0;
  const seenOnce = new Set<string>();
  const retries = createRetries({ signal, onConnection, retryForMs });
  let isLost = false;

  /** Whether the event is new to the reader. */
  function isNew(event: ChatEvent): boolean {
    switch (event.__typename) {
      case 'ChatStarted':
        threadId = event.threadId;
        break;
      case 'ChatFailed':
        break;
      case 'ChatEnded':
        return true;
      case 'ChatDelta':
      case 'ChatToolCallStarted':
      case 'ChatMessageFinished':
        if (threadId === undefined || event.sort <= after) return false;
        // From its first message on, the turn is stored, and can be joined.
        after = event.sort;
        position = { threadId, after };
        return true;
    }
    const isFirst = !seenOnce.has(event.__typename);
    seenOnce.add(event.__typename);
    return isFirst;
  }

  for (;;) {
    let isOpen = false;
    try {
      for await (const event of open(position)) {
        isOpen = true;
        if (isLost) onConnection?.(undefined);
        isLost = false;
        if (!isNew(event)) continue;
        retries.reset();
        yield event;
        if (event.__typename === 'ChatEnded') return;
      }
      throw new ConnectionError('The stream ended before the turn.');
    } catch (error) {
      isLost = true;
      await retries.after(lostWith(error, isOpen));
    }
  }
}

export interface ChangesFollowing extends Pick<Following, 'signal' | 'onConnection'> {
  /** @param onOpen called once changes are listened for */
  readonly open: (onOpen: () => void) => AsyncIterable<ThreadChange>;
}

/**
 * What happens to threads, over as many connections as it takes. `onConnection` is called without a failure for each of them.
 * @throws InlayError what the service refused
 */
export async function* followChanges(
  options: ChangesFollowing,
): AsyncGenerator<ThreadChange, void, undefined> {
  const { open, signal, onConnection } = options;
  const retries = createRetries({ signal, onConnection, retryForMs: Number.POSITIVE_INFINITY });
  for (;;) {
    let isOpen = false;
    const opened = () => {
      isOpen = true;
      onConnection?.(undefined);
    };
    try {
      for await (const change of open(opened)) {
        retries.reset();
        yield change;
      }
      throw new ConnectionError('The stream ended.');
    } catch (error) {
      await retries.after(lostWith(error, isOpen));
    }
  }
}

/** A session that has ended ends its streams. The next connection gets another session. */
function lostWith(error: unknown, isOpen: boolean): unknown {
  const hasEnded = isOpen && error instanceof InlayError && error.code === 'UNAUTHENTICATED';
  return hasEnded ? new ConnectionError(error.message, { cause: error }) : error;
}

/** The attempts to open a stream. */
interface Retries {
  /** Waits until the next attempt. @throws what the service refused, or the last failure when there were too many */
  after(error: unknown): Promise<void>;
  /** Something new has arrived. */
  reset(): void;
}

function createRetries(options: Pick<Following, 'signal' | 'onConnection' | 'retryForMs'>): Retries {
  const { signal, onConnection, retryForMs } = options;
  let failures = 0;
  let failingSinceMs = 0;
  return {
    async after(error) {
      if (!(error instanceof InlayError) || !mayPass(error)) throw error;
      if (failures === 0) failingSinceMs = Date.now();
      const waitMs = Math.max(backoffMs(failures), (error.retryAfter ?? 0) * 1_000);
      failures += 1;
      if (Date.now() + waitMs - failingSinceMs > retryForMs) throw error;
      onConnection?.(error);
      await pause(waitMs, signal);
    },
    reset() {
      failures = 0;
    },
  };
}

function mayPass(error: InlayError): boolean {
  return error instanceof ConnectionError || passing.includes(error.code);
}

/** Up to 10 s, each time longer, and never the same for many clients that lost their connections at once. */
function backoffMs(failures: number): number {
  return Math.min(100 * 2 ** failures, 10_000) * (0.5 + Math.random() / 2);
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort);
      resolve();
    }, ms);
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
