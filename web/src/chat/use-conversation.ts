import type { ConversationState, ConversationStore } from '@inlay/client';
import { useEffect, useSyncExternalStore } from 'react';
import { readAddress, writeChatId } from './address.ts';
import type { KeptChat } from './kept-chat.ts';

/**
 * The kept conversation, or the one in the address; synchronised with the address and the network. A question whose session
 * ended before it arrived is sent again.
 */
export function useConversation(kept: KeptChat): readonly [ConversationState, ConversationStore] {
  const { store } = kept;
  const state = useSyncExternalStore(store.subscribe, store.get);

  useEffect(() => {
    if (kept.isNew) store.open(readAddress().chatId);
    else store.reconnect();
    kept.isNew = false;
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
    };
  }, [store, kept]);

  const { threadId, problem, messages } = state;
  useEffect(() => writeChatId(threadId), [threadId]);
  // The address may name somebody else's thread, or a deleted one.
  const isGone = problem?.code === 'NOT_FOUND' && messages.length === 0;
  useEffect(() => {
    if (isGone) startAnew(store);
  }, [isGone, store]);
  return [state, store];
}

/** Leaves a thread that is gone for a new one, where the questions are asked that were meant for it. */
export function startAnew(store: ConversationStore): void {
  const { asking, waiting } = store.get();
  store.open(undefined);
  for (const question of [asking ?? [], waiting].flat()) store.ask(question);
}
