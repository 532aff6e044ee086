import { type Client, type ConversationStore, createConversation } from '@inlay/client';

/** What outlives a chat's session, so that the same reader can continue with the next one. */
export interface KeptChat {
  readonly store: ConversationStore;
  /** The draft. */
  draft: string;
  /** Whether its thread has not been read yet. */
  isNew: boolean;
}

/** Keeps the chat of one reader. */
export interface ChatKeeper {
  /**
   * The kept chat with another client; for another reader or agent, a new one that replaces it.
   * @param reader identifies the user; undefined if the user cannot be recognised later
   */
  take(reader: string | undefined, client: Client, agentId: number): KeptChat;
}

export function createChatKeeper(): ChatKeeper {
  let kept:
    | { readonly reader: string | undefined; readonly agentId: number; readonly chat: KeptChat }
    | undefined;
  return {
    take(reader, client, agentId) {
      if (kept !== undefined && reader !== undefined && kept.reader === reader && kept.agentId === agentId) {
        kept.chat.store.use(client);
        return kept.chat;
      }
      kept?.chat.store.close();
      const chat = { store: createConversation({ client, agentId }), draft: '', isNew: true };
      kept = { reader, agentId, chat };
      return chat;
    },
  };
}
