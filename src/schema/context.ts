import type { SessionTokens } from '../services/access/session-token.ts';
import type { Caller } from '../services/caller.ts';
import type { ChatContext } from '../services/chat/chat-context.ts';
import type { DataContext } from '../services/data/data-context.ts';

/** What the services of this process work with. */
export interface Services extends ChatContext, DataContext {
  readonly tokens: SessionTokens;
}

/** What a resolver may use: who is calling, and the services. One per request. */
export interface GraphQLContext {
  readonly services: Services;
  readonly caller: Caller | null;
  /** Where the request comes from; undefined when nobody knows. */
  readonly clientAddress?: string | undefined;
  /** Aborts when the client goes; for work that is done for this request alone. */
  readonly signal?: AbortSignal | undefined;
}
