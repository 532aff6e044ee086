import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { ExpiringMap } from './expiring-map.ts';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';
import type { RateLimit, RateLimiter, RateState } from './rate-limiter.ts';

export interface RedisRateLimiterOptions {
  /** This limiter's own, which refuses commands at once while it is not connected. */
  readonly client: Redis;
  /** What all keys begin with; processes that share buckets share it. @default 'inlay' */
  readonly prefix?: string;
  /** Told when Redis cannot be asked, so that each process counts by itself, and when it can be again. */
  readonly onChange?: (reachable: boolean) => void;
}

/** How much of a bucket's flow a process takes at once, and how long it may keep what it has taken. */
const shareSeconds = 0.05;
const shareLifeMs = 1_000;

/**
 * KEYS bucket. ARGV quota, window in microseconds, how many are wanted.
 * Takes as many as there are, and returns how many these were, how many are left, and in microseconds when the bucket
 * is full and when there is one again. The key holds when the bucket is full.
 */
const takeScript = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local quota, window, wanted = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local interval = window / quota
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or 0), now)
local free = math.floor((window - (full - now)) / interval + 0.001)
local taken = math.min(wanted, math.max(free, 0))
local after = full + taken * interval
if taken > 0 then
  redis.call('SET', KEYS[1], string.format('%.0f', after), 'PX', math.ceil((after - now) / 1000))
end
return { taken, math.max(free - taken, 0), math.ceil(after - now), math.ceil(math.max(after + interval - now - window, 0)) }
`;
const takeSha = createHash('sha1').update(takeScript).digest('hex');

/** What this process has of a bucket: requests that it may let pass without asking, or the news that there are none. */
interface Share {
  left: number;
  readonly state: RateState;
  readonly fromMs: number;
}

/**
 * Counts across processes on one Redis, by its clock. A bucket with much flow is taken in shares of 50 ms of it, so that
 * most requests ask nobody and an empty bucket is not asked again before it has something: never more than the limit
 * passes, and at most a share for each process less. Whenever Redis cannot be asked, this process counts by itself.
 */
export function createRedisRateLimiter(options: RedisRateLimiterOptions): RateLimiter {
  const { client, prefix = 'inlay', onChange = () => {} } = options;
  const local = createMemoryRateLimiter();
  const shares = new ExpiringMap<Share>();
  const asking = new Map<string, { waiting: number; readonly answer: Promise<boolean> }>();
  let reachable = true;
  let isDisposed = false;

  function report(isReachable: boolean): void {
    // A connection that is closed here is no news.
    if (isDisposed || isReachable === reachable) return;
    reachable = isReachable;
    onChange(isReachable);
  }
  client.on('close', () => report(false));

  /** From what is here already; undefined when Redis has to be asked. */
  function fromShare(bucket: string): RateState | undefined {
    const nowMs = performance.now();
    const share = shares.get(bucket, nowMs);
    if (share === undefined) return undefined;
    const { allowed, remaining, resetMs, retryAfterMs } = share.state;
    const agedMs = nowMs - share.fromMs;
    const reset = Math.max(0, resetMs - agedMs);
    if (!allowed) return { allowed, remaining, resetMs: reset, retryAfterMs: retryAfterMs - agedMs };
    if (share.left === 0) return undefined;
    share.left -= 1;
    return { allowed, remaining: remaining + share.left, resetMs: reset, retryAfterMs };
  }

  async function evaluate(key: string, limit: RateLimit, wanted: number): Promise<number[]> {
    const args = [key, limit.quota, limit.windowSeconds * 1e6, wanted];
    try {
      return (await client.evalsha(takeSha, 1, ...args)) as number[];
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('NOSCRIPT')) throw error;
      return (await client.eval(takeScript, 1, ...args)) as number[];
    }
  }

  /** Fetches a share for all who wait for it; false when Redis cannot be asked. */
  async function fetchShare(bucket: string, limit: RateLimit): Promise<boolean> {
    // Whoever comes in the same tick takes part.
    await Promise.resolve();
    const { waiting = 1 } = asking.get(bucket) ?? {};
    const wanted = Math.max(waiting, Math.floor((limit.quota / limit.windowSeconds) * shareSeconds));
    try {
      if (client.status !== 'ready') return false;
      const answer = await evaluate(`${prefix}:rate:${bucket}`, limit, wanted);
      const [taken = 0, remaining = 0, resetMicros = 0, retryMicros = 0] = answer;
      const nowMs = performance.now();
      const allowed = taken > 0;
      const retryAfterMs = allowed ? 0 : retryMicros / 1_000;
      const state = { allowed, remaining, resetMs: resetMicros / 1_000, retryAfterMs };
      const lifeMs = allowed ? shareLifeMs : Math.min(retryAfterMs, shareLifeMs);
      shares.set(bucket, { left: taken, state, fromMs: nowMs }, nowMs + lifeMs, nowMs);
      report(true);
      return true;
    } catch {
      report(false);
      return false;
    } finally {
      asking.delete(bucket);
    }
  }

  async function ask(bucket: string, limit: RateLimit): Promise<RateState> {
    for (;;) {
      let pending = asking.get(bucket);
      if (pending === undefined) {
        pending = { waiting: 0, answer: fetchShare(bucket, limit) };
        asking.set(bucket, pending);
      }
      pending.waiting += 1;
      if (!(await pending.answer)) return local.take(bucket, limit);
      const state = fromShare(bucket);
      if (state !== undefined) return state;
    }
  }

  return {
    take: (bucket, limit) => fromShare(bucket) ?? ask(bucket, limit),
    async [Symbol.asyncDispose]() {
      isDisposed = true;
      client.disconnect();
    },
  };
}
