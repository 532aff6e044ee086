import {
  AISDKError,
  APICallError,
  InvalidResponseDataError,
  NoOutputGeneratedError,
  StreamProviderError,
} from 'ai';
import { AppError } from '../errors.ts';
import type { TurnError } from '../services/chat/turn.ts';

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

  /** Whether the provider wants money first: it will not answer again by waiting. */
  get isOutOfQuota(): boolean {
    return /insufficient_quota|credit balance is too low/.test(this.#body);
  }

  /** Whether the prompt is longer than the model takes. */
  get isTooLong(): boolean {
    // Other failures may repeat a prompt that has such words in it.
    if (this.status !== 400 && this.status !== 413) return false;
    return /context_length_exceeded|context (length|window)|(prompt|input) is too long|token count.{0,80}exceeds/i.test(
      this.#body,
    );
  }

  /** How long the provider asks to wait, in milliseconds; undefined if it does not say. */
  retryAfterMs(now = Date.now()): number | undefined {
    const headers = APICallError.isInstance(this.cause) ? (this.cause.responseHeaders ?? {}) : {};
    const ms = Number(headers['retry-after-ms'] ?? Number.NaN);
    if (Number.isFinite(ms) && ms >= 0) return ms;
    const text = headers['retry-after'];
    if (text === undefined) return undefined;
    const seconds = Number(text);
    if (Number.isFinite(seconds)) return seconds >= 0 ? seconds * 1000 : undefined;
    const at = Date.parse(text);
    return Number.isNaN(at) ? undefined : Math.max(0, at - now);
  }

  /** What the provider said of the failure. It may repeat the prompt: never log or show it. */
  get #body(): string {
    const { cause } = this;
    if (APICallError.isInstance(cause)) return cause.responseBody ?? '';
    return StreamProviderError.isInstance(cause) ? `${cause.code} ${cause.message}` : '';
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
 * How long to wait before the next attempt: half a second, doubled each time, unless the provider says how long.
 * Undefined if the failure is permanent, or would last longer than 30 s.
 * @param now in milliseconds since 1970, for a `retry-after` that names a time
 */
export function pauseMs(error: ProviderError, attempt: number, now = Date.now()): number | undefined {
  if (error.isOutOfQuota || !mayPass(error.cause)) return undefined;
  const pause = error.retryAfterMs(now) ?? firstPauseMs * 2 ** attempt;
  return pause <= longestPauseMs ? pause : undefined;
}

/** A pause that is up to half as long again, so that turns that failed together do not come back together. */
export function withJitter(ms: number, random = Math.random()): number {
  return ms * (1 + random / 2);
}

function mayPass(cause: unknown): boolean {
  if (APICallError.isInstance(cause)) return cause.isRetryable;
  if (StreamProviderError.isInstance(cause)) return cause.isRetryable;
  // A truncated stream. Anything else that the SDK refuses (a bad prompt, a missing key) would be refused again.
  if (AISDKError.isInstance(cause)) {
    return InvalidResponseDataError.isInstance(cause) || NoOutputGeneratedError.isInstance(cause);
  }
  return true;
}

/** A failure as the user reads it. A provider's own message may name accounts and addresses, so only its kind is told. */
export function describeFailure(error: unknown): TurnError {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  const message = error instanceof ProviderError ? describeProviderError(error) : incomplete;
  return { code: 'UNAVAILABLE', message };
}

const incomplete = 'The language model did not complete its answer.';

function describeProviderError(error: ProviderError): string {
  const { status } = error;
  if (error.isOutOfQuota) return "The quota of the language model's account is used up.";
  if (error.isTooLong) {
    return 'The conversation is too long for the language model. Start a new thread, or ask for less at once.';
  }
  const ms = error.retryAfterMs();
  const when = ms === undefined ? 'later' : `in ${describeTime(ms)}`;
  if (status === 429) return `The language model is over its rate limit. Try again ${when}.`;
  if (status === 401 || status === 403) {
    return `The language model does not accept the key of this service (HTTP ${status}).`;
  }
  if (status === 404) return 'The provider has no such language model (HTTP 404).';
  if (!APICallError.isInstance(error.cause) || status === 200) return incomplete;
  const code = status === undefined ? '' : ` (HTTP ${status})`;
  return `The language model did not answer${code}.${ms === undefined ? '' : ` Try again ${when}.`}`;
}

function describeTime(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1_000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}
