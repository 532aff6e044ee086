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
  description: 'The origin of a user.',
  values: {
    internal: { description: 'A user created by an administrator and identified by username.' },
    external: { description: 'One of your own users, created when a session or a chat named it.' },
  } as const,
});

const UserAttributeAssignment = builder.prismaObject('UserAttributeValue', {
  name: 'UserAttributeAssignment',
  description: "A user's value for a user attribute.",
  authScopes: { chatReader: true },
  select: {
    value: true,
    managed: true,
    definition: { select: { name: true, type: true, embedTenantId: true } },
  },
  fields: (t) => ({
    name: t.string({
      description: 'Name of the user attribute.',
      resolve: ({ definition }) => definition.name,
    }),
    type: t.field({
      type: UserAttributeType,
      description: 'Type of the value.',
      resolve: ({ definition }) => definition.type,
    }),
    isScoped: t.boolean({
      description: 'Whether the user attribute belongs to the embed tenant, rather than being tenant-wide.',
      resolve: ({ definition }) => definition.embedTenantId !== null,
    }),
    value: t.field({
      type: 'JSON',
      description: 'The value: a string, a number, a list of strings or a list of numbers.',
      resolve: ({ value }) => value,
    }),
    isManaged: t.exposeBoolean('managed', {
      nullable: true,
      authScopes: { admin: true },
      description: "Whether the user's value is declared in the workspace. If so, change it there.",
    }),
  }),
});

export const User = builder.prismaNode('User', {
  id: { field: 'id' },
  description: 'A user, identified by account, embed tenant (if any), kind and identifier.',
  nullable: true,
  findUnique: (id, { caller }) => visibleUserKey(caller, readNodeNumber(id)),
  authScopes: { chatReader: true },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Number of the user.' }),
    kind: t.expose('kind', { type: UserKind, description: 'Whether the user is internal or external.' }),
    identifier: t.exposeString('identifier', {
      description:
        'Identifier of the user: the `externalId` of an external user or the username of an internal user.',
    }),
    email: t.exposeString('email', { nullable: true, description: 'Email address of the user.' }),
    isEphemeral: t.exposeBoolean('ephemeral', {
      description: 'Whether the user is ephemeral, that is, removed when it expires.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When an ephemeral user is removed along with all of its data.',
    }),
    isManaged: t.exposeBoolean('managed', {
      nullable: true,
      authScopes: { admin: true },
      description: 'Whether the user is declared in the workspace. If so, delete it there.',
    }),
    managedGroups: t.stringList({
      nullable: true,
      authScopes: { admin: true },
      description:
        'Names of the groups whose membership is declared in the workspace. Change these memberships there.',
      select: { memberships: { where: { managed: true }, select: { group: { select: { name: true } } } } },
      resolve: ({ memberships }) => memberships.map(({ group }) => group.name),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the user was created.' }),
    embedTenant: t.relation('embedTenant', {
      nullable: true,
      authScopes: { admin: true },
      description: 'The embed tenant that the user belongs to. Null if there is none.',
    }),
    groups: t.connection({
      type: Group,
      description:
        'Groups that the user is a member of, both tenant-wide and of the embed tenant, oldest first.',
      resolve: (user, args, context, info) =>
        listGroupsOfUser(context.services, context.caller, user.id, args, nodeQuery(context, info, 'Group')),
    }),
    userAttributes: t.relation('attributeValues', {
      type: UserAttributeAssignment,
      description:
        'Attribute values of the user, at most 1,000. Defaults of user attributes without a value are not included.',
      query: { orderBy: { definitionId: 'asc' }, take: 1_000 },
    }),
    sessions: t.connection({
      type: Session,
      description: 'Sessions created for the user, newest first.',
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
      description: 'Chat usage of the user in a time range. Turns of removed threads are not included.',
      args: {
        from: t.arg({ type: 'DateTime', description: usageRangeDescriptions.from }),
        before: t.arg({ type: 'DateTime', description: usageRangeDescriptions.before }),
      },
      resolve: ({ id }, range, { services, caller }) => readUserUsage(services, caller, id, range),
    }),
  }),
});

const UserFilter = builder.inputType('UserFilter', {
  description: 'Conditions for listing users.',
  fields: (t) => ({
    kind: t.field({ type: UserKind, description: 'Returns only users of this kind.' }),
    isEphemeral: t.boolean({
      description: 'Whether to return only ephemeral users (true) or only permanent ones (false).',
    }),
    embedTenantName: t.string({ description: 'Returns only users of the embed tenant with this name.' }),
    text: t.string({
      description:
        'Returns only users whose identifier or email address contains this text, ignoring case. At most 255 characters.',
    }),
  }),
});

const UserOrder = orderInput('User', {
  createdAt: { description: 'Time at which the user was created.' },
  identifier: { description: 'The `externalId` or username, compared by code points.' },
});

builder.queryField('users', (t) =>
  t.connection({
    type: User,
    description:
      'Users of the account in all embed tenants, oldest first. A key bound to deployments sees only the users of those deployments.',
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
  description: 'The result of creating or changing an internal user.',
  fields: (t) => ({
    user: t.prismaField({
      type: 'User',
      description: 'The user.',
      resolve: (query, { id }, _args, { services, caller }) => findUser(services, caller, id, query),
    }),
  }),
});

const CreateInternalUserInput = builder.inputType('CreateInternalUserInput', {
  description: 'The settings of a new internal user.',
  fields: (t) => ({
    username: t.string({
      required: true,
      description: 'Username, unique within the account. Sessions specify it as `internalId`.',
    }),
    email: t.string({ description: 'Email address of the user.' }),
    groups: t.stringList({ description: 'Names of the tenant-wide groups that the user is a member of.' }),
    userAttributes: t.field({
      type: [UserAttributeInput],
      description: 'Values for tenant-wide user attributes.',
    }),
  }),
});

builder.mutationField('createInternalUser', (t) =>
  t.field({
    type: InternalUserPayload,
    description: 'Creates an internal user.',
    authScopes: { admin: true },
    args: {
      input: t.arg({ type: CreateInternalUserInput, required: true, description: 'The user to create.' }),
    },
    resolve: async (_root, { input }, { services, caller }) => ({
      id: await createInternalUser(services, caller, input),
    }),
  }),
);

const UpdateInternalUserInput = builder.inputType('UpdateInternalUserInput', {
  description: 'Changes to an internal user. Omitted fields stay unchanged.',
  fields: (t) => ({
    id: t.id({ required: true, description: recordIdDescription }),
    email: t.string({ description: 'New email address of the user. Null clears it.' }),
    groups: t.stringList({
      description: 'Names of tenant-wide groups. They replace all memberships of the user.',
    }),
    userAttributes: t.field({
      type: [UserAttributeInput],
      description:
        'Attribute values to set, by name. Null clears a value; values that are not listed stay unchanged.',
    }),
  }),
});

builder.mutationField('updateInternalUser', (t) =>
  t.field({
    type: InternalUserPayload,
    description:
      'Changes an internal user. Memberships and values declared in the workspace cannot be changed.',
    authScopes: { admin: true },
    args: {
      input: t.arg({ type: UpdateInternalUserInput, required: true, description: 'The changes to make.' }),
    },
    resolve: async (_root, { input: { id: recordId, ...input } }, { services, caller }) => {
      const id = readRecordId('User', recordId);
      await updateInternalUser(services, caller, id, input);
      return { id };
    },
  }),
);

const DeletedInternalUserPayload = builder.objectRef<{ id: number }>('DeletedInternalUserPayload').implement({
  description: 'The result of deleting an internal user along with its sessions, threads and values.',
  fields: (t) => ({
    deletedUserId: t.globalID({
      description: 'Global ID of the deleted user.',
      resolve: ({ id }) => ({ type: 'User', id }),
    }),
    databaseId: t.exposeInt('id', { description: 'Number of the deleted user.' }),
  }),
});

const DeleteInternalUserInput = builder.inputType('DeleteInternalUserInput', {
  description: 'The internal user to delete.',
  fields: (t) => ({ id: t.id({ required: true, description: recordIdDescription }) }),
});

builder.mutationField('deleteInternalUser', (t) =>
  t.field({
    type: DeletedInternalUserPayload,
    description:
      'Deletes an internal user along with its sessions, threads and values, unless it is declared in the workspace. Its running turns are stopped.',
    authScopes: { admin: true },
    args: {
      input: t.arg({ type: DeleteInternalUserInput, required: true, description: 'The user to delete.' }),
    },
    resolve: async (_root, { input }, { services, caller }) => {
      const id = readRecordId('User', input.id);
      await deleteUser(services, caller, 'internal', id);
      return { id };
    },
  }),
);

const DeletedExternalUserPayload = builder.objectRef<{ id: number }>('DeletedExternalUserPayload').implement({
  description: 'The result of deleting an external user along with its sessions, threads and values.',
  fields: (t) => ({
    deletedUserId: t.globalID({
      description: 'Global ID of the deleted user.',
      resolve: ({ id }) => ({ type: 'User', id }),
    }),
    databaseId: t.exposeInt('id', { description: 'Number of the deleted user.' }),
  }),
});

const DeleteExternalUserInput = builder.inputType('DeleteExternalUserInput', {
  description: 'The external user to delete.',
  fields: (t) => ({ id: t.id({ required: true, description: recordIdDescription }) }),
});

builder.mutationField('deleteExternalUser', (t) =>
  t.field({
    type: DeletedExternalUserPayload,
    description:
      'Deletes an external user, ephemeral or not, along with its sessions, threads and values. Its running turns are stopped, its tokens stop working, and it no longer counts toward `maxExternalUsers`. A session or chat that names the same `externalId` again creates a new user.',
    authScopes: { admin: true },
    args: {
      input: t.arg({ type: DeleteExternalUserInput, required: true, description: 'The user to delete.' }),
    },
    resolve: async (_root, { input }, { services, caller }) => {
      const id = readRecordId('User', input.id);
      await deleteUser(services, caller, 'external', id);
      return { id };
    },
  }),
);
