import type { Credential } from '../../shared/credential.ts';
import {
  ExchangeSessionDocument,
  MintSessionDocument,
  type PickedUserFragment,
} from '../generated/graphql.ts';
import { useChange } from '../parts/use-change.ts';

/** @returns mints a session for a user and exchanges it at once. @throws Error with what to tell people */
export function useMintSession(): (user: PickedUserFragment, deploymentId: number) => Promise<Credential> {
  const mint = useChange(MintSessionDocument);
  const exchange = useChange(ExchangeSessionDocument);
  return async ({ kind, identifier, embedTenant }, deploymentId) => {
    const { generateSession } = await mint({
      input: {
        deploymentId,
        ...(kind === 'internal' ? { internalId: identifier } : { externalId: identifier }),
        ...(embedTenant == null ? {} : { embedTenantName: embedTenant.name }),
      },
    });
    const { exchangeSession } = await exchange({ input: { sessionId: generateSession.sessionId } });
    return { authorization: `Bearer ${exchangeSession.token}`, expiresAt: exchangeSession.expiresAt };
  };
}
