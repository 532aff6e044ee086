import { Button, Center, Loader } from '@mantine/core';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { Provider } from 'urql';
import type { Credential } from './credential.ts';
import { createGraphQLClient } from './graphql-client.ts';
import { Notice } from './notice.tsx';
import type { EmbedSession } from './session.ts';

interface SessionGateProps {
  readonly session: EmbedSession;
  /** False for a page whose data has no ids to be told apart by. @default true */
  readonly cache?: boolean;
  /** How it asks. @default the browser's */
  readonly fetch?: typeof fetch;
  /** Drawn anew for each token. */
  readonly children: ReactNode;
}

/** Shows an embedded page to whoever has a session, with a GraphQL client of theirs, and says why to who has none. */
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
        <Notice title="No connection" text="The service does not answer.">
          <Button onClick={session.retry}>Try again</Button>
        </Notice>
      );
  }
}

const notices = {
  missing: {
    title: 'This page needs a link of its own',
    text: 'Open it from the application that it belongs to.',
  },
  refused: {
    title: 'This link was used already',
    text: 'A link works once and for a few minutes. Go back to the application that it came from and open it again.',
  },
  expired: {
    title: 'Your session has ended',
    text: 'Go back to the application that this page belongs to and open it again.',
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
