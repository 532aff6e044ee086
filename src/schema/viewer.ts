import { apiKeyRole } from '../contract/keys.ts';
import type { Caller } from '../services/caller.ts';
import { requireCaller } from '../services/caller.ts';
import { findRow } from '../services/lists/look-up.ts';
import { users } from '../services/users/list-users.ts';
import { builder } from './builder.ts';
import { enumOf, enumType } from './input-of.ts';

const ViewerKind = enumType('ViewerKind', 'The kind of credentials that a request is made with.', {
  apiKey: 'An API key.',
  user: 'A session token of an end user.',
});

const Viewer = builder.objectRef<Caller>('Viewer').implement({
  description: 'The authenticated caller.',
  fields: (t) => ({
    kind: t.field({
      type: ViewerKind,
      description: 'Kind of credentials that the request is made with.',
      resolve: ({ kind }) => kind,
    }),
    accountName: t.string({ description: 'Name of the account.', resolve: ({ account }) => account.name }),
    role: t.field({
      type: enumOf(apiKeyRole),
      nullable: true,
      description: 'Permissions of the API key. Null with a session token.',
      resolve: (caller) => (caller.kind === 'apiKey' ? caller.role : null),
    }),
    deployments: t.intList({
      description:
        'Numbers of the deployments that the credentials are bound to. An empty list means all deployments.',
      resolve: (caller) => (caller.kind === 'apiKey' ? [...caller.deployments] : [caller.deployment.number]),
    }),
    user: t.field({
      type: 'User',
      nullable: true,
      description: 'The user of the session token. Null with an API key.',
      resolve: (caller, _args, { services }) =>
        caller.kind === 'user' ? findRow(services, caller, users, caller.userId) : null,
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    description: 'The authenticated caller.',
    authScopes: { caller: true },
    resolve: (_root, _args, { caller }) => requireCaller(caller),
  }),
);
