import { userAttributeFilter } from '../contract/attributes.ts';
import { groupFilter } from '../contract/groups.ts';
import { filterArgs } from '../contract/lists.ts';
import { sessionFilter } from '../contract/sessions.ts';
import { deleteEmbedTenantInput, embedTenantFilter } from '../contract/tenants.ts';
import { userFilter } from '../contract/users.ts';
import { groups } from '../services/catalogue/groups.ts';
import { embedTenants, findEmbedTenant } from '../services/catalogue/list-embed-tenants.ts';
import { userAttributes } from '../services/catalogue/user-attributes.ts';
import { type DeletedEmbedTenant, deleteEmbedTenant } from '../services/erasure/delete-embed-tenant.ts';
import { readChildren, readList } from '../services/lists/read-list.ts';
import { sessions } from '../services/sessions/list-sessions.ts';
import { users } from '../services/users/list-users.ts';
import { builder } from './builder.ts';
import { connectionOf } from './connection.ts';
import { argsOf, inputArg } from './input-of.ts';
import { nodeOf } from './node.ts';
import { byUserNumber } from './record-id.ts';

const admin = { admin: true };

builder.node('EmbedTenant', {
  ...nodeOf(embedTenants),
  description: 'A scope for the users of one of your customers. It is created when a session first names it.',
  authScopes: { chatReader: true },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the embed tenant, unique within the account.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      authScopes: admin,
      description: 'When the embed tenant was created, that is, first named by a session.',
    }),
    groups: t.connection(
      {
        authScopes: admin,
        type: 'Group',
        description: 'Groups that belong to the embed tenant, oldest first.',
        args: argsOf(filterArgs(groupFilter)),
        resolve: ({ id }, args, { services, caller }) =>
          readChildren(services, caller, groups, { id, column: 'embedTenantId' }, args),
      },
      connectionOf('Group'),
    ),
    userAttributes: t.connection(
      {
        authScopes: admin,
        type: 'UserAttribute',
        description: 'User attributes that belong to the embed tenant, oldest first.',
        args: argsOf(filterArgs(userAttributeFilter)),
        resolve: ({ id }, args, { services, caller }) =>
          readChildren(services, caller, userAttributes, { id, column: 'embedTenantId' }, args),
      },
      connectionOf('UserAttribute'),
    ),
    users: t.connection(
      {
        authScopes: admin,
        type: 'User',
        description: 'Users of the embed tenant, oldest first.',
        args: argsOf(filterArgs(userFilter)),
        resolve: ({ id }, args, { services, caller }) =>
          readChildren(services, caller, users, { id, column: 'embedTenantId' }, args),
      },
      connectionOf('User'),
    ),
    sessions: t.connection(
      {
        authScopes: admin,
        type: 'Session',
        description: 'Sessions created for the embed tenant, newest first.',
        args: argsOf(filterArgs(sessionFilter)),
        resolve: ({ id }, args, { services, caller }) =>
          readChildren(services, caller, sessions, { id, column: 'embedTenantId' }, byUserNumber(args)),
      },
      connectionOf('Session'),
    ),
  }),
});

builder.queryFields((t) => ({
  embedTenants: t.connection(
    {
      type: 'EmbedTenant',
      description:
        'Embed tenants of the account, oldest first. A key bound to deployments sees only the embed tenants of those deployments.',
      authScopes: { admin: true },
      args: argsOf(filterArgs(embedTenantFilter)),
      resolve: (_root, args, { services, caller }) => readList(services, caller, embedTenants, args),
    },
    connectionOf('EmbedTenant'),
  ),
  embedTenant: t.field({
    type: 'EmbedTenant',
    description: 'Fetches an embed tenant by its name.',
    authScopes: { admin: true },
    args: { name: t.arg.string({ required: true, description: 'Name of the embed tenant.' }) },
    resolve: (_root, { name }, { services, caller }) => findEmbedTenant(services, caller, name),
  }),
}));

const DeleteEmbedTenantPayload = builder.objectRef<DeletedEmbedTenant>('DeleteEmbedTenantPayload').implement({
  description: 'The result of deleting an embed tenant along with everything in it.',
  fields: (t) => ({
    deletedEmbedTenantId: t.globalID({
      description: 'Global ID of the deleted embed tenant.',
      resolve: ({ id }) => ({ type: 'EmbedTenant', id }),
    }),
    deletedUsers: t.exposeInt('users', {
      description:
        'Number of users that the embed tenant had. None of them can be named or act any longer. If there were very many, their data may still be erased in the background for a while.',
    }),
  }),
});

builder.mutationField('deleteEmbedTenant', (t) =>
  t.field({
    type: DeleteEmbedTenantPayload,
    description:
      'Deletes an embed tenant along with its users and all of their data, its groups, user attributes and sessions. Running turns are stopped, tokens stop working, and its users no longer count toward `maxExternalUsers`. A session that names the embed tenant again creates a new one.',
    authScopes: { admin: true },
    args: inputArg(deleteEmbedTenantInput),
    resolve: (_root, { input }, { services, caller }) => deleteEmbedTenant(services, caller, input.name),
  }),
);
