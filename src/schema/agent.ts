import { chatApiUrl, listAgents, visibleAgents } from '../services/deployments/list-deployments.ts';
import { builder } from './builder.ts';
import { nodeQuery } from './node-query.ts';
import { readNodeNumber } from './record-id.ts';

export const Agent = builder.prismaNode('Agent', {
  id: { field: 'id' },
  description: 'An AI agent over a deployment, from the workspace.',
  nullable: true,
  findUnique: (id, { caller }) => ({ id: readNodeNumber(id), ...visibleAgents(caller) }),
  authScopes: { admin: true },
  fields: (t) => ({
    agentId: t.exposeInt('number', { description: 'Its number in the account, as in the chat path.' }),
    name: t.exposeString('name', { description: 'How people read it.' }),
    model: t.exposeString('model', { description: '`planner`, or a language model of a provider.' }),
    devMode: t.exposeBoolean('devMode', { description: 'Whether its reasoning is shown.' }),
    accessibleViews: t.exposeStringList('accessibleViews', {
      description: 'The views that it may use; empty means all.',
    }),
    rules: t.exposeStringList('rules', { description: 'What it is told to keep to.' }),
    certifiedQueries: t.field({
      type: 'JSON',
      description: 'Questions with their approved queries: a list of `{question, sql}`.',
      resolve: (agent) => agent.certifiedQueries,
    }),
    deployment: t.relation('deployment', { description: 'The deployment that it works with.' }),
    chatApiUrl: t.string({
      description: 'The complete address of its chat over REST.',
      select: { number: true, account: { select: { name: true } } },
      resolve: ({ number, account }, _args, { services }) =>
        chatApiUrl(services.publicUrl, account.name, number),
    }),
  }),
});

builder.queryField('agents', (t) =>
  t.connection({
    type: Agent,
    description: "The account's agents, oldest first; of a bound key, those of its deployments.",
    authScopes: { admin: true },
    resolve: (_root, args, context, info) =>
      listAgents(context.services, context.caller, args, nodeQuery(context, info, 'Agent')),
  }),
);
