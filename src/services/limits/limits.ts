import { createFairSlots, type FairSlots } from '../../limits/fair-slots.ts';
import type { RateLimiter } from '../../limits/rate-limiter.ts';
import { Tally } from '../../limits/tally.ts';

/** Limits of an account, its API keys and its end users (`limits` in inlay.yml). 0 means no limit. */
export interface AccountLimits {
  /** Requests per second of one API key. @default 2,000 */
  readonly keyRequestsPerSecond: number;
  /** Requests per second of one end user, with a session token. @default 50 */
  readonly userRequestsPerSecond: number;
  /** New turns per minute of one user. @default 60 */
  readonly userTurnsPerMinute: number;
  /** Concurrent turns of the account, in all processes. @default 100 */
  readonly concurrentTurns: number;
  /** Concurrent turns of one user, in all processes. @default 10 */
  readonly userConcurrentTurns: number;
  /** Tokens that the account may use on a day, which begins at midnight UTC. @default 0 */
  readonly tokensPerDay: number;
  /** The same of one user. @default 0 */
  readonly userTokensPerDay: number;
}

export const defaultAccountLimits: AccountLimits = {
  keyRequestsPerSecond: 2_000,
  userRequestsPerSecond: 50,
  userTurnsPerMinute: 60,
  concurrentTurns: 100,
  userConcurrentTurns: 10,
  tokensPerDay: 0,
  userTokensPerDay: 0,
};

/** Limits that do not depend on the account. */
export interface ProcessLimits {
  /** Requests per second without valid credentials, from one address; 0 means no limit. */
  readonly anonymousRequestsPerSecond: number;
  /** Session exchanges per second from one address; 0 means no limit. */
  readonly exchangesPerSecond: number;
  /** Concurrent turns in this process. */
  readonly maxTurns: number;
  /** How long a new turn waits for another one in this process to end. */
  readonly turnWaitMs: number;
}

const defaultProcessLimits: ProcessLimits = {
  anonymousRequestsPerSecond: 50,
  exchangesPerSecond: 20,
  maxTurns: 200,
  turnWaitMs: 5_000,
};

/** The limits, and what counts against them. */
export interface Limits {
  readonly rates: RateLimiter;
  readonly anonymousRequestsPerSecond: number;
  readonly exchangesPerSecond: number;
  /** The slots for the turns of this process, shared fairly between accounts. */
  readonly turns: FairSlots;
  readonly turnWaitMs: number;
  /** Turns of this process that are not stored yet, by account and by user. */
  readonly starting: Tally;
  ofAccount(name: string): AccountLimits;
}

export interface LimitsOptions extends Partial<ProcessLimits> {
  /** The caller disposes of it. */
  readonly rates: RateLimiter;
  /** The limits of the account with this name. @default `defaultAccountLimits` for every account */
  readonly ofAccount?: (name: string) => AccountLimits;
}

/** Maximum number of turns that wait for another to end. */
const maxWaitingTurns = 100;

export function createLimits(options: LimitsOptions): Limits {
  const { rates, ofAccount = () => defaultAccountLimits, ...given } = options;
  const { anonymousRequestsPerSecond, exchangesPerSecond, maxTurns, turnWaitMs } = {
    ...defaultProcessLimits,
    ...given,
  };
  return {
    rates,
    anonymousRequestsPerSecond,
    exchangesPerSecond,
    turnWaitMs,
    turns: createFairSlots({
      maxActive: maxTurns,
      maxWaiting: maxWaitingTurns,
      overloaded: 'Too many turns are running. Try again in a moment.',
      closed: 'The service is shutting down.',
    }),
    starting: new Tally(),
    ofAccount,
  };
}
