import type { ErrorCode } from './generated/graphql.ts';

/** One thing wrong with an input. */
export interface Issue {
  /** Where, dotted from the root of the input; empty for the input itself. */
  readonly path: string;
  readonly message: string;
}

/** What an {@link InlayError} may tell besides its code and message. */
export interface InlayErrorDetails {
  readonly issues?: readonly Issue[] | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** A request that the service refused or could not carry out. Its message may be shown to users. */
export class InlayError extends Error {
  override readonly name: string = 'InlayError';
  /** Why: a code of the service, or `CONNECTION_LOST` if there is no complete answer. */
  readonly code: ErrorCode | 'CONNECTION_LOST';
  /** What is wrong with the input, place by place. */
  readonly issues: readonly Issue[];
  /** The request in the service's log. */
  readonly requestId: string | undefined;
  /** Seconds after which the same request may succeed. */
  readonly retryAfter: number | undefined;

  constructor(code: InlayError['code'], message: string, details: InlayErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.issues = details.issues ?? [];
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
  }
}

/**
 * The service could not be reached, or the connection broke before the answer was complete. Whether the request took effect
 * is not known.
 */
export class ConnectionError extends InlayError {
  override readonly name = 'ConnectionError';

  constructor(message: string, details: InlayErrorDetails = {}) {
    super('CONNECTION_LOST', message, details);
  }
}
