import { Response } from '@whatwg-node/server';
import { AppError, type ErrorCode, errorCodes, type Issue, knownFailure } from '../errors.ts';

/** The body of every error (contract §4): problem details of RFC 9457, with `error` for clients of the specification. */
export interface Problem {
  readonly type: 'about:blank';
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ErrorCode;
  readonly requestId: string;
  /** Equal to `detail`. */
  readonly error: string;
  readonly issues?: readonly Issue[];
}

/** Turns whatever was thrown into a response. What is no known failure is masked. */
export function problemResponse(
  thrown: unknown,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const error = knownFailure(thrown) ?? new AppError('INTERNAL', 'Internal server error');
  const { status, title } = errorCodes[error.code];
  const problem: Problem = {
    type: 'about:blank',
    title,
    status,
    detail: error.message,
    code: error.code,
    requestId,
    error: error.message,
    ...(error.issues.length > 0 ? { issues: error.issues } : {}),
  };
  return new Response(JSON.stringify(problem), {
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
