import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import type { LineSource } from './ndjson.ts';

/**
 * The GraphQL API as a REST route sees it: everything that a route does is one operation of it, so that no route can
 * skip a permission. Injected by the gateway.
 */
export interface GraphQLDoor {
  /**
   * The API for one request.
   * @param authorization the header's value; null for nobody
   * @param isCounted against the limit of whoever sends it
   * @throws AppError `UNAUTHENTICATED`, `TOO_MANY_REQUESTS`
   */
  authenticate(authorization: string | null, isCounted: boolean): Promise<AuthenticatedDoor>;
}

export interface AuthenticatedDoor {
  /** Whether the credentials are a session token, which names its user. */
  readonly isUser: boolean;
  /** Runs a query or mutation. @throws AppError the first error of the result; anything else is a fault */
  execute<Result, Variables>(
    document: TypedDocumentNode<Result, Variables>,
    variables: Variables,
    signal: AbortSignal,
  ): Promise<Result>;
  /**
   * Runs a subscription's subscriber once and hands out its source: by default lines that are encoded already.
   * @throws AppError as `execute`
   */
  subscribe<Result, Variables, Source = LineSource>(
    document: TypedDocumentNode<Result, Variables>,
    variables: Variables,
    signal: AbortSignal,
  ): Promise<Source>;
}
