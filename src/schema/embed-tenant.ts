import { listGroupsOfTenant } from '../services/catalogue/groups.ts';
import {
  findEmbedTenant,
  listEmbedTenants,
  visibleEmbedTenants,
} from '../services/catalogue/list-embed-tenants.ts';
import { listUserAttributesOfTenant } from '../services/catalogue/user-attributes.ts';
import { type DeletedEmbedTenant, deleteEmbedTenant } from '../services/erasure/delete-embed-tenant.ts';
import { listSessionsOf } from '../services/sessions/list-sessions.ts';
import { listUsersOfTenant } from '../services/users/list-users.ts';
import { builder } from './builder.ts';
import { Group } from './group.ts';
import { nodeQuery } from './node-query.ts';
import { readNodeNumber } from './record-id.ts';
import { Session } from './session.ts';
import { User } from './user.ts';
import { UserAttribute } from './user-attribute.ts';

export const EmbedTenant = builder.prismaNode('EmbedTenant', {
  id: { field: 'id' },
  description: 'A scope for the users of one of your customers. It is created when a session first names it.',
  nullable: true,
  findUnique: (id, { caller }) => ({ id: readNodeNumber(id), ...visibleEmbedTenants(caller) }),
  authScopes: { admin: true },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the embed tenant, unique within the account.' }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the embed tenant was created, that is, first named by a session.',
    }),
    groups: t.connection({
      type: Group,
      description: 'Groups that belong to the embed tenant, oldest first.',
      resolve: (tenant, args, context, info) =>
        listGroupsOfTenant(
          context.services,
          context.caller,
          tenant.id,
          args,
          nodeQuery(context, info, 'Group'),
        ),
    }),
    userAttributes: t.connection({
      type: UserAttribute,
      description: 'User attributes that belong to the embed tenant, oldest first.',
      resolve: (tenant, args, context, info) =>
        listUserAttributesOfTenant(
          context.services,
          context.caller,
          tenant.id,
          args,
          nodeQuery(context, info, 'UserAttribute'),
        ),
    }),
    users: t.connection({
      type: User,
      description: 'Users of the embed tenant, oldest first.',
      resolve: (tenant, args, context, info) =>
        listUsersOfTenant(
          context.services,
          context.caller,
          tenant.id,
          args,
          nodeQuery(context, info, 'User'),
        ),
    }),
    sessions: t.connection({
      type: Session,
      description: 'Sessions created for the embed tenant, newest first.',
      resolve: (tenant, args, context, info) =>
        listSessionsOf(
          context.services,
          context.caller,
          { of: 'embedTenant', id: tenant.id },
          args,
          nodeQuery(context, info, 'Session'),
        ),
    }),
  }),
});

builder.queryFields((t) => ({
  embedTenants: t.connection({
    type: EmbedTenant,
    description:
      'Embed tenants of the account, oldest first. A key bound to deployments sees only the embed tenants of those deployments.',
    authScopes: { admin: true },
    resolve: (_root, args, context, info) =>
      listEmbedTenants(context.services, context.caller, args, nodeQuery(context, info, 'EmbedTenant')),
  }),
  embedTenant: t.prismaField({
    type: 'EmbedTenant',
    description: 'Fetches an embed tenant by its name.',
    authScopes: { admin: true },
    args: { name: t.arg.string({ required: true, description: 'Name of the embed tenant.' }) },
    resolve: (query, _root, { name }, { services, caller }) => findEmbedTenant(services, caller, name, query),
  }),
}));

const DeletedEmbedTenantPayload = builder
  .objectRef<DeletedEmbedTenant>('DeletedEmbedTenantPayload')
  .implement({
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

const DeleteEmbedTenantInput = builder.inputType('DeleteEmbedTenantInput', {
  description: 'The embed tenant to delete.',
  fields: (t) => ({ name: t.string({ required: true, description: 'Name of the embed tenant.' }) }),
});

builder.mutationField('deleteEmbedTenant', (t) =>
  t.field({
    type: DeletedEmbedTenantPayload,
    description:
      'Deletes an embed tenant along with its users and all of their data, its groups, user attributes and sessions. Running turns are stopped, tokens stop working, and its users no longer count toward `maxExternalUsers`. A session that names the embed tenant again creates a new one.',
    authScopes: { admin: true },
    args: {
      input: t.arg({
        type: DeleteEmbedTenantInput,
        required: true,
        description: 'The embed tenant to delete.',
      }),
    },
    resolve: (_root, { input }, { services, caller }) => deleteEmbedTenant(services, caller, input.name),
  }),
);
