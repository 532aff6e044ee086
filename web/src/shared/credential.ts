import { keyPrefix, tabStorage } from './tab-storage.ts';

/** The credential of a page. */
export interface Credential {
  /** The whole `Authorization` header: `Bearer <session token>` or `Api-Key <key>`. */
  readonly authorization: string;
  /** ISO 8601; absent when it does not expire by itself. */
  readonly expiresAt?: string;
}

/** Holds one credential for this tab: a reload keeps it, another tab and a later visit do not have it. */
export interface CredentialHolder {
  /** Null if there is none. The same object until it changes, as React's `useSyncExternalStore` requires. */
  get(): Credential | null;
  set(credential: Credential): void;
  clear(): void;
  /** @returns ends the subscription */
  subscribe(onChange: () => void): () => void;
}

/**
 * @param name in sessionStorage; one per page, so that a chat and the console of one tab do not share
 * @param storage @default sessionStorage, or memory where the browser denies a frame its storage
 */
export function createCredentialHolder(name: string, storage = tabStorage()): CredentialHolder {
  const key = `${keyPrefix}${name}`;
  const listeners = new Set<() => void>();
  let current = readCredential(storage?.getItem(key) ?? null);
  function change(credential: Credential | null): void {
    current = credential;
    if (credential === null) storage?.removeItem(key);
    else storage?.setItem(key, JSON.stringify(credential));
    for (const listener of listeners) listener();
  }
  return {
    get: () => current,
    set: change,
    clear: () => change(null),
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

/** Forgets the credentials of all pages in this tab, and what else they keep. */
export function forgetCredentials(storage = tabStorage()): void {
  const keys = Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '');
  for (const key of keys.filter((each) => each.startsWith(keyPrefix))) storage?.removeItem(key);
}

function readCredential(text: string | null): Credential | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isCredential(value) ? value : null;
  } catch {
    return null;
  }
}

function isCredential(value: unknown): value is Credential {
  if (typeof value !== 'object' || value === null || !('authorization' in value)) return false;
  const expiresAt = 'expiresAt' in value ? value.expiresAt : undefined;
  return (
    typeof value.authorization === 'string' && (expiresAt === undefined || typeof expiresAt === 'string')
  );
}
