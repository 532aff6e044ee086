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
  description: 'A group of users, tenant-wide or of one embed tenant. Access policies ask for membership.',
  nullable: true,
  findUnique: (id, { caller }) => ({ id: readNodeNumber(id), ...visibleGroups(caller) }),
  authScopes: { chatReader: true },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The `id` of REST.' }),
    name: t.exposeString('name', { description: 'Unique within its scope.' }),
    description: t.exposeString('description', { nullable: true, description: 'What it is for.' }),
    embedTenant: t.relation('embedTenant', {
      nullable: true,
      description: 'The embed tenant it belongs to; null when it is tenant-wide.',
    }),
    userCount: t.int({
      description: 'How many users are members; for a bound key, of those of its deployments.',
      authScopes: { admin: true },
      resolve: (group, _args, { services, caller }) => countUsers(services, caller, group.id),
    }),
    isManaged: t.exposeBoolean('managed', {
      nullable: true,
      authScopes: { admin: true },
      description: 'Whether it comes from the workspace, which then is where to change it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
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
  description: 'A group that was made or changed.',
  fields: (t) => ({
    group: t.prismaField({
      type: 'Group',
      description: 'The group.',
      resolve: (query, { id }, _args, { services, caller }) => findGroup(services, caller, id, query),
    }),
  }),
});

const CreateGroupInput = builder.inputType('CreateGroupInput', {
  description: 'A tenant-wide group to make.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Unique in the account, at most 255 characters.' }),
    description: t.string({ description: 'At most 2,000 characters.' }),
  }),
});

builder.mutationField('createGroup', (t) =>
  t.field({
    type: GroupPayload,
    description: 'Makes a tenant-wide group.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: CreateGroupInput, required: true, description: 'The group.' }) },
    resolve: async (_root, { input }, { services, caller }) => ({
      id: await createGroup(services, caller, input),
    }),
  }),
);

const UpdateGroupInput = builder.inputType('UpdateGroupInput', {
  description: 'What to change about a tenant-wide group. What is left out stays.',
  fields: (t) => ({
    id: t.id({ required: true, description: recordIdDescription }),
    name: t.string({ description: 'Policies know groups by name: mind those that ask for this one.' }),
    description: t.string({ description: 'Null clears it.' }),
  }),
});

builder.mutationField('updateGroup', (t) =>
  t.field({
    type: GroupPayload,
    description: 'Renames or describes a tenant-wide group, unless it comes from the workspace.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: UpdateGroupInput, required: true, description: 'The change.' }) },
    resolve: async (_root, { input: { id: recordId, ...input } }, { services, caller }) => {
      const id = readRecordId('Group', recordId);
      await updateGroup(services, caller, id, input);
      return { id };
    },
  }),
);

const DeletedGroupPayload = builder.objectRef<{ id: number }>('DeletedGroupPayload').implement({
  description: 'A group that was deleted, together with its memberships.',
  fields: (t) => ({
    deletedGroupId: t.globalID({
      description: 'Its global id.',
      resolve: ({ id }) => ({ type: 'Group', id }),
    }),
    databaseId: t.exposeInt('id', { description: 'The `id` of REST.' }),
  }),
});

const DeleteGroupInput = builder.inputType('DeleteGroupInput', {
  description: 'A tenant-wide group to delete.',
  fields: (t) => ({ id: t.id({ required: true, description: recordIdDescription }) }),
});

builder.mutationField('deleteGroup', (t) =>
  t.field({
    type: DeletedGroupPayload,
    description:
      'Deletes a tenant-wide group together with its memberships, unless it comes from the workspace.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: DeleteGroupInput, required: true, description: 'The group.' }) },
    resolve: async (_root, { input }, { services, caller }) => {
      const id = readRecordId('Group', input.id);
      await deleteGroup(services, caller, tenantWide, id);
      return { id };
    },
  }),
);

const DeleteEmbedTenantGroupInput = builder.inputType('DeleteEmbedTenantGroupInput', {
  description: 'A group of an embed tenant to delete.',
  fields: (t) => ({
    embedTenantName: t.string({ required: true, description: 'The embed tenant.' }),
    id: t.id({ required: true, description: recordIdDescription }),
  }),
});

builder.mutationField('deleteEmbedTenantGroup', (t) =>
  t.field({
    type: DeletedGroupPayload,
    description: 'Deletes a group of an embed tenant together with its memberships.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: DeleteEmbedTenantGroupInput, required: true, description: 'The group.' }) },
    resolve: async (_root, { input }, { services, caller }) => {
      const id = readRecordId('Group', input.id);
      await deleteGroup(services, caller, { kind: 'embedTenant', name: input.embedTenantName }, id);
      return { id };
    },
  }),
);
