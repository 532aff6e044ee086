import { findAccount } from '../services/access/find-account.ts';
import { requireAdmin } from '../services/caller.ts';
import { readAccountUsage } from '../services/usage/read-usage.ts';
import { builder } from './builder.ts';
import { readNodeNumber } from './record-id.ts';
import { Usage, usageRangeDescriptions } from './usage.ts';

export const Account = builder.prismaNode('Account', {
  id: { field: 'id' },
  description: 'Everything belongs to one account.',
  nullable: true,
  findUnique: (id, { caller }) => ({
    id: readNodeNumber(id),
    AND: [{ id: requireAdmin(caller).account.id }],
  }),
  authScopes: { admin: true },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'As in the chat path.' }),
    plan: t.exposeString('plan', { description: '`premium` and `enterprise` include embedding and chat.' }),
    cloudRegion: t.exposeString('cloudRegion', { description: 'Where it runs.' }),
    useCreatorMode: t.exposeBoolean('useCreatorMode', {
      description: 'Whether sessions may use creator mode.',
    }),
    maxExternalUsers: t.exposeInt('maxExternalUsers', {
      description: 'Limit of external users, ephemeral ones not counted.',
    }),
    externalUserCount: t.exposeInt('externalUserCount', {
      description: 'External users, ephemeral ones not counted.',
    }),
    usage: t.field({
      type: Usage,
      description: 'What chat cost in a time. Turns of threads and users that were removed are gone from it.',
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
    description: 'The account of the credentials.',
    authScopes: { admin: true },
    resolve: (query, _root, _args, { services, caller }) => findAccount(services, caller, query),
  }),
);
