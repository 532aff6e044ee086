import { useMemo, useState, useSyncExternalStore } from 'react';
import { Provider } from 'urql';
import { Router } from 'wouter';
import { basePath } from '../shared/base-path.ts';
import { type Credential, createCredentialHolder, forgetCredentials } from '../shared/credential.ts';
import { Console } from './console.tsx';
import { createConsoleClient } from './console-client.ts';
import { NoticeBoard } from './parts/notices.tsx';
import { SignIn } from './sign-in.tsx';

/** The admin key stays in this tab. */
const holder = createCredentialHolder('admin');

/** The console. Asks for an admin key first, and keeps the address, so that links work afterwards. */
export function AdminPage() {
  const credential = useSyncExternalStore(holder.subscribe, holder.get);
  const [wasRefused, setRefused] = useState(false);
  if (credential === null) {
    return (
      <SignIn
        wasRefused={wasRefused}
        onSignIn={(authorization) => {
          setRefused(false);
          holder.set({ authorization });
        }}
      />
    );
  }
  return (
    <SignedIn
      key={credential.authorization}
      credential={credential}
      onRefused={() => {
        setRefused(true);
        signOut();
      }}
    />
  );
}

/** With the tokens of users that the playground acted as. */
function signOut(): void {
  forgetCredentials();
  holder.clear();
}

function SignedIn({
  credential,
  onRefused,
}: {
  readonly credential: Credential;
  readonly onRefused: () => void;
}) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a client lives as long as its credential
  const client = useMemo(() => createConsoleClient(credential.authorization, onRefused), [credential]);
  return (
    <Provider value={client}>
      <Router base={`${basePath}/admin`}>
        <NoticeBoard>
          <Console onSignOut={signOut} />
        </NoticeBoard>
      </Router>
    </Provider>
  );
}
