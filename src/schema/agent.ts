import { agentFilter, type TurnLimits } from '../contract/agents.ts';
import { suggestionsArgs } from '../contract/data.ts';
import type { RecordedEvaluation } from '../contract/evaluations.ts';
import { filterArgs } from '../contract/lists.ts';
import { requireCaller } from '../services/caller.ts';
import { findChatAgent } from '../services/chat/chat-agent.ts';
import { readSuggestions } from '../services/chat/threads/read-suggestions.ts';
import { agents, chatApiUrl, deployments } from '../services/deployments/list-deployments.ts';
import { agentRules } from '../services/knowledge/agent-rules.ts';
import { certifiedQueries } from '../services/knowledge/certified-queries.ts';
import { findRow, loadReferred } from '../services/lists/look-up.ts';
import { readChildren, readList } from '../services/lists/read-list.ts';
import { listEvaluations, maxEvaluations } from '../services/quality/list-evaluations.ts';
import { builder } from './builder.ts';
import { connectionOf } from './connection.ts';
import { argsOf } from './input-of.ts';
import { nodeOf } from './node.ts';
import { failsAlone } from './partial-answers.ts';

const admin = { admin: true };

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

const AgentEvaluation = builder.objectRef<RecordedEvaluation>('AgentEvaluation').implement({
  description:
    'What came of asking an agent a file of questions with known answers, as `inlay eval --record` recorded it.',
  fields: (t) => ({
    at: t.field({
      type: 'DateTime',
      description: 'When the last question was answered.',
      resolve: ({ at }) => new Date(at),
    }),
    model: t.exposeString('model', {
      description: 'Model that was asked, which may be another than the agent has now.',
    }),
    questions: t.exposeString('questions', { description: 'Name of the file of questions.' }),
    asked: t.exposeInt('asked', { description: 'Number of answers.' }),
    right: t.exposeInt('right', { description: 'Number of answers that were right.' }),
    wrong: t.exposeInt('wrong', { description: 'Number of answers that were wrong.' }),
    declined: t.exposeInt('declined', {
      description: 'Number of questions that the agent declined although there was an answer.',
    }),
    failed: t.exposeInt('failed', { description: 'Number of questions that ended with an error.' }),
  }),
});

builder.node('Agent', {
  ...nodeOf(agents),
  description: 'An AI agent that works with a deployment, declared in the workspace.',
  authScopes: { chatReader: true },
  fields: (t) => ({
    agentId: t.exposeInt('number', {
      description:
        'Number of the agent within the account, as used in the chat path and passed to `chatStream`.',
    }),
    name: t.exposeString('name', { description: 'Display name of the agent.' }),
    deploymentId: t.int({
      description: 'Number of the deployment whose data the agent works with.',
      resolve: async ({ deploymentId }, _args, { services }) =>
        (await loadReferred(services, deployments, deploymentId)).number,
    }),
    timezone: t.string({
      description:
        'IANA name of the time zone that the agent answers in, unless a request specifies another.',
      resolve: async ({ deploymentId }, _args, { services }) =>
        (await loadReferred(services, deployments, deploymentId)).timezone ?? 'UTC',
    }),
    suggestedQuestions: t.stringList({
      description:
        'Questions that the agent can answer for this user: certified questions first, then questions derived from the data model. In a thread whose last answer asks back, the readings that it offers.',
      complexity: 500,
      extensions: failsAlone,
      args: argsOf(suggestionsArgs),
      resolve: async ({ number }, request, { services, caller, signal }) => {
        const agent = await findChatAgent(services, caller, number);
        return [...(await readSuggestions(services, caller, agent, request, signal))];
      },
    }),
    model: t.exposeString('model', {
      authScopes: admin,
      description:
        "Model of the agent: `planner`, the name of one of the account's models, or a provider with an id.",
    }),
    fallback: t.exposeStringList('fallback', {
      authScopes: admin,
      description: 'Models that take over, one after the other, when the one before cannot answer.',
    }),
    reasoning: t.exposeString('reasoning', {
      authScopes: admin,
      nullable: true,
      description: "How much the model is asked to reason. Null leaves it to the model's provider.",
    }),
    temperature: t.exposeFloat('temperature', {
      authScopes: admin,
      nullable: true,
      description: "Sampling temperature. Null leaves it to the model's provider.",
    }),
    limits: t.field({
      authScopes: admin,
      type: AgentLimits,
      description: 'Limits of one turn.',
      resolve: (agent) => agent.limits as TurnLimits,
    }),
    devMode: t.exposeBoolean('devMode', {
      authScopes: admin,
      description: "Whether the agent's reasoning is shown.",
    }),
    accessibleViews: t.exposeStringList('accessibleViews', {
      authScopes: admin,
      description: 'Views that the agent may use. An empty list means all views.',
    }),
    rules: t.connection(
      {
        authScopes: admin,
        type: 'AgentRule',
        description: 'Rules that the agent is instructed to follow, oldest first.',
        resolve: ({ id }, args, { services, caller }) =>
          readChildren(services, caller, agentRules, { id, column: 'agentId' }, args),
      },
      connectionOf('AgentRule'),
    ),
    certifiedQueries: t.connection(
      {
        authScopes: admin,
        type: 'CertifiedQuery',
        description: 'Questions whose queries have been checked by people, oldest first.',
        resolve: ({ id }, args, { services, caller }) =>
          readChildren(services, caller, certifiedQueries, { id, column: 'agentId' }, args),
      },
      connectionOf('CertifiedQuery'),
    ),
    evaluations: t.field({
      authScopes: admin,
      type: [AgentEvaluation],
      description: `The last ${maxEvaluations} evaluations of the agent that were recorded in the workspace, oldest first.`,
      complexity: { field: 1, multiplier: maxEvaluations },
      resolve: async ({ number }, _args, { services, caller }) => [
        ...(await listEvaluations(services, caller, number)),
      ],
    }),
    deployment: t.field({
      authScopes: admin,
      type: 'Deployment',
      description: 'The deployment that the agent works with.',
      resolve: ({ deploymentId }, _args, { services }) => loadReferred(services, deployments, deploymentId),
    }),
    chatApiUrl: t.string({
      authScopes: admin,
      description: "Full URL of the agent's chat endpoint in the REST API.",
      resolve: ({ number }, _args, { services, caller }) =>
        chatApiUrl(services.publicUrl, requireCaller(caller).account.name, number),
    }),
  }),
});

builder.queryField('agents', (t) =>
  t.connection(
    {
      type: 'Agent',
      description:
        "Agents of the account, oldest first. A key bound to deployments sees only the agents of those deployments, and an end user those of the session's deployment.",
      authScopes: { chatReader: true },
      args: argsOf(filterArgs(agentFilter)),
      resolve: (_root, args, { services, caller }) => readList(services, caller, agents, args),
    },
    connectionOf('Agent'),
  ),
);

builder.queryField('chatAgent', (t) =>
  t.field({
    type: 'Agent',
    description: 'The agent to chat with.',
    authScopes: { chatReader: true },
    args: {
      agentId: t.arg.int({
        description:
          'Number of the agent. Default: the first agent of the deployment. An API key must specify either this or `deploymentId`.',
      }),
      deploymentId: t.arg.int({
        description: "Number of the deployment. Ignored with `agentId`. Default: the session's deployment.",
      }),
    },
    resolve: async (_root, { agentId, deploymentId }, { services, caller }) => {
      const { id } = await findChatAgent(services, caller, agentId, deploymentId);
      return findRow(services, caller, agents, id);
    },
  }),
);
