import {
  type ChatEndLine,
  type ChatErrorLine,
  type ChatLine,
  type ChatMessageLine,
  type ChatStartLine,
  type ChatUsage,
  stopReason,
  threadStatus,
} from '../contract/stream-lines.ts';
import { builder } from './builder.ts';
import { ChatToolCall } from './chat-message.ts';
import { ErrorCodeType } from './error-code.ts';
import { enumOf } from './input-of.ts';
import { messageOfLine } from './known-message.ts';

const ThreadEvent = builder.interfaceRef<ChatLine>('ThreadEvent').implement({
  description: 'What all events of a thread have in common.',
  fields: (t) => ({
    sort: t.exposeInt('sort', {
      description:
        'Sequence number of the event within the thread. Pass that of the last event to `chatEvents(afterSort)` to resume.',
    }),
  }),
});

const interfaces = [ThreadEvent];

/** The thread of an event, as an object and as used over REST. */
const threadId = { description: 'Global ID of the thread.' };
const chatId = { description: 'ID of the thread, as used in the REST API.' };

const ChatStarted = builder.objectRef<ChatStartLine>('ChatStarted').implement({
  description: 'Always the first event.',
  interfaces,
  fields: (t) => ({
    threadId: t.globalID({
      ...threadId,
      resolve: ({ state }) => ({ type: 'ChatThread', id: state.chatId }),
    }),
    chatId: t.string({ ...chatId, resolve: ({ state }) => state.chatId }),
    isStreaming: t.boolean({
      description: 'Whether a turn is running. If not, the stream ends after what is stored.',
      resolve: ({ state }) => state.isStreaming,
    }),
  }),
});

const ChatDelta = builder.objectRef<ChatMessageLine>('ChatDelta').implement({
  description:
    'A new piece of a message of the agent. Append it to what is known of the message, until a `ChatMessageFinished` replaces it.',
  interfaces,
  fields: (t) => ({
    messageId: t.globalID({
      description: 'Global ID that the message has once it is finished.',
      resolve: ({ id }) => ({ type: 'ChatMessage', id }),
    }),
    content: t.exposeString('content', { description: 'The new piece of the text.' }),
    thinking: t.string({
      nullable: true,
      description: "The new piece of the agent's reasoning. Present only in development mode.",
      resolve: ({ thinking }) => thinking ?? null,
    }),
  }),
});

const ChatToolCallStarted = builder.objectRef<ChatMessageLine>('ChatToolCallStarted').implement({
  description: 'A call of a tool whose result follows with the `ChatMessageFinished` of the same message.',
  interfaces,
  fields: (t) => ({
    messageId: t.globalID({
      description: 'Global ID that the message has once it is finished.',
      resolve: ({ id }) => ({ type: 'ChatMessage', id }),
    }),
    toolCall: t.field({
      type: ChatToolCall,
      description: 'The call, without a result.',
      resolve: ({ toolCall }) => toolCall ?? { name: '', input: '{}' },
    }),
  }),
});

const ChatMessageFinished = builder.objectRef<ChatMessageLine>('ChatMessageFinished').implement({
  description:
    'A message as a whole: what the user asked, what the agent said, or a tool call with its result. It replaces what its deltas said.',
  interfaces,
  fields: (t) => ({
    message: t.field({
      type: 'ChatMessage',
      description: 'The message.',
      resolve: messageOfLine,
    }),
    thinking: t.string({
      nullable: true,
      description: "The agent's reasoning. Present only in development mode.",
      resolve: ({ thinking }) => thinking ?? null,
    }),
  }),
});

const ChatFailed = builder.objectRef<ChatErrorLine>('ChatFailed').implement({
  description: 'A failure of the turn. `ChatEnded` follows.',
  interfaces,
  fields: (t) => ({
    code: t.expose('code', { type: ErrorCodeType, description: 'What failed.' }),
    error: t.exposeString('error', { description: 'What went wrong, for a person to read.' }),
  }),
});

const ChatUsageType = builder.objectRef<ChatUsage>('ChatUsage').implement({
  description: 'The usage of a turn.',
  fields: (t) => ({
    inputTokens: t.exposeInt('inputTokens', { description: 'Number of tokens that the model read.' }),
    cachedInputTokens: t.int({
      description: 'Number of those tokens that the provider had kept from earlier calls.',
      resolve: (usage) => usage.cachedInputTokens ?? 0,
    }),
    outputTokens: t.exposeInt('outputTokens', { description: 'Number of tokens that the model wrote.' }),
    steps: t.exposeInt('steps', { description: 'Number of calls to the model.' }),
  }),
});

const ChatEnded = builder.objectRef<ChatEndLine>('ChatEnded').implement({
  description: 'How the most recent turn ended. Always the last event: a stream without it was cut.',
  interfaces,
  fields: (t) => ({
    threadId: t.globalID({
      ...threadId,
      resolve: ({ state }) => ({ type: 'ChatThread', id: state.chatId }),
    }),
    chatId: t.string({ ...chatId, resolve: ({ state }) => state.chatId }),
    status: t.field({
      type: enumOf(threadStatus),
      description: 'How the turn ended.',
      resolve: ({ state }) => state.status,
    }),
    stopReason: t.field({
      type: enumOf(stopReason),
      nullable: true,
      description: 'Why the turn stopped, if it completed or a limit ended it.',
      resolve: ({ state }) => state.stopReason ?? null,
    }),
    model: t.string({
      nullable: true,
      description:
        "Name of the agent's model that answered, or that was asked last if the turn did not complete.",
      resolve: ({ state }) => state.model ?? null,
    }),
    messages: t.field({
      type: ['ChatMessage'],
      description: 'The finished messages of the turn.',
      resolve: ({ state }) => state.messages.map(messageOfLine),
    }),
    usage: t.field({
      type: ChatUsageType,
      description: 'Usage of the turn.',
      resolve: ({ state }) => state.usage,
    }),
  }),
});

/** One line of a chat stream: the same lines as in REST. */
export const ChatEvent = builder.unionType('ChatEvent', {
  description:
    'An event of a thread. `ChatStarted` comes first, then messages, piece by piece and as a whole, and `ChatEnded` last.',
  types: [ChatStarted, ChatDelta, ChatToolCallStarted, ChatMessageFinished, ChatFailed, ChatEnded],
  resolveType: (event) => {
    const line = event as ChatLine;
    if ('error' in line) return 'ChatFailed';
    if ('state' in line) return line.id === '__state__' ? 'ChatEnded' : 'ChatStarted';
    if (line.isDelta) return 'ChatDelta';
    return line.isInProcess ? 'ChatToolCallStarted' : 'ChatMessageFinished';
  },
});
