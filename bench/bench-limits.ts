import type { LimitsOptions } from '../src/services/limits/limits.ts';

const high = 1_000_000;

/** Limits that are counted as in production, and so high that no benchmark meets them. */
export const highLimits: Omit<LimitsOptions, 'rates'> = {
  maxTurns: high,
  ofAccount: () => ({
    keyRequestsPerSecond: high,
    userRequestsPerSecond: high,
    userTurnsPerMinute: high,
    concurrentTurns: high,
    userConcurrentTurns: high,
    // Not counted unless a workspace sets them.
    tokensPerDay: 0,
    userTokensPerDay: 0,
  }),
};
