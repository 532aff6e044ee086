import { type Credential, type CredentialHolder, createCredentialHolder } from './credential.ts';
import { ExchangeSessionDocument } from './generated/graphql.ts';
import { createGraphQLClient, isUnauthenticated } from './graphql-client.ts';
import type { Host } from './host.ts';

/** How an embedded page is let in. */
export type SessionState =
  | { readonly status: 'starting' }
  | { readonly status: 'active'; readonly credential: Credential }
  /** `missing`: the address names none. `refused`: used already, expired or unknown. `expired`: the token has ended. */
  | { readonly status: 'ended'; readonly reason: 'missing' | 'refused' | 'expired' }
  /** The service does not answer; {@link EmbedSession.retry} asks again. */
  | { readonly status: 'unreachable' };

/** The session of an embedded page, from the link or from the host, for as long as the tab lives. */
export interface EmbedSession {
  /** The same object until it changes, as React's `useSyncExternalStore` wants it. */
  readonly get: () => SessionState;
  /** @returns ends the subscription */
  readonly subscribe: (onChange: () => void) => () => void;
  /** The service no longer takes the token: the host is told, and a session that it hands in replaces this one. */
  readonly expire: () => void;
  readonly retry: () => void;
}

/** Longer waits overflow a browser's timers. */
const maxTimerMs = 2_147_483_647;

/**
 * Begins with the session that the address names: exchanges it at once and takes it out of the address, which keeps
 * `account`, so that a reload is allowed in the same frames, and `view`, by which this frame finds its token again. The
 * token lives in this tab only. A later session comes from the host.
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
    const client = createGraphQLClient({
      authorization: () => undefined,
      onUnauthenticated: () => undefined,
    });
    const { data, error } = await client
      .mutation(ExchangeSessionDocument, { input: { sessionId } })
      .toPromise();
    if (data === undefined) {
      if (error === undefined || isUnauthenticated(error)) return end('refused');
      retry = () => void exchange(sessionId);
      return change({ status: 'unreachable' });
    }
    const { token, expiresAt, accountName } = data.exchangeSession;
    const credential = { authorization: `Bearer ${token}`, expiresAt };
    holder = holderOf(accountName, readAddress().view ?? newView());
    holder.set(credential);
    activate(credential);
  }

  const { session, account, view } = readAddress();
  host.onSession((sessionId) => void exchange(sessionId));
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
    expire: () => end('expired'),
    retry: () => retry(),
  };
}

/** By account, since another account's hosts may frame what its address names; by view, since a host may have several. */
function holderOf(account: string, view: string): CredentialHolder {
  writeAddress({ account, view });
  return createCredentialHolder(`${account}.${view}`);
}

/** Tells frames of one tab apart; no secret. Works without TLS too, unlike `randomUUID`. */
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
