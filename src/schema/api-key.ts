import {
  type CreatedApiKey,
  createApiKey,
  findApiKey,
  revokeApiKey,
  rotateApiKey,
  visibleApiKeys,
} from '../services/access/api-keys.ts';
import { apiKeyState, listApiKeys } from '../services/access/list-api-keys.ts';
import { builder } from './builder.ts';
import { listArgDescriptions, orderInput } from './list-order.ts';
import { nodeQuery } from './node-query.ts';
import { readNodeNumber, readRecordId, recordIdDescription } from './record-id.ts';

export const ApiKeyRole = builder.enumType('ApiKeyRole', {
  description: 'What an API key may do.',
  values: {
    admin: { description: 'Everything in its account; when it is bound to deployments, in these.' },
    chat: { description: 'Chat on behalf of users, and nothing else.' },
  } as const,
});

const ApiKeyState = builder.enumType('ApiKeyState', {
  description: 'Whether an API key works, or how it ended.',
  values: {
    active: { description: 'It works.' },
    expired: { description: 'Its time is up.' },
    revoked: { description: 'Somebody ended it.' },
  } as const,
});

export const ApiKey = builder.prismaNode('ApiKey', {
  id: { field: 'id' },
  description: "A server-side caller's credentials. The secret is not among what can be read.",
  nullable: true,
  findUnique: (id, { caller }) => ({ id: readNodeNumber(id), ...visibleApiKeys(caller) }),
  authScopes: { admin: true },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Its number, as audit events name it.' }),
    name: t.exposeString('name', { description: 'What it is for.' }),
    hint: t.exposeString('hint', { description: 'The last four characters of its secret.' }),
    role: t.expose('role', { type: ApiKeyRole, description: 'What it may do.' }),
    deployments: t.exposeIntList('deployments', {
      description: 'Numbers of the deployments it is bound to; empty means all.',
    }),
    isManaged: t.exposeBoolean('managed', {
      description: 'Whether it comes from the workspace, which then is where to change it.',
    }),
    state: t.field({
      type: ApiKeyState,
      description: 'Whether it works, or how it ended.',
      select: { expiresAt: true, revokedAt: true },
      resolve: (key, _args, { services }) => apiKeyState(key, services.now()),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it stops working; null means never.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was revoked, if it was.',
    }),
  }),
});

const ApiKeyFilter = builder.inputType('ApiKeyFilter', {
  description: 'Which API keys to list.',
  fields: (t) => ({ state: t.field({ type: ApiKeyState, description: 'In this state.' }) }),
});

const ApiKeyOrder = orderInput('ApiKey', {
  createdAt: { description: 'When it was made.' },
  name: { description: 'What it is for, by code points.' },
});

builder.queryField('apiKeys', (t) =>
  t.connection({
    type: ApiKey,
    description:
      "The account's API keys, oldest first, those that have ended included; for a bound key, those of no wider reach.",
    authScopes: { admin: true },
    args: {
      filter: t.arg({ type: ApiKeyFilter, description: listArgDescriptions.filter }),
      orderBy: t.arg({ type: ApiKeyOrder, description: listArgDescriptions.orderBy }),
    },
    resolve: (_root, args, context, info) =>
      listApiKeys(context.services, context.caller, args, nodeQuery(context, info, 'ApiKey')),
  }),
);

const NewApiKeyPayload = builder.objectRef<CreatedApiKey>('NewApiKeyPayload').implement({
  description: 'A new API key.',
  fields: (t) => ({
    secret: t.exposeString('secret', { description: 'The key itself. Shown this once and never stored.' }),
    apiKey: t.prismaField({
      type: 'ApiKey',
      description: 'What is known about it.',
      resolve: (query, { id }, _args, { services, caller }) => findApiKey(services, caller, id, query),
    }),
  }),
});

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'An API key to make.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'What it is for.' }),
    role: t.field({ type: ApiKeyRole, required: true, description: 'What it may do.' }),
    deployments: t.intList({
      description: 'Numbers of the deployments to bind it to. Left out or empty: all.',
    }),
    expiresAt: t.field({ type: 'DateTime', description: 'When it is to stop working. Left out: never.' }),
  }),
});

builder.mutationField('createApiKey', (t) =>
  t.field({
    type: NewApiKeyPayload,
    description:
      'Makes an API key. A key that is bound to deployments makes only keys bound to some of them.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: CreateApiKeyInput, required: true, description: 'The key.' }) },
    resolve: (_root, { input }, { services, caller }) => createApiKey(services, caller, input),
  }),
);

const RotateApiKeyInput = builder.inputType('RotateApiKeyInput', {
  description: 'An API key to replace.',
  fields: (t) => ({
    id: t.id({ required: true, description: recordIdDescription }),
    overlapSeconds: t.int({
      description: 'How long the old one still works: 0 to 2592000. Default: 86400, a day.',
    }),
  }),
});

builder.mutationField('rotateApiKey', (t) =>
  t.field({
    type: NewApiKeyPayload,
    description: 'Makes a key like the one named, which ends after an overlap.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: RotateApiKeyInput, required: true, description: 'The key.' }) },
    resolve: (_root, { input: { id, ...input } }, { services, caller }) =>
      rotateApiKey(services, caller, readRecordId('ApiKey', id), input),
  }),
);

const RevokeApiKeyInput = builder.inputType('RevokeApiKeyInput', {
  description: 'An API key to revoke.',
  fields: (t) => ({ id: t.id({ required: true, description: recordIdDescription }) }),
});

const RevokeApiKeyPayload = builder.objectRef<{ id: number }>('RevokeApiKeyPayload').implement({
  description: 'An API key that no longer works.',
  fields: (t) => ({
    apiKey: t.prismaField({
      type: 'ApiKey',
      description: 'What is known about it.',
      resolve: (query, { id }, _args, { services, caller }) => findApiKey(services, caller, id, query),
    }),
  }),
});

builder.mutationField('revokeApiKey', (t) =>
  t.field({
    type: RevokeApiKeyPayload,
    description: 'Revokes an API key at once. Safe to repeat.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: RevokeApiKeyInput, required: true, description: 'The key.' }) },
    resolve: async (_root, { input }, { services, caller }) => {
      const id = readRecordId('ApiKey', input.id);
      await revokeApiKey(services, caller, id);
      return { id };
    },
  }),
);
