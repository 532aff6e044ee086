import { joinChat } from '../services/chat/threads/join-chat.ts';
import { abortChat } from '../services/chat/turns/abort-chat.ts';
import { startChat } from '../services/chat/turns/start-chat.ts';
import { builder } from './builder.ts';
import { ChatEventType } from './chat-event.ts';
import { UserAttributeInput } from './session.ts';

export const SessionSettingsInput = builder.inputType('SessionSettingsInput', {
  description:
    'The user on whose behalf an API key acts. With a session token, which has its own user, it does not identify anyone.',
  fields: (t) => ({
    externalId: t.string({
      description:
        'Your identifier for the user: lowercase, without spaces. Specify either this or `internalId`.',
    }),
    internalId: t.string({ description: 'Email address or username of an existing internal user.' }),
    email: t.string({ description: 'Email address, stored with the external user.' }),
    userAttributes: t.field({
      type: [UserAttributeInput],
      description: 'Attribute values to store for the user.',
    }),
    groups: t.stringList({
      description:
        "Names of the user's groups. If omitted, memberships stay unchanged; a list, even an empty one, replaces them.",
    }),
    roles: t.stringList({ description: 'Not used. Not allowed with `internalId`.' }),
    securityContext: t.field({
      type: 'JSONObject',
      description: 'Values that are passed to access policies.',
    }),
    isEphemeral: t.boolean({
      description: 'Whether the user is ephemeral. If false, the user is kept. Default: true.',
    }),
    ephemeralTtlSeconds: t.int({
      description: 'Lifetime of an ephemeral user, in seconds. Default: 604800 (one week).',
    }),
    timezone: t.string({ description: 'IANA name of the time zone to answer in.' }),
  }),
});

export const branchDescription =
  'Development branch of the data model. With a session token, only branches that its deployment opens to users are allowed.';

const ChatStreamInput = builder.inputType('ChatStreamInput', {
  description: 'A message to an agent, or a thread to read.',
  fields: (t) => ({
    accountName: t.string({ description: 'Name of the account. Default: the account of the credentials.' }),
    agentId: t.int({ required: true, description: 'Number of the agent within the account.' }),
    input: t.string({
      description: 'Text of the message, at most 20,000 characters. If omitted, the thread is read instead.',
    }),
    chatId: t.string({ description: 'ID of the thread to continue. If omitted, a new thread is started.' }),
    messageId: t.string({
      description:
        'Makes the request safe to repeat. Format: milliseconds with 13 or more digits, followed by "-message".',
    }),
    sessionSettings: t.field({
      type: SessionSettingsInput,
      description: 'The user to act for. Required with an API key.',
    }),
    activeBranchName: t.string({ description: branchDescription }),
    isDefaultBranch: t.boolean({
      description: 'Whether `activeBranchName` names the main branch. If true, the main data model is used.',
    }),
  }),
});

builder.subscriptionFields((t) => ({
  chatStream: t.field({
    type: ChatEventType,
    description:
      'Sends a message and streams the answer, or reads a thread. Disconnecting does not stop the agent.',
    authScopes: { caller: true },
    args: {
      input: t.arg({
        type: ChatStreamInput,
        required: true,
        description: 'The message to send, or the thread to read.',
      }),
    },
    subscribe: (_root, { input: { accountName, agentId, ...request } }, { services, caller }) =>
      startChat(services, caller, { accountName: accountName ?? undefined, agentId }, request),
    resolve: (event) => event,
  }),
  chatEvents: t.field({
    type: ChatEventType,
    description:
      'Subscribes to a thread, or resumes a stream after a lost connection. Delivers every event after a sequence number, without duplicates.',
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

const AbortChatInput = builder.inputType('AbortChatInput', {
  description: 'The thread whose turn to stop.',
  fields: (t) => ({
    accountName: t.string({ description: 'Name of the account. Default: the account of the credentials.' }),
    agentId: t.int({ required: true, description: 'Number of the agent within the account.' }),
    chatId: t.string({ required: true, description: 'ID of the thread.' }),
    sessionSettings: t.field({
      type: SessionSettingsInput,
      description: 'The user to act for. Required with an API key.',
    }),
  }),
});

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
    args: { input: t.arg({ type: AbortChatInput, required: true, description: 'The turn to stop.' }) },
    resolve: async (_root, { input: { accountName, agentId, ...request } }, { services, caller }) => {
      await abortChat(services, caller, { accountName: accountName ?? undefined, agentId }, request);
      return { chatId: request.chatId };
    },
  }),
);
