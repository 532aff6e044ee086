import type { Cache } from '@urql/exchange-graphcache';
import type { Client } from 'urql';
import { createGraphQLClient } from '../shared/graphql-client.ts';

/** Mutations that may change the entries of lists: all that the console uses. */
const changes = [
  'createAgentRule',
  'createApiKey',
  'createCertifiedQuery',
  'createGroup',
  'createInternalUser',
  'createUserAttribute',
  'deleteChatThread',
  'deleteEmbedTenant',
  'deleteEmbedTenantGroup',
  'deleteEmbedTenantUserAttribute',
  'deleteExternalUser',
  'deleteGroup',
  'deleteInternalUser',
  'deleteUserAttribute',
  'generateSession',
  'handleChatTurn',
  'revokeApiKey',
  'revokeListedSession',
  'rotateApiKey',
  'updateGroup',
  'updateInternalUser',
  'updateUserAttribute',
];

/** The console's GraphQL client: shows lists page by page and refetches them after each change. */
export function createConsoleClient(authorization: string, onUnauthenticated: () => void): Client {
  return createGraphQLClient({
    authorization: () => authorization,
    onUnauthenticated,
    mergesPages: false,
    updates: {
      Mutation: Object.fromEntries(
        changes.map((name) => [name, (_result, _args, cache) => forgetLists(cache)]),
      ),
    },
  });
}

/** A change can also affect other lists: counts, memberships of users, the audit log. */
function forgetLists(cache: Cache): void {
  for (const { fieldName, arguments: args } of cache.inspectFields('Query')) {
    cache.invalidate('Query', fieldName, args);
  }
}
