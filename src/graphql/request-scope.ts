import type { GraphQLContext, Services } from '../schema/context.ts';
import { authenticate } from '../services/keys/authenticate.ts';
import { countRequest } from '../services/limits/count-request.ts';
import type { RateUse } from '../services/limits/spend-rate.ts';

/** What is known of a request while it is answered, by either door. */
export interface RequestScope {
  readonly id: string;
  /** Undefined when nobody knows, as for a request from this process. */
  readonly clientAddress: string | undefined;
  /** Once its caller was identified. */
  accountName?: string | undefined;
  /** How the limit of its caller stands, once it was counted. */
  rate?: RateUse;
}

/**
 * What resolvers of this request may use: finds out who sends it and counts it. Both doors begin with it.
 * @throws AppError as `authenticate` and `countRequest`
 */
export async function openContext(
  services: Services,
  scope: RequestScope,
  authorization: string | null,
): Promise<GraphQLContext> {
  const caller = await authenticate(services, services.tokens, authorization);
  scope.accountName = caller?.account.name;
  await countRequest(services.limits, caller, (rate) => {
    scope.rate = rate;
  });
  return { services, caller, clientAddress: scope.clientAddress };
}

/** How a limit stands, as clients read it: names and meanings of draft 6 of the IETF's RateLimit fields. */
export function rateHeaders(rate: RateUse | undefined): readonly (readonly [string, string])[] {
  if (rate === undefined) return [];
  return [
    ['ratelimit-limit', String(rate.limit.quota)],
    ['ratelimit-remaining', String(rate.remaining)],
    ['ratelimit-reset', String(Math.ceil(rate.resetMs / 1_000))],
  ];
}
