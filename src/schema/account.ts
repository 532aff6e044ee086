import { accountPlan } from '../contract/accounts.ts';
import { usageArgs } from '../contract/usage.ts';
import { accounts } from '../services/access/accounts.ts';
import { planOf, requireAdmin } from '../services/caller.ts';
import { findRow } from '../services/lists/look-up.ts';
import { readTurnSlots, type TurnSlotCount } from '../services/usage/read-turn-slots.ts';
import { readAccountUsage } from '../services/usage/read-usage.ts';
import { builder } from './builder.ts';
import { argsOf, enumOf } from './input-of.ts';
import { nodeOf } from './node.ts';
import { Usage } from './usage.ts';

const TurnSlots = builder.objectRef<TurnSlotCount>('TurnSlots').implement({
  description: 'How many turns run, and may run.',
  fields: (t) => ({
    running: t.exposeInt('running', { description: 'Number of turns that run.' }),
    maximum: t.exposeInt('maximum', {
      nullable: true,
      description: 'Number of turns that may run at once. Null if the account has no limit.',
    }),
  }),
});

builder.node('Account', {
  ...nodeOf(accounts),
  description: 'An account, to which all other objects belong.',
  authScopes: { admin: true },
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the account, as used in the chat path.' }),
    plan: t.field({
      type: enumOf(accountPlan),
      description: 'Plan of the account.',
      resolve: (account) => planOf(account),
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
    turnSlots: t.field({
      type: TurnSlots,
      description: 'Turns of the account that run now, in all processes.',
      resolve: (_account, _args, { services, caller }) => readTurnSlots(services, caller),
    }),
    embedOrigins: t.stringList({
      description: 'Origins whose pages may frame the embedded pages and call the API from browsers.',
      resolve: ({ name }, _args, { services }) => [...services.embedOrigins(name)],
    }),
    usage: t.field({
      type: Usage,
      description: 'Chat usage in a time range. Turns of removed threads and users are not included.',
      args: argsOf(usageArgs),
      resolve: (_account, range, { services, caller }) => readAccountUsage(services, caller, range),
    }),
  }),
});

builder.queryField('account', (t) =>
  t.field({
    type: 'Account',
    description: 'The account that the credentials belong to.',
    authScopes: { admin: true },
    resolve: (_root, _args, { services, caller }) =>
      findRow(services, caller, accounts, requireAdmin(caller).account.id),
  }),
);
