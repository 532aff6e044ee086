import type { Caller } from '../caller.ts';
import type { Limits } from './limits.ts';
import { perSecond, type RateUse, spendRate } from './spend-rate.ts';

/**
 * Counts a request against the limit of its API key or end user. One without credentials is counted, if at all, by what
 * it asks for.
 * @param onUse told how the limit stands, unless there is none
 * @throws AppError `TOO_MANY_REQUESTS`
 */
export async function countRequest(
  limits: Limits,
  caller: Caller | null,
  onUse: (use: RateUse) => void,
): Promise<void> {
  if (caller === null) return;
  const { keyRequestsPerSecond, userRequestsPerSecond } = limits.ofAccount(caller.account.name);
  const [bucket, limit, what] =
    caller.kind === 'apiKey'
      ? [`key:${caller.keyId}`, keyRequestsPerSecond, 'Requests of this API key']
      : [`user:${caller.userId}`, userRequestsPerSecond, 'Requests of this user'];
  await spendRate(limits.rates, bucket, perSecond(limit), what, onUse);
}
