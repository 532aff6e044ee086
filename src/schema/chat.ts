import { joinChat } from '../services/chat/threads/join-chat.ts';
import { abortChat } from '../services/chat/turns/abort-chat.ts';
import { startChat } from '../services/chat/turns/start-chat.ts';
import { builder } from './builder.ts';
import { ChatEventType } from './chat-event.ts';
import { UserAttributeInput } from './session.ts';

export const SessionSettingsInput = builder.inputType('SessionSettingsInput', {
  description: 'On whose behalf an API key chats. Names nobody with a session token, which has its own user.',
  fields: (t) => ({
    externalId: t.string({
      description: 'Your identifier of the user, lowercase, no spaces. Either this or `internalId`.',
    }),
    internalId: t.string({ description: 'Email address or username of an existing internal user.' }),
    email: t.string({ description: 'Kept with the external user.' }),
    userAttributes: t.field({ type: [UserAttributeInput], description: 'Values to store for the user.' }),
    groups: t.stringList({
      description: 'Omitted: memberships stay. A list, also an empty one, replaces them.',
    }),
    roles: t.stringList({ description: 'Not used; not allowed with `internalId`.' }),
    securityContext: t.field({ type: 'JSONObject', description: 'Passed to access policies.' }),
    isEphemeral: t.boolean({ description: 'False keeps the user. Default: true.' }),
    ephemeralTtlSeconds: t.int({
      description: 'Life of an ephemeral user, in seconds. Default: 604800, one week.',
    }),
    timezone: t.string({ description: 'IANA name of the time zone to answer in.' }),
  }),
});

export const branchDescription =
  'Development branch of the data model. A session token may name those that its deployment opens to users.';

const ChatStreamInput = builder.inputType('ChatStreamInput', {
  description: 'A message to an agent, or a thread to read.',
  fields: (t) => ({
    accountName: t.string({ description: "The account; the credentials' own when left out." }),
    agentId: t.int({ required: true, description: 'Number of the agent.' }),
    input: t.string({ description: 'The message, at most 20,000 characters. Left out: the thread is read.' }),
    chatId: t.string({ description: 'The thread to go on with. Left out: a new one.' }),
    messageId: t.string({
      description: 'Makes the request safe to repeat: milliseconds in 13 digits or more, then "-message".',
    }),
    sessionSettings: t.field({ type: SessionSettingsInput, description: 'Required with an API key.' }),
    activeBranchName: t.string({ description: branchDescription }),
    isDefaultBranch: t.boolean({ description: 'True: the branch named is the main one.' }),
  }),
});

builder.subscriptionFields((t) => ({
  chatStream: t.field({
    type: ChatEventType,
    description:
      'Sends a message and follows the answer, or reads a thread. Leaving does not stop the agent.',
    authScopes: { caller: true },
    args: {
      input: t.arg({ type: ChatStreamInput, required: true, description: 'The message, or the thread.' }),
    },
    subscribe: (_root, { input: { accountName, agentId, ...request } }, { services, caller }) =>
      startChat(services, caller, { accountName: accountName ?? undefined, agentId }, request),
    resolve: (event) => event,
  }),
  chatEvents: t.field({
    type: ChatEventType,
    description: 'Joins a thread, or goes on after a cut: everything past a number, nothing twice.',
    authScopes: { chatReader: true },
    args: {
      chatId: t.arg.string({ required: true, description: 'The thread.' }),
      afterSort: t.arg.int({ defaultValue: 0, description: 'The last number seen.' }),
    },
    subscribe: (_root, { chatId, afterSort }, { services, caller }) =>
      joinChat(services, caller, chatId, afterSort ?? 0),
    resolve: (event) => event,
  }),
}));

const AbortChatInput = builder.inputType('AbortChatInput', {
  description: 'A turn to stop.',
  fields: (t) => ({
    accountName: t.string({ description: "The account; the credentials' own when left out." }),
    agentId: t.int({ required: true, description: 'Number of the agent.' }),
    chatId: t.string({ required: true, description: 'The thread.' }),
    sessionSettings: t.field({ type: SessionSettingsInput, description: 'Required with an API key.' }),
  }),
});

const AbortChatPayload = builder.objectRef<{ chatId: string }>('AbortChatPayload').implement({
  description: 'A thread that is not streaming.',
  fields: (t) => ({ chatId: t.exposeString('chatId', { description: 'The thread.' }) }),
});

builder.mutationField('abortChat', (t) =>
  t.field({
    type: AbortChatPayload,
    description: 'Stops the turn of a thread, together with the query it runs. Safe to repeat.',
    authScopes: { caller: true },
    args: { input: t.arg({ type: AbortChatInput, required: true, description: 'The turn.' }) },
    resolve: async (_root, { input: { accountName, agentId, ...request } }, { services, caller }) => {
      await abortChat(services, caller, { accountName: accountName ?? undefined, agentId }, request);
      return { chatId: request.chatId };
    },
  }),
);
