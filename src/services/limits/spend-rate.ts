import { AppError } from '../../errors.ts';
import type { RateLimit, RateLimiter, RateState } from '../../limits/rate-limiter.ts';

/** A limit that a request was counted against, and how it stands. */
export interface RateUse extends RateState {
  readonly limit: RateLimit;
}

/** A bucket of requests, full or not, holds so many seconds of its flow. */
const burstSeconds = 5;

/** So many a second, and five seconds of them at once. */
export function perSecond(count: number): RateLimit {
  return { quota: count * burstSeconds, windowSeconds: burstSeconds };
}

export function perMinute(count: number): RateLimit {
  return { quota: count, windowSeconds: 60 };
}

/**
 * Counts one request against a limit; a limit of nothing is none, and has no use.
 * @param what is limited, as it stands in a sentence: `Requests of this API key`
 * @param onUse told of the use also when the request is refused
 * @throws AppError `TOO_MANY_REQUESTS`, with the seconds until the next one is allowed
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
