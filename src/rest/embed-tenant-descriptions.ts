import { z } from 'zod';
import { groupPage, userAttributePage } from './answers.ts';
import type { QueryParameter, RouteDescription } from './describe.ts';

const cursor = 'aToxMg';
const page: readonly QueryParameter[] = [
  {
    name: 'first',
    description: 'Number of objects to return. Default: 20.',
    schema: z.int().min(1).max(100),
    example: 20,
  },
  {
    name: 'after',
    description: 'Returns only objects after this cursor: the `endCursor` of the previous page.',
    schema: z.string(),
    example: cursor,
  },
];
const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: cursor, endCursor: cursor };

function list(
  operationId: string,
  what: string,
  schema: z.ZodType,
  item: Readonly<Record<string, unknown>>,
): RouteDescription {
  return {
    operationId,
    tag: 'Embed tenants',
    summary: `List the ${what} of an embed tenant`,
    description: 'Oldest first. An embed tenant exists once a session has named it. Requires an admin key.',
    query: page,
    answer: {
      status: 200,
      description: 'A page of the list.',
      content: { 'application/json': { schema, example: { items: [item], pageInfo } } },
    },
    errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
  };
}

function deletion(operationId: string, what: string, parts: string): RouteDescription {
  return {
    operationId,
    tag: 'Embed tenants',
    summary: `Delete a ${what} of an embed tenant`,
    description: `Deletes a ${what} of an embed tenant along with its ${parts}. Requires an admin key.`,
    answer: { status: 204, description: `The ${what} no longer exists.` },
    errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
  };
}

export const listGroups = list('listEmbedTenantGroups', 'groups', groupPage, {
  id: 7,
  name: 'buyers',
  description: 'People who buy',
  userCount: 1,
});

export const deleteGroup = deletion('deleteEmbedTenantGroup', 'group', 'memberships');

export const listUserAttributes = list(
  'listEmbedTenantUserAttributes',
  'user attributes',
  userAttributePage,
  {
    id: 7,
    name: 'store',
    type: 'number',
    displayName: 'Store',
    defaultValue: null,
    description: null,
  },
);

export const deleteUserAttribute = deletion('deleteEmbedTenantUserAttribute', 'user attribute', 'values');
