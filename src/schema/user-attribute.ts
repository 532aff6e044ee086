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
    'What users can have a value of, tenant-wide or in one embed tenant. Access policies read the values.',
  nullable: true,
  findUnique: (id, { caller }) => ({ id: readNodeNumber(id), ...visibleEntries(caller) }),
  authScopes: { admin: true },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'The `id` of REST.' }),
    name: t.exposeString('name', { description: 'Unique within its scope.' }),
    type: t.expose('type', {
      type: UserAttributeType,
      description: 'What kind of value it holds; for good.',
    }),
    displayName: t.exposeString('displayName', { nullable: true, description: 'How people read it.' }),
    defaultValue: t.exposeString('defaultValue', {
      nullable: true,
      description:
        "For users without a value. A number's text for `number`, a JSON array's for the array types.",
    }),
    description: t.exposeString('description', { nullable: true, description: 'What it is for.' }),
    embedTenant: t.relation('embedTenant', {
      nullable: true,
      description: 'The embed tenant it belongs to; null when it is tenant-wide.',
    }),
    isManaged: t.exposeBoolean('managed', {
      description: 'Whether it comes from the workspace, which then is where to change it.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
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
  description: 'A user attribute that was made or changed.',
  fields: (t) => ({
    userAttribute: t.prismaField({
      type: UserAttribute,
      description: 'The attribute.',
      resolve: (query, { id }, _args, { services, caller }) => findUserAttribute(services, caller, id, query),
    }),
  }),
});

const defaultValueDescription =
  "For users without a value. A number's text for `number`, a JSON array's for the array types.";

const CreateUserAttributeInput = builder.inputType('CreateUserAttributeInput', {
  description: 'A tenant-wide user attribute to make.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Unique in the account, at most 255 characters.' }),
    type: t.field({ type: UserAttributeType, required: true, description: 'Cannot be changed later.' }),
    displayName: t.string({ description: 'How people read it.' }),
    defaultValue: t.string({ description: defaultValueDescription }),
    description: t.string({ description: 'At most 2,000 characters.' }),
  }),
});

builder.mutationField('createUserAttribute', (t) =>
  t.field({
    type: UserAttributePayload,
    description: 'Makes a tenant-wide user attribute.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: CreateUserAttributeInput, required: true, description: 'The attribute.' }) },
    resolve: async (_root, { input }, { services, caller }) => ({
      id: await createUserAttribute(services, caller, input),
    }),
  }),
);

const UpdateUserAttributeInput = builder.inputType('UpdateUserAttributeInput', {
  description: 'What to change about a tenant-wide user attribute. What is left out stays; null clears.',
  fields: (t) => ({
    id: t.id({ required: true, description: recordIdDescription }),
    displayName: t.string({ description: 'How people read it.' }),
    defaultValue: t.string({ description: defaultValueDescription }),
    description: t.string({ description: 'At most 2,000 characters.' }),
  }),
});

builder.mutationField('updateUserAttribute', (t) =>
  t.field({
    type: UserAttributePayload,
    description:
      'Changes how a tenant-wide user attribute is shown and what it defaults to, unless it comes from the workspace.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: UpdateUserAttributeInput, required: true, description: 'The change.' }) },
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
    description: 'A user attribute that was deleted, together with its values.',
    fields: (t) => ({
      deletedUserAttributeId: t.globalID({
        description: 'Its global id.',
        resolve: ({ id }) => ({ type: 'UserAttribute', id }),
      }),
      databaseId: t.exposeInt('id', { description: 'The `id` of REST.' }),
    }),
  });

const DeleteUserAttributeInput = builder.inputType('DeleteUserAttributeInput', {
  description: 'A tenant-wide user attribute to delete.',
  fields: (t) => ({ id: t.id({ required: true, description: recordIdDescription }) }),
});

builder.mutationField('deleteUserAttribute', (t) =>
  t.field({
    type: DeletedUserAttributePayload,
    description:
      'Deletes a tenant-wide user attribute together with its values, unless it comes from the workspace.',
    authScopes: { admin: true },
    args: { input: t.arg({ type: DeleteUserAttributeInput, required: true, description: 'The attribute.' }) },
    resolve: async (_root, { input }, { services, caller }) => {
      const id = readRecordId('UserAttribute', input.id);
      await deleteUserAttribute(services, caller, tenantWide, id);
      return { id };
    },
  }),
);

const DeleteEmbedTenantUserAttributeInput = builder.inputType('DeleteEmbedTenantUserAttributeInput', {
  description: 'A user attribute of an embed tenant to delete.',
  fields: (t) => ({
    embedTenantName: t.string({ required: true, description: 'The embed tenant.' }),
    id: t.id({ required: true, description: recordIdDescription }),
  }),
});

builder.mutationField('deleteEmbedTenantUserAttribute', (t) =>
  t.field({
    type: DeletedUserAttributePayload,
    description: 'Deletes a user attribute of an embed tenant together with its values.',
    authScopes: { admin: true },
    args: {
      input: t.arg({
        type: DeleteEmbedTenantUserAttributeInput,
        required: true,
        description: 'The attribute.',
      }),
    },
    resolve: async (_root, { input }, { services, caller }) => {
      const id = readRecordId('UserAttribute', input.id);
      await deleteUserAttribute(services, caller, { kind: 'embedTenant', name: input.embedTenantName }, id);
      return { id };
    },
  }),
);
