import { RunLogError } from './run-log.ts';

/**
 * Messages to whoever listens at the moment, on any node. Nothing is kept: a listener that may have missed a message
 * ends with an error, so that it reads anew what the messages are about.
 *
 * `T` is a message: plain JSON that does not change once it is sent.
 */
export interface Topics<T> extends AsyncDisposable {
  /** Sends a message to the listeners of a topic, in the order of the calls. Never fails. */
  publish(topic: string, message: T): void;

  /** Hears everything published from now on. To leave, call `return`. @throws RunLogError `unavailable` */
  listen(topic: string): Promise<TopicListener<T>>;

  /** Number of listeners of a topic on this node. */
  listenerCount(topic: string): number;

  /** Ends all listeners on this node, which can then find another one. */
  stop(): void;
}

/** `next` rejects with a RunLogError: `lost` if a message may be missing, `unavailable` when its node stops. */
export type TopicListener<T> = AsyncIterableIterator<T, undefined, undefined>;

/** Messages that wait for a slow listener, before it is ended. */
const maxWaiting = 1_000;

/** The listeners on one node, by topic. */
export class TopicListeners<T> {
  readonly #listeners = new Map<string, Set<QueuedListener<T>>>();

  /** @param onLeave called once the listener has ended */
  add(topic: string, onLeave: () => void = () => {}): TopicListener<T> {
    const all = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, all);
    const listener = new QueuedListener<T>(() => {
      all.delete(listener);
      if (all.size === 0 && this.#listeners.get(topic) === all) this.#listeners.delete(topic);
      onLeave();
    });
    all.add(listener);
    return listener;
  }

  send(topic: string, message: T): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener.push(message);
  }

  count(topic: string): number {
    return this.#listeners.get(topic)?.size ?? 0;
  }

  endAll(error: RunLogError): void {
    for (const listener of [...this.#listeners.values()].flatMap((all) => [...all])) listener.end(error);
  }
}

class QueuedListener<T> implements TopicListener<T> {
  readonly #onEnd: () => void;
  readonly #queue: T[] = [];
  #waiting: PromiseWithResolvers<IteratorResult<T, undefined>> | undefined;
  /** Why it ended; null if it was told to. */
  #ended: RunLogError | null | undefined;

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd;
  }

  push(message: T): void {
    if (this.#waiting !== undefined) {
      this.#waiting.resolve({ done: false, value: message });
      this.#waiting = undefined;
    } else if (this.#queue.length < maxWaiting) this.#queue.push(message);
    else this.end(new RunLogError('lost', 'The listener is too slow'));
  }

  end(error: RunLogError | null): void {
    if (this.#ended !== undefined) return;
    this.#ended = error;
    if (error === null) this.#waiting?.resolve({ done: true, value: undefined });
    else this.#waiting?.reject(error);
    this.#waiting = undefined;
    this.#onEnd();
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    const [message] = this.#queue.splice(0, 1);
    if (message !== undefined) return { done: false, value: message };
    if (this.#ended === null) return { done: true, value: undefined };
    if (this.#ended !== undefined) throw this.#ended;
    this.#waiting ??= Promise.withResolvers();
    return this.#waiting.promise;
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#queue.length = 0;
    this.end(null);
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.return();
  }
}

/** The error of listeners whose node stops. */
export function stoppedError(): RunLogError {
  return new RunLogError('unavailable', 'This node stops');
}

/** The topics of a single process. */
export function createMemoryTopics<T>(): Topics<T> {
  const listeners = new TopicListeners<T>();
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    listeners.endAll(stoppedError());
  };
  return {
    publish: (topic, message) => listeners.send(topic, message),
    async listen(topic) {
      if (isStopped) throw stoppedError();
      return listeners.add(topic);
    },
    listenerCount: (topic) => listeners.count(topic),
    stop,
    async [Symbol.asyncDispose]() {
      stop();
    },
  };
}
