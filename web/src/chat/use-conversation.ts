import { useEffect, useState, useSyncExternalStore } from 'react';
import { useClient } from 'urql';
import { readAddress, writeChatId } from './address.ts';
import {
  type ConversationState,
  type ConversationStore,
  createConversationStore,
} from './conversation-store.ts';

/** The conversation with an agent that the address names, kept in step with it and with the network. */
export function useConversation(agentId: number): readonly [ConversationState, ConversationStore] {
  const client = useClient();
  const [store] = useState(() => createConversationStore({ client, agentId }));
  const state = useSyncExternalStore(store.subscribe, store.get);

  useEffect(() => {
    store.open(readAddress().chatId);
    window.addEventListener('online', store.reconnect);
    window.addEventListener('offline', store.disconnect);
    return () => {
      window.removeEventListener('online', store.reconnect);
      window.removeEventListener('offline', store.disconnect);
      store.close();
    };
  }, [store]);

  const { chatId, problem, messages } = state;
  useEffect(() => writeChatId(chatId), [chatId]);
  // A thread of somebody else's, or one that was deleted: the address outlives both.
  const isGone = problem?.code === 'NOT_FOUND' && messages.length === 0;
  useEffect(() => {
    if (isGone) store.open(undefined);
  }, [isGone, store]);
  return [state, store];
}
