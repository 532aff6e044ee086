import { tenantWide } from '../services/catalogue/catalogue-scope.ts';
import { countUsers } from '../services/catalogue/count-users.ts';
import {
  createGroup,
  deleteGroup,
  findGroup,
  listGroups,
  updateGroup,
  visibleGroups,
} from '../services/catalogue/groups.ts';
import { builder } from './builder.ts';
import { nodeQuery } from './node-query.ts';
import { readNodeNumber, readRecordId, recordIdDescription } from './record-id.ts';

export const Group = builder.prismaNode('Group', {
  id: { field: 'id' },
  description:
    'A group of users, either tenant-wide or belonging to one embed tenant. Access policies can test for membership.',
  nullable: true,
  findUnique: (id, { caller }) => ({ id: readNodeNumber(id), ...visibleGroups(caller) }),
  authScopes: { chatReader: true },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Number of the group: the `id` in the REST API.' }),
    name: t.exposeString('name', { description: 'Name of the group, unique within its scope.' }),
    description: t.exposeString('description', { nullable: true, description: 'What the group is for.' }),
    embedTenant: t.relation('embedTenant', {
      nullable: true,
      description: 'The embed tenant that the group belongs to. Null if it is tenant-wide.',
    }),
    userCount: t.int({
      description:
        'Number of members. A key bound to deployments sees only the members of those deployments.',
      authScopes: { admin: true },
      resolve: (group, _args, { services, caller }) => countUsers(services, caller, group.id),
    }),
    isManaged: t.exposeBoolean('managed', {
      nullable: true,
      authScopes: { admin: true },
      description: 'Whether the group is declared in the workspace. If so, change it there.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the group was created.' }),
  }),
});

builder.queryField('groups', (t) =>
  t.connection({
    type: Group,
    description: 'Tenant-wide groups, oldest first.',
    authScopes: { admin: true },
    resolve: (_root, args, context, info) =>
      listGroups(context.services, context.caller, args, nodeQuery(context, info, 'Group')),
  }),
);

const GroupPayload = builder.objectRef<{ id: number }>('GroupPayload').implement({
  description: 'The result of creating or changing a group.',
  fields: (t) => ({
    group: t.prismaField({
      type: 'Group',
      description: 'The group.',
      resolve: (query, { id }, _args, { services, caller }) => findGroup(services, caller, id, query),
    }),
  }),
});

const CreateGroupInput = builder.inputType('CreateGroupInput', {
  description: 'The settings of a new tenant-wide group.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'Name of the group, unique within the account. At most 255 characters.',
    }),
    description: t.string({ description: 'Description of the group. At most 2,000 characters.' }),
  }),
});

builder.mutationField('createGroup', (t) =>
  t.field({
    type: GroupPayload,
    description: 'Creates a tenant-wide group.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: CreateGroupInput, required: true, description: 'The group to create.' }) },
    resolve: async (_root, { input }, { services, caller }) => ({
      id: await createGroup(services, caller, input),
    }),
  }),
);

const UpdateGroupInput = builder.inputType('UpdateGroupInput', {
  description: 'Changes to a tenant-wide group. Omitted fields stay unchanged.',
  fields: (t) => ({
    id: t.id({ required: true, description: recordIdDescription }),
    name: t.string({
      description:
        'New name of the group. Policies refer to groups by name, so check those that use the old name.',
    }),
    description: t.string({ description: 'New description of the group. Null clears it.' }),
  }),
});

builder.mutationField('updateGroup', (t) =>
  t.field({
    type: GroupPayload,
    description:
      'Changes the name or the description of a tenant-wide group, unless it is declared in the workspace.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: UpdateGroupInput, required: true, description: 'The changes to make.' }) },
    resolve: async (_root, { input: { id: recordId, ...input } }, { services, caller }) => {
      const id = readRecordId('Group', recordId);
      await updateGroup(services, caller, id, input);
      return { id };
    },
  }),
);

const DeletedGroupPayload = builder.objectRef<{ id: number }>('DeletedGroupPayload').implement({
  description: 'The result of deleting a group along with its memberships.',
  fields: (t) => ({
    deletedGroupId: t.globalID({
      description: 'Global ID of the deleted group.',
      resolve: ({ id }) => ({ type: 'Group', id }),
    }),
    databaseId: t.exposeInt('id', { description: 'Number of the deleted group: the `id` in the REST API.' }),
  }),
});

const DeleteGroupInput = builder.inputType('DeleteGroupInput', {
  description: 'The tenant-wide group to delete.',
  fields: (t) => ({ id: t.id({ required: true, description: recordIdDescription }) }),
});

builder.mutationField('deleteGroup', (t) =>
  t.field({
    type: DeletedGroupPayload,
    description:
      'Deletes a tenant-wide group along with its memberships, unless it is declared in the workspace.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: DeleteGroupInput, required: true, description: 'The group to delete.' }) },
    resolve: async (_root, { input }, { services, caller }) => {
      const id = readRecordId('Group', input.id);
      await deleteGroup(services, caller, tenantWide, id);
      return { id };
    },
  }),
);

const DeleteEmbedTenantGroupInput = builder.inputType('DeleteEmbedTenantGroupInput', {
  description: 'The group of an embed tenant to delete.',
  fields: (t) => ({
    embedTenantName: t.string({ required: true, description: 'Name of the embed tenant.' }),
    id: t.id({ required: true, description: recordIdDescription }),
  }),
});

builder.mutationField('deleteEmbedTenantGroup', (t) =>
  t.field({
    type: DeletedGroupPayload,
    description: 'Deletes a group of an embed tenant along with its memberships.',
    authScopes: { admin: true },
    args: {
      input: t.arg({
        type: DeleteEmbedTenantGroupInput,
        required: true,
        description: 'The group to delete.',
      }),
    },
    resolve: async (_root, { input }, { services, caller }) => {
      const id = readRecordId('Group', input.id);
      await deleteGroup(services, caller, { kind: 'embedTenant', name: input.embedTenantName }, id);
      return { id };
    },
  }),
);
