import type { Client } from './client.ts';
import { applyEvent, type Conversation, emptyConversation, type Problem } from './conversation.ts';
import { InlayError } from './errors.ts';
import { newMessageId } from './message-id.ts';

/** A conversation that follows its thread on the service, through lost connections. */
export interface ConversationStore {
  /** The same object until it changes, as React's `useSyncExternalStore` requires. */
  readonly get: () => ConversationState;
  /** @returns ends the subscription */
  readonly subscribe: (onChange: () => void) => () => void;
  /** Reads a thread, and follows it while a turn is running; undefined starts a new one. */
  readonly open: (threadId: string | undefined) => void;
  readonly ask: (question: string) => void;
  /** Stops the running turn; its text so far stays. */
  readonly stop: () => void;
  /** Resends a question that did not arrive, continues an interrupted turn, or repeats the last question. */
  readonly retry: () => void;
  /** The network is down: what is open is given up, and tried again from time to time. */
  readonly disconnect: () => void;
  /** Connects immediately instead of after the current wait. */
  readonly reconnect: () => void;
  /** Continues with another client of the same user, at the next {@link reconnect}. */
  readonly use: (client: Client) => void;
  /** Follows nothing until {@link reconnect}, and does not stop the agent; a question that did not arrive is sent then. */
  readonly close: () => void;
}

/** What a {@link ConversationStore} holds. */
export interface ConversationState extends Conversation {
  /** Whether the connection was lost while a thread is read or answered. */
  readonly isLost: boolean;
  /** Whether the service is overloaded: the request is repeated after the time it gave. */
  readonly isCrowded: boolean;
}

export interface ConversationOptions {
  readonly client: Client;
  /** @default that of the client */
  readonly agentId?: number | undefined;
}

/** How often listeners are notified while a thread is read. */
const tellMs = 100;

/** An overloaded service: the same request succeeds a little later. */
const crowded: readonly Problem['code'][] = ['OVERLOADED', 'TOO_MANY_REQUESTS'];

const connected = { isLost: false, isCrowded: false };

/** The thread of a chat as a store for a user interface. Nothing is read before `open` or `ask`. */
export function createConversation(options: ConversationOptions): ConversationStore {
  const { agentId } = options;
  const ofAgent = agentId === undefined ? {} : { agentId };
  let { client } = options;
  const listeners = new Set<() => void>();
  let state: ConversationState = { ...emptyConversation, ...connected };
  /** The request of the last question, which can be repeated with the same id. */
  let sent: { readonly question: string; readonly messageId: string } | undefined;
  let reading = new AbortController();
  let telling: ReturnType<typeof setTimeout> | undefined;
  /** Stop was called before the thread had an id. */
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
    reading.abort();
  }

  /** Sends the question, or joins the thread after its last known number. */
  function follow(resend = false): void {
    leave();
    reading = new AbortController();
    const { signal } = reading;
    const { threadId, lastSort, asking } = state;
    const following = {
      signal,
      onConnection(failure: InlayError | undefined) {
        const isCrowded = failure !== undefined && crowded.includes(failure.code);
        change({ isCrowded, isLost: failure !== undefined && !isCrowded });
      },
    };
    if (sent !== undefined && (resend || asking !== undefined)) {
      const { question, messageId } = sent;
      const inThread = threadId === undefined ? {} : { threadId };
      void read(client.ask(question, { messageId, ...inThread, ...ofAgent, ...following }), signal);
    } else if (threadId !== undefined) {
      void read(client.events(threadId, { after: lastSort, ...following }), signal);
    }
  }

  async function read(events: ReturnType<Client['ask']>, signal: AbortSignal): Promise<void> {
    try {
      for await (const event of events) {
        if (signal.aborted) return;
        change({ ...applyEvent(state, event), ...connected });
        if (isStopping && state.threadId !== undefined) stop();
      }
    } catch (error) {
      if (!signal.aborted) fail(error);
    }
  }

  function fail(error: unknown): void {
    const problem: Problem =
      error instanceof InlayError
        ? { code: error.code, message: error.message }
        : { code: 'UNAUTHENTICATED', message: `There is no session: ${String(error)}` };
    // With another session it goes on where it was.
    const isRefused = problem.code === 'UNAUTHENTICATED';
    change({ ...connected, problem, phase: isRefused ? state.phase : 'idle' });
  }

  function send(question: string, messageId: string): void {
    sent = { question, messageId };
    isStopping = false;
    change({ ...connected, phase: 'answering', asking: question, outcome: undefined, problem: undefined });
    follow();
  }

  function stop(): void {
    const { threadId } = state;
    isStopping = threadId === undefined;
    if (threadId === undefined) return;
    // The stream reports how it ended; if stopping failed, the answer continues.
    client.abort(threadId, agentId).catch(() => {});
  }

  const store: ConversationStore = {
    get: () => state,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    open(threadId) {
      leave();
      sent = undefined;
      isStopping = false;
      const phase = threadId === undefined ? 'idle' : 'loading';
      change({ ...emptyConversation, ...connected, threadId, phase });
      tell();
      if (threadId !== undefined) follow();
    },
    ask: (question) => send(question, newMessageId()),
    stop,
    retry() {
      const last = state.messages.findLast(({ kind }) => kind === 'QUESTION')?.content;
      const isUnread = last === undefined || state.problem?.code === 'CONNECTION_LOST';
      if (state.asking !== undefined && sent !== undefined) send(sent.question, sent.messageId);
      else if (state.outcome === 'INTERRUPTED' && sent !== undefined) {
        change({ phase: 'answering', outcome: undefined, problem: undefined });
        follow(true);
      } else if (!isUnread) send(last, newMessageId());
      else if (state.threadId !== undefined) {
        change({ phase: 'loading', problem: undefined });
        follow();
      }
    },
    disconnect() {
      if (state.phase === 'idle') return;
      follow();
      change({ isLost: true, isCrowded: false });
    },
    reconnect() {
      if (state.problem?.code === 'CONNECTION_LOST') store.retry();
      else if (state.phase !== 'idle') {
        change({ problem: undefined });
        follow();
      }
    },
    use(next) {
      client = next;
    },
    close: leave,
  };
  return store;
}
