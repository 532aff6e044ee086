import { session, sessionToken } from './answers.ts';
import { generateSessionBody, sessionIdBody } from './bodies.ts';
import type { RouteDescription } from './describe.ts';

const sessionId = '901a2dd67b63a4e42b71ad4161a98210';
const sessionIdRequest = {
  schema: sessionIdBody,
  examples: [{ name: 'session', summary: 'A session', value: { sessionId } }],
};

export const generateSession: RouteDescription = {
  operationId: 'generateSession',
  tag: 'Sessions',
  summary: 'Mint a session for a user',
  description:
    'Needs an admin key. Everything in the request happens, or nothing does. Names that are not in the catalogue fail ' +
    'with 400: `User attributes not found`, `Groups with names … not found`, `… cannot change type …`.',
  body: {
    schema: generateSessionBody,
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
        summary: 'Groups and attributes that are made along the way, in an embed tenant',
        value: {
          deploymentId: 1,
          externalId: 'nora',
          embedTenantName: 'northwind',
          creatorMode: true,
          groupDefinitions: [{ name: 'buyers', description: 'Who buys' }],
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
  description: 'Once, within 5 minutes of minting. The session itself is the credential.',
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
  description: 'Needs an admin key. The token that it was exchanged for stops working. Safe to repeat.',
  body: sessionIdRequest,
  answer: { status: 204, description: 'It does not work, whether it ever did or not.' },
  errors: [],
};
