import {
  type ChatLine,
  type ChatMessageLine,
  type ChatUsage,
  type ChatState as State,
  stopReason,
  threadStatus,
} from '../contract/stream-lines.ts';
import { builder } from './builder.ts';
import { enumOf } from './input-of.ts';

const ChatToolCall = builder.objectRef<NonNullable<ChatMessageLine['toolCall']>>('ChatToolCall').implement({
  description: 'A call that the agent makes to a tool.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the tool: `svcMeta` or `svcSqlApi`.' }),
    input: t.exposeString('input', { description: 'Parameters of the call, as JSON text.' }),
    result: t.string({
      nullable: true,
      description:
        'Result of the call, as JSON text. Present only once the call is complete; `{"error": …}` if it failed.',
      resolve: (call) => call.result ?? null,
    }),
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

const ChatEvent = builder.objectRef<ChatLine>('ChatEvent');

const ChatState = builder.objectRef<State>('ChatState').implement({
  description: 'The state of a chat stream, sent at its start and at its end.',
  fields: (t) => ({
    chatId: t.exposeString('chatId', { description: 'ID of the thread.' }),
    isStreaming: t.exposeBoolean('isStreaming', { description: 'Whether a turn is running.' }),
    status: t.field({
      type: enumOf(threadStatus),
      nullable: true,
      description: 'Outcome of the most recent turn. Sent only at the end of the stream.',
      resolve: (state) => state.status ?? null,
    }),
    stopReason: t.field({
      type: enumOf(stopReason),
      nullable: true,
      description: 'Why the turn stopped. Sent at the end of a turn that completed or that a limit ended.',
      resolve: (state) => state.stopReason ?? null,
    }),
    model: t.string({
      nullable: true,
      description:
        "Name of the agent's model that answered, or that was asked last if the turn did not complete. Sent only at the end of the stream.",
      resolve: (state) => state.model ?? null,
    }),
    messages: t.field({
      type: [ChatEvent],
      nullable: true,
      description: 'Finished messages of the turn. Sent only at the end of the stream.',
      resolve: (state) => (state.messages === undefined ? null : [...state.messages]),
    }),
    usage: t.field({
      type: ChatUsageType,
      nullable: true,
      description: 'Usage of the turn. Sent only at the end of the stream.',
      resolve: (state) => state.usage ?? null,
    }),
  }),
});

/** A field that only message lines have. */
function ofMessage<T>(pick: (line: ChatMessageLine) => T | undefined): (line: ChatLine) => T | null {
  return (line) => ('isDelta' in line ? (pick(line) ?? null) : null);
}

/** One line of a chat stream, the same as in REST. */
export const ChatEventType = ChatEvent.implement({
  description:
    'An event of a chat stream. Append the content of delta events; a full event with the same `id` replaces that content.',
  fields: (t) => ({
    id: t.exposeString('id', {
      description:
        'ID of the message. The first event is `__cutoff__` and the last is `__state__`, preceded by `__error__` if there was a failure.',
    }),
    role: t.exposeString('role', { description: 'Author of the message: `user` or `assistant`.' }),
    content: t.string({
      nullable: true,
      description: 'Text of the message. In a delta, only the new piece.',
      resolve: ofMessage((line) => line.content),
    }),
    thinking: t.string({
      nullable: true,
      description: "The agent's reasoning. Present only in development mode.",
      resolve: ofMessage((line) => line.thinking),
    }),
    toolCall: t.field({
      type: ChatToolCall,
      nullable: true,
      description: 'A tool call. It is sent first without and then with its result.',
      resolve: ofMessage((line) => line.toolCall),
    }),
    graphPath: t.stringList({
      nullable: true,
      description: 'The part of the agent that the event comes from. `["final"]` is the answer.',
      resolve: ofMessage((line) => [...line.graphPath]),
    }),
    isDelta: t.boolean({
      nullable: true,
      description: 'Whether `content` is only a new piece of the message.',
      resolve: ofMessage((line) => line.isDelta),
    }),
    isInProcess: t.boolean({
      nullable: true,
      description: 'Whether more of this message follows.',
      resolve: ofMessage((line) => line.isInProcess),
    }),
    sort: t.exposeInt('sort', {
      description:
        'Sequence number of the event within the thread. Pass it to `chatEvents(afterSort)` to resume.',
    }),
    state: t.field({
      type: ChatState,
      nullable: true,
      description: 'State of the stream. Present in `__cutoff__` and `__state__`.',
      resolve: (line) => ('state' in line ? line.state : null),
    }),
    error: t.string({
      nullable: true,
      description: 'Error message. Present in `__error__`.',
      resolve: (line) => ('error' in line ? line.error : null),
    }),
    code: t.string({
      nullable: true,
      description: 'Error code. Present in `__error__`.',
      resolve: (line) => ('error' in line ? line.code : null),
    }),
  }),
});
