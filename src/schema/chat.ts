import { abortChatInput, chatStreamInput } from '../contract/chat.ts';
import { joinChat } from '../services/chat/threads/join-chat.ts';
import { abortChat } from '../services/chat/turns/abort-chat.ts';
import { startChat } from '../services/chat/turns/start-chat.ts';
import { builder } from './builder.ts';
import { ChatEvent } from './chat-event.ts';
import { inputArg } from './input-of.ts';

builder.subscriptionFields((t) => ({
  chatStream: t.field({
    type: ChatEvent,
    description:
      'Sends a message and streams the answer, or reads a thread. Disconnecting does not stop the agent.',
    authScopes: { caller: true },
    args: inputArg(chatStreamInput),
    subscribe: (_root, { input }, { services, caller }) => startChat(services, caller, input),
    resolve: (event) => event,
  }),
  chatEvents: t.field({
    type: ChatEvent,
    description:
      'Subscribes to a thread, or resumes a stream after a lost connection. Delivers the events after a sequence number without duplicates, except pieces and calls of messages that are finished by then: the finished message stands for them.',
    authScopes: { chatReader: true },
    args: {
      chatId: t.arg.string({ required: true, description: 'ID of the thread.' }),
      afterSort: t.arg.int({ defaultValue: 0, description: 'Sequence number of the last event received.' }),
    },
    subscribe: (_root, { chatId, afterSort }, { services, caller }) =>
      joinChat(services, caller, chatId, afterSort ?? 0),
    resolve: (event) => event,
  }),
}));

const AbortChatPayload = builder.objectRef<{ chatId: string }>('AbortChatPayload').implement({
  description: 'The result of stopping a turn. The thread is not streaming.',
  fields: (t) => ({ chatId: t.exposeString('chatId', { description: 'ID of the thread.' }) }),
});

builder.mutationField('abortChat', (t) =>
  t.field({
    type: AbortChatPayload,
    description:
      'Stops the running turn of a thread along with the query that it is running. Safe to repeat.',
    authScopes: { caller: true },
    args: inputArg(abortChatInput),
    resolve: async (_root, { input }, { services, caller }) => {
      await abortChat(services, caller, input);
      return { chatId: input.chatId };
    },
  }),
);
