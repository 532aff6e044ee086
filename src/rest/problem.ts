import { Response } from '@whatwg-node/fetch';
import type { Shape } from '../contract/shape.ts';
import { errorCodes, internalError, knownFailure } from '../errors.ts';
import type { problem } from './answers.ts';

export type Problem = Shape<typeof problem>;

/** Turns anything that was thrown into a response. Unknown errors are masked. */
export function problemResponse(
  thrown: unknown,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const error = knownFailure(thrown) ?? internalError();
  const { status, title } = errorCodes[error.code];
  const body: Problem = {
    type: 'about:blank',
    title,
    status,
    detail: error.message,
    code: error.code,
    requestId,
    error: error.message,
    ...(error.issues.length > 0 ? { issues: error.issues } : {}),
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...headers,
      ...(status === 401 ? { 'www-authenticate': 'Api-Key, Bearer' } : {}),
      ...(error.retryAfterSeconds === undefined ? {} : { 'retry-after': String(error.retryAfterSeconds) }),
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
    },
  });
}
