import type { AccountLimits } from '../../src/services/limits/limits.ts';

/** What tests of other things have: time stands still in many of them, so that no bucket would fill up again. */
export const noLimits: AccountLimits = {
  keyRequestsPerSecond: 0,
  userRequestsPerSecond: 0,
  userTurnsPerMinute: 0,
  concurrentTurns: 0,
  userConcurrentTurns: 0,
};
