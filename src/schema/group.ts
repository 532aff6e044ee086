import {
  createGroupInput,
  deleteEmbedTenantGroupInput,
  deleteGroupInput,
  groupFilter,
  updateGroupInput,
} from '../contract/groups.ts';
import { filterArgs } from '../contract/lists.ts';
import { userFilter } from '../contract/users.ts';
import { deleteEntry, isTenantWide, tenantWide } from '../services/catalogue/catalogue-entry.ts';
import { countUsers } from '../services/catalogue/count-users.ts';
import { createGroup, groups, updateGroup } from '../services/catalogue/groups.ts';
import { embedTenants } from '../services/catalogue/list-embed-tenants.ts';
import { findRow, loadReferred } from '../services/lists/look-up.ts';
import { readChildren, readList } from '../services/lists/read-list.ts';
import { users } from '../services/users/list-users.ts';
import { builder } from './builder.ts';
import { connectionOf } from './connection.ts';
import { argsOf, inputArg } from './input-of.ts';
import { nodeOf } from './node.ts';
import { changingRecord } from './record-id.ts';

const through = { table: 'GroupMembership', column: 'userId' } as const;

builder.node('Group', {
  ...nodeOf(groups),
  description:
    'A group of users, either tenant-wide or belonging to one embed tenant. Access policies can test for membership.',
  authScopes: { chatReader: true },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Number of the group: the `id` in the REST API.' }),
    name: t.exposeString('name', { description: 'Name of the group, unique within its scope.' }),
    description: t.exposeString('description', { nullable: true, description: 'What the group is for.' }),
    embedTenant: t.field({
      type: 'EmbedTenant',
      nullable: true,
      description: 'The embed tenant that the group belongs to. Null if it is tenant-wide.',
      resolve: ({ embedTenantId }, _args, { services }) =>
        embedTenantId === null ? null : loadReferred(services, embedTenants, embedTenantId),
    }),
    userCount: t.int({
      description:
        'Number of members. A key bound to deployments sees only the members of those deployments.',
      authScopes: { admin: true },
      resolve: (group, _args, { services, caller }) => countUsers(services, caller, group.id),
    }),
    users: t.connection(
      {
        type: 'User',
        description:
          'Members, oldest first. A key bound to deployments sees only the members of those deployments.',
        authScopes: { admin: true },
        args: argsOf(filterArgs(userFilter)),
        resolve: ({ id }, args, { services, caller }) =>
          readChildren(services, caller, users, { id, column: 'groupId', through }, args),
      },
      connectionOf('User'),
    ),
    isManaged: t.exposeBoolean('managed', {
      nullable: true,
      authScopes: { admin: true },
      description: 'Whether the group is declared in the workspace. If so, change it there.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the group was created.' }),
  }),
});

builder.queryField('groups', (t) =>
  t.connection(
    {
      type: 'Group',
      description: 'Tenant-wide groups, oldest first.',
      authScopes: { admin: true },
      args: argsOf(filterArgs(groupFilter)),
      resolve: (_root, args, { services, caller }) =>
        readList(services, caller, groups, args, [isTenantWide]),
    },
    connectionOf('Group'),
  ),
);

const groupPayload = (name: string) =>
  builder.objectRef<{ id: number }>(name).implement({
    description: 'The result of creating or changing a group.',
    fields: (t) => ({
      group: t.field({
        type: 'Group',
        description: 'The group.',
        resolve: ({ id }, _args, { services, caller }) => findRow(services, caller, groups, id),
      }),
    }),
  });

builder.mutationField('createGroup', (t) =>
  t.field({
    type: groupPayload('CreateGroupPayload'),
    description: 'Creates a tenant-wide group.',
    authScopes: { admin: true },
    args: inputArg(createGroupInput),
    resolve: async (_root, { input }, { services, caller }) => ({
      id: await createGroup(services, caller, input),
    }),
  }),
);

builder.mutationField('updateGroup', (t) =>
  t.field({
    type: groupPayload('UpdateGroupPayload'),
    description:
      'Changes the name or the description of a tenant-wide group, unless it is declared in the workspace.',
    authScopes: { admin: true },
    args: inputArg(updateGroupInput),
    resolve: changingRecord('Group', updateGroup),
  }),
);

const deletedGroupPayload = (name: string) =>
  builder.objectRef<{ id: number }>(name).implement({
    description: 'The result of deleting a group along with its memberships.',
    fields: (t) => ({
      deletedGroupId: t.globalID({
        description: 'Global ID of the deleted group.',
        resolve: ({ id }) => ({ type: 'Group', id }),
      }),
      databaseId: t.exposeInt('id', {
        description: 'Number of the deleted group: the `id` in the REST API.',
      }),
    }),
  });

builder.mutationField('deleteGroup', (t) =>
  t.field({
    type: deletedGroupPayload('DeleteGroupPayload'),
    description:
      'Deletes a tenant-wide group along with its memberships, unless it is declared in the workspace.',
    authScopes: { admin: true },
    args: inputArg(deleteGroupInput),
    resolve: changingRecord('Group', (services, caller, id) =>
      deleteEntry(services, caller, groups, tenantWide, id),
    ),
  }),
);

builder.mutationField('deleteEmbedTenantGroup', (t) =>
  t.field({
    type: deletedGroupPayload('DeleteEmbedTenantGroupPayload'),
    description: 'Deletes a group of an embed tenant along with its memberships.',
    authScopes: { admin: true },
    args: inputArg(deleteEmbedTenantGroupInput),
    resolve: changingRecord('Group', (services, caller, id, { embedTenantName: name }) =>
      deleteEntry(services, caller, groups, { kind: 'embedTenant', name }, id),
    ),
  }),
);
