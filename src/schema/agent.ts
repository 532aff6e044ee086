import type { TurnLimits } from '../contract/agents.ts';
import { requireCaller } from '../services/caller.ts';
import { agents, chatApiUrl, deployments } from '../services/deployments/list-deployments.ts';
import { agentRules } from '../services/knowledge/agent-rules.ts';
import { certifiedQueries } from '../services/knowledge/certified-queries.ts';
import { readChildren, readList } from '../services/lists/list.ts';
import { loadReferred } from '../services/lists/look-up.ts';
import { builder } from './builder.ts';
import { nodeOf } from './node.ts';

const AgentLimits = builder.objectRef<TurnLimits>('AgentLimits').implement({
  description: 'Limits of one turn of an agent. Null means the default.',
  fields: (t) => ({
    steps: t.int({
      nullable: true,
      description: 'Number of calls to a model.',
      resolve: ({ steps }) => steps ?? null,
    }),
    seconds: t.int({
      nullable: true,
      description: 'Time of the turn.',
      resolve: ({ seconds }) => seconds ?? null,
    }),
    tokens: t.int({
      nullable: true,
      description: 'Number of tokens that are read and written.',
      resolve: ({ tokens }) => tokens ?? null,
    }),
    firstTokenSeconds: t.int({
      nullable: true,
      description: 'Time until a model begins to answer.',
      resolve: ({ firstTokenSeconds }) => firstTokenSeconds ?? null,
    }),
    silenceSeconds: t.int({
      nullable: true,
      description: 'Time between two pieces of an answer.',
      resolve: ({ silenceSeconds }) => silenceSeconds ?? null,
    }),
  }),
});

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
      description:
        "Model of the agent: `planner`, the name of one of the account's models, or a provider with an id.",
    }),
    fallback: t.exposeStringList('fallback', {
      description: 'Models that take over, one after the other, when the one before cannot answer.',
    }),
    reasoning: t.exposeString('reasoning', {
      nullable: true,
      description: "How much the model is asked to reason. Null leaves it to the model's provider.",
    }),
    temperature: t.exposeFloat('temperature', {
      nullable: true,
      description: "Sampling temperature. Null leaves it to the model's provider.",
    }),
    limits: t.field({
      type: AgentLimits,
      description: 'Limits of one turn.',
      resolve: (agent) => agent.limits as TurnLimits,
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
