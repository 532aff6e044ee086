import type { Client } from 'urql';
import { type ConversationStore, createConversationStore } from './conversation-store.ts';

/** What of a chat outlives its session: a reader who is let in again goes on where they were. */
export interface KeptChat {
  readonly store: ConversationStore;
  /** What is written and not sent. */
  draft: string;
  /** Whether its thread was not read yet. */
  isNew: boolean;
}

/** Keeps the chat of one reader. */
export interface ChatKeeper {
  /**
   * The chat that is kept, with another client; a new one for another reader or agent, and the other one is forgotten.
   * @param reader tells users apart; undefined for nobody who could be known again
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
      const chat = { store: createConversationStore({ client, agentId }), draft: '', isNew: true };
      kept = { reader, agentId, chat };
      return chat;
    },
  };
}
