import { attributeType } from '../contract/attributes.ts';
import { groupFilter } from '../contract/groups.ts';
import { filterArgs } from '../contract/lists.ts';
import { sessionFilter } from '../contract/sessions.ts';
import { usageArgs } from '../contract/usage.ts';
import {
  createInternalUserInput,
  deleteExternalUserInput,
  deleteInternalUserInput,
  updateInternalUserInput,
  userKind,
  usersArgs,
} from '../contract/users.ts';
import { groups } from '../services/catalogue/groups.ts';
import { embedTenants } from '../services/catalogue/list-embed-tenants.ts';
import { deleteUser } from '../services/erasure/delete-user.ts';
import { findRow, loadReferred } from '../services/lists/look-up.ts';
import { readChildren, readList } from '../services/lists/read-list.ts';
import { sessions } from '../services/sessions/list-sessions.ts';
import { readUserUsage } from '../services/usage/read-usage.ts';
import { createInternalUser, updateInternalUser } from '../services/users/internal-users.ts';
import {
  type AttributeAssignment,
  listAttributeValues,
  listManagedGroups,
  users,
} from '../services/users/list-users.ts';
import { builder } from './builder.ts';
import { connectionOf } from './connection.ts';
import { argsOf, enumOf, inputArg } from './input-of.ts';
import { nodeOf } from './node.ts';
import { byUserNumber, changingRecord } from './record-id.ts';
import { Usage } from './usage.ts';

const UserAttributeAssignment = builder.objectRef<AttributeAssignment>('UserAttributeAssignment').implement({
  description: "A user's value for a user attribute.",
  authScopes: { chatReader: true },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the user attribute.' }),
    type: t.expose('type', { type: enumOf(attributeType), description: 'Type of the value.' }),
    isScoped: t.exposeBoolean('isScoped', {
      description: 'Whether the user attribute belongs to the embed tenant, rather than being tenant-wide.',
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

const through = { table: 'GroupMembership', column: 'groupId' } as const;

builder.node('User', {
  ...nodeOf(users),
  description: 'A user, identified by account, embed tenant (if any), kind and identifier.',
  authScopes: { chatReader: true },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Number of the user.' }),
    kind: t.expose('kind', {
      type: enumOf(userKind),
      description: 'Whether the user is internal or external.',
    }),
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
      resolve: async ({ id }, _args, { services, caller }) => [
        ...(await listManagedGroups(services, caller, id)),
      ],
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the user was created.' }),
    embedTenant: t.field({
      type: 'EmbedTenant',
      nullable: true,
      description: 'The embed tenant that the user belongs to. Null if there is none.',
      resolve: ({ embedTenantId }, _args, { services }) =>
        embedTenantId === null ? null : loadReferred(services, embedTenants, embedTenantId),
    }),
    groups: t.connection(
      {
        type: 'Group',
        description:
          'Groups that the user is a member of, both tenant-wide and of the embed tenant, oldest first.',
        args: argsOf(filterArgs(groupFilter)),
        resolve: ({ id }, args, { services, caller }) =>
          readChildren(services, caller, groups, { id, column: 'userId', through }, args),
      },
      connectionOf('Group'),
    ),
    userAttributes: t.field({
      type: [UserAttributeAssignment],
      description:
        'Attribute values of the user, at most 1,000. Defaults of user attributes without a value are not included.',
      resolve: async ({ id }, _args, { services, caller }) => [
        ...(await listAttributeValues(services, caller, id)),
      ],
    }),
    sessions: t.connection(
      {
        type: 'Session',
        description: 'Sessions created for the user, newest first.',
        authScopes: { admin: true },
        args: argsOf(filterArgs(sessionFilter)),
        resolve: ({ id }, args, { services, caller }) =>
          readChildren(services, caller, sessions, { id, column: 'userId' }, byUserNumber(args)),
      },
      connectionOf('Session'),
    ),
    usage: t.field({
      type: Usage,
      description: 'Chat usage of the user in a time range. Turns of removed threads are not included.',
      args: argsOf(usageArgs),
      resolve: ({ id }, range, { services, caller }) => readUserUsage(services, caller, id, range),
    }),
  }),
});

builder.queryField('users', (t) =>
  t.connection(
    {
      type: 'User',
      description:
        'Users of the account in all embed tenants, oldest first. A key bound to deployments sees only the users of those deployments.',
      authScopes: { admin: true },
      args: argsOf(usersArgs),
      resolve: (_root, args, { services, caller }) => readList(services, caller, users, args),
    },
    connectionOf('User'),
  ),
);

const internalUserPayload = (name: string) =>
  builder.objectRef<{ id: number }>(name).implement({
    description: 'The result of creating or changing an internal user.',
    fields: (t) => ({
      user: t.field({
        type: 'User',
        description: 'The user.',
        resolve: ({ id }, _args, { services, caller }) => findRow(services, caller, users, id),
      }),
    }),
  });

builder.mutationField('createInternalUser', (t) =>
  t.field({
    type: internalUserPayload('CreateInternalUserPayload'),
    description: 'Creates an internal user.',
    authScopes: { admin: true },
    args: inputArg(createInternalUserInput),
    resolve: async (_root, { input }, { services, caller }) => ({
      id: await createInternalUser(services, caller, input),
    }),
  }),
);

builder.mutationField('updateInternalUser', (t) =>
  t.field({
    type: internalUserPayload('UpdateInternalUserPayload'),
    description:
      'Changes an internal user. Memberships and values declared in the workspace cannot be changed.',
    authScopes: { admin: true },
    args: inputArg(updateInternalUserInput),
    resolve: changingRecord('User', updateInternalUser),
  }),
);

const DeleteInternalUserPayload = builder.objectRef<{ id: number }>('DeleteInternalUserPayload').implement({
  description: 'The result of deleting an internal user along with its sessions, threads and values.',
  fields: (t) => ({
    deletedUserId: t.globalID({
      description: 'Global ID of the deleted user.',
      resolve: ({ id }) => ({ type: 'User', id }),
    }),
    databaseId: t.exposeInt('id', { description: 'Number of the deleted user.' }),
  }),
});

builder.mutationField('deleteInternalUser', (t) =>
  t.field({
    type: DeleteInternalUserPayload,
    description:
      'Deletes an internal user along with its sessions, threads and values, unless it is declared in the workspace. Its running turns are stopped.',
    authScopes: { admin: true },
    args: inputArg(deleteInternalUserInput),
    resolve: changingRecord('User', (services, caller, id) => deleteUser(services, caller, 'internal', id)),
  }),
);

const DeleteExternalUserPayload = builder.objectRef<{ id: number }>('DeleteExternalUserPayload').implement({
  description: 'The result of deleting an external user along with its sessions, threads and values.',
  fields: (t) => ({
    deletedUserId: t.globalID({
      description: 'Global ID of the deleted user.',
      resolve: ({ id }) => ({ type: 'User', id }),
    }),
    databaseId: t.exposeInt('id', { description: 'Number of the deleted user.' }),
  }),
});

builder.mutationField('deleteExternalUser', (t) =>
  t.field({
    type: DeleteExternalUserPayload,
    description:
      'Deletes an external user, ephemeral or not, along with its sessions, threads and values. Its running turns are stopped, its tokens stop working, and it no longer counts toward `maxExternalUsers`. A session or chat that names the same `externalId` again creates a new user.',
    authScopes: { admin: true },
    args: inputArg(deleteExternalUserInput),
    resolve: changingRecord('User', (services, caller, id) => deleteUser(services, caller, 'external', id)),
  }),
);
