import { z } from 'zod';
import { groupPage, userAttributePage } from './answers.ts';
import type { QueryParameter, RouteDescription } from './describe.ts';

const cursor = 'aToxMg';
const page: readonly QueryParameter[] = [
  {
    name: 'first',
    description: 'How many. Default: 20.',
    schema: z.int().min(1).max(100),
    example: 20,
  },
  {
    name: 'after',
    description: '`endCursor` of the page before. Left out: the first page.',
    schema: z.string(),
    example: cursor,
  },
];
const pageInfo = { hasNextPage: false, hasPreviousPage: false, startCursor: cursor, endCursor: cursor };

export const listGroups: RouteDescription = {
  operationId: 'listEmbedTenantGroups',
  tag: 'Embed tenants',
  summary: 'List the groups of an embed tenant',
  description:
    'Needs an admin key. Oldest first. An embed tenant exists once a session or definition named it.',
  query: page,
  answer: {
    status: 200,
    description: 'A page.',
    content: {
      'application/json': {
        schema: groupPage,
        example: { items: [{ id: 7, name: 'buyers', description: 'Who buys', userCount: 1 }], pageInfo },
      },
    },
  },
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
};

export const deleteGroup: RouteDescription = {
  operationId: 'deleteEmbedTenantGroup',
  tag: 'Embed tenants',
  summary: 'Delete a group of an embed tenant',
  description: 'Needs an admin key. Its memberships go with it.',
  answer: { status: 204, description: 'It is gone.' },
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
};

export const listUserAttributes: RouteDescription = {
  operationId: 'listEmbedTenantUserAttributes',
  tag: 'Embed tenants',
  summary: 'List the user attributes of an embed tenant',
  description:
    'Needs an admin key. Oldest first. An embed tenant exists once a session or definition named it.',
  query: page,
  answer: {
    status: 200,
    description: 'A page.',
    content: {
      'application/json': {
        schema: userAttributePage,
        example: {
          items: [
            {
              id: 7,
              name: 'store',
              type: 'number',
              displayName: 'Store',
              defaultValue: null,
              description: null,
            },
          ],
          pageInfo,
        },
      },
    },
  },
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
};

export const deleteUserAttribute: RouteDescription = {
  operationId: 'deleteEmbedTenantUserAttribute',
  tag: 'Embed tenants',
  summary: 'Delete a user attribute of an embed tenant',
  description: 'Needs an admin key. Its values go with it.',
  answer: { status: 204, description: 'It is gone.' },
  errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
};
