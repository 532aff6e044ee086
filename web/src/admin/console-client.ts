import type { Cache } from '@urql/exchange-graphcache';
import type { Client } from 'urql';
import { createGraphQLClient } from '../shared/graphql-client.ts';

/** Mutations after which a list may have other entries: all that the console makes. */
const changes = [
  'createApiKey',
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
  'revokeApiKey',
  'revokeListedSession',
  'rotateApiKey',
  'updateGroup',
  'updateInternalUser',
  'updateUserAttribute',
];

/** The console's GraphQL client: lists are shown by the page, and asked for again after each change. */
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

/** A change can also show where it is not looked for: in counts, in the memberships of users, in the audit log. */
function forgetLists(cache: Cache): void {
  for (const { fieldName, arguments: args } of cache.inspectFields('Query')) {
    cache.invalidate('Query', fieldName, args);
  }
}
