import type { ErrorCode } from '../shared/failure.ts';
import type { ChatEventPartsFragment } from './generated/graphql.ts';

/** One message of a thread, as far as it was told. */
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

/** What a reader of a thread knows of it. */
export interface Conversation {
  /** Undefined until the service has made the thread. */
  readonly chatId: string | undefined;
  readonly phase: 'idle' | 'loading' | 'answering';
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** A question that was sent, while the service has not said that it is stored. */
  readonly asking: string | undefined;
  /** The highest number seen: a stream that broke off is resumed past it. */
  readonly lastSort: number;
  /** How the last turn ended; undefined before the first, and while one is at work. */
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
 * What is known after an event (contract §5). The content of deltas is appended, a full event replaces its message.
 * Events that were seen before, as a stream that was joined again may repeat them, change nothing.
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
  // A question begins a turn: what is said of the one before is over.
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
