import type { AccountLimits } from '../limits/limits.ts';
import type { ChatUser } from '../users/acting-user.ts';
import type { ChatAgent } from './chat-agent.ts';
import type { ChatContext } from './chat-context.ts';

/** Whose chat a request is, and with whom. */
export interface ChatScope {
  readonly context: ChatContext;
  readonly accountId: number;
  /** Of that account. */
  readonly limits: AccountLimits;
  readonly agent: ChatAgent;
  readonly user: ChatUser;
}
