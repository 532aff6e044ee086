import { requireCaller } from '../services/caller.ts';
import { agents, chatApiUrl, deployments } from '../services/deployments/list-deployments.ts';
import { agentRules } from '../services/knowledge/agent-rules.ts';
import { certifiedQueries } from '../services/knowledge/certified-queries.ts';
import { readChildren, readList } from '../services/lists/list.ts';
import { loadReferred } from '../services/lists/look-up.ts';
import { builder } from './builder.ts';
import { nodeOf } from './node.ts';

builder.node('Agent', {
  ...nodeOf(agents),
  description: 'An AI agent that works with a deployment, declared in the workspace.',
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
    rules: t.connection({
      type: 'AgentRule',
      description: 'Rules that the agent is instructed to follow, oldest first.',
      resolve: ({ id }, args, { services, caller }) =>
        readChildren(services, caller, agentRules, { id, column: 'agentId' }, args),
    }),
    certifiedQueries: t.connection({
      type: 'CertifiedQuery',
      description: 'Questions whose queries have been checked by people, oldest first.',
      resolve: ({ id }, args, { services, caller }) =>
        readChildren(services, caller, certifiedQueries, { id, column: 'agentId' }, args),
    }),
    deployment: t.field({
      type: 'Deployment',
      description: 'The deployment that the agent works with.',
      resolve: ({ deploymentId }, _args, { services }) => loadReferred(services, deployments, deploymentId),
    }),
    chatApiUrl: t.string({
      description: "Full URL of the agent's chat endpoint in the REST API.",
      resolve: ({ number }, _args, { services, caller }) =>
        chatApiUrl(services.publicUrl, requireCaller(caller).account.name, number),
    }),
  }),
});

builder.queryField('agents', (t) =>
  t.connection({
    type: 'Agent',
    description:
      'Agents of the account, oldest first. A key bound to deployments sees only the agents of those deployments.',
    authScopes: { admin: true },
    resolve: (_root, args, { services, caller }) => readList(services, caller, agents, args),
  }),
);
