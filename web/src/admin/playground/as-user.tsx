import { type ReactNode, useMemo } from 'react';
import { Provider } from 'urql';
import type { Credential } from '../../shared/credential.ts';
import { createGraphQLClient } from '../../shared/graphql-client.ts';

interface AsUserProps {
  readonly credential: Credential;
  /** The token has expired, or the session was revoked. */
  readonly onExpired: () => void;
  readonly children: ReactNode;
}

/** Its children query the service as the user, not as the administrator. */
export function AsUser({ credential, onExpired, children }: AsUserProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a client lives as long as its credential
  const client = useMemo(
    () =>
      createGraphQLClient({ authorization: () => credential.authorization, onUnauthenticated: onExpired }),
    [credential],
  );
  return <Provider value={client}>{children}</Provider>;
}
