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
  description: 'A scope for the users of one of your customers, made when a session first named it.',
  nullable: true,
  findUnique: (id, { caller }) => ({ id: readNodeNumber(id), ...visibleEmbedTenants(caller) }),
  authScopes: { admin: true },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Unique within the account.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first named.' }),
    groups: t.connection({
      type: Group,
      description: 'Its own groups, oldest first.',
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
      description: 'Its own user attributes, oldest first.',
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
      description: 'Its users, oldest first.',
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
      description: 'The sessions minted for it, newest first.',
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
    description: "The account's embed tenants, oldest first; for a bound key, those of its deployments.",
    authScopes: { admin: true },
    resolve: (_root, args, context, info) =>
      listEmbedTenants(context.services, context.caller, args, nodeQuery(context, info, 'EmbedTenant')),
  }),
  embedTenant: t.prismaField({
    type: 'EmbedTenant',
    description: 'One embed tenant.',
    authScopes: { admin: true },
    args: { name: t.arg.string({ required: true, description: 'Its name.' }) },
    resolve: (query, _root, { name }, { services, caller }) => findEmbedTenant(services, caller, name, query),
  }),
}));

const DeletedEmbedTenantPayload = builder
  .objectRef<DeletedEmbedTenant>('DeletedEmbedTenantPayload')
  .implement({
    description: 'An embed tenant that was deleted, together with all that was in it.',
    fields: (t) => ({
      deletedEmbedTenantId: t.globalID({
        description: 'Its global id.',
        resolve: ({ id }) => ({ type: 'EmbedTenant', id }),
      }),
      deletedUsers: t.exposeInt('users', {
        description:
          'How many users it had. None can be named or act any more; what very many of them left may still be erased in the background for a while.',
      }),
    }),
  });

const DeleteEmbedTenantInput = builder.inputType('DeleteEmbedTenantInput', {
  description: 'An embed tenant to delete.',
  fields: (t) => ({ name: t.string({ required: true, description: 'Its name.' }) }),
});

builder.mutationField('deleteEmbedTenant', (t) =>
  t.field({
    type: DeletedEmbedTenantPayload,
    description:
      'Deletes an embed tenant together with its users and all that is theirs, its groups, attributes and sessions. Turns at work are stopped, tokens work no longer, and its users make room under `maxExternalUsers`. A session that names it again makes a new one.',
    authScopes: { admin: true },
    args: {
      input: t.arg({ type: DeleteEmbedTenantInput, required: true, description: 'The embed tenant.' }),
    },
    resolve: (_root, { input }, { services, caller }) => deleteEmbedTenant(services, caller, input.name),
  }),
);
