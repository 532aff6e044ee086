import type { Redis } from 'ioredis';
import { redisScript, runScript } from '../redis-script.ts';
import { ExpiringMap } from './expiring-map.ts';
import { createMemoryRateLimiter } from './memory-rate-limiter.ts';
import type { RateLimit, RateLimiter, RateState } from './rate-limiter.ts';

export interface RedisRateLimiterOptions {
  /** Owned by this limiter. It must reject commands immediately while it is not connected. */
  readonly client: Redis;
  /** Prefix of all keys, shared by processes that share buckets. @default 'inlay' */
  readonly prefix?: string;
  /** Called when Redis becomes unreachable, so that each process counts on its own, and when it is reachable again. */
  readonly onChange?: (reachable: boolean) => void;
}

/** A process takes this much of a bucket's flow at once, and may keep it for this long. */
const shareSeconds = 0.05;
const shareLifeMs = 1_000;

/**
 * KEYS bucket. ARGV quota, window in microseconds, number of requests wanted.
 * Takes up to that number. Returns how many it took, how many are left, and the microseconds until the bucket is full and until
 * the next request is allowed. The key stores when the bucket will be full.
 */
const takeScript = redisScript(`
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
`);

/** This process's share of a bucket: requests that it may allow without asking Redis, or the fact that there are none. */
interface Share {
  left: number;
  readonly state: RateState;
  readonly fromMs: number;
}

/**
 * Counts across processes on one Redis, by its clock. A busy bucket is taken in shares of 50 ms of its flow, so that most requests
 * do not need Redis, and an empty bucket is not asked again before it has something. Never more than the limit is allowed, and at
 * most one share per process less. While Redis is unreachable, this process counts on its own.
 */
export function createRedisRateLimiter(options: RedisRateLimiterOptions): RateLimiter {
  const { client, prefix = 'inlay', onChange = () => {} } = options;
  const local = createMemoryRateLimiter();
  const shares = new ExpiringMap<Share>();
  const asking = new Map<string, { waiting: number; readonly answer: Promise<boolean> }>();
  let reachable = true;
  let isDisposed = false;

  function report(isReachable: boolean): void {
    // A connection that this process closed is not reported.
    if (isDisposed || isReachable === reachable) return;
    reachable = isReachable;
    onChange(isReachable);
  }
  client.on('close', () => report(false));

  /** From this process's share; undefined if Redis has to be asked. */
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

  /** Fetches a share for all waiting requests. False if Redis is unreachable. */
  async function fetchShare(bucket: string, limit: RateLimit): Promise<boolean> {
    // Requests of the same tick share the reply.
    await Promise.resolve();
    const { waiting = 1 } = asking.get(bucket) ?? {};
    const wanted = Math.max(waiting, Math.floor((limit.quota / limit.windowSeconds) * shareSeconds));
    try {
      if (client.status !== 'ready') return false;
      const args = [limit.quota, limit.windowSeconds * 1e6, wanted];
      const reply = await runScript(client, takeScript, [`${prefix}:rate:${bucket}`], args);
      const [taken = 0, remaining = 0, resetMicros = 0, retryMicros = 0] = reply as number[];
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
