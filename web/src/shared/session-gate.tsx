import { Button, Center, Loader } from '@mantine/core';
import { Fragment, type ReactNode, useSyncExternalStore } from 'react';
import type { Credential } from './credential.ts';
import { Notice } from './notice.tsx';
import type { EmbedSession } from './session.ts';

interface SessionGateProps {
  readonly session: EmbedSession;
  /** Mounted again for each token. */
  readonly children: (credential: Credential) => ReactNode;
}

/** Shows an embedded page with the token of its session, or says why there is none. */
export function SessionGate({ session, children }: SessionGateProps) {
  const state = useSyncExternalStore(session.subscribe, session.get);
  switch (state.status) {
    case 'starting':
      return (
        <Center mih={240}>
          <Loader aria-label="Loading" />
        </Center>
      );
    case 'active':
      return <Fragment key={state.credential.authorization}>{children(state.credential)}</Fragment>;
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
