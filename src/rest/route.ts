// The server adapter's own kind of response, whose text it writes to the socket as it is, without a stream in between.
import { Response } from '@whatwg-node/server';
import type { RouteDescription } from './describe.ts';
import type { AuthenticatedDoor } from './graphql-door.ts';

/** What a route's handler is given. */
export interface RouteRequest {
  readonly request: Request;
  readonly url: URL;
  readonly params: Readonly<Record<string, string>>;
  readonly door: AuthenticatedDoor;
  readonly requestId: string;
  /** Told of a failure after the first byte. */
  readonly onFailure: (error: unknown) => void;
}

/** One REST endpoint: a path, a method and the one GraphQL operation that it stands for. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** As in URLPattern: `/api/v1/embed-tenants/:embedTenantName/groups`. */
  readonly path: string;
  /** Ignores the Authorization header: the body itself holds the credential. */
  readonly public?: true;
  /** Asked again and again by whatever watches the service: not counted, so that it is always answered. */
  readonly probe?: true;
  /** For the OpenAPI document. */
  readonly describe: RouteDescription;
  readonly handle: (request: RouteRequest) => Promise<Response>;
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
