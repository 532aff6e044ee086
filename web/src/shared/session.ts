import { exchangeSession, InlayError } from '@inlay/client';
import { basePath } from './base-path.ts';
import { type Credential, type CredentialHolder, createCredentialHolder } from './credential.ts';
import type { Host } from './host.ts';

/** State of an embedded page's session. */
export type SessionState =
  | { readonly status: 'starting' }
  | { readonly status: 'active'; readonly credential: Credential }
  /** `missing`: the address has none. `refused`: already used, expired or unknown. `expired`: the token has expired. */
  | { readonly status: 'ended'; readonly reason: 'missing' | 'refused' | 'expired' }
  /** The service does not respond; {@link EmbedSession.retry} tries again. */
  | { readonly status: 'unreachable' };

/** The session of an embedded page, from the link or from the host, for as long as the tab lives. */
export interface EmbedSession {
  /** The same object until it changes, as React's `useSyncExternalStore` requires. */
  readonly get: () => SessionState;
  /** @returns ends the subscription */
  readonly subscribe: (onChange: () => void) => () => void;
  /** The browser's. If the service refuses the session's token, the host is told, and may send another session. */
  readonly fetch: typeof globalThis.fetch;
  readonly retry: () => void;
}

/** Longer waits overflow a browser's timers. */
const maxTimerMs = 2_147_483_647;

/**
 * Starts with the session in the address: exchanges it at once and removes it from the address. The address keeps `account`, so
 * that a reload is allowed in the same frames, and `view`, by which this frame finds its token again. The token stays in this
 * tab. Later sessions come from the host.
 */
export function createEmbedSession(host: Host): EmbedSession {
  const listeners = new Set<() => void>();
  let state: SessionState = { status: 'starting' };
  let holder: CredentialHolder | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let retry = (): void => undefined;

  function change(next: SessionState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function end(reason: Extract<SessionState, { status: 'ended' }>['reason']): void {
    clearTimeout(timer);
    holder?.clear();
    change({ status: 'ended', reason });
    host.tell({ type: 'expired' });
  }

  function activate(credential: Credential): void {
    clearTimeout(timer);
    const { expiresAt } = credential;
    if (expiresAt !== undefined) {
      const leftMs = Date.parse(expiresAt) - Date.now();
      if (leftMs <= 0) {
        end('expired');
        return;
      }
      timer = setTimeout(() => end('expired'), Math.min(leftMs, maxTimerMs));
    }
    change({ status: 'active', credential });
  }

  async function exchange(sessionId: string): Promise<void> {
    change({ status: 'starting' });
    try {
      const { token, expiresAt, accountName } = await exchangeSession(sessionId, { url: basePath });
      const credential = { authorization: `Bearer ${token}`, expiresAt };
      holder = holderOf(accountName, readAddress().view ?? newView());
      holder.set(credential);
      activate(credential);
    } catch (error) {
      if (error instanceof InlayError && error.code === 'UNAUTHENTICATED') return end('refused');
      retry = () => void exchange(sessionId);
      change({ status: 'unreachable' });
    }
  }

  const { session, account, view } = readAddress();
  host.on('session', ({ sessionId }) => void exchange(sessionId));
  if (session !== undefined) {
    writeAddress({ session: undefined });
    void exchange(session);
  } else if (account !== undefined && view !== undefined) {
    holder = holderOf(account, view);
    const credential = holder.get();
    if (credential === null) end('missing');
    else activate(credential);
  } else end('missing');

  return {
    get: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    async fetch(input, init) {
      const response = await globalThis.fetch(input, init);
      const sent = new Headers(init?.headers).get('authorization');
      const isOwn = state.status === 'active' && state.credential.authorization === sent;
      if (response.status === 401 && isOwn) end('expired');
      return response;
    },
    retry: () => retry(),
  };
}

/** Per account, since each account's hosts may frame their own address; per view, since a host may have several. */
function holderOf(account: string, view: string): CredentialHolder {
  writeAddress({ account, view });
  return createCredentialHolder(`${account}.${view}`);
}

/** Distinguishes frames in one tab; not a secret. Works without TLS too, unlike `randomUUID`. */
function newView(): string {
  return crypto.getRandomValues(new Uint32Array(2)).join('-');
}

function readAddress(): Record<'session' | 'account' | 'view', string | undefined> {
  const parameters = new URLSearchParams(window.location.search);
  const read = (name: string) => parameters.get(name) ?? undefined;
  return { session: read('session'), account: read('account'), view: read('view') };
}

function writeAddress(changes: Readonly<Record<string, string | undefined>>): void {
  const url = new URL(window.location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  window.history.replaceState(window.history.state, '', url);
}
