import { modelUsageArgs } from '../contract/usage.ts';
import { listModelUsage, type ModelUsageGroup } from '../services/usage/list-model-usage.ts';
import type { UsageSum } from '../services/usage/read-usage.ts';
import { builder } from './builder.ts';
import { argsOf } from './input-of.ts';

export const Usage = builder.objectRef<UsageSum>('Usage').implement({
  description:
    'The combined usage of turns, as counted by their language models. The embedded planner uses no tokens.',
  fields: (t) => ({
    turns: t.exposeInt('turns', {
      description: 'Number of turns, however they ended. A turn that is still running has no usage yet.',
    }),
    steps: t.expose('steps', { type: 'SafeInt', description: 'Number of calls to the language model.' }),
    inputTokens: t.expose('inputTokens', {
      type: 'SafeInt',
      description: 'Number of tokens read by the language model.',
    }),
    outputTokens: t.expose('outputTokens', {
      type: 'SafeInt',
      description: 'Number of tokens written by the language model.',
    }),
  }),
});

const ModelUsage = builder.objectRef<ModelUsageGroup>('ModelUsage').implement({
  description:
    'Calls of language models, added up, with their tokens as the providers count them, or a quarter of the characters if a provider counts none. The embedded planner uses no tokens.',
  fields: (t) => ({
    day: t.expose('day', {
      type: 'Date',
      nullable: true,
      description: 'Day in UTC, such as `2026-01-31`. Null unless usage is added up by day.',
    }),
    agentId: t.exposeInt('agentNumber', {
      nullable: true,
      description: 'Number of the agent within the account. Null unless usage is added up by agent.',
    }),
    agentName: t.exposeString('agentName', {
      nullable: true,
      description: 'Display name of the agent. Null unless usage is added up by agent.',
    }),
    provider: t.exposeString('provider', {
      nullable: true,
      description: 'Provider of the language model. Null unless usage is added up by model.',
    }),
    model: t.exposeString('model', {
      nullable: true,
      description: "The provider's name of the language model. Null unless usage is added up by model.",
    }),
    embedTenantName: t.exposeString('embedTenantName', {
      nullable: true,
      description:
        'Name of the embed tenant. Null unless usage is added up by embed tenant, and for users that are in none or in one that was deleted.',
    }),
    calls: t.expose('calls', {
      type: 'SafeInt',
      description: 'Number of calls to language models, repeated attempts included.',
    }),
    failures: t.expose('failures', {
      type: 'SafeInt',
      description: 'Number of those calls that failed, broke off or ran out of time.',
    }),
    inputTokens: t.expose('inputTokens', {
      type: 'SafeInt',
      description: 'Number of tokens read by the language models, cached ones included.',
    }),
    cachedInputTokens: t.expose('cachedInputTokens', {
      type: 'SafeInt',
      description: 'Number of tokens read from the prompt caches of the providers.',
    }),
    outputTokens: t.expose('outputTokens', {
      type: 'SafeInt',
      description: 'Number of tokens written by the language models, reasoning included.',
    }),
    reasoningTokens: t.expose('reasoningTokens', {
      type: 'SafeInt',
      description: 'Number of tokens that the language models spent on reasoning.',
    }),
  }),
});

builder.queryField('usage', (t) =>
  t.field({
    type: [ModelUsage],
    nullable: true,
    description:
      'Usage of language models by day, agent, model or embed tenant. Days are returned newest first, other groups with the most tokens first. Usage of deleted threads, users and embed tenants is included. A key bound to deployments sees the usage of those deployments, and an end user sees their own.',
    authScopes: { chatReader: true },
    args: argsOf(modelUsageArgs),
    complexity: ({ first }) => ({ field: 1, multiplier: first ?? 100 }),
    resolve: async (_root, args, { services, caller }) => [...(await listModelUsage(services, caller, args))],
  }),
);
