import type { ErrorCode } from '../shared/failure.ts';
import type { ChatEventPartsFragment } from './generated/graphql.ts';

/** One message of a thread, as far as it has arrived. */
export interface Message {
  readonly id: string;
  readonly kind: 'question' | 'text' | 'tool' | 'answer';
  readonly content: string;
  readonly thinking: string;
  readonly tool?: { readonly name: string; readonly input: string; readonly result?: string };
}

export type Outcome = NonNullable<NonNullable<ChatEventPartsFragment['state']>['status']>;

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
  switch (event.id) {
    case '__cutoff__':
      return {
        ...before,
        chatId: event.state?.chatId ?? before.chatId,
        phase: event.state?.isStreaming === true ? 'answering' : before.phase,
      };
    case '__error__':
      return {
        ...before,
        problem: {
          message: event.error ?? 'The answer failed.',
          code: (event.code ?? 'INTERNAL') as ErrorCode,
        },
      };
    case '__state__':
      return {
        ...before,
        phase: 'idle',
        lastSort: Math.max(before.lastSort, event.sort),
        outcome: before.messages.length === 0 ? undefined : (event.state?.status ?? undefined),
      };
    default:
      return event.sort <= before.lastSort ? before : applyMessage(before, event);
  }
}

function applyMessage(before: Conversation, event: ChatEventPartsFragment): Conversation {
  const known = before.messages.find(({ id }) => id === event.id);
  const message = event.isDelta === true && known !== undefined ? extended(known, event) : messageOf(event);
  const messages =
    known === undefined
      ? [...before.messages, message]
      : before.messages.map((each) => (each === known ? message : each));
  const after = { ...before, messages, lastSort: event.sort };
  // A question starts a turn and ends the status of the previous one.
  return event.role === 'user'
    ? { ...after, asking: undefined, outcome: undefined, problem: undefined }
    : after;
}

function extended(known: Message, { content, thinking }: ChatEventPartsFragment): Message {
  return {
    ...known,
    content: known.content + (content ?? ''),
    thinking: known.thinking + (thinking ?? ''),
  };
}

function messageOf(event: ChatEventPartsFragment): Message {
  const { id, role, content, thinking, graphPath, toolCall } = event;
  const text = { id, content: content ?? '', thinking: thinking ?? '' };
  if (role === 'user') return { ...text, kind: 'question' };
  if (toolCall != null) {
    const { name, input, result } = toolCall;
    return { ...text, kind: 'tool', tool: { name, input, ...(result == null ? {} : { result }) } };
  }
  return { ...text, kind: graphPath?.[0] === 'final' ? 'answer' : 'text' };
}
