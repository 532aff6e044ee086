import type { Caller } from '../services/caller.ts';
import { requireCaller } from '../services/caller.ts';
import { findUser } from '../services/users/list-users.ts';
import { ApiKeyRole } from './api-key.ts';
import { builder } from './builder.ts';

const ViewerKind = builder.enumType('ViewerKind', {
  description: 'Which kind of credentials is used.',
  values: {
    apiKey: { description: 'An API key.' },
    user: { description: "An end user's session token." },
  } as const,
});

const Viewer = builder.objectRef<Caller>('Viewer').implement({
  description: 'Whoever is asking.',
  fields: (t) => ({
    kind: t.field({ type: ViewerKind, description: 'Which credentials.', resolve: ({ kind }) => kind }),
    accountName: t.string({ description: 'The account.', resolve: ({ account }) => account.name }),
    role: t.field({
      type: ApiKeyRole,
      nullable: true,
      description: 'What the API key may do; null for a user.',
      resolve: (caller) => (caller.kind === 'apiKey' ? caller.role : null),
    }),
    deployments: t.intList({
      description: 'Numbers of the deployments that the credentials are bound to; empty means all.',
      resolve: (caller) => (caller.kind === 'apiKey' ? [...caller.deployments] : [caller.deployment.number]),
    }),
    user: t.prismaField({
      type: 'User',
      nullable: true,
      description: 'The user of the session token; null for an API key.',
      resolve: (query, caller, _args, { services }) =>
        caller.kind === 'user' ? findUser(services, caller, caller.userId, query) : null,
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    description: 'Whoever is asking.',
    authScopes: { caller: true },
    resolve: (_root, _args, { caller }) => requireCaller(caller),
  }),
);
