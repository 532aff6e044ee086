import { createMemoryRateLimiter } from '../src/limits/memory-rate-limiter.ts';
import { createLimits, type Limits } from '../src/services/limits/limits.ts';

/** Limits that are counted as in production, and so high that no benchmark meets them. */
export function highLimits(): Limits {
  const high = 1_000_000;
  return {
    ...createLimits({ rates: createMemoryRateLimiter(), maxTurns: high }),
    ofAccount: () => ({
      keyRequestsPerSecond: high,
      userRequestsPerSecond: high,
      userTurnsPerMinute: high,
      concurrentTurns: high,
      userConcurrentTurns: high,
    }),
  };
}
