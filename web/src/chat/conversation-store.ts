import type { Client, CombinedError, OperationResult } from 'urql';
import { type ErrorCode, failureOf } from '../shared/failure.ts';
import { applyEvent, type Conversation, emptyConversation } from './conversation.ts';
import {
  AbortChatDocument,
  JoinChatDocument,
  type JoinChatSubscription,
  StartChatDocument,
  type StartChatSubscription,
} from './generated/graphql.ts';

/** A conversation that follows its thread on the service, through lost connections. */
export interface ConversationStore {
  /** The same object until it changes, as React's `useSyncExternalStore` requires. */
  readonly get: () => ConversationState;
  /** @returns ends the subscription */
  readonly subscribe: (onChange: () => void) => () => void;
  /** Reads a thread, and follows it while a turn is running; undefined starts a new one. */
  readonly open: (chatId: string | undefined) => void;
  readonly ask: (question: string) => void;
  /** Stops the running turn; its text so far stays. */
  readonly stop: () => void;
  /** Resends a question that did not arrive, continues an interrupted turn, or repeats the last question. */
  readonly retry: () => void;
  /** The network is down: waits for {@link reconnect}, and retries from time to time. */
  readonly disconnect: () => void;
  /** Connects immediately instead of after the current wait. */
  readonly reconnect: () => void;
  /** Continues with another client of the same reader, at the next {@link reconnect}. */
  readonly use: (client: Client) => void;
  /** Follows nothing until {@link reconnect}; a question that did not arrive is sent then. */
  readonly close: () => void;
}

export interface ConversationState extends Conversation {
  /** Whether the connection was lost while a turn is running. */
  readonly isLost: boolean;
  /** Whether the service is overloaded: the request is repeated after the time it gave. */
  readonly isCrowded: boolean;
}

export interface ConversationOptions {
  readonly client: Client;
  readonly agentId: number;
  /** Between the attempts to connect again. @default 500 ms, doubled up to 10 s */
  readonly waitMs?: (attempt: number) => number;
}

/** How often listeners are notified while a thread is read. */
const tellMs = 100;

/** Errors that may go away by themselves. */
const passing: readonly ErrorCode[] = ['UNAVAILABLE', 'OVERLOADED', 'TOO_MANY_REQUESTS'];
/** Errors of an overloaded service: the same request succeeds a little later. */
const crowded: readonly ErrorCode[] = ['OVERLOADED', 'TOO_MANY_REQUESTS'];

export function createConversationStore(options: ConversationOptions): ConversationStore {
  const { agentId, waitMs = (attempt) => Math.min(500 * 2 ** attempt, 10_000) } = options;
  let { client } = options;
  const listeners = new Set<() => void>();
  let state: ConversationState = { ...emptyConversation, isLost: false, isCrowded: false };
  /** The request of the last question, which can be repeated with the same id. */
  let sent: { readonly question: string; readonly messageId: string } | undefined;
  let unsubscribe = (): void => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let telling: ReturnType<typeof setTimeout> | undefined;
  let attempt = 0;
  /** Stop was pressed before the thread had an id. */
  let isStopping = false;

  function change(changes: Partial<ConversationState>): void {
    state = { ...state, ...changes };
    // A long thread arrives as hundreds of events, which need not be drawn one by one.
    if (state.phase === 'loading') telling ??= setTimeout(tell, tellMs);
    else tell();
  }

  function tell(): void {
    clearTimeout(telling);
    telling = undefined;
    for (const listener of listeners) listener();
  }

  function leave(): void {
    clearTimeout(timer);
    unsubscribe();
    unsubscribe = () => undefined;
  }

  /** Sends the question, or joins the thread after its last known number. */
  function follow(resend = false): void {
    leave();
    if (sent !== undefined && (resend || state.asking !== undefined)) {
      const { question: input, messageId } = sent;
      const request = { agentId, input, messageId, chatId: state.chatId ?? null };
      ({ unsubscribe } = client
        .subscription(StartChatDocument, { input: request })
        .subscribe((result) => receive(result, result.data?.chatStream)));
    } else if (state.chatId !== undefined) {
      const from = { chatId: state.chatId, afterSort: state.lastSort };
      ({ unsubscribe } = client
        .subscription(JoinChatDocument, from)
        .subscribe((result) => receive(result, result.data?.chatEvents)));
    }
  }

  function receive(
    { error, hasNext }: OperationResult,
    event: StartChatSubscription['chatStream'] | JoinChatSubscription['chatEvents'] | undefined,
  ): void {
    if (error !== undefined) {
      fail(error);
      return;
    }
    if (event !== undefined) {
      attempt = 0;
      change({ ...applyEvent(state, event), isLost: false, isCrowded: false });
      if (isStopping && state.chatId !== undefined) stop();
    }
    // A turn's end is an event; a stream that ends without it was cut off.
    if (!hasNext && state.phase !== 'idle') wait();
  }

  function fail(error: CombinedError): void {
    const { code, message, retryAfterMs, isUnreachable } = failureOf(error);
    const isCrowded = crowded.includes(code);
    const isJoining = state.phase === 'answering' && state.asking === undefined;
    if (code === 'UNAUTHENTICATED') {
      // The owner of the session is also notified, and may get another one.
      leave();
    } else if (isUnreachable || isCrowded || (isJoining && passing.includes(code))) {
      wait({ isLost: !isCrowded, isCrowded }, retryAfterMs);
    } else {
      leave();
      change({ phase: 'idle', isLost: false, isCrowded: false, problem: { message, code } });
    }
  }

  function wait(
    reason: Pick<ConversationState, 'isLost' | 'isCrowded'> = { isLost: true, isCrowded: false },
    leastMs = 0,
  ): void {
    leave();
    change(reason);
    timer = setTimeout(follow, Math.max(leastMs, waitMs(attempt)));
    attempt += 1;
  }

  function send(question: string, messageId: string): void {
    sent = { question, messageId };
    isStopping = false;
    attempt = 0;
    change({
      phase: 'answering',
      asking: question,
      outcome: undefined,
      problem: undefined,
      isLost: false,
      isCrowded: false,
    });
    follow();
  }

  function stop(): void {
    const { chatId } = state;
    isStopping = chatId === undefined;
    if (chatId === undefined) return;
    // The stream reports how it ended; if stopping failed, the answer continues.
    void client.mutation(AbortChatDocument, { input: { agentId, chatId } }).toPromise();
  }

  return {
    get: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    open(chatId) {
      leave();
      sent = undefined;
      isStopping = false;
      attempt = 0;
      change({
        ...emptyConversation,
        chatId,
        phase: chatId === undefined ? 'idle' : 'loading',
        isLost: false,
        isCrowded: false,
      });
      tell();
      if (chatId !== undefined) follow();
    },
    ask: (question) => send(question, newMessageId()),
    stop,
    retry() {
      const last = state.messages.findLast(({ kind }) => kind === 'QUESTION')?.content;
      if (state.asking !== undefined && sent !== undefined) send(sent.question, sent.messageId);
      else if (state.outcome === 'INTERRUPTED' && sent !== undefined) {
        change({ phase: 'answering', outcome: undefined, problem: undefined });
        follow(true);
      } else if (last !== undefined) send(last, newMessageId());
      else if (state.chatId !== undefined) {
        change({ phase: 'loading', problem: undefined });
        follow();
      }
    },
    disconnect() {
      if (state.phase !== 'idle') wait();
    },
    reconnect() {
      if (state.phase !== 'idle') follow();
    },
    use(next) {
      client = next;
    },
    close: leave,
  };
}

let lastMessageMs = 0;

/** `<13+ digit ms>-message`; never the same twice in a tab. */
function newMessageId(): string {
  lastMessageMs = Math.max(Date.now(), lastMessageMs + 1);
  return `${lastMessageMs}-message`;
}
