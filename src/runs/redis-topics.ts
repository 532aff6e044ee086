import type { Redis } from 'ioredis';
import { connectRedis, isReady } from './redis-connection.ts';
import { RunLogError } from './run-log.ts';
import { stoppedError, type TopicListener, TopicListeners, type Topics } from './topics.ts';

export interface RedisTopicsOptions {
  /** `redis://` or `rediss://`; a single server, or a proxy that acts as one. */
  readonly url: string;
  /** Prefix of all channels, before the number of the database; nodes that share topics share both. @default 'inlay' */
  readonly prefix?: string;
}

const replyMs = 2_000;

/** How long a listener waits for a lost connection to come back. */
const patienceMs = 1_000;

/** A connection that is only listened to looks alive for as long as nothing is asked over it. */
const pingMs = 5_000;

/**
 * The topics of many processes on one database of Redis, a channel each, without a connection per listener. What is published
 * while Redis is down reaches nobody; a lost connection ends all listeners on the node.
 */
export function createRedisTopics<T>({ url, prefix = 'inlay' }: RedisTopicsOptions): Topics<T> {
  return new ChannelTopics<T>(url, prefix);
}

class ChannelTopics<T> implements Topics<T> {
  readonly #prefix: string;
  readonly #sender: Redis;
  readonly #receiver: Redis;
  readonly #listeners = new TopicListeners<T>();
  readonly #pings: NodeJS.Timeout;
  #isStopped = false;

  constructor(url: string, name: string) {
    this.#sender = connectRedis(url, { replyMs, name: 'inlay-topics' });
    // Unlike keys, channels are the same in all databases of a server, which may be of several installations.
    const prefix = `${name}:topic:${this.#sender.options.db ?? 0}:`;
    this.#prefix = prefix;
    this.#receiver = connectRedis(url, { replyMs, name: 'inlay-listener' });
    this.#receiver.on('message', (channel: string, text: string) => {
      const topic = channel.slice(prefix.length);
      if (this.#listeners.count(topic) === 0) this.#leave(topic);
      else this.#listeners.send(topic, JSON.parse(text) as T);
    });
    this.#receiver.on('close', () => {
      this.#listeners.endAll(new RunLogError('lost', 'The connection to Redis broke'));
    });
    this.#pings = setInterval(() => void this.#receiver.ping().catch(() => {}), pingMs).unref();
  }

  publish(topic: string, message: T): void {
    this.#sender.publish(this.#prefix + topic, JSON.stringify(message)).catch(() => {
      // Redis is down, so the listeners end.
    });
  }

  async listen(topic: string): Promise<TopicListener<T>> {
    if (this.#isStopped) throw stoppedError();
    // Before it is confirmed, so that a listener that leaves meanwhile does not end the subscription of this one.
    const listener = this.#listeners.add(topic, () => {
      if (this.#listeners.count(topic) === 0) this.#leave(topic);
    });
    try {
      if (!(await isReady(this.#receiver, patienceMs))) throw new Error('There is no connection.');
      await this.#receiver.subscribe(this.#prefix + topic);
      return listener;
    } catch (cause) {
      await listener.return?.();
      throw new RunLogError('unavailable', 'Redis cannot be reached', { cause });
    }
  }

  listenerCount(topic: string): number {
    return this.#listeners.count(topic);
  }

  stop(): void {
    this.#isStopped = true;
    this.#listeners.endAll(stoppedError());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.stop();
    clearInterval(this.#pings);
    this.#sender.disconnect();
    this.#receiver.disconnect();
  }

  #leave(topic: string): void {
    this.#receiver.unsubscribe(this.#prefix + topic).catch(() => {
      // Without a connection there is nothing to leave.
    });
  }
}
