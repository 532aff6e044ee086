import { tenantWide } from '../services/catalogue/catalogue-scope.ts';
import { visibleEntries } from '../services/catalogue/list-embed-tenants.ts';
import {
  createUserAttribute,
  deleteUserAttribute,
  findUserAttribute,
  listUserAttributes,
  updateUserAttribute,
} from '../services/catalogue/user-attributes.ts';
import { builder } from './builder.ts';
import { nodeQuery } from './node-query.ts';
import { readNodeNumber, readRecordId, recordIdDescription } from './record-id.ts';
import { UserAttributeType } from './session.ts';

export const UserAttribute = builder.prismaNode('UserAttributeDefinition', {
  name: 'UserAttribute',
  id: { field: 'id' },
  description:
    'A user attribute, which users can have a value for: either tenant-wide or belonging to one embed tenant. Access policies read the values.',
  nullable: true,
  findUnique: (id, { caller }) => ({ id: readNodeNumber(id), ...visibleEntries(caller) }),
  authScopes: { admin: true },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Number of the user attribute: the `id` in the REST API.' }),
    name: t.exposeString('name', { description: 'Name of the user attribute, unique within its scope.' }),
    type: t.expose('type', {
      type: UserAttributeType,
      description: 'Type of the values. It cannot be changed.',
    }),
    displayName: t.exposeString('displayName', {
      nullable: true,
      description: 'Display name of the user attribute.',
    }),
    defaultValue: t.exposeString('defaultValue', {
      nullable: true,
      description:
        'Default value for users without a value of their own. Write a number as text for `number`, and a JSON array as text for the array types.',
    }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'What the user attribute is for.',
    }),
    embedTenant: t.relation('embedTenant', {
      nullable: true,
      description: 'The embed tenant that the user attribute belongs to. Null if it is tenant-wide.',
    }),
    isManaged: t.exposeBoolean('managed', {
      description: 'Whether the user attribute is declared in the workspace. If so, change it there.',
    }),
    createdAt: t.expose('createdAt', {
      type: 'DateTime',
      description: 'When the user attribute was created.',
    }),
  }),
});

builder.queryField('userAttributes', (t) =>
  t.connection({
    type: UserAttribute,
    description: 'Tenant-wide user attributes, oldest first.',
    authScopes: { admin: true },
    resolve: (_root, args, context, info) =>
      listUserAttributes(context.services, context.caller, args, nodeQuery(context, info, 'UserAttribute')),
  }),
);

const UserAttributePayload = builder.objectRef<{ id: number }>('UserAttributePayload').implement({
  description: 'The result of creating or changing a user attribute.',
  fields: (t) => ({
    userAttribute: t.prismaField({
      type: UserAttribute,
      description: 'The user attribute.',
      resolve: (query, { id }, _args, { services, caller }) => findUserAttribute(services, caller, id, query),
    }),
  }),
});

const defaultValueDescription =
  'Default value for users without a value of their own. Write a number as text for `number`, and a JSON array as text for the array types.';

const CreateUserAttributeInput = builder.inputType('CreateUserAttributeInput', {
  description: 'The settings of a new tenant-wide user attribute.',
  fields: (t) => ({
    name: t.string({
      required: true,
      description: 'Name of the user attribute, unique within the account. At most 255 characters.',
    }),
    type: t.field({
      type: UserAttributeType,
      required: true,
      description: 'Type of the values. It cannot be changed later.',
    }),
    displayName: t.string({ description: 'Display name of the user attribute.' }),
    defaultValue: t.string({ description: defaultValueDescription }),
    description: t.string({ description: 'Description of the user attribute. At most 2,000 characters.' }),
  }),
});

builder.mutationField('createUserAttribute', (t) =>
  t.field({
    type: UserAttributePayload,
    description: 'Creates a tenant-wide user attribute.',
    authScopes: { admin: true },
    args: {
      input: t.arg({
        type: CreateUserAttributeInput,
        required: true,
        description: 'The user attribute to create.',
      }),
    },
    resolve: async (_root, { input }, { services, caller }) => ({
      id: await createUserAttribute(services, caller, input),
    }),
  }),
);

const UpdateUserAttributeInput = builder.inputType('UpdateUserAttributeInput', {
  description:
    'Changes to a tenant-wide user attribute. Omitted fields stay unchanged, and null clears a field.',
  fields: (t) => ({
    id: t.id({ required: true, description: recordIdDescription }),
    displayName: t.string({ description: 'New display name of the user attribute.' }),
    defaultValue: t.string({ description: defaultValueDescription }),
    description: t.string({
      description: 'New description of the user attribute. At most 2,000 characters.',
    }),
  }),
});

builder.mutationField('updateUserAttribute', (t) =>
  t.field({
    type: UserAttributePayload,
    description:
      'Changes the display name, description or default value of a tenant-wide user attribute, unless it is declared in the workspace.',
    authScopes: { admin: true },
    args: {
      input: t.arg({ type: UpdateUserAttributeInput, required: true, description: 'The changes to make.' }),
    },
    resolve: async (_root, { input: { id: recordId, ...input } }, { services, caller }) => {
      const id = readRecordId('UserAttribute', recordId);
      await updateUserAttribute(services, caller, id, input);
      return { id };
    },
  }),
);

const DeletedUserAttributePayload = builder
  .objectRef<{ id: number }>('DeletedUserAttributePayload')
  .implement({
    description: 'The result of deleting a user attribute along with its values.',
    fields: (t) => ({
      deletedUserAttributeId: t.globalID({
        description: 'Global ID of the deleted user attribute.',
        resolve: ({ id }) => ({ type: 'UserAttribute', id }),
      }),
      databaseId: t.exposeInt('id', {
        description: 'Number of the deleted user attribute: the `id` in the REST API.',
      }),
    }),
  });

const DeleteUserAttributeInput = builder.inputType('DeleteUserAttributeInput', {
  description: 'The tenant-wide user attribute to delete.',
  fields: (t) => ({ id: t.id({ required: true, description: recordIdDescription }) }),
});

builder.mutationField('deleteUserAttribute', (t) =>
  t.field({
    type: DeletedUserAttributePayload,
    description:
      'Deletes a tenant-wide user attribute along with its values, unless it is declared in the workspace.',
    authScopes: { admin: true },
    args: {
      input: t.arg({
        type: DeleteUserAttributeInput,
        required: true,
        description: 'The user attribute to delete.',
      }),
    },
    resolve: async (_root, { input }, { services, caller }) => {
      const id = readRecordId('UserAttribute', input.id);
      await deleteUserAttribute(services, caller, tenantWide, id);
      return { id };
    },
  }),
);

const DeleteEmbedTenantUserAttributeInput = builder.inputType('DeleteEmbedTenantUserAttributeInput', {
  description: 'The user attribute of an embed tenant to delete.',
  fields: (t) => ({
    embedTenantName: t.string({ required: true, description: 'Name of the embed tenant.' }),
    id: t.id({ required: true, description: recordIdDescription }),
  }),
});

builder.mutationField('deleteEmbedTenantUserAttribute', (t) =>
  t.field({
    type: DeletedUserAttributePayload,
    description: 'Deletes a user attribute of an embed tenant along with its values.',
    authScopes: { admin: true },
    args: {
      input: t.arg({
        type: DeleteEmbedTenantUserAttributeInput,
        required: true,
        description: 'The user attribute to delete.',
      }),
    },
    resolve: async (_root, { input }, { services, caller }) => {
      const id = readRecordId('UserAttribute', input.id);
      await deleteUserAttribute(services, caller, { kind: 'embedTenant', name: input.embedTenantName }, id);
      return { id };
    },
  }),
);
