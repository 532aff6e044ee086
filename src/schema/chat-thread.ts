import { deleteThread, rateMessage, renameThread } from '../services/chat/change-thread.ts';
import {
  findMessage,
  findThread,
  listMessages,
  listThreads,
  visibleThreads,
} from '../services/chat/threads.ts';
import { builder } from './builder.ts';
import { nodeQuery } from './node-query.ts';
import { readUuid } from './record-id.ts';

export const ChatMessage = builder.prismaNode('ChatMessage', {
  id: { field: 'id' },
  description: 'A finished message of a thread.',
  nullable: true,
  findUnique: (id, { caller }) => ({ id: readUuid('ChatMessage', id), thread: visibleThreads(caller) }),
  authScopes: { chatReader: true },
  fields: (t) => ({
    messageId: t.exposeString('id', { description: 'As in the stream.' }),
    sort: t.exposeInt('sort', { description: 'Number of the line that closed it.' }),
    role: t.exposeString('role', { description: '`user` or `assistant`.' }),
    content: t.exposeString('content', { description: 'Text.' }),
    toolName: t.exposeString('toolName', { nullable: true, description: 'The tool that was called.' }),
    toolInput: t.exposeString('toolInput', { nullable: true, description: 'Its parameters, as JSON text.' }),
    toolResult: t.exposeString('toolResult', { nullable: true, description: 'Its answer, as JSON text.' }),
    graphPath: t.exposeStringList('graphPath', { description: '`["final"]` is the answer.' }),
    rating: t.exposeInt('rating', { description: '-1, 0 (none) or 1.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was finished.' }),
  }),
});

export const ChatThread = builder.prismaNode('ChatThread', {
  id: { field: 'id' },
  description: "A user's conversation with an agent.",
  nullable: true,
  findUnique: (id, { caller }) => ({ id: readUuid('ChatThread', id), ...visibleThreads(caller) }),
  authScopes: { chatReader: true },
  fields: (t) => ({
    chatId: t.exposeString('id', { description: 'As in the stream.' }),
    title: t.exposeString('title', { description: 'The first question, unless renamed.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was started.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When something was last said.' }),
    messages: t.connection({
      type: ChatMessage,
      description: 'Its finished messages, oldest first.',
      resolve: (thread, args, context, info) =>
        listMessages(
          context.services,
          context.caller,
          thread.id,
          args,
          nodeQuery(context, info, 'ChatMessage'),
        ),
    }),
  }),
});

builder.queryFields((t) => ({
  chatThreads: t.connection({
    type: ChatThread,
    description: "The caller's threads, newest first: an end user's own, or all of an admin key's account.",
    authScopes: { chatReader: true },
    resolve: (_root, args, context, info) =>
      listThreads(context.services, context.caller, args, nodeQuery(context, info, 'ChatThread')),
  }),
  chatThread: t.prismaField({
    type: 'ChatThread',
    description: 'One thread.',
    authScopes: { chatReader: true },
    args: { chatId: t.arg.string({ required: true, description: 'As in the stream.' }) },
    resolve: (query, _root, { chatId }, { services, caller }) => findThread(services, caller, chatId, query),
  }),
}));

const RenameChatThreadInput = builder.inputType('RenameChatThreadInput', {
  description: 'Another title for a thread.',
  fields: (t) => ({
    chatId: t.string({ required: true, description: 'The thread, as in the stream.' }),
    title: t.string({ required: true, description: 'One line, at most 255 characters.' }),
  }),
});

const ChatThreadPayload = builder.objectRef<{ chatId: string }>('ChatThreadPayload').implement({
  description: 'A thread that was changed.',
  fields: (t) => ({
    chatThread: t.prismaField({
      type: 'ChatThread',
      description: 'The thread.',
      resolve: (query, { chatId }, _args, { services, caller }) =>
        findThread(services, caller, chatId, query),
    }),
  }),
});

builder.mutationField('renameChatThread', (t) =>
  t.field({
    type: ChatThreadPayload,
    description: 'Gives a thread another title.',
    authScopes: { chatReader: true },
    args: { input: t.arg({ type: RenameChatThreadInput, required: true, description: 'The change.' }) },
    resolve: async (_root, { input: { chatId, ...input } }, { services, caller }) => {
      await renameThread(services, caller, chatId, input);
      return { chatId };
    },
  }),
);

const DeleteChatThreadInput = builder.inputType('DeleteChatThreadInput', {
  description: 'A thread to delete.',
  fields: (t) => ({
    chatId: t.string({ required: true, description: 'The thread, as in the stream.' }),
  }),
});

const DeletedChatThreadPayload = builder.objectRef<{ chatId: string }>('DeletedChatThreadPayload').implement({
  description: 'A thread that was deleted, together with its messages and results.',
  fields: (t) => ({
    deletedChatThreadId: t.globalID({
      description: 'Its global id.',
      resolve: ({ chatId }) => ({ type: 'ChatThread', id: chatId }),
    }),
    chatId: t.exposeString('chatId', { description: 'As in the stream.' }),
  }),
});

builder.mutationField('deleteChatThread', (t) =>
  t.field({
    type: DeletedChatThreadPayload,
    description: 'Deletes a thread with all that was said in it. A turn at work in it is stopped first.',
    authScopes: { chatReader: true },
    args: { input: t.arg({ type: DeleteChatThreadInput, required: true, description: 'The thread.' }) },
    resolve: async (_root, { input: { chatId } }, { services, caller }) => {
      await deleteThread(services, caller, chatId);
      return { chatId };
    },
  }),
);

const RateChatMessageInput = builder.inputType('RateChatMessageInput', {
  description: "What somebody thinks of an agent's message.",
  fields: (t) => ({
    messageId: t.string({ required: true, description: 'The message, by its id in the stream.' }),
    rating: t.int({ required: true, description: '1 (good), -1 (bad) or 0, which takes it back.' }),
  }),
});

const RateChatMessagePayload = builder.objectRef<{ messageId: string }>('RateChatMessagePayload').implement({
  description: 'A message that was rated.',
  fields: (t) => ({
    chatMessage: t.prismaField({
      type: 'ChatMessage',
      description: 'The message.',
      resolve: (query, { messageId }, _args, { services, caller }) =>
        findMessage(services, caller, messageId, query),
    }),
  }),
});

builder.mutationField('rateChatMessage', (t) =>
  t.field({
    type: RateChatMessagePayload,
    description: "Rates one of the agent's messages; the last rating counts.",
    authScopes: { chatReader: true },
    args: { input: t.arg({ type: RateChatMessageInput, required: true, description: 'The rating.' }) },
    resolve: async (_root, { input: { messageId, ...input } }, { services, caller }) => {
      await rateMessage(services, caller, messageId, input);
      return { messageId };
    },
  }),
);
