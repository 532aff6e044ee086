import type { ErrorCode } from '../shared/failure.ts';
import type {
  ChatEventPartsFragment,
  ChatMessageKind,
  ChatTurnOutcome,
  ToolCallPartsFragment,
} from './generated/graphql.ts';

/** One message of a thread, as far as it has arrived. */
export interface Message {
  readonly id: string;
  readonly kind: ChatMessageKind;
  readonly content: string;
  readonly thinking: string;
  readonly toolCall: ToolCallPartsFragment | null;
}

export type Outcome = ChatTurnOutcome;

export interface Problem {
  readonly message: string;
  readonly code: ErrorCode;
}

/** What a reader knows about a thread. */
export interface Conversation {
  /** Undefined until the service has created the thread. */
  readonly chatId: string | undefined;
  readonly phase: 'idle' | 'loading' | 'answering';
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** A question that was sent and is not known to be stored. */
  readonly asking: string | undefined;
  /** The highest number seen: a broken stream resumes after it. */
  readonly lastSort: number;
  /** How the last turn ended; undefined before the first, and while one is running. */
  readonly outcome: Outcome | undefined;
  /** Why the last turn, or the last attempt to reach the service, failed. */
  readonly problem: Problem | undefined;
}

export const emptyConversation: Conversation = {
  chatId: undefined,
  phase: 'idle',
  messages: [],
  asking: undefined,
  lastSort: 0,
  outcome: undefined,
  problem: undefined,
};

/**
 * Returns the conversation after an event. Deltas append, a full event replaces its message. Events that were seen before,
 * which a resumed stream may repeat, change nothing.
 */
export function applyEvent(before: Conversation, event: ChatEventPartsFragment): Conversation {
  switch (event.__typename) {
    case 'ChatStarted':
      return {
        ...before,
        chatId: event.chatId,
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

type MessageEvent = Extract<
  ChatEventPartsFragment,
  { __typename: 'ChatDelta' | 'ChatToolCallStarted' | 'ChatMessageFinished' }
>;

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
  switch (event.__typename) {
    case 'ChatDelta':
      return {
        id: event.messageId,
        kind: 'TEXT',
        content: (known?.content ?? '') + event.content,
        thinking: (known?.thinking ?? '') + (event.thinking ?? ''),
        toolCall: null,
      };
    case 'ChatToolCallStarted': {
      const { messageId: id, toolCall } = event;
      return { id, kind: 'TOOL_CALL', content: '', thinking: '', toolCall };
    }
    case 'ChatMessageFinished': {
      const { id, kind, content, toolCall } = event.message;
      return { id, kind, content, thinking: event.thinking ?? '', toolCall };
    }
  }
}
