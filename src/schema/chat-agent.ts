import { type ChatAgent, findChatAgent } from '../services/chat/chat-agent.ts';
import { readSuggestions } from '../services/chat/threads/read-suggestions.ts';
import { builder } from './builder.ts';
import { SessionSettingsInput } from './chat.ts';
import { settingsDescription } from './data.ts';

const ChatAgentType = builder.objectRef<ChatAgent>('ChatAgent').implement({
  description: 'An agent as those who chat with it know it.',
  fields: (t) => ({
    agentId: t.exposeInt('number', { description: 'Its number in the account, as `chatStream` takes it.' }),
    name: t.exposeString('name', { description: 'How people read it.' }),
    deploymentId: t.int({
      description: 'Number of the deployment whose data it knows.',
      resolve: ({ deployment }) => deployment.number,
    }),
    timezone: t.string({
      description: 'IANA name of the time zone that it answers in, unless a request names another.',
      resolve: ({ deployment }) => deployment.timezone ?? 'UTC',
    }),
    suggestedQuestions: t.stringList({
      description:
        'Questions that it can answer for this user: certified ones first, then from the data model.',
      complexity: 500,
      args: {
        chatId: t.arg.string({ description: 'The thread to go on with. Left out: questions to start with.' }),
        sessionSettings: t.arg({
          type: SessionSettingsInput,
          description: settingsDescription,
        }),
      },
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
        description: "Its number; required with an API key. Default: the first of the session's deployment.",
      }),
    },
    resolve: (_root, { agentId }, { services, caller }) => findChatAgent(services, caller, agentId),
  }),
);
