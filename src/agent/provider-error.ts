import { AISDKError, APICallError, InvalidResponseDataError, StreamProviderError } from 'ai';

/** A failed call of a language model; `cause` is the error of the provider or of the connection to it. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  /** The provider's request id, for its support. */
  readonly requestId: string | undefined;

  constructor(cause: unknown, headers: Readonly<Record<string, string>> | undefined) {
    super('The language model did not complete its answer.', { cause });
    const ofCall = APICallError.isInstance(cause) ? cause.responseHeaders : undefined;
    this.requestId = requestIdOf(ofCall ?? headers ?? {});
  }

  get status(): number | undefined {
    const { cause } = this;
    const knows = APICallError.isInstance(cause) || StreamProviderError.isInstance(cause);
    return knows ? cause.statusCode : undefined;
  }
}

const requestIdHeaders = [
  'x-request-id',
  'request-id',
  'x-amzn-requestid',
  'apim-request-id',
  'x-goog-request-id',
];

/** Only what looks like an id: it is logged. */
function requestIdOf(headers: Readonly<Record<string, string>>): string | undefined {
  const ids = requestIdHeaders.map((name) => headers[name]);
  return ids.find((id) => id !== undefined && /^[\w.:=-]{1,100}$/.test(id));
}

const firstPauseMs = 500;
const longestPauseMs = 30_000;

/**
 * How long to wait before the next attempt: half a second, doubled each time, unless the provider sends `retry-after`.
 * Undefined if the failure is permanent, or would last longer than 30 s.
 * @param now in milliseconds since 1970, for a `retry-after` that names a time
 */
export function pauseMs({ cause }: ProviderError, attempt: number, now = Date.now()): number | undefined {
  if (!mayPass(cause)) return undefined;
  const headers = APICallError.isInstance(cause) ? (cause.responseHeaders ?? {}) : {};
  const pause = retryAfterMs(headers, now) ?? firstPauseMs * 2 ** attempt;
  return pause <= longestPauseMs ? pause : undefined;
}

function mayPass(cause: unknown): boolean {
  if (APICallError.isInstance(cause)) return cause.isRetryable && !isOutOfQuota(cause);
  if (StreamProviderError.isInstance(cause)) return cause.isRetryable;
  // A truncated stream. Anything else that the SDK refuses (a bad prompt, a missing key) would be refused again.
  if (AISDKError.isInstance(cause)) return InvalidResponseDataError.isInstance(cause);
  return true;
}

/** A 429 that will not go away by waiting. */
function isOutOfQuota({ statusCode, responseBody = '' }: APICallError): boolean {
  return statusCode === 429 && responseBody.includes('insufficient_quota');
}

function retryAfterMs(headers: Record<string, string>, now: number): number | undefined {
  const ms = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const text = headers['retry-after'];
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
