import { deleteUser } from '../services/erasure/delete-user.ts';
import { listSessionsOf } from '../services/sessions/list-sessions.ts';
import { readUserUsage } from '../services/usage/read-usage.ts';
import { createInternalUser, updateInternalUser } from '../services/users/internal-users.ts';
import { findUser, listGroupsOfUser, listUsers, visibleUserKey } from '../services/users/list-users.ts';
import { builder } from './builder.ts';
import { Group } from './group.ts';
import { listArgDescriptions, orderInput } from './list-order.ts';
import { nodeQuery } from './node-query.ts';
import { readNodeNumber, readRecordId, recordIdDescription } from './record-id.ts';
import { Session, UserAttributeInput, UserAttributeType } from './session.ts';
import { Usage, usageRangeDescriptions } from './usage.ts';

export const UserKind = builder.enumType('UserKind', {
  description: 'Where a user comes from.',
  values: {
    internal: { description: 'Made by an administrator; goes by its username.' },
    external: { description: 'One of your own users, made when a session or chat named it.' },
  } as const,
});

const UserAttributeAssignment = builder.prismaObject('UserAttributeValue', {
  name: 'UserAttributeAssignment',
  description: 'The value that a user has for an attribute.',
  authScopes: { chatReader: true },
  select: {
    value: true,
    managed: true,
    definition: { select: { name: true, type: true, embedTenantId: true } },
  },
  fields: (t) => ({
    name: t.string({ description: 'The attribute.', resolve: ({ definition }) => definition.name }),
    type: t.field({
      type: UserAttributeType,
      description: 'What kind of value it holds.',
      resolve: ({ definition }) => definition.type,
    }),
    isScoped: t.boolean({
      description: "Whether the attribute is the embed tenant's, rather than tenant-wide.",
      resolve: ({ definition }) => definition.embedTenantId !== null,
    }),
    value: t.field({
      type: 'JSON',
      description: 'A string, a number, or a list of either.',
      resolve: ({ value }) => value,
    }),
    isManaged: t.exposeBoolean('managed', {
      nullable: true,
      authScopes: { admin: true },
      description: 'Whether the user has it from the workspace, which then is where to change it.',
    }),
  }),
});

export const User = builder.prismaNode('User', {
  id: { field: 'id' },
  description: 'A user, known by account, embed tenant (or none), kind and identifier.',
  nullable: true,
  findUnique: (id, { caller }) => visibleUserKey(caller, readNodeNumber(id)),
  authScopes: { chatReader: true },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Its number.' }),
    kind: t.expose('kind', { type: UserKind, description: 'Where it comes from.' }),
    identifier: t.exposeString('identifier', {
      description: 'The externalId of an external user, the username of an internal one.',
    }),
    email: t.exposeString('email', { nullable: true, description: 'Email address.' }),
    isEphemeral: t.exposeBoolean('ephemeral', { description: 'Whether it is removed when its time is up.' }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When an ephemeral user is removed with all that is theirs.',
    }),
    isManaged: t.exposeBoolean('managed', {
      nullable: true,
      authScopes: { admin: true },
      description: 'Whether it comes from the workspace, which then is where to delete it.',
    }),
    managedGroups: t.stringList({
      nullable: true,
      authScopes: { admin: true },
      description:
        'Names of the groups that it is a member of by the workspace, which then is where to change it.',
      select: { memberships: { where: { managed: true }, select: { group: { select: { name: true } } } } },
      resolve: ({ memberships }) => memberships.map(({ group }) => group.name),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    embedTenant: t.relation('embedTenant', {
      nullable: true,
      authScopes: { admin: true },
      description: 'The embed tenant it belongs to, if any.',
    }),
    groups: t.connection({
      type: Group,
      description: 'The groups it is a member of, tenant-wide and scoped, oldest first.',
      resolve: (user, args, context, info) =>
        listGroupsOfUser(context.services, context.caller, user.id, args, nodeQuery(context, info, 'Group')),
    }),
    userAttributes: t.relation('attributeValues', {
      type: UserAttributeAssignment,
      description:
        'The values it has, at most 1,000. Defaults of attributes without a value are not among them.',
      query: { orderBy: { definitionId: 'asc' }, take: 1_000 },
    }),
    sessions: t.connection({
      type: Session,
      description: 'The sessions minted for it, newest first.',
      authScopes: { admin: true },
      resolve: (user, args, context, info) =>
        listSessionsOf(
          context.services,
          context.caller,
          { of: 'user', id: user.id },
          args,
          nodeQuery(context, info, 'Session'),
        ),
    }),
    usage: t.field({
      type: Usage,
      authScopes: { admin: true },
      description: 'What its chat cost in a time. Turns of threads that were removed are gone from it.',
      args: {
        from: t.arg({ type: 'DateTime', description: usageRangeDescriptions.from }),
        before: t.arg({ type: 'DateTime', description: usageRangeDescriptions.before }),
      },
      resolve: ({ id }, range, { services, caller }) => readUserUsage(services, caller, id, range),
    }),
  }),
});

const UserFilter = builder.inputType('UserFilter', {
  description: 'Which users to list.',
  fields: (t) => ({
    kind: t.field({ type: UserKind, description: 'Of this kind.' }),
    isEphemeral: t.boolean({ description: 'Whether they are removed when their time is up.' }),
    embedTenantName: t.string({ description: 'Of the embed tenant of this name.' }),
    text: t.string({
      description: 'Contained in identifier or email, in whatever case. At most 255 characters.',
    }),
  }),
});

const UserOrder = orderInput('User', {
  createdAt: { description: 'When it was made.' },
  identifier: { description: 'The externalId or username, by code points.' },
});

builder.queryField('users', (t) =>
  t.connection({
    type: User,
    description:
      "The account's users in all embed tenants, oldest first; for a bound key, those of its deployments.",
    authScopes: { admin: true },
    args: {
      filter: t.arg({ type: UserFilter, description: listArgDescriptions.filter }),
      orderBy: t.arg({ type: UserOrder, description: listArgDescriptions.orderBy }),
    },
    resolve: (_root, args, context, info) =>
      listUsers(context.services, context.caller, args, nodeQuery(context, info, 'User')),
  }),
);

const InternalUserPayload = builder.objectRef<{ id: number }>('InternalUserPayload').implement({
  description: 'An internal user that was made or changed.',
  fields: (t) => ({
    user: t.prismaField({
      type: 'User',
      description: 'The user.',
      resolve: (query, { id }, _args, { services, caller }) => findUser(services, caller, id, query),
    }),
  }),
});

const CreateInternalUserInput = builder.inputType('CreateInternalUserInput', {
  description: 'An internal user to make.',
  fields: (t) => ({
    username: t.string({
      required: true,
      description: 'Unique in the account; sessions name it as `internalId`.',
    }),
    email: t.string({ description: 'Email address.' }),
    groups: t.stringList({ description: 'Names of tenant-wide groups.' }),
    userAttributes: t.field({ type: [UserAttributeInput], description: 'Values of tenant-wide attributes.' }),
  }),
});

builder.mutationField('createInternalUser', (t) =>
  t.field({
    type: InternalUserPayload,
    description: 'Makes an internal user.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: CreateInternalUserInput, required: true, description: 'The user.' }) },
    resolve: async (_root, { input }, { services, caller }) => ({
      id: await createInternalUser(services, caller, input),
    }),
  }),
);

const UpdateInternalUserInput = builder.inputType('UpdateInternalUserInput', {
  description: 'What to change about an internal user. What is left out stays.',
  fields: (t) => ({
    id: t.id({ required: true, description: recordIdDescription }),
    email: t.string({ description: 'Null clears it.' }),
    groups: t.stringList({ description: 'Names of tenant-wide groups; replaces every membership.' }),
    userAttributes: t.field({
      type: [UserAttributeInput],
      description: 'Values to set by name; null clears one. Others stay.',
    }),
  }),
});

builder.mutationField('updateInternalUser', (t) =>
  t.field({
    type: InternalUserPayload,
    description: 'Changes an internal user. Memberships and values that the workspace declares stay.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: UpdateInternalUserInput, required: true, description: 'The change.' }) },
    resolve: async (_root, { input: { id: recordId, ...input } }, { services, caller }) => {
      const id = readRecordId('User', recordId);
      await updateInternalUser(services, caller, id, input);
      return { id };
    },
  }),
);

const DeletedInternalUserPayload = builder.objectRef<{ id: number }>('DeletedInternalUserPayload').implement({
  description: 'An internal user that was deleted, together with its sessions, threads and values.',
  fields: (t) => ({
    deletedUserId: t.globalID({ description: 'Its global id.', resolve: ({ id }) => ({ type: 'User', id }) }),
    databaseId: t.exposeInt('id', { description: 'Its number.' }),
  }),
});

const DeleteInternalUserInput = builder.inputType('DeleteInternalUserInput', {
  description: 'An internal user to delete.',
  fields: (t) => ({ id: t.id({ required: true, description: recordIdDescription }) }),
});

builder.mutationField('deleteInternalUser', (t) =>
  t.field({
    type: DeletedInternalUserPayload,
    description:
      'Deletes an internal user together with its sessions, threads and values, unless it comes from the workspace. Its turns at work are stopped.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: DeleteInternalUserInput, required: true, description: 'The user.' }) },
    resolve: async (_root, { input }, { services, caller }) => {
      const id = readRecordId('User', input.id);
      await deleteUser(services, caller, 'internal', id);
      return { id };
    },
  }),
);

const DeletedExternalUserPayload = builder.objectRef<{ id: number }>('DeletedExternalUserPayload').implement({
  description: 'An external user that was deleted, together with its sessions, threads and values.',
  fields: (t) => ({
    deletedUserId: t.globalID({ description: 'Its global id.', resolve: ({ id }) => ({ type: 'User', id }) }),
    databaseId: t.exposeInt('id', { description: 'Its number.' }),
  }),
});

const DeleteExternalUserInput = builder.inputType('DeleteExternalUserInput', {
  description: 'An external user to delete.',
  fields: (t) => ({ id: t.id({ required: true, description: recordIdDescription }) }),
});

builder.mutationField('deleteExternalUser', (t) =>
  t.field({
    type: DeletedExternalUserPayload,
    description:
      'Deletes an external user, ephemeral or not, together with its sessions, threads and values. Its turns at work are stopped, its tokens work no longer, and it makes room under `maxExternalUsers`. A session or chat that names the same externalId again makes a new user.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: DeleteExternalUserInput, required: true, description: 'The user.' }) },
    resolve: async (_root, { input }, { services, caller }) => {
      const id = readRecordId('User', input.id);
      await deleteUser(services, caller, 'external', id);
      return { id };
    },
  }),
);
