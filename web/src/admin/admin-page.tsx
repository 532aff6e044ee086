import { useMemo, useState, useSyncExternalStore } from 'react';
import { Provider } from 'urql';
import { Router } from 'wouter';
import { basePath } from '../shared/base-path.ts';
import { type Credential, createCredentialHolder, forgetCredentials } from '../shared/credential.ts';
import { createGraphQLClient } from '../shared/graphql-client.ts';
import { Console } from './console.tsx';
import { createConsoleClient } from './console-client.ts';
import { NoticeBoard } from './parts/notices.tsx';
import { UncachedClient } from './parts/read-all.ts';
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: clients live as long as their credential
  const { client, uncached } = useMemo(() => {
    const { authorization } = credential;
    return {
      client: createConsoleClient(authorization, onRefused),
      uncached: createGraphQLClient({
        authorization: () => authorization,
        onUnauthenticated: onRefused,
        cache: false,
      }),
    };
  }, [credential]);
  return (
    <Provider value={client}>
      <UncachedClient value={uncached}>
        <Router base={`${basePath}/admin`}>
          <NoticeBoard>
            <Console onSignOut={signOut} />
          </NoticeBoard>
        </Router>
      </UncachedClient>
    </Provider>
  );
}
