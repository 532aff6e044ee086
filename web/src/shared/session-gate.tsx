import { Button, Center, Loader } from '@mantine/core';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { Provider } from 'urql';
import type { Credential } from './credential.ts';
import { createGraphQLClient } from './graphql-client.ts';
import { Notice } from './notice.tsx';
import type { EmbedSession } from './session.ts';

interface SessionGateProps {
  readonly session: EmbedSession;
  /** Whether to use the normalised cache. @default true */
  readonly cache?: boolean;
  /** `fetch` for all requests. @default the browser's */
  readonly fetch?: typeof fetch;
  /** Remounted for each token. */
  readonly children: ReactNode;
}

/** Shows an embedded page with a GraphQL client for its session, or says why there is no session. */
export function SessionGate({ session, cache, fetch, children }: SessionGateProps) {
  const state = useSyncExternalStore(session.subscribe, session.get);
  switch (state.status) {
    case 'starting':
      return (
        <Center mih={240}>
          <Loader aria-label="Loading" />
        </Center>
      );
    case 'active':
      return (
        <Signed
          key={state.credential.authorization}
          session={session}
          credential={state.credential}
          cache={cache ?? true}
          fetch={fetch}
        >
          {children}
        </Signed>
      );
    case 'ended':
      return <Notice {...notices[state.reason]} />;
    case 'unreachable':
      return (
        <Notice title="No connection" text="The service does not respond.">
          <Button onClick={session.retry}>Try again</Button>
        </Notice>
      );
  }
}

const notices = {
  missing: {
    title: 'This page needs a valid link',
    text: 'Open it from the application that it belongs to.',
  },
  refused: {
    title: 'This link was already used',
    text: 'Links work only once, for a few minutes. Go back to the application and open this page again.',
  },
  expired: {
    title: 'Your session has ended',
    text: 'Go back to the application and open this page again.',
  },
} as const;

function Signed({
  session,
  credential,
  cache,
  fetch,
  children,
}: Omit<SessionGateProps, 'fetch'> & {
  readonly credential: Credential;
  readonly fetch: typeof globalThis.fetch | undefined;
}) {
  const client = useMemo(
    () =>
      createGraphQLClient({
        authorization: () => credential.authorization,
        onUnauthenticated: session.expire,
        cache: cache ?? true,
        fetch,
      }),
    [credential, session, cache, fetch],
  );
  return <Provider value={client}>{children}</Provider>;
}
