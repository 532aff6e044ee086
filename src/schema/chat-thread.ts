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
    messageId: t.exposeString('id', { description: 'ID of the message, as used in the stream.' }),
    sort: t.exposeInt('sort', { description: 'Sequence number of the event that completed the message.' }),
    role: t.exposeString('role', { description: 'Author of the message: `user` or `assistant`.' }),
    content: t.exposeString('content', { description: 'Text of the message.' }),
    toolName: t.exposeString('toolName', {
      nullable: true,
      description: 'Name of the tool that was called.',
    }),
    toolInput: t.string({
      nullable: true,
      description: 'Parameters of the tool call, as JSON text.',
      resolve: ({ toolInput }) => (toolInput === null ? null : withSafeChart(toolInput)),
    }),
    toolResult: t.string({
      nullable: true,
      description: 'Result of the tool call, as JSON text.',
      resolve: ({ toolResult }) => (toolResult === null ? null : withSafeChart(toolResult)),
    }),
    graphPath: t.exposeStringList('graphPath', {
      description: 'The part of the agent that the message comes from. `["final"]` is the answer.',
    }),
    rating: t.exposeInt('rating', { description: 'Rating of the message: 1, -1 or 0 (not rated).' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the message was finished.' }),
  }),
});

const ChatTurnStatus = builder.enumType('ChatTurnStatus', {
  description: 'The status of a turn.',
  values: {
    running: { description: 'The agent is working on the turn.' },
    completed: { description: 'The turn ended with an answer.' },
    aborted: { description: 'The turn was stopped. What was said up to then is kept.' },
    failed: { description: 'The turn ended with an error.' },
    interrupted: { description: 'The turn was cut short because the process that ran it went away.' },
  } as const,
});

export const ChatThread = builder.prismaNode('ChatThread', {
  id: { field: 'id' },
  description: "A thread: a user's conversation with an agent.",
  nullable: true,
  findUnique: (id, { caller }) => ({ id: readNodeUuid(id), ...visibleThreads(caller) }),
  authScopes: { chatReader: true },
  fields: (t) => ({
    chatId: t.exposeString('id', { description: 'ID of the thread, as used in the stream.' }),
    title: t.exposeString('title', {
      description: 'Title of the thread. It is the first question unless the thread was renamed.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the thread was started.' }),
    updatedAt: t.expose('updatedAt', {
      type: 'DateTime',
      description: 'When the thread last received a message.',
    }),
    status: t.field({
      type: ChatTurnStatus,
      nullable: true,
      description: 'Status of the most recent turn. Null if there has been none.',
      select: {
        runs: { select: { status: true, leaseExpiresAt: true }, orderBy: { startSort: 'desc' }, take: 1 },
      },
      resolve: ({ runs: [run] }, _args, { services }) =>
        run === undefined ? null : turnStatus(run, services.now()),
    }),
    user: t.relation('user', { description: 'The user whose conversation it is.' }),
    agent: t.relation('agent', {
      authScopes: { admin: true },
      description: 'The agent that the conversation is with.',
    }),
    messages: t.connection({
      type: ChatMessage,
      description: 'Finished messages of the thread, oldest first.',
      resolve: (thread, args, { services, caller }) => listMessages(services, caller, thread.id, args),
    }),
  }),
});

const ChatThreadFilter = builder.inputType('ChatThreadFilter', {
  description: 'Conditions for listing threads.',
  fields: (t) => ({
    userId: t.id({ description: `Returns only threads of this user. ${recordIdDescription}` }),
    agentId: t.int({
      description: 'Returns only threads with the agent of this number, as used in the chat path.',
    }),
    status: t.field({
      type: ChatTurnStatus,
      description: 'Returns only threads whose most recent turn has this status.',
    }),
    text: t.string({
      description:
        'Returns only threads whose title contains this text, ignoring case. At most 255 characters.',
    }),
    from: t.field({ type: 'DateTime', description: 'Returns only threads started at or after this time.' }),
    before: t.field({ type: 'DateTime', description: 'Returns only threads started before this time.' }),
  }),
});

const ChatThreadOrder = orderInput('ChatThread', {
  createdAt: { description: 'Time at which the thread was started.' },
  updatedAt: { description: 'Time at which the thread last received a message.' },
});

builder.queryFields((t) => ({
  chatThreads: t.connection({
    type: ChatThread,
    description:
      'Threads that the caller may see, newest first. An end user sees their own threads in the deployment of the session, an admin key all threads of the account, and a key bound to deployments the threads of those deployments.',
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
    description: 'Fetches a thread by its ID.',
    authScopes: { chatReader: true },
    args: {
      chatId: t.arg.string({ required: true, description: 'ID of the thread, as used in the stream.' }),
    },
    resolve: (query, _root, { chatId }, { services, caller }) => findThread(services, caller, chatId, query),
  }),
}));

const RenameChatThreadInput = builder.inputType('RenameChatThreadInput', {
  description: 'A new title for a thread.',
  fields: (t) => ({
    chatId: t.string({ required: true, description: 'ID of the thread, as used in the stream.' }),
    title: t.string({ required: true, description: 'The new title: one line, at most 255 characters.' }),
  }),
});

const ChatThreadPayload = builder.objectRef<{ chatId: string }>('ChatThreadPayload').implement({
  description: 'The result of changing a thread.',
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
    description: 'Renames a thread.',
    authScopes: { chatReader: true },
    args: { input: t.arg({ type: RenameChatThreadInput, required: true, description: 'The new title.' }) },
    resolve: async (_root, { input: { chatId, ...input } }, { services, caller }) => {
      await renameThread(services, caller, chatId, input);
      return { chatId };
    },
  }),
);

const DeleteChatThreadInput = builder.inputType('DeleteChatThreadInput', {
  description: 'The thread to delete.',
  fields: (t) => ({
    chatId: t.string({ required: true, description: 'ID of the thread, as used in the stream.' }),
  }),
});

const DeletedChatThreadPayload = builder.objectRef<{ chatId: string }>('DeletedChatThreadPayload').implement({
  description: 'The result of deleting a thread along with its messages and results.',
  fields: (t) => ({
    deletedChatThreadId: t.globalID({
      description: 'Global ID of the deleted thread.',
      resolve: ({ chatId }) => ({ type: 'ChatThread', id: chatId }),
    }),
    chatId: t.exposeString('chatId', { description: 'ID of the deleted thread, as used in the stream.' }),
  }),
});

builder.mutationField('deleteChatThread', (t) =>
  t.field({
    type: DeletedChatThreadPayload,
    description: 'Deletes a thread along with all of its messages. A running turn is stopped first.',
    authScopes: { chatReader: true },
    args: {
      input: t.arg({ type: DeleteChatThreadInput, required: true, description: 'The thread to delete.' }),
    },
    resolve: async (_root, { input: { chatId } }, { services, caller }) => {
      await deleteThread(services, caller, chatId);
      return { chatId };
    },
  }),
);

const RateChatMessageInput = builder.inputType('RateChatMessageInput', {
  description: 'A rating for a message of an agent.',
  fields: (t) => ({
    messageId: t.string({ required: true, description: 'ID of the message, as used in the stream.' }),
    rating: t.int({
      required: true,
      description: 'The rating: 1 (good), -1 (bad), or 0 to remove the rating.',
    }),
  }),
});

const RateChatMessagePayload = builder.objectRef<{ messageId: string }>('RateChatMessagePayload').implement({
  description: 'The result of rating a message.',
  fields: (t) => ({
    chatMessage: t.prismaField({
      type: 'ChatMessage',
      description: 'The rated message.',
      resolve: (query, { messageId }, _args, { services, caller }) =>
        findMessage(services, caller, messageId, query),
    }),
  }),
});

builder.mutationField('rateChatMessage', (t) =>
  t.field({
    type: RateChatMessagePayload,
    description: 'Rates a message of the agent. The most recent rating applies.',
    authScopes: { chatReader: true },
    args: { input: t.arg({ type: RateChatMessageInput, required: true, description: 'The rating.' }) },
    resolve: async (_root, { input: { messageId, ...input } }, { services, caller }) => {
      await rateMessage(services, caller, messageId, input);
      return { messageId };
    },
  }),
);
