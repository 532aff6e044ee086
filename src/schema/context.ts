import type { Caller } from '../services/caller.ts';
import type { ChatContext } from '../services/chat/chat-context.ts';
import type { SessionTokens } from '../services/sessions/session-token.ts';

/** What the services of this process work with. */
export interface Services extends ChatContext {
  readonly tokens: SessionTokens;
}

/** What a resolver may use: who is calling, and the services. One per request. */
export interface GraphQLContext {
  readonly services: Services;
  readonly caller: Caller | null;
}
