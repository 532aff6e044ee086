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
  description: 'The permissions of an API key.',
  values: {
    admin: {
      description: 'Full access to the account, or to the bound deployments if the key is bound to any.',
    },
    chat: { description: 'Access to chat on behalf of users, and to nothing else.' },
  } as const,
});

const ApiKeyState = builder.enumType('ApiKeyState', {
  description: 'The state of an API key.',
  values: {
    active: { description: 'The key can be used.' },
    expired: { description: 'The key has expired.' },
    revoked: { description: 'The key was revoked.' },
  } as const,
});

export const ApiKey = builder.prismaNode('ApiKey', {
  id: { field: 'id' },
  description: 'An API key: the credentials of a server-side caller. Its secret cannot be read.',
  nullable: true,
  findUnique: (id, { caller }) => ({ id: readNodeNumber(id), ...visibleApiKeys(caller) }),
  authScopes: { admin: true },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Number of the API key, as used in audit events.' }),
    name: t.exposeString('name', { description: 'What the API key is for.' }),
    hint: t.exposeString('hint', { description: "Last four characters of the key's secret." }),
    role: t.expose('role', { type: ApiKeyRole, description: 'Permissions of the API key.' }),
    deployments: t.exposeIntList('deployments', {
      description:
        'Numbers of the deployments that the key is bound to. An empty list means all deployments.',
    }),
    isManaged: t.exposeBoolean('managed', {
      description: 'Whether the API key is declared in the workspace. If so, change it there.',
    }),
    state: t.field({
      type: ApiKeyState,
      description: 'Whether the API key can be used, or why it no longer can.',
      select: { expiresAt: true, revokedAt: true },
      resolve: (key, _args, { services }) => apiKeyState(key, services.now()),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the API key was created.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the API key expires. Null if it never does.',
    }),
    revokedAt: t.expose('revokedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the API key was revoked. Null if it was not.',
    }),
  }),
});

const ApiKeyFilter = builder.inputType('ApiKeyFilter', {
  description: 'Conditions for listing API keys.',
  fields: (t) => ({
    state: t.field({ type: ApiKeyState, description: 'Returns only API keys in this state.' }),
  }),
});

const ApiKeyOrder = orderInput('ApiKey', {
  createdAt: { description: 'Time at which the API key was created.' },
  name: { description: 'What the API key is for, compared by code points.' },
});

builder.queryField('apiKeys', (t) =>
  t.connection({
    type: ApiKey,
    description:
      'API keys of the account, oldest first, including expired and revoked ones. A key bound to deployments sees only keys with no wider reach.',
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
  description: 'A new API key and its secret.',
  fields: (t) => ({
    secret: t.exposeString('secret', {
      description: 'The secret key itself. It is shown only once and never stored.',
    }),
    apiKey: t.prismaField({
      type: 'ApiKey',
      description: 'The API key.',
      resolve: (query, { id }, _args, { services, caller }) => findApiKey(services, caller, id, query),
    }),
  }),
});

const CreateApiKeyInput = builder.inputType('CreateApiKeyInput', {
  description: 'The settings of a new API key.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'What the API key is for.' }),
    role: t.field({ type: ApiKeyRole, required: true, description: 'Permissions of the API key.' }),
    deployments: t.intList({
      description:
        'Numbers of the deployments to bind the key to. If omitted or empty, the key works for all deployments.',
    }),
    expiresAt: t.field({ type: 'DateTime', description: 'When the key expires. If omitted, it never does.' }),
  }),
});

builder.mutationField('createApiKey', (t) =>
  t.field({
    type: NewApiKeyPayload,
    description:
      'Creates an API key. A key bound to deployments can only create keys bound to some of those deployments.',
    authScopes: { admin: true },
    args: {
      input: t.arg({ type: CreateApiKeyInput, required: true, description: 'The API key to create.' }),
    },
    resolve: (_root, { input }, { services, caller }) => createApiKey(services, caller, input),
  }),
);

const RotateApiKeyInput = builder.inputType('RotateApiKeyInput', {
  description: 'The API key to rotate.',
  fields: (t) => ({
    id: t.id({ required: true, description: recordIdDescription }),
    overlapSeconds: t.int({
      description: 'How long the old key keeps working, in seconds: 0 to 2592000. Default: 86400 (one day).',
    }),
  }),
});

builder.mutationField('rotateApiKey', (t) =>
  t.field({
    type: NewApiKeyPayload,
    description:
      'Replaces an API key with a new one that has the same name, role and deployments. The old key stops working after an overlap period.',
    authScopes: { admin: true },
    args: {
      input: t.arg({ type: RotateApiKeyInput, required: true, description: 'The API key to rotate.' }),
    },
    resolve: (_root, { input: { id, ...input } }, { services, caller }) =>
      rotateApiKey(services, caller, readRecordId('ApiKey', id), input),
  }),
);

const RevokeApiKeyInput = builder.inputType('RevokeApiKeyInput', {
  description: 'The API key to revoke.',
  fields: (t) => ({ id: t.id({ required: true, description: recordIdDescription }) }),
});

const RevokeApiKeyPayload = builder.objectRef<{ id: number }>('RevokeApiKeyPayload').implement({
  description: 'The result of revoking an API key.',
  fields: (t) => ({
    apiKey: t.prismaField({
      type: 'ApiKey',
      description: 'The API key.',
      resolve: (query, { id }, _args, { services, caller }) => findApiKey(services, caller, id, query),
    }),
  }),
});

builder.mutationField('revokeApiKey', (t) =>
  t.field({
    type: RevokeApiKeyPayload,
    description: 'Revokes an API key immediately. Safe to repeat.',
    authScopes: { admin: true },
    args: {
      input: t.arg({ type: RevokeApiKeyInput, required: true, description: 'The API key to revoke.' }),
    },
    resolve: async (_root, { input }, { services, caller }) => {
      const id = readRecordId('ApiKey', input.id);
      await revokeApiKey(services, caller, id);
      return { id };
    },
  }),
);
