import type { Caller } from '../services/caller.ts';

/** What a field or type can require in its `authScopes`. */
export interface Scopes {
  /** Anyone, even without credentials. */
  anyone: boolean;
  /** An API key with the role `admin`. */
  admin: boolean;
  /** Any valid credentials. */
  caller: boolean;
  /** An admin key, or an end user. */
  chatReader: boolean;
}

/** The scopes that a caller has. */
export function scopesOf(caller: Caller | null): Scopes {
  const admin = caller?.kind === 'apiKey' && caller.role === 'admin';
  return { anyone: true, admin, caller: caller !== null, chatReader: admin || caller?.kind === 'user' };
}
