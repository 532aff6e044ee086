import { findAccount } from '../services/access/find-account.ts';
import { requireAdmin } from '../services/caller.ts';
import { readAccountUsage } from '../services/usage/read-usage.ts';
import { builder } from './builder.ts';
import { readNodeNumber } from './record-id.ts';
import { Usage, usageRangeDescriptions } from './usage.ts';

export const Account = builder.prismaNode('Account', {
  id: { field: 'id' },
  description: 'An account, to which all other objects belong.',
  nullable: true,
  findUnique: (id, { caller }) => ({
    id: readNodeNumber(id),
    AND: [{ id: requireAdmin(caller).account.id }],
  }),
  authScopes: { admin: true },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the account, as used in the chat path.' }),
    plan: t.exposeString('plan', {
      description: 'Plan of the account. `premium` and `enterprise` include embedding and chat.',
    }),
    cloudRegion: t.exposeString('cloudRegion', { description: 'Region in which the account runs.' }),
    useCreatorMode: t.exposeBoolean('useCreatorMode', {
      description: 'Whether sessions may use creator mode.',
    }),
    maxExternalUsers: t.exposeInt('maxExternalUsers', {
      description: 'Maximum number of external users, not counting ephemeral ones.',
    }),
    externalUserCount: t.exposeInt('externalUserCount', {
      description: 'Number of external users, not counting ephemeral ones.',
    }),
    usage: t.field({
      type: Usage,
      description: 'Chat usage in a time range. Turns of removed threads and users are not included.',
      args: {
        from: t.arg({ type: 'DateTime', description: usageRangeDescriptions.from }),
        before: t.arg({ type: 'DateTime', description: usageRangeDescriptions.before }),
      },
      resolve: (_account, range, { services, caller }) => readAccountUsage(services, caller, range),
    }),
  }),
});

builder.queryField('account', (t) =>
  t.prismaField({
    type: 'Account',
    description: 'The account that the credentials belong to.',
    authScopes: { admin: true },
    resolve: (query, _root, _args, { services, caller }) => findAccount(services, caller, query),
  }),
);
