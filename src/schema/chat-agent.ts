import { suggestionsArgs } from '../contract/data.ts';
import { type ChatAgent, findChatAgent } from '../services/chat/chat-agent.ts';
import { readSuggestions } from '../services/chat/threads/read-suggestions.ts';
import { builder } from './builder.ts';
import { argsOf } from './input-of.ts';

const ChatAgentType = builder.objectRef<ChatAgent>('ChatAgent').implement({
  description: 'An agent as seen by the users who chat with it.',
  fields: (t) => ({
    agentId: t.exposeInt('number', {
      description: 'Number of the agent within the account, as passed to `chatStream`.',
    }),
    name: t.exposeString('name', { description: 'Display name of the agent.' }),
    deploymentId: t.int({
      description: 'Number of the deployment whose data the agent works with.',
      resolve: ({ deployment }) => deployment.number,
    }),
    timezone: t.string({
      description:
        'IANA name of the time zone that the agent answers in, unless a request specifies another.',
      resolve: ({ deployment }) => deployment.timezone ?? 'UTC',
    }),
    suggestedQuestions: t.stringList({
      description:
        'Questions that the agent can answer for this user: certified questions first, then questions derived from the data model.',
      complexity: 500,
      args: argsOf(suggestionsArgs),
      resolve: async (agent, request, { services, caller, signal }) => [
        ...(await readSuggestions(services, caller, agent, request, signal)),
      ],
    }),
  }),
});

builder.queryField('chatAgent', (t) =>
  t.field({
    type: ChatAgentType,
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
    resolve: (_root, { agentId, deploymentId }, { services, caller }) =>
      findChatAgent(services, caller, agentId, deploymentId),
  }),
);
