import type { TypedDocumentNode } from '@graphql-typed-document-node/core';

/**
 * The GraphQL API for doors that speak another protocol. Whatever they offer runs operations of it, so that none can skip a
 * permission. Injected by the gateway.
 */
export interface OperationRunners {
  /**
   * The API for one request.
   * @param authorization the value of the header, or null
   * @param isCounted whether the request counts toward the rate limit
   * @throws AppError `UNAUTHENTICATED`, `TOO_MANY_REQUESTS`
   */
  authenticate(authorization: string | null, isCounted: boolean): Promise<OperationRunner>;
}

export interface OperationRunner {
  /** Whether the credentials are a session token, which names its user. */
  readonly isUser: boolean;
  /** Runs a query or mutation. @throws AppError the first error of the result; anything else is a fault */
  execute<Result, Variables>(
    document: TypedDocumentNode<Result, Variables>,
    variables: Variables,
    signal: AbortSignal,
  ): Promise<Result>;
  /**
   * Runs the subscriber of a subscription and returns its source, which is not executed: by default encoded lines.
   * @throws AppError as `execute`
   */
  subscribe<Result, Variables, Source = LineSource>(
    document: TypedDocumentNode<Result, Variables>,
    variables: Variables,
    signal: AbortSignal,
  ): Promise<Source>;
}

/** Where lines come from; a reader of a run log fits. */
export interface LineSource {
  /** Whole lines in UTF-8, as many as there are now; waits if there are none. Null at the end. @throws AppError */
  nextBatch(): Promise<{ readonly lines: Uint8Array } | null>;
  /** Releases the source at once; a pending `nextBatch` resolves. Called at most once, and not after the end. */
  return(): unknown;
}
