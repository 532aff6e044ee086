import { exchangeSessionInput, generateSessionInput } from '../contract/sessions.ts';
import { session, sessionToken } from './answers.ts';
import type { RouteDescription } from './describe.ts';

const sessionId = '901a2dd67b63a4e42b71ad4161a98210';
const sessionIdRequest = {
  schema: exchangeSessionInput,
  examples: [{ name: 'session', summary: 'A session', value: { sessionId } }],
};

export const generateSession: RouteDescription = {
  operationId: 'generateSession',
  tag: 'Sessions',
  summary: 'Create a session for a user',
  description:
    'Either everything in the request takes effect or nothing does. Requires an admin key. Unknown names and changes of a ' +
    'type fail with 400: `User attributes not found`, `Groups with names … not found`, `cannot change type …`.',
  body: {
    schema: generateSessionInput,
    examples: [
      {
        name: 'external',
        summary: 'An external user who sees the rows of one region',
        value: {
          deploymentId: 1,
          externalId: 'emma',
          userAttributes: [{ name: 'region', value: ['EU'] }],
        },
      },
      {
        name: 'internal',
        summary: 'An internal user',
        value: { deploymentId: 1, internalId: 'ada@acme.test' },
      },
      {
        name: 'creatorMode',
        summary: 'Groups and user attributes that are created along with the session, in an embed tenant',
        value: {
          deploymentId: 1,
          externalId: 'nora',
          embedTenantName: 'northwind',
          creatorMode: true,
          groupDefinitions: [{ name: 'buyers', description: 'People who buy' }],
          groups: ['buyers'],
          userAttributeDefinitions: [{ name: 'store', type: 'number', displayName: 'Store' }],
          userAttributes: [{ name: 'store', value: 12 }],
        },
      },
    ],
  },
  answer: {
    status: 200,
    description: 'The session.',
    content: { 'application/json': { schema: session, example: { sessionId } } },
  },
  errors: ['PLAN_REQUIRED', 'CREATOR_MODE_DISABLED', 'EXTERNAL_USER_LIMIT', 'NOT_FOUND', 'UNAVAILABLE'],
};

export const exchangeSession: RouteDescription = {
  operationId: 'exchangeSession',
  tag: 'Sessions',
  summary: 'Exchange a session for a token',
  description:
    "Exchanges a session for its user's session token. Works once for each session, within 5 minutes of its creation. No other credentials are needed, because the session ID is itself a credential.",
  body: sessionIdRequest,
  answer: {
    status: 200,
    description: 'The token.',
    content: {
      'application/json': {
        schema: sessionToken,
        example: { token: 'eyJhbGciOiJIUzI1NiJ9.eyJ1IjoxfQ.c2ln', expiresAt: '2026-03-02T12:00:00.000Z' },
      },
    },
  },
  errors: ['UNAUTHENTICATED'],
};

export const revokeSession: RouteDescription = {
  operationId: 'revokeSession',
  tag: 'Sessions',
  summary: 'Revoke a session',
  description:
    'Revokes a session along with the token that it was exchanged for. Streams that were opened with the token end with `UNAUTHENTICATED`, and turns that were started with it are aborted, also for other readers. Safe to repeat. Requires an admin key.',
  body: sessionIdRequest,
  answer: { status: 204, description: 'The session does not work, whether or not it ever did.' },
  errors: [],
};
