import {
  attributeType,
  createUserAttributeInput,
  deleteEmbedTenantUserAttributeInput,
  deleteUserAttributeInput,
  updateUserAttributeInput,
  userAttributeFilter,
} from '../contract/attributes.ts';
import { filterArgs } from '../contract/lists.ts';
import { deleteEntry, isTenantWide, tenantWide } from '../services/catalogue/catalogue-entry.ts';
import { embedTenants } from '../services/catalogue/list-embed-tenants.ts';
import {
  createUserAttribute,
  updateUserAttribute,
  userAttributes,
} from '../services/catalogue/user-attributes.ts';
import { findRow, loadReferred } from '../services/lists/look-up.ts';
import { readList } from '../services/lists/read-list.ts';
import { builder } from './builder.ts';
import { connectionOf } from './connection.ts';
import { argsOf, enumOf, inputArg } from './input-of.ts';
import { nodeOf } from './node.ts';
import { changingRecord } from './record-id.ts';

builder.node('UserAttribute', {
  ...nodeOf(userAttributes),
  description:
    'A user attribute, which users can have a value for: either tenant-wide or belonging to one embed tenant. Access policies read the values.',
  authScopes: { admin: true },
  fields: (t) => ({
    databaseId: t.exposeInt('id', { description: 'Number of the user attribute: the `id` in the REST API.' }),
    name: t.exposeString('name', { description: 'Name of the user attribute, unique within its scope.' }),
    type: t.expose('type', {
      type: enumOf(attributeType),
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
    embedTenant: t.field({
      type: 'EmbedTenant',
      nullable: true,
      description: 'The embed tenant that the user attribute belongs to. Null if it is tenant-wide.',
      resolve: ({ embedTenantId }, _args, { services }) =>
        embedTenantId === null ? null : loadReferred(services, embedTenants, embedTenantId),
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
  t.connection(
    {
      type: 'UserAttribute',
      description: 'Tenant-wide user attributes, oldest first.',
      authScopes: { admin: true },
      args: argsOf(filterArgs(userAttributeFilter)),
      resolve: (_root, args, { services, caller }) =>
        readList(services, caller, userAttributes, args, [isTenantWide]),
    },
    connectionOf('UserAttribute'),
  ),
);

const userAttributePayload = (name: string) =>
  builder.objectRef<{ id: number }>(name).implement({
    description: 'The result of creating or changing a user attribute.',
    fields: (t) => ({
      userAttribute: t.field({
        type: 'UserAttribute',
        description: 'The user attribute.',
        resolve: ({ id }, _args, { services, caller }) => findRow(services, caller, userAttributes, id),
      }),
    }),
  });

builder.mutationField('createUserAttribute', (t) =>
  t.field({
    type: userAttributePayload('CreateUserAttributePayload'),
    description: 'Creates a tenant-wide user attribute.',
    authScopes: { admin: true },
    args: inputArg(createUserAttributeInput),
    resolve: async (_root, { input }, { services, caller }) => ({
      id: await createUserAttribute(services, caller, input),
    }),
  }),
);

builder.mutationField('updateUserAttribute', (t) =>
  t.field({
    type: userAttributePayload('UpdateUserAttributePayload'),
    description:
      'Changes the display name, description or default value of a tenant-wide user attribute, unless it is declared in the workspace.',
    authScopes: { admin: true },
    args: inputArg(updateUserAttributeInput),
    resolve: changingRecord('UserAttribute', updateUserAttribute),
  }),
);

const deletedUserAttributePayload = (name: string) =>
  builder.objectRef<{ id: number }>(name).implement({
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

builder.mutationField('deleteUserAttribute', (t) =>
  t.field({
    type: deletedUserAttributePayload('DeleteUserAttributePayload'),
    description:
      'Deletes a tenant-wide user attribute along with its values, unless it is declared in the workspace.',
    authScopes: { admin: true },
    args: inputArg(deleteUserAttributeInput),
    resolve: changingRecord('UserAttribute', (services, caller, id) =>
      deleteEntry(services, caller, userAttributes, tenantWide, id),
    ),
  }),
);

builder.mutationField('deleteEmbedTenantUserAttribute', (t) =>
  t.field({
    type: deletedUserAttributePayload('DeleteEmbedTenantUserAttributePayload'),
    description: 'Deletes a user attribute of an embed tenant along with its values.',
    authScopes: { admin: true },
    args: inputArg(deleteEmbedTenantUserAttributeInput),
    resolve: changingRecord('UserAttribute', (services, caller, id, { embedTenantName: name }) =>
      deleteEntry(services, caller, userAttributes, { kind: 'embedTenant', name }, id),
    ),
  }),
);
