import { ExpiringMap } from './expiring-map.ts';
import type { RateLimit, RateLimiter, RateState } from './rate-limiter.ts';

interface MemoryRateLimiter extends RateLimiter {
  take(bucket: string, limit: RateLimit): RateState;
}

/**
 * Counts in this process with the generic cell rate algorithm, which stores only when a bucket will be full.
 * @param now milliseconds of a monotonic clock. @default the process's
 */
export function createMemoryRateLimiter(now: () => number = () => performance.now()): MemoryRateLimiter {
  const fullAtMs = new ExpiringMap<number>();
  return {
    take(bucket, { quota, windowSeconds }) {
      const nowMs = now();
      const windowMs = windowSeconds * 1_000;
      const intervalMs = windowMs / quota;
      const before = fullAtMs.get(bucket, nowMs) ?? nowMs;
      const after = before + intervalMs;
      // Rounding must not cost the last request of the quota.
      const roomMs = windowMs - (after - nowMs) + 1e-6;
      if (roomMs < 0) {
        return { allowed: false, remaining: 0, resetMs: before - nowMs, retryAfterMs: -roomMs };
      }
      fullAtMs.set(bucket, after, after, nowMs);
      return {
        allowed: true,
        remaining: Math.floor(roomMs / intervalMs),
        resetMs: after - nowMs,
        retryAfterMs: 0,
      };
    },
    async [Symbol.asyncDispose]() {},
  };
}
