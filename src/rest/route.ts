// The HTTP listener writes the text of this implementation to the socket without a stream in between.
import { Response } from '@whatwg-node/fetch';
import type { OperationRunner } from '../contract/operation-runner.ts';
import { notFound } from '../errors.ts';
import type { RouteDescription } from './describe.ts';

export interface RouteRequest {
  readonly request: Request;
  readonly url: URL;
  readonly params: Readonly<Record<string, string>>;
  readonly operations: OperationRunner;
  readonly requestId: string;
  /** Receives a failure after the first byte. */
  readonly onFailure: (error: unknown) => void;
}

/** One REST endpoint: a path, a method and the GraphQL operation that it runs. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** As in URLPattern: `/api/v1/embed-tenants/:embedTenantName/groups`. */
  readonly path: string;
  /** Whether the Authorization header is ignored, as when the body holds the credential. */
  readonly public?: true;
  /** Whether the route does not count toward rate limits, so that monitoring always gets a response. */
  readonly probe?: true;
  /** For the OpenAPI document. */
  readonly describe: RouteDescription;
  readonly handle: (request: RouteRequest) => Promise<Response>;
}

/**
 * Reads a number in a path.
 * @param label the object that it identifies, for the error message
 * @throws AppError `NOT_FOUND` if no object can have it
 */
export function readNumber(text: string | undefined, label: string): number {
  const number = /^(?:0|[1-9]\d{0,9})$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (number <= 2_147_483_647) return number;
  throw notFound(`${label} ${text}`);
}

export function jsonResponse(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  });
}

export function noContent(): Response {
  return new Response(null, { status: 204 });
}
