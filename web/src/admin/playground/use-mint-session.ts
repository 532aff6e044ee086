import type { Credential } from '../../shared/credential.ts';
import {
  ExchangeSessionDocument,
  MintSessionDocument,
  type PickedUserFragment,
} from '../generated/graphql.ts';
import { useChange } from '../parts/use-change.ts';

/** @returns mints a session for a user, as a host's server would: its id. @throws Error with a message for the user */
export function useMintSession(): (user: PickedUserFragment, deploymentId: number) => Promise<string> {
  const mint = useChange(MintSessionDocument);
  return async ({ kind, identifier, embedTenant }, deploymentId) => {
    const { generateSession } = await mint({
      input: {
        deploymentId,
        ...(kind === 'INTERNAL' ? { internalId: identifier } : { externalId: identifier }),
        ...(embedTenant == null ? {} : { embedTenantName: embedTenant.name }),
      },
    });
    return generateSession.sessionId;
  };
}

/** @returns exchanges a session. @throws Error with a message for the user */
export function useExchangeSession(): (sessionId: string) => Promise<Credential> {
  const exchange = useChange(ExchangeSessionDocument);
  return async (sessionId) => {
    const { exchangeSession } = await exchange({ input: { sessionId } });
    return { authorization: `Bearer ${exchangeSession.token}`, expiresAt: exchangeSession.expiresAt };
  };
}
