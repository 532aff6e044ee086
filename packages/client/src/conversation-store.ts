import type { Client, FollowOptions } from './client.ts';
import { applyEvent, type Conversation, emptyConversation, type Problem } from './conversation.ts';
import { InlayError } from './errors.ts';
import { newMessageId } from './message-id.ts';
import type { ChatEvent } from './types.ts';

/** A conversation that follows its thread on the service, through lost connections. */
export interface ConversationStore {
  /** The same object until it changes, as React's `useSyncExternalStore` requires. */
  readonly get: () => ConversationState;
  /** @returns ends the subscription */
  readonly subscribe: (onChange: () => void) => () => void;
  /** Reads a thread, and follows it while a turn is running; undefined starts a new one. */
  readonly open: (threadId: string | undefined) => void;
  /**
   * Asks the agent. A question that is asked during an answer waits until that has ended, and questions that wait are asked one
   * after the other; `open` drops them. A blank one is not asked.
   */
  readonly ask: (question: string) => void;
  /** Stops the running turn; its text so far stays. The next question that waits is asked then. */
  readonly stop: () => void;
  /** Resends a question that did not arrive, continues an interrupted turn, or repeats the last question. */
  readonly retry: () => void;
  /** Reads what was said in the idle thread meanwhile, in another tab for example. If that fails, it stays as it is. */
  readonly catchUp: () => void;
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
  /** Questions that are asked when those before them are answered, in this order. After a problem, `retry` and `ask` go on with them. */
  readonly waiting: readonly string[];
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
  let state: ConversationState = { ...emptyConversation, ...connected, waiting: [] };
  /** The request of the last question, which can be repeated with the same id. */
  let sent: { readonly question: string; readonly messageId: string } | undefined;
  let reading = new AbortController();
  let telling: ReturnType<typeof setTimeout> | undefined;
  /** `lastSort` when a turn from elsewhere last kept a question from being asked. */
  let busyAt: number | undefined;
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

  /** Sends the question that is not known to be stored, or joins the thread. */
  function follow(): void {
    if (state.asking === undefined) join();
    else post();
  }

  /** Sends the last question. The service takes it once, however often it is sent. */
  function post(): void {
    if (sent === undefined) return;
    const { question, messageId } = sent;
    const { threadId } = state;
    const inThread = threadId === undefined ? {} : { threadId };
    read((following) => client.ask(question, { messageId, ...inThread, ...ofAgent, ...following }));
  }

  /** Reads the thread after its last known number. */
  function join(): void {
    const { threadId, lastSort } = state;
    if (threadId !== undefined)
      read((following) => client.events(threadId, { after: lastSort, ...following }));
  }

  function read(open: (following: FollowOptions) => AsyncIterable<ChatEvent>): void {
    leave();
    reading = new AbortController();
    const { signal } = reading;
    const onConnection = (failure: InlayError | undefined) => {
      const isCrowded = failure !== undefined && crowded.includes(failure.code);
      if (state.phase !== 'idle') change({ isCrowded, isLost: failure !== undefined && !isCrowded });
      else if (failure !== undefined) leave();
    };
    take(open({ signal, onConnection }), signal).catch((error: unknown) => {
      if (!signal.aborted) fail(error);
    });
  }

  async function take(events: AsyncIterable<ChatEvent>, signal: AbortSignal): Promise<void> {
    for await (const event of events) {
      if (signal.aborted) return;
      const { threadId, lastSort } = state;
      if (event.__typename === 'ChatStarted' && threadId !== undefined && event.sort > lastSort) {
        // Others have asked in the thread meanwhile: their turns come first.
        join();
        return;
      }
      change({ ...applyEvent(state, event), ...connected });
      if (isStopping && state.threadId !== undefined) stop();
      // A listener may have asked already.
      const isOver = event.__typename === 'ChatEnded' && !signal.aborted;
      if (isOver && !isToContinue()) sendFirst(state.waiting);
    }
  }

  /** Whether `retry` continues the last turn. */
  function isToContinue(): boolean {
    return state.outcome === 'INTERRUPTED' && sent !== undefined && sent.question === lastQuestion();
  }

  function lastQuestion(): string | undefined {
    return state.messages.findLast(({ kind }) => kind === 'QUESTION')?.content;
  }

  function fail(error: unknown): void {
    const problem: Problem =
      error instanceof InlayError
        ? { code: error.code, message: error.message }
        : { code: 'UNAUTHENTICATED', message: `There is no session: ${String(error)}` };
    const { phase, asking, lastSort, waiting } = state;
    // An idle thread is as good as it was, unless it is gone.
    if (phase === 'idle' && problem.code !== 'NOT_FOUND') return;
    if (problem.code === 'THREAD_BUSY' && asking !== undefined && busyAt !== lastSort) {
      // Another tab was first. Its turn is followed, after which the question is asked.
      busyAt = lastSort;
      change({ ...connected, asking: undefined, waiting: [asking, ...waiting] });
      join();
      return;
    }
    // With another session it goes on where it was.
    const isRefused = problem.code === 'UNAUTHENTICATED';
    change({ ...connected, problem, phase: isRefused ? phase : 'idle' });
  }

  function sendFirst([question, ...waiting]: readonly string[]): void {
    if (question !== undefined) send(question, newMessageId(), waiting);
  }

  function send(question: string, messageId: string, waiting = state.waiting): void {
    sent = { question, messageId };
    isStopping = false;
    const asked = { asking: question, waiting, outcome: undefined, problem: undefined };
    change({ ...connected, ...asked, phase: 'answering' });
    post();
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
      busyAt = undefined;
      const phase = threadId === undefined ? 'idle' : 'loading';
      change({ ...emptyConversation, ...connected, waiting: [], threadId, phase });
      tell();
      join();
    },
    ask(question) {
      if (question.trim() === '') return;
      const waiting = [...state.waiting, question];
      if (state.phase === 'idle') sendFirst(waiting);
      else change({ waiting });
    },
    stop,
    retry() {
      const last = lastQuestion();
      const isUnread = last === undefined || state.problem?.code === 'CONNECTION_LOST';
      if (state.asking !== undefined && sent !== undefined) send(sent.question, sent.messageId);
      else if (isToContinue()) {
        change({ phase: 'answering', outcome: undefined, problem: undefined });
        post();
      } else if (!isUnread) send(last, newMessageId());
      else if (state.threadId !== undefined) {
        change({ phase: 'loading', problem: undefined });
        join();
      }
    },
    catchUp() {
      const { phase, asking, problem } = state;
      if (phase === 'idle' && asking === undefined && problem === undefined) join();
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
