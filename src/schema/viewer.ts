import { apiKeyRole } from '../contract/keys.ts';
import { actorOf, type Caller, requireCaller } from '../services/caller.ts';
import { findRow } from '../services/lists/look-up.ts';
import { users } from '../services/users/list-users.ts';
import { builder } from './builder.ts';
import type { GraphQLContext } from './context.ts';
import { enumOf, enumType } from './input-of.ts';
import { malformedId } from './record-id.ts';

const ViewerKind = enumType('ViewerKind', 'The kind of credentials that a request is made with.', {
  apiKey: 'An API key.',
  user: 'A session token of an end user.',
});

const Viewer = builder.objectRef<Caller>('Viewer');

builder.node(Viewer, {
  id: { resolve: actorOf },
  // Nobody else can be looked up by it.
  loadWithoutCache(id: string, { caller }: GraphQLContext) {
    if (!/^(apiKey|user):\d{1,10}$/.test(id)) throw malformedId();
    return caller !== null && actorOf(caller) === id ? caller : null;
  },
  description: 'The authenticated caller.',
  authScopes: { caller: true },
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
