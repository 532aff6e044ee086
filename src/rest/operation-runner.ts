import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { LineSource } from './ndjson.ts';

/**
 * The GraphQL API for REST routes. Every route runs one operation of it, so that no route can skip a permission. Injected by
 * the gateway.
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
