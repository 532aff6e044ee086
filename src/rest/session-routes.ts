import { exchangeSessionInput, generateSessionInput, revokeSessionInput } from '../contract/sessions.ts';
import { maxAnonymousBodyBytes } from '../http/body.ts';
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
    async handle({ request, operations }) {
      const { userAttributeDefinitions: defined, ...body } = await readBody(request, generateSessionInput);
      const userAttributeDefinitions = defined?.map((each) => ({
        ...each,
        type: each.type.toUpperCase() as Uppercase<typeof each.type>,
      }));
      const { generateSession } = await operations.execute(
        GenerateSessionDocument,
        { input: userAttributeDefinitions === undefined ? body : { ...body, userAttributeDefinitions } },
        request.signal,
      );
      return jsonResponse({ sessionId: generateSession.sessionId });
    },
  },
  {
    method: 'POST',
    path: '/api/v1/embed/session/token',
    public: true,
    describe: describe.exchangeSession,
    async handle({ request, operations }) {
      const input = await readBody(request, exchangeSessionInput, { maxBytes: maxAnonymousBodyBytes });
      const { exchangeSession } = await operations.execute(
        ExchangeSessionDocument,
        { input },
        request.signal,
      );
      return jsonResponse({ token: exchangeSession.token, expiresAt: exchangeSession.expiresAt });
    },
  },
  {
    method: 'POST',
    path: '/api/v1/embed/session/revoke',
    describe: describe.revokeSession,
    async handle({ request, operations }) {
      const input = await readBody(request, revokeSessionInput);
      await operations.execute(RevokeSessionDocument, { input }, request.signal);
      return noContent();
    },
  },
];
