import { type ExchangedSession, exchangeSession } from '../services/sessions/exchange-session.ts';
import { generateSession } from '../services/sessions/generate-session.ts';
import { findSession, listSessions, visibleSessions } from '../services/sessions/list-sessions.ts';
import { revokeListedSession, revokeSession } from '../services/sessions/revoke-session.ts';
import { sessionState } from '../services/sessions/session-state.ts';
import { builder } from './builder.ts';
import { listArgDescriptions, orderInput } from './list-order.ts';
import { nodeQuery } from './node-query.ts';
import { readNodeUuid, readOptionalRecordId, readRecordUuid, recordIdDescription } from './record-id.ts';
import { looksUpByHash } from './storable-arguments.ts';

export const UserAttributeInput = builder.inputType('UserAttributeInput', {
  description: 'A value for a user attribute.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of an existing user attribute.' }),
    value: t.field({
      type: 'UserAttributeValue',
      description:
        'Value of the type that the user attribute has. Null clears the value. Strings have at most 10,000 characters, lists at most 1,000 entries.',
    }),
  }),
});

export const UserAttributeType = builder.enumType('UserAttributeType', {
  description: "The type of a user attribute's values.",
  values: {
    string: { description: 'Text.' },
    number: { description: 'A number.' },
    string_array: { description: 'A list of strings.' },
    number_array: { description: 'A list of numbers.' },
  } as const,
});

const GroupDefinitionInput = builder.inputType('GroupDefinitionInput', {
  description: 'A group to create or reuse in the embed tenant.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'Name of the group. An existing group with this name is reused.',
    }),
    description: t.string({
      description:
        'Description of the group. It replaces the stored description if different, and never clears it.',
    }),
  }),
});

const UserAttributeDefinitionInput = builder.inputType('UserAttributeDefinitionInput', {
  description: 'A user attribute to create or reuse in the embed tenant.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'Name of the user attribute. An existing user attribute with this name is reused.',
    }),
    type: t.field({
      type: UserAttributeType,
      required: true,
      description: 'Type of the values. It cannot be changed later.',
    }),
    displayName: t.string({
      description: 'Display name of the user attribute. If given, it replaces the stored one.',
    }),
    defaultValue: t.string({
      description:
        'Default value for users without a value of their own. Write a number as text for `number`, and a JSON array as text for the array types.',
    }),
    description: t.string({
      description: 'Description of the user attribute. If given, it replaces the stored one.',
    }),
  }),
});

const GenerateSessionInput = builder.inputType('GenerateSessionInput', {
  description: 'The user and the rights that a session is created with.',
  fields: (t) => ({
    deploymentId: t.int({
      required: true,
      description: 'Number of the deployment that the session gives access to.',
    }),
    externalId: t.string({
      description:
        'Your identifier for the user: lowercase and trimmed, at most 255 characters. The user is created if necessary. Specify either this or `internalId`.',
    }),
    internalId: t.string({
      description: "Username of an existing internal user. The user's own rights apply.",
    }),
    email: t.string({ description: 'Email address, stored with the external user. At most 320 characters.' }),
    embedTenantName: t.string({
      description:
        'Name of the embed tenant to work in: 5 to 36 characters of a-z, 0-9 and "-", starting with a letter and not ending with "-".',
    }),
    creatorMode: t.boolean({
      description: "Whether groups and user attributes are resolved in the embed tenant's own catalog.",
    }),
    userAttributes: t.field({
      type: [UserAttributeInput],
      description: 'Attribute values to store for the user, at most 1,000.',
    }),
    groups: t.stringList({
      description:
        "Names of the user's groups, at most 1,000. If omitted, memberships stay unchanged; a list, even an empty one, replaces them.",
    }),
    userAttributeDefinitions: t.field({
      type: [UserAttributeDefinitionInput],
      description:
        'User attributes to create or update before values are stored, at most 1,000. Requires creator mode and an embed tenant.',
    }),
    groupDefinitions: t.field({
      type: [GroupDefinitionInput],
      description:
        'Groups to create or update before memberships are set, at most 1,000. Requires creator mode and an embed tenant.',
    }),
    securityContext: t.field({
      type: 'JSONObject',
      description:
        'Values that are passed to access policies. At most 64 KiB as JSON, nested at most 32 levels deep.',
    }),
  }),
});

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
    args: {
      input: t.arg({ type: GenerateSessionInput, required: true, description: 'The session to create.' }),
    },
    resolve: (_root, { input }, { services, caller }) => generateSession(services, caller, input),
  }),
);

const SessionIdInput = builder.inputType('SessionIdInput', {
  description: 'The session to act on.',
  fields: (t) => ({
    sessionId: t.string({
      required: true,
      description: 'ID of the session, as returned by `generateSession`.',
    }),
  }),
});

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
    args: { input: t.arg({ type: SessionIdInput, required: true, description: 'The session to exchange.' }) },
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
      'Revokes a session along with the token that it was exchanged for. Safe to repeat. Requires an admin key.',
    authScopes: { admin: true },
    extensions: looksUpByHash,
    args: { input: t.arg({ type: SessionIdInput, required: true, description: 'The session to revoke.' }) },
    resolve: async (_root, { input }, { services, caller }) => {
      await revokeSession(services, caller, input);
      return { sessionId: input.sessionId };
    },
  }),
);

const SessionState = builder.enumType('SessionState', {
  description: 'The state of a session.',
  values: {
    pending: { description: 'The session can be exchanged.' },
    exchanged: { description: 'The session was exchanged for a token.' },
    revoked: { description: 'The session was revoked, along with any token that it was exchanged for.' },
    expired: { description: 'The session was not exchanged in time.' },
  } as const,
});

export const Session = builder.prismaNode('Session', {
  id: {
    field: 'id',
    description: 'Global ID of the object. This is not the session ID, which is a secret and is not stored.',
  },
  description: 'A session created for a user.',
  nullable: true,
  findUnique: (id, { caller }) => ({ id: readNodeUuid(id), ...visibleSessions(caller) }),
  authScopes: { admin: true },
  fields: (t) => ({
    user: t.relation('user', { description: 'The user of the session.' }),
    deployment: t.relation('deployment', { description: 'The deployment that the session gives access to.' }),
    embedTenant: t.relation('embedTenant', {
      nullable: true,
      description: 'The embed tenant of the session. Null if none was named.',
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
      type: SessionState,
      description: 'State of the session.',
      select: { revokedAt: true, exchangedAt: true, expiresAt: true },
      resolve: (session, _args, { services }) => sessionState(session, services.now()),
    }),
  }),
});

const RevokeListedSessionInput = builder.inputType('RevokeListedSessionInput', {
  description: 'The listed session to revoke.',
  fields: (t) => ({
    id: t.id({
      required: true,
      description: 'The `id` of the session object. This is not the secret session ID.',
    }),
  }),
});

const RevokeListedSessionPayload = builder.objectRef<{ id: string }>('RevokeListedSessionPayload').implement({
  description: 'The result of revoking a session.',
  fields: (t) => ({
    session: t.prismaField({
      type: Session,
      description: 'The session.',
      resolve: (query, { id }, _args, { services, caller }) => findSession(services, caller, id, query),
    }),
  }),
});

builder.mutationField('revokeListedSession', (t) =>
  t.field({
    type: RevokeListedSessionPayload,
    description:
      'Revokes a session like `revokeSession`, for callers who found it in a list and do not have its secret session ID. Safe to repeat.',
    authScopes: { admin: true },
    args: {
      input: t.arg({ type: RevokeListedSessionInput, required: true, description: 'The session to revoke.' }),
    },
    resolve: async (_root, { input }, { services, caller }) => {
      const id = readRecordUuid('Session', input.id);
      await revokeListedSession(services, caller, id);
      return { id };
    },
  }),
);

const SessionFilter = builder.inputType('SessionFilter', {
  description: 'Conditions for listing sessions.',
  fields: (t) => ({
    userId: t.id({ description: `Returns only sessions of this user. ${recordIdDescription}` }),
    state: t.field({ type: SessionState, description: 'Returns only sessions in this state.' }),
  }),
});

const SessionOrder = orderInput('Session', {
  createdAt: { description: 'Time at which the session was created.' },
});

builder.queryField('sessions', (t) =>
  t.connection({
    type: Session,
    description:
      'Sessions of the account, newest first. A key bound to deployments sees only the sessions of those deployments.',
    authScopes: { admin: true },
    args: {
      filter: t.arg({ type: SessionFilter, description: listArgDescriptions.filter }),
      orderBy: t.arg({ type: SessionOrder, description: listArgDescriptions.orderBy }),
    },
    resolve: (_root, { filter, ...args }, context, info) =>
      listSessions(
        context.services,
        context.caller,
        { ...args, filter: { state: filter?.state, userId: readOptionalRecordId('User', filter?.userId) } },
        nodeQuery(context, info, 'Session'),
      ),
  }),
);
