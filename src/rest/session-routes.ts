import { maxAnonymousBodyBytes } from '../http/body.ts';
import { generateSessionBody, sessionIdBody } from './bodies.ts';
import { readBody } from './body.ts';
import {
  ExchangeSessionDocument,
  GenerateSessionDocument,
  RevokeSessionDocument,
} from './generated/graphql.ts';
import { jsonResponse, noContent, type Route } from './route.ts';
import * as describe from './session-descriptions.ts';

export const sessionRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/api/v1/embed/generate-session',
    describe: describe.generateSession,
    async handle({ request, door }) {
      const input = await readBody(request, generateSessionBody);
      const { generateSession } = await door.execute(GenerateSessionDocument, { input }, request.signal);
      return jsonResponse({ sessionId: generateSession.sessionId });
    },
  },
  {
    method: 'POST',
    path: '/api/v1/embed/session/token',
    public: true,
    describe: describe.exchangeSession,
    async handle({ request, door }) {
      const input = await readBody(request, sessionIdBody, maxAnonymousBodyBytes);
      const { exchangeSession } = await door.execute(ExchangeSessionDocument, { input }, request.signal);
      return jsonResponse({ token: exchangeSession.token, expiresAt: exchangeSession.expiresAt });
    },
  },
  {
    method: 'POST',
    path: '/api/v1/embed/session/revoke',
    describe: describe.revokeSession,
    async handle({ request, door }) {
      const input = await readBody(request, sessionIdBody);
      await door.execute(RevokeSessionDocument, { input }, request.signal);
      return noContent();
    },
  },
];
