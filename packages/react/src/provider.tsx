import { type Client, type ClientOptions, createClient } from '@inlay/client';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useLatest } from './use-latest.ts';

/** What reaches the service for the components below an {@link InlayProvider}. */
interface Connection {
  readonly client: Client;
  readonly options: ClientOptions;
}

const ConnectionContext = createContext<Connection | null>(null);

export type InlayProviderProps = ClientOptions & { readonly children?: ReactNode };

/**
 * Gives the hooks and components below it a client for one user: `url` and `getSession` (or `token`), and the other options of
 * `createClient`. Nothing is requested before one of them needs it. For another user, give it another `key`.
 */
export function InlayProvider({ children, ...options }: InlayProviderProps) {
  const latest = useLatest<ClientOptions>(options);
  const { url, agentId, timezone, retryForMs } = options;
  const token = 'token' in options ? options.token : undefined;
  const client = useMemo(() => {
    // What is a function may be another one with each render, and is looked up when it is called.
    const ask: typeof fetch = (...request) => (latest.current.fetch ?? globalThis.fetch)(...request);
    async function getSession(): Promise<string> {
      const source = latest.current;
      if (!('getSession' in source)) throw new TypeError('The provider has no getSession any more.');
      return source.getSession();
    }
    return createClient({
      url,
      fetch: ask,
      ...(token === undefined ? { getSession } : { token }),
      ...(agentId === undefined ? {} : { agentId }),
      ...(timezone === undefined ? {} : { timezone }),
      ...(retryForMs === undefined ? {} : { retryForMs }),
    });
  }, [url, token, agentId, timezone, retryForMs, latest]);
  return <ConnectionContext.Provider value={{ client, options }}>{children}</ConnectionContext.Provider>;
}

/** The client of the provider, for whatever the hooks do not do. @throws Error without an {@link InlayProvider} */
export function useInlay(): Client {
  return useConnection().client;
}

/** @throws Error without an {@link InlayProvider} */
export function useConnection(): Connection {
  const connection = useContext(ConnectionContext);
  if (connection === null) throw new Error('There is no <InlayProvider> around this.');
  return connection;
}
