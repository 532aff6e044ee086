import { ConnectionError, InlayError } from './errors.ts';
import type { ChatEvent } from './types.ts';

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
  let failures = 0;
  let failingSinceMs = 0;
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
    let failure: InlayError;
    try {
      for await (const event of open(position)) {
        if (isLost) onConnection?.(undefined);
        isLost = false;
        if (!isNew(event)) continue;
        failures = 0;
        yield event;
        if (event.__typename === 'ChatEnded') return;
      }
      failure = new ConnectionError('The stream ended before the turn.');
    } catch (error) {
      if (!(error instanceof InlayError) || !mayPass(error)) throw error;
      failure = error;
    }
    if (failures === 0) failingSinceMs = Date.now();
    const waitMs = Math.max(backoffMs(failures), (failure.retryAfter ?? 0) * 1_000);
    failures += 1;
    if (Date.now() + waitMs - failingSinceMs > retryForMs) throw failure;
    isLost = true;
    onConnection?.(failure);
    await pause(waitMs, signal);
  }
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
