import { createFairSlots, type FairSlots } from '../../limits/fair-slots.ts';
import type { RateLimiter } from '../../limits/rate-limiter.ts';
import { Tally } from '../../limits/tally.ts';

/** What an account, its API keys and its end users may do at most; 0 is without a limit (`limits` in inlay.yml). */
export interface AccountLimits {
  /** Requests per second of one API key. @default 2,000 */
  readonly keyRequestsPerSecond: number;
  /** Requests per second of one end user, by its token. @default 50 */
  readonly userRequestsPerSecond: number;
  /** Turns per minute that are started for one user. @default 60 */
  readonly userTurnsPerMinute: number;
  /** Turns of the account that run at once, on all processes. @default 100 */
  readonly concurrentTurns: number;
  /** Turns of one user that run at once, on all processes. @default 10 */
  readonly userConcurrentTurns: number;
}

export const defaultAccountLimits: AccountLimits = {
  keyRequestsPerSecond: 2_000,
  userRequestsPerSecond: 50,
  userTurnsPerMinute: 60,
  concurrentTurns: 100,
  userConcurrentTurns: 10,
};

/** What holds for the process whoever asks. */
export interface ProcessLimits {
  /** Requests per second from one address that come without valid credentials; 0 is without a limit. */
  readonly anonymousRequestsPerSecond: number;
  /** Session exchanges per second from one address, which are made without credentials; 0 is without a limit. */
  readonly exchangesPerSecond: number;
  /** Turns that run at once in this process. */
  readonly maxTurns: number;
  /** How long a new turn waits for another of this process to end. */
  readonly turnWaitMs: number;
}

export const defaultProcessLimits: ProcessLimits = {
  anonymousRequestsPerSecond: 50,
  exchangesPerSecond: 20,
  maxTurns: 200,
  turnWaitMs: 5_000,
};

/** How much is allowed to whom, and what counts it. */
export interface Limits {
  readonly rates: RateLimiter;
  readonly anonymousRequestsPerSecond: number;
  readonly exchangesPerSecond: number;
  /** Of the turns at work in this process; an account is an owner. */
  readonly turns: FairSlots;
  readonly turnWaitMs: number;
  /** Turns of this process that are about to be stored, by account and by user. */
  readonly starting: Tally;
  ofAccount(name: string): AccountLimits;
}

export interface LimitsOptions extends Partial<ProcessLimits> {
  /** Stays the caller's to dispose. */
  readonly rates: RateLimiter;
  /** By name; others have the defaults. */
  readonly accounts?: readonly { readonly name: string; readonly limits: AccountLimits }[];
}

/** Turns that wait for one to end, before more are refused. */
const maxWaitingTurns = 100;

export function createLimits(options: LimitsOptions): Limits {
  const { rates, accounts = [], ...given } = options;
  const { anonymousRequestsPerSecond, exchangesPerSecond, maxTurns, turnWaitMs } = {
    ...defaultProcessLimits,
    ...given,
  };
  const byAccount = new Map(accounts.map(({ name, limits }) => [name, limits]));
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
    ofAccount: (name) => byAccount.get(name) ?? defaultAccountLimits,
  };
}
