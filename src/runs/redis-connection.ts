import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Redis, type RedisOptions, ReplyError } from 'ioredis';
import { RunLogError } from './run-log.ts';

/** How long a call may wait for a connection that comes back, before it counts as unavailable. */
const patienceMs = 1_000;
const replyMs = 2_000;

/** A Lua script that Redis knows by its hash once it has seen it. */
export interface RedisScript {
  readonly lua: string;
  readonly sha: string;
}

export function redisScript(lua: string): RedisScript {
  return { lua, sha: createHash('sha1').update(lua).digest('hex') };
}

/**
 * A client that connects again by itself for as long as it takes, and says quickly when it cannot: nothing is queued
 * while there is no connection.
 * @param replyMs time without any answer after which the connection is given up
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
  // Failures are told by the calls that meet them.
  client.on('error', () => {});
  // One for each call that waits for the connection.
  client.setMaxListeners(0);
  return client;
}

/** Resolves when commands can be sent; false when that took too long. */
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

/** The connection for everything but waiting. */
export class RedisCalls {
  readonly client: Redis;

  constructor(url: string, name: string) {
    this.client = connectRedis(url, { replyMs: 2 * replyMs, name });
  }

  /**
   * Runs a script; again when the connection broke and is back soon, so a script must be safe to run twice.
   * @throws RunLogError `unavailable`
   */
  async run(
    script: RedisScript,
    keys: readonly string[],
    args: readonly (string | number | Uint8Array)[],
  ): Promise<unknown> {
    const values = args.map((arg) => (arg instanceof Uint8Array ? asBuffer(arg) : arg));
    return this.#retry(async () => {
      try {
        return await this.client.evalsha(script.sha, keys.length, ...keys, ...values);
      } catch (error) {
        if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
        return this.client.eval(script.lua, keys.length, ...keys, ...values);
      }
    });
  }

  /** Resolves when Redis answers. @throws RunLogError `unavailable` */
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
      // Between its last command and the news that it is closed, a connection looks ready.
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

async function withinReply<R>(reply: Promise<R>): Promise<R> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Redis gave no answer in time')), replyMs);
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
