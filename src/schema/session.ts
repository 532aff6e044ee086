import {
  exchangeSessionInput,
  generateSessionInput,
  revokeListedSessionInput,
  revokeSessionInput,
  sessionState,
  sessionsArgs,
} from '../contract/sessions.ts';
import { embedTenants } from '../services/catalogue/list-embed-tenants.ts';
import { deployments } from '../services/deployments/list-deployments.ts';
import { findRow, loadReferred } from '../services/lists/look-up.ts';
import { readList } from '../services/lists/read-list.ts';
import { type ExchangedSession, exchangeSession } from '../services/sessions/exchange-session.ts';
import { generateSession } from '../services/sessions/generate-session.ts';
import { sessions, stateOfSession } from '../services/sessions/list-sessions.ts';
import { revokeListedSession, revokeSession } from '../services/sessions/revoke-session.ts';
import { users } from '../services/users/list-users.ts';
import { builder } from './builder.ts';
import { connectionOf } from './connection.ts';
import { argsOf, enumOf, inputArg } from './input-of.ts';
import { nodeOf } from './node.ts';
import { byUserNumber, readRecordUuid } from './record-id.ts';
import { looksUpByHash } from './storable-arguments.ts';

const GenerateSessionPayload = builder
  .objectRef<{ sessionId: string; expiresAt: Date }>('GenerateSessionPayload')
  .implement({
    description: 'The result of creating a session.',
    fields: (t) => ({
      sessionId: t.exposeString('sessionId', {
        description: 'ID of the session, for use in the embed URL. It can be exchanged once.',
      }),
      expiresAt: t.expose('expiresAt', {
        type: 'DateTime',
        description: 'Time until which the session can be exchanged.',
      }),
    }),
  });

builder.mutationField('generateSession', (t) =>
  t.field({
    type: GenerateSessionPayload,
    description:
      'Creates a session for one user. Either everything in the request takes effect or nothing does. Requires an admin key.',
    authScopes: { admin: true },
    args: inputArg(generateSessionInput),
    resolve: (_root, { input }, { services, caller }) => generateSession(services, caller, input),
  }),
);

const ExchangeSessionPayload = builder.objectRef<ExchangedSession>('ExchangeSessionPayload').implement({
  description: "The result of exchanging a session: an end user's session token.",
  fields: (t) => ({
    token: t.exposeString('token', {
      description: 'The session token. Send it as `Authorization: Bearer <token>`.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Time until which the token is valid.',
    }),
    accountName: t.exposeString('accountName', {
      description:
        'Name of the account. An embedded page keeps it in its URL as `?account=`, so that a reload is allowed in the same frames.',
    }),
  }),
});

builder.mutationField('exchangeSession', (t) =>
  t.field({
    type: ExchangeSessionPayload,
    description:
      "Exchanges a session for its user's session token. Works once for each session. No other credentials are needed, because the session ID is itself a credential.",
    authScopes: { anyone: true },
    extensions: looksUpByHash,
    args: inputArg(exchangeSessionInput),
    resolve: (_root, { input }, { services, clientAddress }) =>
      exchangeSession(services, services.tokens, input, clientAddress),
  }),
);

const RevokeSessionPayload = builder.objectRef<{ sessionId: string }>('RevokeSessionPayload').implement({
  description: 'The result of revoking a session.',
  fields: (t) => ({
    sessionId: t.exposeString('sessionId', { description: 'ID of the session given in the input.' }),
  }),
});

builder.mutationField('revokeSession', (t) =>
  t.field({
    type: RevokeSessionPayload,
    description:
      'Revokes a session along with the token that it was exchanged for. Streams that were opened with the token end with `UNAUTHENTICATED`, and turns that were started with it are aborted, also for other readers. Safe to repeat. Requires an admin key.',
    authScopes: { admin: true },
    extensions: looksUpByHash,
    args: inputArg(revokeSessionInput),
    resolve: async (_root, { input }, { services, caller }) => {
      await revokeSession(services, caller, input);
      return { sessionId: input.sessionId };
    },
  }),
);

builder.node('Session', {
  ...nodeOf(sessions),
  id: {
    ...nodeOf(sessions).id,
    description: 'Global ID of the object. This is not the session ID, which is a secret and is not stored.',
  },
  description: 'A session created for a user.',
  authScopes: { admin: true },
  fields: (t) => ({
    user: t.field({
      type: 'User',
      description: 'The user of the session.',
      resolve: ({ userId }, _args, { services }) => loadReferred(services, users, userId),
    }),
    deployment: t.field({
      type: 'Deployment',
      description: 'The deployment that the session gives access to.',
      resolve: ({ deploymentId }, _args, { services }) => loadReferred(services, deployments, deploymentId),
    }),
    embedTenant: t.field({
      type: 'EmbedTenant',
      nullable: true,
      description: 'The embed tenant of the session. Null if none was named.',
      resolve: ({ embedTenantId }, _args, { services }) =>
        embedTenantId === null ? null : loadReferred(services, embedTenants, embedTenantId),
    }),
    creatorMode: t.exposeBoolean('creatorMode', {
      description: 'Whether the session was created in creator mode.',
    }),
    securityContext: t.field({
      type: 'JSON',
      description: 'Values that access policies receive in addition to groups and user attributes.',
      resolve: (session) => session.securityContext,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the session was created.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      description: 'Time until which the session can be exchanged.',
    }),
    exchangedAt: t.expose('exchangedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the session was exchanged for a token. Null if it was not.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the session was revoked. Null if it was not.',
    }),
    state: t.field({
      type: enumOf(sessionState),
      description: 'State of the session.',
      resolve: (session, _args, { services }) => stateOfSession(session, services.now()),
    }),
  }),
});

const RevokeListedSessionPayload = builder.objectRef<{ id: string }>('RevokeListedSessionPayload').implement({
  description: 'The result of revoking a session.',
  fields: (t) => ({
    session: t.field({
      type: 'Session',
      description: 'The session.',
      resolve: ({ id }, _args, { services, caller }) => findRow(services, caller, sessions, id),
    }),
  }),
});

builder.mutationField('revokeListedSession', (t) =>
  t.field({
    type: RevokeListedSessionPayload,
    description:
      'Revokes a session like `revokeSession`, for callers who found it in a list and do not have its secret session ID. Safe to repeat.',
    authScopes: { admin: true },
    args: inputArg(revokeListedSessionInput),
    resolve: async (_root, { input }, { services, caller }) => {
      const id = readRecordUuid('Session', input.id);
      await revokeListedSession(services, caller, id);
      return { id };
    },
  }),
);

builder.queryField('sessions', (t) =>
  t.connection(
    {
      type: 'Session',
      description:
        'Sessions of the account, newest first. A key bound to deployments sees only the sessions of those deployments.',
      authScopes: { admin: true },
      args: argsOf(sessionsArgs),
      resolve: (_root, args, { services, caller }) =>
        readList(services, caller, sessions, byUserNumber(args)),
    },
    connectionOf('Session'),
  ),
);
