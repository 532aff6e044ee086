/** What every answer says: take the stated type, and tell nobody the address, which may hold a session. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

export interface Framing {
  readonly frameAncestors: readonly string[];
  readonly frameSources: readonly string[];
}

/**
 * Headers of a page. Its policy lets it reach nothing but this service, run no script but the service's own files, and
 * use no style elements but those that its own scripts make.
 * @param nonce of this one answer
 * @param framing who may show the page in a frame, and whom it may show, as sources of a content security policy
 */
export function pageHeaders(
  nonce: string,
  { frameAncestors, frameSources }: Framing,
): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
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
