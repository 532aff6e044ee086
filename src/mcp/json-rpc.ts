import { Response } from '@whatwg-node/fetch';
import { z } from 'zod';
import { type ErrorCode, errorCodes, internalError, knownFailure } from '../errors.ts';

const parseError = -32_700;
const invalidRequest = -32_600;
/** The first of the codes that are left to implementations. */
const serverError = -32_000;

const jsonRpcCodes: Partial<Record<ErrorCode, number>> = {
  BAD_REQUEST: parseError,
  VALIDATION_FAILED: invalidRequest,
};

/** Turns anything that was thrown before a message was handled into a response. Unknown errors are masked. */
export function errorResponse(
  thrown: unknown,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { code, message, retryAfterSeconds } = knownFailure(thrown) ?? internalError();
  const { status } = errorCodes[code];
  const error = { code: jsonRpcCodes[code] ?? serverError, message, data: { code, requestId } };
  return new Response(JSON.stringify({ jsonrpc: '2.0', id: null, error }), {
    status,
    headers: {
      ...headers,
      ...(status === 401 ? { 'www-authenticate': 'Api-Key, Bearer' } : {}),
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
      'content-type': 'application/json; charset=utf-8',
    },
  });
}

const cancellation = z.object({
  method: z.literal('notifications/cancelled'),
  params: z.object({ requestId: z.union([z.string(), z.number()]) }),
});

/** The request that a message cancels; undefined for any other message. */
export function cancelledRequest(message: unknown): string | number | undefined {
  return cancellation.safeParse(message).data?.params.requestId;
}

/** Whether a message begins a connection of a revision that has them. */
export function isInitialize(message: unknown): boolean {
  return z.object({ method: z.literal('initialize') }).safeParse(message).success;
}
