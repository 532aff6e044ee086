/** Which other origins may read responses of this service. */
export interface CorsPolicy {
  /** Without any, responses do not depend on the origin. */
  readonly hasOrigins: boolean;
  /** @param accountName the caller's; undefined if there is no identified caller */
  allows(origin: string, accountName: string | undefined): boolean;
}

/** Headers that CORS does not allow by itself. */
const requestHeaders = [
  'authorization, content-type, x-request-id',
  'inlay-agent-id, inlay-deployment-id, inlay-external-id',
  'mcp-method, mcp-name, mcp-protocol-version, mcp-session-id',
].join(', ');
/** Headers that CORS does not expose by itself. */
const responseHeaders =
  'content-disposition, mcp-session-id, ratelimit-limit, ratelimit-remaining, ratelimit-reset, retry-after, x-request-id';
const preflightSeconds = '600';

/**
 * Adds the headers that let a page of an allowed origin read a response. A preflight allows the methods in `Allow`. Browsers'
 * own credentials are never allowed: callers send theirs in `Authorization`.
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
