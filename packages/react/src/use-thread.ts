import { type ConversationState, createConversation, type Turn, turnsOf } from '@inlay/client';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { useInlay } from './provider.tsx';

/** A thread of the user, as far as it is known, and what the user may do in it. */
export interface ThreadView extends ConversationState {
  /** Oldest first, the last one as it is answered. */
  readonly turns: readonly Turn[];
  /**
   * Asks the agent; in a new thread, if there is none yet. During an answer the question joins `waiting`, whose questions are asked
   * in order.
   */
  readonly ask: (question: string) => void;
  /** Stops the agent; what it said so far stays. The next question that waits is asked then. */
  readonly stop: () => void;
  /** Resends a question that did not arrive, continues an interrupted turn, or repeats the last question. */
  readonly retry: () => void;
  /** Leaves this thread for another one; without an id for a new one. Questions that wait are dropped. */
  readonly open: (threadId?: string) => void;
}

export interface UseThreadOptions {
  /** Number of the agent that is asked. @default that of the provider */
  readonly agentId?: number | undefined;
}

/**
 * Reads a thread and follows its running turn through lost connections. Unmounting ends the reading, not the turn. What another
 * tab asks in an idle thread is read when the page is looked at again, or before the next question here.
 * @param threadId @default a new thread, which the first question creates
 */
export function useThread(threadId?: string, { agentId }: UseThreadOptions = {}): ThreadView {
  const client = useInlay();
  const store = useMemo(() => createConversation({ client, agentId }), [client, agentId]);
  const state = useSyncExternalStore(store.subscribe, store.get, store.get);

  const wasClosed = useRef(false);
  useEffect(() => {
    if (wasClosed.current) store.reconnect();
    wasClosed.current = false;
    window.addEventListener('online', store.reconnect);
    window.addEventListener('offline', store.disconnect);
    // Whoever comes back to this page may have asked in another tab.
    window.addEventListener('focus', store.catchUp);
    document.addEventListener('visibilitychange', store.catchUp);
    return () => {
      window.removeEventListener('online', store.reconnect);
      window.removeEventListener('offline', store.disconnect);
      window.removeEventListener('focus', store.catchUp);
      document.removeEventListener('visibilitychange', store.catchUp);
      store.close();
      wasClosed.current = true;
    };
  }, [store]);

  useEffect(() => {
    // The thread that a question has made may come back as the one to show.
    if (store.get().threadId !== threadId) store.open(threadId);
  }, [store, threadId]);

  const { messages, asking } = state;
  const turns = useMemo(() => turnsOf({ messages, asking }), [messages, asking]);
  const { ask, stop, retry, open } = store;
  return useMemo(() => ({ ...state, turns, ask, stop, retry, open }), [state, turns, ask, stop, retry, open]);
}
