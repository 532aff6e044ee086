import { withSafeChart } from '../services/chat/chart-in-call.ts';
import { deleteThread, rateMessage, renameThread } from '../services/chat/threads/change-thread.ts';
import { listThreads } from '../services/chat/threads/list-threads.ts';
import { findMessage, findThread, listMessages, visibleThreads } from '../services/chat/threads/threads.ts';
import { turnStatus } from '../services/chat/turns/turn-status.ts';
import { builder } from './builder.ts';
import { listArgDescriptions, orderInput } from './list-order.ts';
import { nodeQuery } from './node-query.ts';
import { readNodeUuid, readOptionalRecordId, recordIdDescription } from './record-id.ts';

export const ChatMessage = builder.prismaNode('ChatMessage', {
  id: { field: 'id' },
  description: 'A finished message of a thread.',
  nullable: true,
  findUnique: (id, { caller }) => ({ id: readNodeUuid(id), thread: visibleThreads(caller) }),
  authScopes: { chatReader: true },
  fields: (t) => ({
    messageId: t.exposeString('id', { description: 'As in the stream.' }),
    sort: t.exposeInt('sort', { description: 'Number of the line that closed it.' }),
    role: t.exposeString('role', { description: '`user` or `assistant`.' }),
    content: t.exposeString('content', { description: 'Text.' }),
    toolName: t.exposeString('toolName', { nullable: true, description: 'The tool that was called.' }),
    toolInput: t.string({
      nullable: true,
      description: 'Its parameters, as JSON text.',
      resolve: ({ toolInput }) => (toolInput === null ? null : withSafeChart(toolInput)),
    }),
    toolResult: t.string({
      nullable: true,
      description: 'Its answer, as JSON text.',
      resolve: ({ toolResult }) => (toolResult === null ? null : withSafeChart(toolResult)),
    }),
    graphPath: t.exposeStringList('graphPath', { description: '`["final"]` is the answer.' }),
    rating: t.exposeInt('rating', { description: '-1, 0 (none) or 1.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was finished.' }),
  }),
});

const ChatTurnStatus = builder.enumType('ChatTurnStatus', {
  description: 'How a turn stands.',
  values: {
    running: { description: 'The agent is at work.' },
    completed: { description: 'It ended with an answer.' },
    aborted: { description: 'Somebody stopped it; what was said so far stays.' },
    failed: { description: 'It ended with an error.' },
    interrupted: { description: 'The process that ran it went away.' },
  } as const,
});

export const ChatThread = builder.prismaNode('ChatThread', {
  id: { field: 'id' },
  description: "A user's conversation with an agent.",
  nullable: true,
  findUnique: (id, { caller }) => ({ id: readNodeUuid(id), ...visibleThreads(caller) }),
  authScopes: { chatReader: true },
  fields: (t) => ({
    chatId: t.exposeString('id', { description: 'As in the stream.' }),
    title: t.exposeString('title', { description: 'The first question, unless renamed.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was started.' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime', description: 'When something was last said.' }),
    status: t.field({
      type: ChatTurnStatus,
      nullable: true,
      description: 'How its last turn stands; null when there was none.',
      select: {
        runs: { select: { status: true, leaseExpiresAt: true }, orderBy: { startSort: 'desc' }, take: 1 },
      },
      resolve: ({ runs: [run] }, _args, { services }) =>
        run === undefined ? null : turnStatus(run, services.now()),
    }),
    user: t.relation('user', { description: 'Whose conversation it is.' }),
    agent: t.relation('agent', {
      authScopes: { admin: true },
      description: 'The agent that it is held with.',
    }),
    messages: t.connection({
      type: ChatMessage,
      description: 'Its finished messages, oldest first.',
      resolve: (thread, args, { services, caller }) => listMessages(services, caller, thread.id, args),
    }),
  }),
});

const ChatThreadFilter = builder.inputType('ChatThreadFilter', {
  description: 'Which threads to list.',
  fields: (t) => ({
    userId: t.id({ description: `Of this user. ${recordIdDescription}` }),
    agentId: t.int({ description: 'Held with the agent of this number, as in the chat path.' }),
    status: t.field({ type: ChatTurnStatus, description: 'Whose last turn stands like this.' }),
    text: t.string({ description: 'Contained in the title, in whatever case. At most 255 characters.' }),
    from: t.field({ type: 'DateTime', description: 'Started since this time.' }),
    before: t.field({ type: 'DateTime', description: 'Started earlier than this time.' }),
  }),
});

const ChatThreadOrder = orderInput('ChatThread', {
  createdAt: { description: 'When it was started.' },
  updatedAt: { description: 'When something was last said.' },
});

builder.queryFields((t) => ({
  chatThreads: t.connection({
    type: ChatThread,
    description:
      "The caller's threads, newest first: an end user's own in the deployment of its session, or all of an admin key's account; of a bound key, those of its deployments.",
    authScopes: { chatReader: true },
    args: {
      filter: t.arg({ type: ChatThreadFilter, description: listArgDescriptions.filter }),
      orderBy: t.arg({ type: ChatThreadOrder, description: listArgDescriptions.orderBy }),
    },
    resolve: (_root, { filter, ...args }, context, info) =>
      listThreads(
        context.services,
        context.caller,
        { ...args, filter: { ...filter, userId: readOptionalRecordId('User', filter?.userId) } },
        nodeQuery(context, info, 'ChatThread'),
      ),
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
