/** What every answer says: take the stated type, and tell nobody the address, which may hold a session. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/**
 * Headers of a page. Its policy lets it reach nothing but this service, run no script but the service's own files, and
 * use no style elements but those that its own scripts make.
 * @param nonce of this one answer
 * @param frameAncestors who may show the page in a frame, as sources of a content security policy
 */
export function pageHeaders(nonce: string, frameAncestors: readonly string[]): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
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
