import type { Agent } from '@inlay/client';
import { createContext, useContext } from 'react';
import type { Formats } from '../shared/format.ts';
import type { Host } from '../shared/host.ts';
import type { KeptChat } from './kept-chat.ts';

/** What the parts of a chat share. */
export interface Chat {
  readonly agent: Agent;
  /** In the reader's locale and the session's time zone. */
  readonly formats: Formats;
  /** The `Authorization` header of requests besides GraphQL. */
  readonly authorization: string;
  readonly kept: KeptChat;
  readonly host: Host;
}

export const ChatContext = createContext<Chat | null>(null);

/** @throws Error outside of a chat */
export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (chat === null) throw new Error('There is no chat around this.');
  return chat;
}
