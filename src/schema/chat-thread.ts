import {
  chatThreadFilter,
  chatThreadsArgs,
  deleteChatThreadInput,
  rateChatMessageInput,
  renameChatThreadInput,
  turnStatus,
} from '../contract/chat.ts';
import { filterArgs } from '../contract/lists.ts';
import { deleteThread, rateMessage, renameThread } from '../services/chat/threads/change-thread.ts';
import { messages, readThreadStatus, threads } from '../services/chat/threads/threads.ts';
import { agents } from '../services/deployments/list-deployments.ts';
import { findRow, loadReferred } from '../services/lists/look-up.ts';
import { readChildren, readList } from '../services/lists/read-list.ts';
import { users } from '../services/users/list-users.ts';
import { builder } from './builder.ts';
import { connectionOf } from './connection.ts';
import './chat-message.ts';
import { argsOf, enumOf, inputArg } from './input-of.ts';
import { nodeOf } from './node.ts';
import { byUserNumber, readChatRecordId } from './record-id.ts';

builder.node('ChatThread', {
  ...nodeOf(threads),
  description: "A thread: a user's conversation with an agent.",
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
      type: enumOf(turnStatus),
      nullable: true,
      description: 'Status of the most recent turn. Null if there has been none.',
      resolve: ({ id }, _args, { services, caller }) => readThreadStatus(services, caller, id),
    }),
    user: t.field({
      type: 'User',
      description: 'The user whose conversation it is.',
      resolve: ({ userId }, _args, { services }) => loadReferred(services, users, userId),
    }),
    agent: t.field({
      type: 'Agent',
      description: 'The agent that the conversation is with.',
      resolve: ({ agentId }, _args, { services }) => loadReferred(services, agents, agentId),
    }),
    messages: t.connection(
      {
        type: 'ChatMessage',
        description: 'Finished messages of the thread, oldest first.',
        resolve: ({ id }, args, { services, caller }) =>
          readChildren(services, caller, messages, { id, column: 'threadId' }, args),
      },
      connectionOf('ChatMessage'),
    ),
  }),
});

const nestedArgs = argsOf(filterArgs(chatThreadFilter));

builder.objectField('User', 'chatThreads', (t) =>
  t.connection(
    {
      type: 'ChatThread',
      description: 'Threads of the user, newest first.',
      args: nestedArgs,
      resolve: ({ id }, args, { services, caller }) =>
        readChildren(services, caller, threads, { id, column: 'userId' }, byUserNumber(args)),
    },
    connectionOf('ChatThread'),
  ),
);

builder.objectField('Agent', 'chatThreads', (t) =>
  t.connection(
    {
      type: 'ChatThread',
      description: 'Threads with the agent, newest first.',
      authScopes: { admin: true },
      args: nestedArgs,
      resolve: ({ id }, args, { services, caller }) =>
        readChildren(services, caller, threads, { id, column: 'agentId' }, byUserNumber(args)),
    },
    connectionOf('ChatThread'),
  ),
);

builder.objectField('EmbedTenant', 'chatThreads', (t) =>
  t.connection(
    {
      type: 'ChatThread',
      description: 'Threads of the users of the embed tenant, newest first.',
      authScopes: { admin: true },
      args: nestedArgs,
      resolve: ({ id }, args, { services, caller }) =>
        readChildren(services, caller, threads, { id, column: 'embedTenantId' }, byUserNumber(args)),
    },
    connectionOf('ChatThread'),
  ),
);

builder.queryFields((t) => ({
  chatThreads: t.connection(
    {
      type: 'ChatThread',
      description:
        'Threads that the caller may see, newest first. An end user sees their own threads in the deployment of the session, an admin key all threads of the account, and a key bound to deployments the threads of those deployments.',
      authScopes: { chatReader: true },
      args: argsOf(chatThreadsArgs),
      resolve: (_root, args, { services, caller }) => readList(services, caller, threads, byUserNumber(args)),
    },
    connectionOf('ChatThread'),
  ),
  chatThread: t.field({
    type: 'ChatThread',
    description: 'Fetches a thread by its ID.',
    authScopes: { chatReader: true },
    args: {
      chatId: t.arg.string({ required: true, description: 'ID of the thread, as used in the stream.' }),
    },
    resolve: (_root, { chatId }, { services, caller }) => findRow(services, caller, threads, chatId),
  }),
}));

const RenameChatThreadPayload = builder.objectRef<{ chatId: string }>('RenameChatThreadPayload').implement({
  description: 'The result of changing a thread.',
  fields: (t) => ({
    chatThread: t.field({
      type: 'ChatThread',
      description: 'The thread.',
      resolve: ({ chatId }, _args, { services, caller }) => findRow(services, caller, threads, chatId),
    }),
  }),
});

builder.mutationField('renameChatThread', (t) =>
  t.field({
    type: RenameChatThreadPayload,
    description: 'Renames a thread.',
    authScopes: { chatReader: true },
    args: inputArg(renameChatThreadInput),
    resolve: async (_root, { input }, { services, caller }) => {
      const chatId = readChatRecordId('ChatThread', input.id);
      await renameThread(services, caller, chatId, input);
      return { chatId };
    },
  }),
);

const DeleteChatThreadPayload = builder.objectRef<{ chatId: string }>('DeleteChatThreadPayload').implement({
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
    type: DeleteChatThreadPayload,
    description: 'Deletes a thread along with all of its messages. A running turn is stopped first.',
    authScopes: { chatReader: true },
    args: inputArg(deleteChatThreadInput),
    resolve: async (_root, { input }, { services, caller }) => {
      const chatId = readChatRecordId('ChatThread', input.id);
      await deleteThread(services, caller, chatId);
      return { chatId };
    },
  }),
);

const RateChatMessagePayload = builder.objectRef<{ messageId: string }>('RateChatMessagePayload').implement({
  description: 'The result of rating a message.',
  fields: (t) => ({
    chatMessage: t.field({
      type: 'ChatMessage',
      description: 'The rated message.',
      resolve: ({ messageId }, _args, { services, caller }) => findRow(services, caller, messages, messageId),
    }),
  }),
});

builder.mutationField('rateChatMessage', (t) =>
  t.field({
    type: RateChatMessagePayload,
    description: 'Rates a message of the agent. The most recent rating applies.',
    authScopes: { chatReader: true },
    args: inputArg(rateChatMessageInput),
    resolve: async (_root, { input }, { services, caller }) => {
      const messageId = readChatRecordId('ChatMessage', input.id);
      await rateMessage(services, caller, messageId, input);
      return { messageId };
    },
  }),
);
