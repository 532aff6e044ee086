import { AppError } from '../../errors.ts';
import type { RateLimit, RateLimiter, RateState } from '../../limits/rate-limiter.ts';

/** A limit that a request was counted against, and its state. */
export interface RateUse extends RateState {
  readonly limit: RateLimit;
}

/** How many seconds' worth of requests may be sent at once. */
const burstSeconds = 5;

/** A limit per second that allows bursts of five seconds. */
export function perSecond(count: number): RateLimit {
  return { quota: count * burstSeconds, windowSeconds: burstSeconds };
}

export function perMinute(count: number): RateLimit {
  return { quota: count, windowSeconds: 60 };
}

/**
 * Counts one request against a limit. A quota of 0 means that there is no limit.
 * @param what begins the message: `Requests of this API key`
 * @param onUse called with the state of the limit, also if the request is refused
 * @throws AppError `TOO_MANY_REQUESTS`, with the time until the next request is allowed
 */
export async function spendRate(
  rates: RateLimiter,
  bucket: string,
  limit: RateLimit,
  what: string,
  onUse: (use: RateUse) => void = () => {},
): Promise<void> {
  if (limit.quota === 0) return;
  const state = await rates.take(bucket, limit);
  onUse({ limit, ...state });
  if (state.allowed) return;
  const retryAfterSeconds = Math.max(1, Math.ceil(state.retryAfterMs / 1_000));
  const message = `${what} are limited to ${limit.quota} in ${limit.windowSeconds} seconds. Try again in ${retryAfterSeconds} s.`;
  throw new AppError('TOO_MANY_REQUESTS', message, { retryAfterSeconds });
}
