import { chatApiUrl, listAgents, visibleAgents } from '../services/deployments/list-deployments.ts';
import { builder } from './builder.ts';
import { nodeQuery } from './node-query.ts';
import { readNodeNumber } from './record-id.ts';

export const Agent = builder.prismaNode('Agent', {
  id: { field: 'id' },
  description: 'An AI agent that works with a deployment, declared in the workspace.',
  nullable: true,
  findUnique: (id, { caller }) => ({ id: readNodeNumber(id), ...visibleAgents(caller) }),
  authScopes: { admin: true },
  fields: (t) => ({
    agentId: t.exposeInt('number', {
      description: 'Number of the agent within the account, as used in the chat path.',
    }),
    name: t.exposeString('name', { description: 'Display name of the agent.' }),
    model: t.exposeString('model', {
      description: "Model of the agent: `planner`, or a provider's language model.",
    }),
    devMode: t.exposeBoolean('devMode', { description: "Whether the agent's reasoning is shown." }),
    accessibleViews: t.exposeStringList('accessibleViews', {
      description: 'Views that the agent may use. An empty list means all views.',
    }),
    rules: t.exposeStringList('rules', { description: 'Rules that the agent is instructed to follow.' }),
    certifiedQueries: t.field({
      type: 'JSON',
      description: 'Certified questions with their approved queries, as a list of `{question, sql}`.',
      resolve: (agent) => agent.certifiedQueries,
    }),
    deployment: t.relation('deployment', { description: 'The deployment that the agent works with.' }),
    chatApiUrl: t.string({
      description: "Full URL of the agent's chat endpoint in the REST API.",
      select: { number: true, account: { select: { name: true } } },
      resolve: ({ number, account }, _args, { services }) =>
        chatApiUrl(services.publicUrl, account.name, number),
    }),
  }),
});

builder.queryField('agents', (t) =>
  t.connection({
    type: Agent,
    description:
      'Agents of the account, oldest first. A key bound to deployments sees only the agents of those deployments.',
    authScopes: { admin: true },
    resolve: (_root, args, context, info) =>
      listAgents(context.services, context.caller, args, nodeQuery(context, info, 'Agent')),
  }),
);
