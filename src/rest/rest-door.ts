import { AppError } from '../errors.ts';
import { chatRoutes } from './chat-routes.ts';
import { dataRoutes } from './data-routes.ts';
import { embedTenantRoutes } from './embed-tenant-routes.ts';
import type { GraphQLDoor } from './graphql-door.ts';
import { healthRoutes, type Readiness } from './health-routes.ts';
import { documentRoutes } from './openapi/document-routes.ts';
import { problemResponse } from './problem.ts';
import type { Route } from './route.ts';
import { createRouter } from './router.ts';
import { sessionRoutes } from './session-routes.ts';

const apiRoutes: readonly Route[] = [...sessionRoutes, ...embedTenantRoutes, ...chatRoutes, ...dataRoutes];

export interface RestDoor {
  /** Answers any request: what was thrown becomes a problem. */
  handle(request: Request, url: URL, requestId: string): Promise<Response>;
}

export interface RestDoorOptions {
  readonly graphql: GraphQLDoor;
  /** Told of everything that was thrown, before it is masked. */
  readonly onFailure: (error: unknown, requestId: string) => void;
  /** What `/ready` answers to whoever sends this `Authorization`. */
  readonly readReadiness: (authorization: string | null) => Promise<Readiness>;
  /** The path that clients reach the routes below, without a trailing slash. @default none */
  readonly basePath?: string;
}

/** The REST door: the published specification on top of the GraphQL API (contract §4). */
export function createRestDoor(options: RestDoorOptions): RestDoor {
  const { graphql, onFailure, readReadiness, basePath = '' } = options;
  const described = [...apiRoutes, ...healthRoutes(readReadiness)];
  const routes = [...described, ...documentRoutes(described, basePath)];
  const match = createRouter(routes);

  async function answer(request: Request, url: URL, requestId: string): Promise<Response> {
    const matched = match(url.pathname);
    if (matched === null) throw new AppError('NOT_FOUND', `There is nothing at ${url.pathname}.`);
    const { allow } = matched;
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
    const asked = request.method === 'HEAD' ? 'GET' : request.method;
    const route = matched.routes.find(({ method }) => method === asked);
    if (route === undefined) {
      const error = new AppError(
        'METHOD_NOT_ALLOWED',
        `${request.method} is not allowed here, only ${allow}.`,
      );
      return problemResponse(error, requestId, { allow });
    }
    const authorization = route.public === true ? null : request.headers.get('authorization');
    const door = await graphql.authenticate(authorization, route.probe !== true);
    if (route.public !== true && authorization === null) {
      throw new AppError('UNAUTHENTICATED', 'Missing credentials: send "Authorization: Api-Key <API_KEY>".');
    }
    return route.handle({
      request,
      url,
      params: matched.params,
      door,
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
