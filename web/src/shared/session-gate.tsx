import { Button, Center, Loader } from '@mantine/core';
import { Fragment, type ReactNode, useSyncExternalStore } from 'react';
import type { Credential } from './credential.ts';
import { Notice } from './notice.tsx';
import type { EmbedSession } from './session.ts';
import { words } from './words/words.ts';

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
          <Loader role="status" aria-label={words().loading} />
        </Center>
      );
    case 'active':
      return <Fragment key={state.credential.authorization}>{children(state.credential)}</Fragment>;
    case 'ended':
      return <Notice {...words().session[state.reason]} />;
    case 'unreachable':
      return (
        <Notice {...words().session.unreachable}>
          <Button onClick={session.retry}>{words().tryAgain}</Button>
        </Notice>
      );
  }
}
