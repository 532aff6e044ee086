import type { RateLimit } from '../../limits/rate-limiter.ts';
import type { Caller } from '../caller.ts';
import type { Limits } from './limits.ts';
import { perSecond, type RateUse, spendRate } from './spend-rate.ts';

/** A caller without credentials, identified by its address; undefined for requests from this process. */
interface Stranger {
  readonly kind?: undefined;
  readonly clientAddress: string | undefined;
}

/**
 * Counts a request against the limit of its API key, its end user, or its address.
 * @param onUse called with the state of the limit, if there is a limit
 * @throws AppError `TOO_MANY_REQUESTS`
 */
export async function countRequest(
  limits: Limits,
  from: Caller | Stranger,
  onUse: (use: RateUse) => void,
): Promise<void> {
  const counted = bucketOf(limits, from);
  if (counted === null) return;
  const [bucket, limit, what] = counted;
  await spendRate(limits.rates, bucket, limit, what, onUse);
}

function bucketOf(limits: Limits, from: Caller | Stranger): [string, RateLimit, string] | null {
  if (from.kind === undefined) {
    const { clientAddress: address } = from;
    if (address === undefined) return null;
    const limit = perSecond(limits.anonymousRequestsPerSecond);
    return [`anonymous:${address}`, limit, 'Requests without valid credentials from one address'];
  }
  const { keyRequestsPerSecond, userRequestsPerSecond } = limits.ofAccount(from.account.name);
  return from.kind === 'apiKey'
    ? [`key:${from.keyId}`, perSecond(keyRequestsPerSecond), 'Requests of this API key']
    : [`user:${from.userId}`, perSecond(userRequestsPerSecond), 'Requests of this user'];
}
