import {
  apiKeyRole,
  apiKeyState,
  apiKeysArgs,
  createApiKeyInput,
  revokeApiKeyInput,
  rotateApiKeyInput,
} from '../contract/keys.ts';
import { type CreatedApiKey, createApiKey, revokeApiKey, rotateApiKey } from '../services/access/api-keys.ts';
import { apiKeys, stateOfApiKey } from '../services/access/list-api-keys.ts';
import { findRow } from '../services/lists/look-up.ts';
import { readList } from '../services/lists/read-list.ts';
import { builder } from './builder.ts';
import { connectionOf } from './connection.ts';
import { argsOf, enumOf, inputArg } from './input-of.ts';
import { nodeOf } from './node.ts';
import { changingRecord, readRecordId } from './record-id.ts';

builder.node('ApiKey', {
  ...nodeOf(apiKeys),
  description: 'An API key: the credentials of a server-side caller. Its secret cannot be read.',
  authScopes: { admin: true },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Number of the API key, as used in audit events.' }),
    name: t.exposeString('name', { description: 'What the API key is for.' }),
    hint: t.exposeString('hint', { description: "Last four characters of the key's secret." }),
    role: t.expose('role', { type: enumOf(apiKeyRole), description: 'Permissions of the API key.' }),
    deployments: t.exposeIntList('deployments', {
      description:
        'Numbers of the deployments that the key is bound to. An empty list means all deployments.',
    }),
    isManaged: t.exposeBoolean('managed', {
      description: 'Whether the API key is declared in the workspace. If so, change it there.',
    }),
    state: t.field({
      type: enumOf(apiKeyState),
      description: 'Whether the API key can be used, or why it no longer can.',
      resolve: (key, _args, { services }) => stateOfApiKey(key, services.now()),
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

builder.queryField('apiKeys', (t) =>
  t.connection(
    {
      type: 'ApiKey',
      description:
        'API keys of the account, oldest first, including expired and revoked ones. A key bound to deployments sees only keys with no wider access.',
      authScopes: { admin: true },
      args: argsOf(apiKeysArgs),
      resolve: (_root, args, { services, caller }) => readList(services, caller, apiKeys, args),
    },
    connectionOf('ApiKey'),
  ),
);

const newApiKeyPayload = (name: string) =>
  builder.objectRef<CreatedApiKey>(name).implement({
    description: 'A new API key and its secret.',
    fields: (t) => ({
      secret: t.exposeString('secret', {
        description: 'The secret key itself. It is shown only once and never stored.',
      }),
      apiKey: t.field({
        type: 'ApiKey',
        description: 'The API key.',
        resolve: ({ id }, _args, { services, caller }) => findRow(services, caller, apiKeys, id),
      }),
    }),
  });

builder.mutationField('createApiKey', (t) =>
  t.field({
    type: newApiKeyPayload('CreateApiKeyPayload'),
    description:
      'Creates an API key. A key bound to deployments can only create keys bound to some of those deployments.',
    authScopes: { admin: true },
    args: inputArg(createApiKeyInput),
    resolve: (_root, { input }, { services, caller }) => createApiKey(services, caller, input),
  }),
);

builder.mutationField('rotateApiKey', (t) =>
  t.field({
    type: newApiKeyPayload('RotateApiKeyPayload'),
    description:
      'Replaces an API key, once, with a new one that has the same name, role and deployments. The old key stops working after an overlap period.',
    authScopes: { admin: true },
    args: inputArg(rotateApiKeyInput),
    resolve: (_root, { input }, { services, caller }) =>
      rotateApiKey(services, caller, readRecordId('ApiKey', input.id), input),
  }),
);

const RevokeApiKeyPayload = builder.objectRef<{ id: number }>('RevokeApiKeyPayload').implement({
  description: 'The result of revoking an API key.',
  fields: (t) => ({
    apiKey: t.field({
      type: 'ApiKey',
      description: 'The API key.',
      resolve: ({ id }, _args, { services, caller }) => findRow(services, caller, apiKeys, id),
    }),
  }),
});

builder.mutationField('revokeApiKey', (t) =>
  t.field({
    type: RevokeApiKeyPayload,
    description: 'Revokes an API key immediately. Safe to repeat.',
    authScopes: { admin: true },
    args: inputArg(revokeApiKeyInput),
    resolve: changingRecord('ApiKey', revokeApiKey),
  }),
);
