import type { AccountLimits, LimitsOptions, ProcessLimits } from '../../src/services/limits/limits.ts';

/** What tests of other things have: time stands still in many of them, so that no bucket would fill up again. */
export const noLimits: AccountLimits = {
  keyRequestsPerSecond: 0,
  userRequestsPerSecond: 0,
  userTurnsPerMinute: 0,
  concurrentTurns: 0,
  userConcurrentTurns: 0,
  tokensPerDay: 0,
  userTokensPerDay: 0,
};

/** Limits of each account and of the process. */
export type GivenLimits = Partial<AccountLimits & ProcessLimits>;

/** These limits and no others; a turn waits a minute for a place, so that none is refused because a test is slow. */
export function onlyLimits(given: GivenLimits = {}): Omit<LimitsOptions, 'rates'> {
  return {
    anonymousRequestsPerSecond: 0,
    exchangesPerSecond: 0,
    turnWaitMs: 60_000,
    ...given,
    ofAccount: () => ({ ...noLimits, ...given }),
  };
}
