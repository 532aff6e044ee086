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
  description: 'A value for one of the user attributes.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of an existing definition.' }),
    value: t.field({
      type: 'UserAttributeValue',
      description:
        'Fits the type of the definition; null clears it. Texts of at most 10,000 characters, lists of at most 1,000.',
    }),
  }),
});

export const UserAttributeType = builder.enumType('UserAttributeType', {
  description: 'What kind of value a user attribute holds.',
  values: {
    string: { description: 'Text.' },
    number: { description: 'A number.' },
    string_array: { description: 'A list of texts.' },
    number_array: { description: 'A list of numbers.' },
  } as const,
});

const GroupDefinitionInput = builder.inputType('GroupDefinitionInput', {
  description: 'A group to make or reuse in the embed tenant.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'A group of this name is reused.' }),
    description: t.string({ description: 'Replaces the stored one when it differs; never clears it.' }),
  }),
});

const UserAttributeDefinitionInput = builder.inputType('UserAttributeDefinitionInput', {
  description: 'A user attribute to make or reuse in the embed tenant.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'An attribute of this name is reused.' }),
    type: t.field({ type: UserAttributeType, required: true, description: 'Cannot be changed later.' }),
    displayName: t.string({ description: 'Replaces the stored one when supplied.' }),
    defaultValue: t.string({
      description:
        "For users without a value. A number's text for `number`, a JSON array's for the array types.",
    }),
    description: t.string({ description: 'Replaces the stored one when supplied.' }),
  }),
});

const GenerateSessionInput = builder.inputType('GenerateSessionInput', {
  description: 'For whom, and with which rights, a session is minted.',
  fields: (t) => ({
    deploymentId: t.int({
      required: true,
      description: 'Number of the deployment that the session gives access to.',
    }),
    externalId: t.string({
      description:
        'Your identifier of the user, lowercase and trimmed, at most 255 characters; the user is made when need be. Either this or `internalId`.',
    }),
    internalId: t.string({ description: 'Username of an existing internal user, whose own rights apply.' }),
    email: t.string({ description: 'Kept with the external user. At most 320 characters.' }),
    embedTenantName: t.string({
      description:
        'Embed tenant to work in: 5 to 36 characters of a-z, 0-9 and "-", first a letter, last no "-".',
    }),
    creatorMode: t.boolean({
      description: "Resolve groups and attributes in the embed tenant's own catalogue.",
    }),
    userAttributes: t.field({
      type: [UserAttributeInput],
      description: 'Values to store for the user, at most 1,000.',
    }),
    groups: t.stringList({
      description:
        'Omitted: memberships stay. A list of names, also an empty one, replaces them. At most 1,000.',
    }),
    userAttributeDefinitions: t.field({
      type: [UserAttributeDefinitionInput],
      description:
        'Made or updated before values are stored, at most 1,000. Needs creator mode and an embed tenant.',
    }),
    groupDefinitions: t.field({
      type: [GroupDefinitionInput],
      description:
        'Made or updated before memberships are set, at most 1,000. Needs creator mode and an embed tenant.',
    }),
    securityContext: t.field({
      type: 'JSONObject',
      description: 'Passed to access policies. At most 64 KiB as JSON, 32 levels deep.',
    }),
  }),
});

const GenerateSessionPayload = builder
  .objectRef<{ sessionId: string; expiresAt: Date }>('GenerateSessionPayload')
  .implement({
    description: 'A minted session.',
    fields: (t) => ({
      sessionId: t.exposeString('sessionId', {
        description: 'Goes into the embed URL; can be exchanged once.',
      }),
      expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when it can be exchanged.' }),
    }),
  });

builder.mutationField('generateSession', (t) =>
  t.field({
    type: GenerateSessionPayload,
    description: 'Mints a session for one user. All or nothing. Needs an admin key.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: GenerateSessionInput, required: true, description: 'The session.' }) },
    resolve: (_root, { input }, { services, caller }) => generateSession(services, caller, input),
  }),
);

const SessionIdInput = builder.inputType('SessionIdInput', {
  description: 'Names a session.',
  fields: (t) => ({
    sessionId: t.string({ required: true, description: 'As generateSession returned it.' }),
  }),
});

const ExchangeSessionPayload = builder.objectRef<ExchangedSession>('ExchangeSessionPayload').implement({
  description: "An end user's credentials.",
  fields: (t) => ({
    token: t.exposeString('token', { description: 'Send it as `Authorization: Bearer <token>`.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when the token is valid.' }),
    accountName: t.exposeString('accountName', {
      description:
        'The account. An embedded page keeps it in its address, `?account=`, so that a reload is allowed in the same frames.',
    }),
  }),
});

builder.mutationField('exchangeSession', (t) =>
  t.field({
    type: ExchangeSessionPayload,
    description:
      "Exchanges a session for its user's token, once. Needs no credentials: the session id is one.",
    authScopes: { anyone: true },
    extensions: looksUpByHash,
    args: { input: t.arg({ type: SessionIdInput, required: true, description: 'The session.' }) },
    resolve: (_root, { input }, { services, clientAddress }) =>
      exchangeSession(services, services.tokens, input, clientAddress),
  }),
);

const RevokeSessionPayload = builder.objectRef<{ sessionId: string }>('RevokeSessionPayload').implement({
  description: 'A session that no longer works.',
  fields: (t) => ({ sessionId: t.exposeString('sessionId', { description: 'The session that was named.' }) }),
});

builder.mutationField('revokeSession', (t) =>
  t.field({
    type: RevokeSessionPayload,
    description: 'Revokes a session and the token it was exchanged for. Safe to repeat. Needs an admin key.',
    authScopes: { admin: true },
    extensions: looksUpByHash,
    args: { input: t.arg({ type: SessionIdInput, required: true, description: 'The session.' }) },
    resolve: async (_root, { input }, { services, caller }) => {
      await revokeSession(services, caller, input);
      return { sessionId: input.sessionId };
    },
  }),
);

const SessionState = builder.enumType('SessionState', {
  description: 'How far a session has come.',
  values: {
    pending: { description: 'It can be exchanged.' },
    exchanged: { description: 'It was exchanged for a token.' },
    revoked: { description: 'Somebody ended it, and the token it was exchanged for.' },
    expired: { description: 'It was not exchanged in time.' },
  } as const,
});

export const Session = builder.prismaNode('Session', {
  id: { field: 'id', description: 'Global id. Not the session id, which is a secret and not kept.' },
  description: 'A session that was minted for a user.',
  nullable: true,
  findUnique: (id, { caller }) => ({ id: readNodeUuid(id), ...visibleSessions(caller) }),
  authScopes: { admin: true },
  fields: (t) => ({
    user: t.relation('user', { description: 'For whom.' }),
    deployment: t.relation('deployment', { description: 'What it gives access to.' }),
    embedTenant: t.relation('embedTenant', {
      nullable: true,
      description: 'The embed tenant, if one was named.',
    }),
    creatorMode: t.exposeBoolean('creatorMode', { description: 'Whether it was minted in creator mode.' }),
    securityContext: t.field({
      type: 'JSON',
      description: 'What access policies get to see besides groups and user attributes.',
      resolve: (session) => session.securityContext,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was minted.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'Until when it can be exchanged.' }),
    exchangedAt: t.expose('exchangedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was exchanged for a token, if it was.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked, if it was.',
    }),
    state: t.field({
      type: SessionState,
      description: 'How far it has come.',
      select: { revokedAt: true, exchangedAt: true, expiresAt: true },
      resolve: (session, _args, { services }) => sessionState(session, services.now()),
    }),
  }),
});

const RevokeListedSessionInput = builder.inputType('RevokeListedSessionInput', {
  description: 'A session to revoke that was found in a list.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'The `id` of the object. Not the secret session id.' }),
  }),
});

const RevokeListedSessionPayload = builder.objectRef<{ id: string }>('RevokeListedSessionPayload').implement({
  description: 'A session that no longer works.',
  fields: (t) => ({
    session: t.prismaField({
      type: Session,
      description: 'What is known about it.',
      resolve: (query, { id }, _args, { services, caller }) => findSession(services, caller, id, query),
    }),
  }),
});

builder.mutationField('revokeListedSession', (t) =>
  t.field({
    type: RevokeListedSessionPayload,
    description:
      'Revokes a session, as revokeSession does, for who found it in a list and does not have its secret id. Safe to repeat.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: RevokeListedSessionInput, required: true, description: 'The session.' }) },
    resolve: async (_root, { input }, { services, caller }) => {
      const id = readRecordUuid('Session', input.id);
      await revokeListedSession(services, caller, id);
      return { id };
    },
  }),
);

const SessionFilter = builder.inputType('SessionFilter', {
  description: 'Which sessions to list.',
  fields: (t) => ({
    userId: t.id({ description: `Of this user. ${recordIdDescription}` }),
    state: t.field({ type: SessionState, description: 'In this state.' }),
  }),
});

const SessionOrder = orderInput('Session', { createdAt: { description: 'When it was minted.' } });

builder.queryField('sessions', (t) =>
  t.connection({
    type: Session,
    description: "The account's sessions, newest first; of a bound key, those of its deployments.",
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
