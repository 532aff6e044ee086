import { once } from 'node:events';
import { Redis, type RedisOptions, ReplyError } from 'ioredis';
import { type RedisScript, runScript } from '../redis-script.ts';
import { RunLogError } from './run-log.ts';

/** How long a call waits for a lost connection to come back. */
const patienceMs = 1_000;
const replyMs = 2_000;

/**
 * A client that keeps reconnecting, and whose calls fail fast meanwhile: nothing is queued without a connection.
 * @param replyMs time without a reply after which the connection is dropped
 */
export function connectRedis(
  url: string,
  options: { readonly replyMs: number; readonly name: string },
): Redis {
  const settings: RedisOptions = {
    connectionName: options.name,
    connectTimeout: 2_000,
    socketTimeout: options.replyMs,
    keepAlive: 10_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (attempt) => Math.min(20 * 2 ** Math.min(attempt, 6), 1_000),
  };
  const client = new Redis(url, settings);
  // The failing calls report it.
  client.on('error', () => {});
  // One listener for each call that waits for the connection.
  client.setMaxListeners(0);
  return client;
}

/** Resolves with true once commands can be sent, or with false after `withinMs`. */
export async function isReady(client: Redis, withinMs: number): Promise<boolean> {
  if (client.status === 'ready') return true;
  if (client.status === 'end') return false;
  try {
    await once(client, 'ready', { signal: AbortSignal.timeout(Math.max(1, withinMs)) });
    return true;
  } catch {
    return false;
  }
}

/** The connection for everything but blocking reads. */
export class RedisCalls {
  readonly client: Redis;

  constructor(url: string, name: string) {
    this.client = connectRedis(url, { replyMs: 2 * replyMs, name });
  }

  /**
   * Runs a script, again if the connection breaks and is soon back: scripts must be safe to run twice.
   * @throws RunLogError `unavailable`
   */
  async run(
    script: RedisScript,
    keys: readonly string[],
    args: readonly (string | number | Uint8Array)[],
  ): Promise<unknown> {
    const values = args.map((arg) => (arg instanceof Uint8Array ? asBuffer(arg) : arg));
    return this.#retry(() => runScript(this.client, script, keys, values));
  }

  /** Resolves when Redis replies. @throws RunLogError `unavailable` */
  async ping(): Promise<void> {
    await this.#retry(() => this.client.ping());
  }

  async #retry<R>(call: () => Promise<R>): Promise<R> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      let cause: unknown;
      if (await isReady(this.client, deadline - performance.now())) {
        try {
          return await withinReply(call());
        } catch (error) {
          cause = error;
        }
      }
      const isRefusal = cause instanceof ReplyError;
      if (isRefusal || performance.now() >= deadline) {
        throw new RunLogError('unavailable', 'The run log cannot be reached', { cause });
      }
      // A connection still looks ready between breaking and being reported as closed.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

async function withinReply<R>(reply: Promise<R>): Promise<R> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Redis did not reply in time')), replyMs);
  });
  try {
    return await Promise.race([reply, late]);
  } finally {
    clearTimeout(timer);
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
