import { AppError } from '../errors.ts';
import type { GraphQLContext } from '../schema/context.ts';
import { authenticate } from '../services/access/authenticate.ts';
import type { Caller } from '../services/caller.ts';
import type { AppContext } from '../services/create-services.ts';
import { countRequest } from '../services/limits/count-request.ts';
import type { RateUse } from '../services/limits/spend-rate.ts';
import { Loaders } from '../services/lists/loaders.ts';

/** What is known about a request while either door handles it. */
export interface RequestScope {
  readonly id: string;
  /** Undefined if it is not known, as for a request from this process. */
  readonly clientAddress: string | undefined;
  /** The path of the REST route, with the names of its parameters, or of another door. Set once it is found. */
  route?: string;
  /** Set once the caller is identified, as is `caller`. */
  accountName?: string | undefined;
  /** The caller's kind, by which it is logged. */
  caller?: 'admin key' | 'chat key' | 'user' | 'nobody';
  /** The GraphQL operation, of a batch the last. Named only if its document is known to the service. */
  operation?: string;
  /** The turn that the request started or joined. */
  turn?: string;
  /** The caller's rate limit. Set once the request is counted. */
  rate?: RateUse;
}

/**
 * The context of a request's resolvers. Authenticates the caller and counts the request, before either door reads more than
 * its head.
 * @throws AppError as `authenticate` and `countRequest`
 */
export async function openContext(
  services: AppContext,
  scope: RequestScope,
  authorization: string | null,
  isCounted = true,
): Promise<GraphQLContext> {
  const { clientAddress } = scope;
  const caller = await authenticate(services, services.tokens, authorization).catch(
    async (error: unknown) => {
      // Invalid credentials count as none.
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') await count(services, scope, null);
      throw error;
    },
  );
  scope.accountName = caller?.account.name;
  scope.caller = caller === null ? 'nobody' : caller.kind === 'user' ? 'user' : `${caller.role} key`;
  if (isCounted) await count(services, scope, caller);
  return { services: { ...services, loaders: new Loaders() }, caller, clientAddress };
}

/** Name of the account of an admin key; null for any other caller. @throws AppError as `authenticate` */
export async function adminAccountOf(
  services: AppContext,
  authorization: string | null,
): Promise<string | null> {
  const caller = await authenticate(services, services.tokens, authorization);
  return caller?.kind === 'apiKey' && caller.role === 'admin' ? caller.account.name : null;
}

/** Counts operations of a batch beyond the first. @throws AppError `TOO_MANY_REQUESTS` */
export async function countOperations(
  services: AppContext,
  scope: RequestScope,
  { caller }: GraphQLContext,
  operations: number,
): Promise<void> {
  for (let counted = 0; counted < operations; counted += 1) await count(services, scope, caller);
}

function count({ limits }: AppContext, scope: RequestScope, caller: Caller | null): Promise<void> {
  return countRequest(limits, caller ?? { clientAddress: scope.clientAddress }, (rate) => {
    scope.rate = rate;
  });
}

/** The RateLimit headers of draft 6 of the IETF. */
export function rateHeaders(rate: RateUse | undefined): readonly (readonly [string, string])[] {
  if (rate === undefined) return [];
  return [
    ['ratelimit-limit', String(rate.limit.quota)],
    ['ratelimit-remaining', String(rate.remaining)],
    ['ratelimit-reset', String(Math.ceil(rate.resetMs / 1_000))],
  ];
}
