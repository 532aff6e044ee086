import type { LineSource } from '../contract/operation-runner.ts';
import { type ErrorCode, internalError, knownFailure } from '../errors.ts';
import { streamedResponse } from '../http/streamed-response.ts';

/** A failure as it is shown to the client. */
export interface Failure {
  readonly error: string;
  readonly code: ErrorCode;
}

/**
 * A 200 response of newline-delimited JSON, pulled from `source` at the speed of the client: one chunk per batch.
 * A failure comes after the status was sent, so it is the last line.
 * @param options.onFailure receives failures before they are masked, to log them
 */
export function ndjsonResponse(
  source: LineSource,
  options: { readonly request: Request; readonly onFailure?: (error: unknown) => void },
): Response {
  const chunks = {
    next: async () => (await source.nextBatch())?.lines ?? null,
    return: () => source.return(),
  };
  return streamedResponse(chunks, {
    ...options,
    headers: { 'content-type': 'application/x-ndjson; charset=utf-8' },
    failure: (error) => Buffer.from(`${JSON.stringify({ id: '__error__', ...failureOf(error) })}\n`),
    keepAliveBytes,
  });
}

/** White space may precede the next line; an empty line would not be JSON. */
const keepAliveBytes = Buffer.from(' ');

/** How an error is shown to the client. Unknown errors are masked. */
export function failureOf(thrown: unknown): Failure {
  const { message, code } = knownFailure(thrown) ?? internalError();
  return { error: message, code };
}
