import { chatActivityArgs, maxPeriodDays } from '../contract/chat-activity.ts';
import { type ChatActivity, readChatActivity } from '../services/usage/read-activity.ts';
import { builder } from './builder.ts';
import { argsOf } from './input-of.ts';

const Activity = builder.objectRef<ChatActivity>('ChatActivity').implement({
  description: 'Questions to agents and how they were answered, added up.',
  fields: (t) => ({
    day: t.expose('day', {
      type: 'Date',
      nullable: true,
      description: 'Day in UTC, such as `2026-01-31`. Null unless activity is added up by day.',
    }),
    agentId: t.exposeInt('agentNumber', {
      nullable: true,
      description: 'Number of the agent within the account. Null unless activity is added up by agent.',
    }),
    agentName: t.exposeString('agentName', {
      nullable: true,
      description: 'Display name of the agent. Null unless activity is added up by agent.',
    }),
    embedTenantName: t.exposeString('embedTenantName', {
      nullable: true,
      description:
        'Name of the embed tenant. Null unless activity is added up by embed tenant, and for users that are in none or in one that was deleted.',
    }),
    questions: t.exposeInt('questions', { description: 'Number of turns, those that still run included.' }),
    activeUsers: t.exposeInt('activeUsers', { description: 'Number of users who asked them.' }),
    failed: t.exposeInt('failed', {
      description: 'Number of turns that ended with an error or were cut short.',
    }),
    refused: t.exposeInt('refused', {
      description: 'Number of turns in which the agent declined to answer or found no answer.',
    }),
    ratedBad: t.exposeInt('ratedBad', { description: 'Number of turns with an answer that is rated bad.' }),
    medianSeconds: t.exposeFloat('medianSeconds', {
      nullable: true,
      description:
        'Time from the question to the end of the turn, in seconds: half of the turns were faster. Null if no turn has ended.',
    }),
    p95Seconds: t.exposeFloat('p95Seconds', {
      nullable: true,
      description: 'The same, for 95 % of the turns.',
    }),
    inputTokens: t.expose('inputTokens', {
      type: 'SafeInt',
      description: 'Number of tokens read by language models.',
    }),
    outputTokens: t.expose('outputTokens', {
      type: 'SafeInt',
      description: 'Number of tokens written by language models.',
    }),
  }),
});

builder.queryField('chatActivity', (t) =>
  t.field({
    type: [Activity],
    nullable: true,
    description:
      'Questions of a period by day, agent or embed tenant. Days are returned oldest first, other groups with the most questions first. Deleted threads and users are not included. A key bound to deployments sees the activity of those deployments.',
    authScopes: { admin: true },
    args: argsOf(chatActivityArgs),
    complexity: ({ first }) => ({ field: 100, multiplier: first ?? maxPeriodDays }),
    resolve: async (_root, args, { services, caller }) => [
      ...(await readChatActivity(services, caller, args)),
    ],
  }),
);
