/** Headers of every response. The referrer is suppressed because a URL may contain a session. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

export interface Framing {
  readonly frameAncestors: readonly string[];
  readonly frameSources: readonly string[];
  /** @default the service's own files */
  readonly scriptSources?: readonly string[];
}

/**
 * Headers of a page. Its policy limits it to requests to this service, scripts from the service's own files, and style elements
 * that these scripts create.
 * @param nonce unique to this response
 * @param framing who may frame the page, what the page may frame, and its scripts, as sources of a content security policy
 */
export function pageHeaders(
  nonce: string,
  { frameAncestors, frameSources, scriptSources = ["'self'"] }: Framing,
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src ${scriptSources.join(' ')}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${frameSources.join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors.join(' ')}`,
  ];
  return {
    ...commonHeaders,
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': policy.join('; '),
  };
}
