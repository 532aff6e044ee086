import type { ChatLine, ChatMessageLine, ChatStateLine, ChatUsage } from '../services/chat/chat-line.ts';
import { builder } from './builder.ts';

const ChatToolCall = builder.objectRef<NonNullable<ChatMessageLine['toolCall']>>('ChatToolCall').implement({
  description: 'A tool that the agent called.',
  fields: (t) => ({
    name: t.exposeString('name', { description: '`svcMeta` or `svcSqlApi`.' }),
    input: t.exposeString('input', { description: "The tool's parameters, as JSON text." }),
    result: t.string({
      nullable: true,
      description:
        'The tool\'s answer, as JSON text; only once the call is complete. `{"error": …}` when it failed.',
      resolve: (call) => call.result ?? null,
    }),
  }),
});

export const ChatUsageType = builder.objectRef<ChatUsage>('ChatUsage').implement({
  description: 'What a turn cost.',
  fields: (t) => ({
    inputTokens: t.exposeInt('inputTokens', { description: 'Tokens that the model read.' }),
    outputTokens: t.exposeInt('outputTokens', { description: 'Tokens that the model wrote.' }),
    steps: t.exposeInt('steps', { description: 'Times the model was asked.' }),
  }),
});

export const ChatThreadStatus = builder.enumType('ChatThreadStatus', {
  description: 'How the last turn of a thread ended.',
  values: {
    completed: { description: 'With an answer.' },
    aborted: { description: 'Somebody stopped it; what was said so far stays.' },
    failed: { description: 'With an error.' },
    interrupted: { description: 'The process that ran it went away.' },
  } as const,
});

const ChatStopReason = builder.enumType('ChatStopReason', {
  description: 'Why a turn stopped.',
  values: {
    stop: { description: 'The agent was done.' },
    length: { description: 'The model wrote as much as it may: the answer is cut off.' },
    content_filter: { description: "The provider's filter kept the answer, or the rest of it, back." },
    refusal: { description: 'The agent declined to answer.' },
    step_limit: {
      description: 'The model was asked as often as a turn may; the answer is what it knew by then.',
    },
    time_limit: { description: 'A model, or the turn as a whole, took too long.' },
    token_limit: { description: 'The turn used up its tokens; the answer is what it knew by then.' },
    no_answer: { description: 'The agent found no answer.' },
  } as const,
});

const ChatEvent = builder.objectRef<ChatLine>('ChatEvent');

const ChatState = builder.objectRef<ChatStateLine['state']>('ChatState').implement({
  description: 'The state of a stream, at its start and end.',
  fields: (t) => ({
    chatId: t.exposeString('chatId', { description: 'The thread.' }),
    isStreaming: t.exposeBoolean('isStreaming', { description: 'Whether a turn is at work.' }),
    status: t.field({
      type: ChatThreadStatus,
      nullable: true,
      description: 'At the end only.',
      resolve: (state) => state.status ?? null,
    }),
    stopReason: t.field({
      type: ChatStopReason,
      nullable: true,
      description: 'At the end of a turn that completed, or that a limit ended.',
      resolve: (state) => state.stopReason ?? null,
    }),
    messages: t.field({
      type: [ChatEvent],
      nullable: true,
      description: 'The finished messages of the turn, at the end only.',
      resolve: (state) => (state.messages === undefined ? null : [...state.messages]),
    }),
    usage: t.field({
      type: ChatUsageType,
      nullable: true,
      description: 'At the end only.',
      resolve: (state) => state.usage ?? null,
    }),
  }),
});

/** A field that only message lines have. */
function ofMessage<T>(pick: (line: ChatMessageLine) => T | undefined): (line: ChatLine) => T | null {
  return (line) => ('isDelta' in line ? (pick(line) ?? null) : null);
}

/** One line of a chat stream, as the REST door writes it too. */
export const ChatEventType = ChatEvent.implement({
  description:
    'One event of a chat stream. Append the content of deltas; a full event of the same id replaces it.',
  fields: (t) => ({
    id: t.exposeString('id', {
      description:
        'Of the message; `__cutoff__` first, `__state__` last, `__error__` before it on a failure.',
    }),
    role: t.exposeString('role', { description: '`user` or `assistant`.' }),
    content: t.string({
      nullable: true,
      description: 'Text; only the new piece in a delta.',
      resolve: ofMessage((line) => line.content),
    }),
    thinking: t.string({
      nullable: true,
      description: "The agent's reasoning, in development mode.",
      resolve: ofMessage((line) => line.thinking),
    }),
    toolCall: t.field({
      type: ChatToolCall,
      nullable: true,
      description: 'A call of a tool: first without, then with its result.',
      resolve: ofMessage((line) => line.toolCall),
    }),
    graphPath: t.stringList({
      nullable: true,
      description: 'Where in the agent it comes from; `["final"]` is the answer.',
      resolve: ofMessage((line) => [...line.graphPath]),
    }),
    isDelta: t.boolean({
      nullable: true,
      description: 'Whether content is a new piece.',
      resolve: ofMessage((line) => line.isDelta),
    }),
    isInProcess: t.boolean({
      nullable: true,
      description: 'Whether more of this message follows.',
      resolve: ofMessage((line) => line.isInProcess),
    }),
    sort: t.exposeInt('sort', {
      description: 'Number within the thread; resume with `chatEvents(afterSort)`.',
    }),
    state: t.field({
      type: ChatState,
      nullable: true,
      description: 'In `__cutoff__` and `__state__`.',
      resolve: (line) => ('state' in line ? line.state : null),
    }),
    error: t.string({
      nullable: true,
      description: 'In `__error__`.',
      resolve: (line) => ('error' in line ? line.error : null),
    }),
    code: t.string({
      nullable: true,
      description: 'In `__error__`.',
      resolve: (line) => ('error' in line ? line.code : null),
    }),
  }),
});
