import { Response } from '@whatwg-node/fetch';
import type { OperationRunners } from '../contract/operation-runner.ts';
import { AppError } from '../errors.ts';
import { auditRoutes } from './audit-routes.ts';
import { chatRoutes } from './chat-routes.ts';
import { dataRoutes } from './data-routes.ts';
import { embedTenantRoutes } from './embed-tenant-routes.ts';
import { healthRoutes } from './health-routes.ts';
import { documentRoutes } from './openapi/document-routes.ts';
import { problemResponse } from './problem.ts';
import type { Readiness } from './readiness.ts';
import type { Route } from './route.ts';
import { createRouter } from './router.ts';
import { sessionRoutes } from './session-routes.ts';

const apiRoutes: readonly Route[] = [
  ...sessionRoutes,
  ...embedTenantRoutes,
  ...chatRoutes,
  ...dataRoutes,
  ...auditRoutes,
];

export interface RestDoor {
  /** Handles any request. Errors become problem details. */
  handle(request: Request, url: URL, requestId: string): Promise<Response>;
}

export interface RestDoorOptions {
  readonly graphql: OperationRunners;
  /** Receives every error before it is masked. */
  readonly onFailure: (error: unknown, requestId: string) => void;
  /** The result of `/ready` for this `Authorization`. */
  readonly readReadiness: (authorization: string | null) => Promise<Readiness>;
  /** Told which route a request takes, by its path with the names of parameters. */
  readonly onRoute?: (path: string) => void;
  /** The path of the public URL, without a trailing slash. @default none */
  readonly basePath?: string;
}

/** The REST door: the published specification on top of the GraphQL API. */
export function createRestDoor(options: RestDoorOptions): RestDoor {
  const { graphql, onFailure, onRoute, readReadiness, basePath = '' } = options;
  const described = [...apiRoutes, ...healthRoutes(readReadiness)];
  const routes = [...described, ...documentRoutes(described, basePath)];
  const match = createRouter(routes);

  async function answer(request: Request, url: URL, requestId: string): Promise<Response> {
    const matched = match(url.pathname);
    if (matched === null) throw new AppError('NOT_FOUND', `Nothing was found at ${url.pathname}.`);
    const { allow } = matched;
    onRoute?.(matched.routes[0]?.path ?? '');
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
    const asked = request.method === 'HEAD' ? 'GET' : request.method;
    const route = matched.routes.find(({ method }) => method === asked);
    if (route === undefined) {
      const error = new AppError(
        'METHOD_NOT_ALLOWED',
        `${request.method} is not allowed here. Use ${allow}.`,
      );
      return problemResponse(error, requestId, { allow });
    }
    const authorization = route.public === true ? null : request.headers.get('authorization');
    const operations = await graphql.authenticate(authorization, route.probe !== true);
    if (route.public !== true && authorization === null) {
      throw new AppError('UNAUTHENTICATED', 'Missing credentials: send "Authorization: Api-Key <API_KEY>".');
    }
    return route.handle({
      request,
      url,
      params: matched.params,
      operations,
      requestId,
      onFailure: (error) => onFailure(error, requestId),
    });
  }

  return {
    async handle(request, url, requestId) {
      const response = await answer(request, url, requestId).catch((error: unknown) => {
        onFailure(error, requestId);
        return problemResponse(error, requestId);
      });
      if (request.method !== 'HEAD') return response;
      const { status, headers } = response;
      return new Response(null, { status, headers });
    },
  };
}
