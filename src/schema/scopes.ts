import type { Caller } from '../services/caller.ts';

/** What a field or type may ask of a caller, in its `authScopes`. */
export interface Scopes {
  /** Everybody, without credentials too. A root field that says so is open on purpose. */
  anyone: boolean;
  /** An API key with the role `admin`. */
  admin: boolean;
  /** Any valid credentials. */
  caller: boolean;
  /** Whoever may look at chats: an admin key, or the end user itself. */
  chatReader: boolean;
}

/** The scopes that a caller holds. */
export function scopesOf(caller: Caller | null): Scopes {
  const admin = caller?.kind === 'apiKey' && caller.role === 'admin';
  return { anyone: true, admin, caller: caller !== null, chatReader: admin || caller?.kind === 'user' };
}
