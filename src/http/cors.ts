/** Which pages of other origins may read what this service answers. */
export interface CorsPolicy {
  /** Without any, answers are the same for every origin. */
  readonly hasOrigins: boolean;
  /** @param accountName of the caller; undefined when nobody was identified */
  allows(origin: string, accountName: string | undefined): boolean;
}

/** Headers beyond those that any page may send. */
const requestHeaders = 'authorization, content-type, x-request-id';
/** Headers beyond those that any page may read. */
const responseHeaders =
  'content-disposition, ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, x-request-id';
const preflightSeconds = '600';

/**
 * Adds to an answer what lets the page that asked read it, and answers a preflight by the methods that the door allows
 * (contract §4). Credentials of browsers are never taken: callers send theirs in `Authorization`.
 */
export function applyCors(
  request: Request,
  headers: Headers,
  policy: CorsPolicy,
  accountName: string | undefined,
): void {
  if (!policy.hasOrigins) return;
  headers.append('vary', 'origin');
  const origin = request.headers.get('origin');
  if (origin === null || !policy.allows(origin, accountName)) return;
  headers.set('access-control-allow-origin', origin);
  const allow = headers.get('allow');
  if (request.method === 'OPTIONS' && allow !== null) {
    headers.set('access-control-allow-methods', allow);
    headers.set('access-control-allow-headers', requestHeaders);
    headers.set('access-control-max-age', preflightSeconds);
  } else {
    headers.set('access-control-expose-headers', responseHeaders);
  }
}
