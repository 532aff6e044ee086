import type { InlayError } from './errors.ts';
import type { ChatMessageKind, ChatRating, ChatTurnOutcome } from './generated/graphql.ts';
import type { ChatEvent, EventOf, ToolCall } from './types.ts';

/** A message of a thread, as far as it has arrived. */
export interface Message {
  readonly id: string;
  readonly kind: ChatMessageKind;
  readonly content: string;
  readonly thinking: string;
  readonly toolCall: ToolCall | null;
  readonly rating: ChatRating;
}

/** Why a turn, or an attempt to reach the service, failed. */
export interface Problem {
  readonly code: InlayError['code'];
  /** May be shown to users. */
  readonly message: string;
}

/** What a reader knows of a thread. */
export interface Conversation {
  /** Undefined until the service has created the thread. */
  readonly threadId: string | undefined;
  /** `loading`: a thread is being read. `answering`: a turn is running. */
  readonly phase: 'idle' | 'loading' | 'answering';
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** A question that was sent and is not known to be stored. */
  readonly asking: string | undefined;
  /** `sort` of the last event. */
  readonly lastSort: number;
  /** How the last turn ended; undefined before the first, and while one is running. */
  readonly outcome: ChatTurnOutcome | undefined;
  readonly problem: Problem | undefined;
}

/** A question with its answer and the steps to it. */
export interface Turn {
  readonly id: string;
  readonly question: string;
  /** The agent's steps: tool calls and working text. */
  readonly steps: readonly Message[];
  /** The answer, or what there is of it so far. */
  readonly answer: Message | undefined;
}

export const emptyConversation: Conversation = {
  threadId: undefined,
  phase: 'idle',
  messages: [],
  asking: undefined,
  lastSort: 0,
  outcome: undefined,
  problem: undefined,
};

/**
 * The conversation after an event. Deltas append, and a finished message replaces its deltas. Events that were seen before
 * change nothing.
 */
export function applyEvent(before: Conversation, event: ChatEvent): Conversation {
  switch (event.__typename) {
    case 'ChatStarted':
      return {
        ...before,
        threadId: event.threadId,
        phase: event.isStreaming ? 'answering' : before.phase,
      };
    case 'ChatFailed':
      return { ...before, problem: { message: event.error, code: event.code } };
    case 'ChatEnded':
      return {
        ...before,
        phase: 'idle',
        lastSort: Math.max(before.lastSort, event.sort),
        outcome: before.messages.length === 0 ? undefined : event.status,
      };
    case 'ChatDelta':
    case 'ChatToolCallStarted':
    case 'ChatMessageFinished':
      return event.sort <= before.lastSort ? before : applyMessage(before, event);
  }
}

type MessageEvent = EventOf<'ChatDelta' | 'ChatToolCallStarted' | 'ChatMessageFinished'>;

function applyMessage(before: Conversation, event: MessageEvent): Conversation {
  const id = event.__typename === 'ChatMessageFinished' ? event.message.id : event.messageId;
  const known = before.messages.find((each) => each.id === id);
  const message = messageOf(event, known);
  const messages =
    known === undefined
      ? [...before.messages, message]
      : before.messages.map((each) => (each === known ? message : each));
  const after = { ...before, messages, lastSort: event.sort };
  // A question starts a turn and ends the status of the previous one.
  return message.kind === 'QUESTION'
    ? { ...after, asking: undefined, outcome: undefined, problem: undefined }
    : after;
}

/** @param known what has arrived of the message */
function messageOf(event: MessageEvent, known: Message | undefined): Message {
  const rating = 'NONE';
  switch (event.__typename) {
    case 'ChatDelta':
      return {
        id: event.messageId,
        kind: 'TEXT',
        content: (known?.content ?? '') + event.content,
        thinking: (known?.thinking ?? '') + (event.thinking ?? ''),
        toolCall: null,
        rating,
      };
    case 'ChatToolCallStarted': {
      const { messageId: id, toolCall } = event;
      return { id, kind: 'TOOL_CALL', content: '', thinking: '', toolCall, rating };
    }
    case 'ChatMessageFinished': {
      const { id, kind, content, toolCall, rating } = event.message;
      return { id, kind, content, thinking: event.thinking ?? '', toolCall, rating };
    }
  }
}

/**
 * The turns of a conversation, oldest first. An answer arrives first as working text and then again as a whole, but is in its
 * turn once. Trailing working text is the beginning of the answer.
 */
export function turnsOf({ messages, asking }: Pick<Conversation, 'messages' | 'asking'>): readonly Turn[] {
  const turns: { question: Message; said: Message[] }[] = [];
  for (const message of messages) {
    if (message.kind === 'QUESTION') turns.push({ question: message, said: [] });
    else turns.at(-1)?.said.push(message);
  }
  const known = turns.map(({ question, said }) => ({
    id: question.id,
    question: question.content,
    ...split(said),
  }));
  if (asking === undefined) return known;
  return [...known, { id: 'asking', question: asking, steps: [], answer: undefined }];
}

function split(said: readonly Message[]): Pick<Turn, 'steps' | 'answer'> {
  const last = said.at(-1);
  const answer = last?.kind === 'ANSWER' || last?.kind === 'TEXT' ? last : undefined;
  const steps = said.filter(
    (message) =>
      message !== answer &&
      (message.kind === 'TOOL_CALL' || message.thinking !== '' || !repeats(message, answer)),
  );
  return { steps, answer };
}

function repeats({ content }: Message, answer: Message | undefined): boolean {
  return content === answer?.content || content === '';
}
