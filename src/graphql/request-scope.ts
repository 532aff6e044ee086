import { AppError } from '../errors.ts';
import type { GraphQLContext, Services } from '../schema/context.ts';
import { authenticate } from '../services/access/authenticate.ts';
import type { Caller } from '../services/caller.ts';
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
 * What resolvers of this request may use: finds out who sends it and counts it. Both doors begin with it, before they read
 * anything but the head of the request.
 * @throws AppError as `authenticate` and `countRequest`
 */
export async function openContext(
  services: Services,
  scope: RequestScope,
  authorization: string | null,
  isCounted = true,
): Promise<GraphQLContext> {
  const { clientAddress } = scope;
  const caller = await authenticate(services, services.tokens, authorization).catch(
    async (error: unknown) => {
      // Who has no valid credentials has none.
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') await count(services, scope, null);
      throw error;
    },
  );
  scope.accountName = caller?.account.name;
  if (isCounted) await count(services, scope, caller);
  return { services, caller, clientAddress };
}

/** The account of an admin key; null for anybody else. @throws AppError as `authenticate` */
export async function adminAccountOf(
  services: Services,
  authorization: string | null,
): Promise<string | null> {
  const caller = await authenticate(services, services.tokens, authorization);
  return caller?.kind === 'apiKey' && caller.role === 'admin' ? caller.account.name : null;
}

/** Counts further operations of a request, of which the first was counted. @throws AppError `TOO_MANY_REQUESTS` */
export async function countOperations(
  services: Services,
  scope: RequestScope,
  { caller }: GraphQLContext,
  operations: number,
): Promise<void> {
  for (let counted = 0; counted < operations; counted += 1) await count(services, scope, caller);
}

function count({ limits }: Services, scope: RequestScope, caller: Caller | null): Promise<void> {
  return countRequest(limits, caller ?? { clientAddress: scope.clientAddress }, (rate) => {
    scope.rate = rate;
  });
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
