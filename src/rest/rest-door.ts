import { AppError } from '../errors.ts';
import { chatRoutes } from './chat-routes.ts';
import { dataRoutes } from './data-routes.ts';
import { embedTenantRoutes } from './embed-tenant-routes.ts';
import type { GraphQLDoor } from './graphql-door.ts';
import { healthRoutes, type Readiness } from './health-routes.ts';
import { documentRoutes } from './openapi/document-routes.ts';
import { problemResponse } from './problem.ts';
import type { Route } from './route.ts';
import { sessionRoutes } from './session-routes.ts';

const apiRoutes: readonly Route[] = [...sessionRoutes, ...embedTenantRoutes, ...chatRoutes, ...dataRoutes];

export interface RestDoor {
  /** Answers any request: what was thrown becomes a problem. */
  handle(request: Request, requestId: string): Promise<Response>;
}

/**
 * The REST door: the published specification on top of the GraphQL API (contract §4).
 * @param onFailure told of everything that was thrown, before it is masked
 * @param readReadiness what `/ready` answers
 */
export function createRestDoor(
  graphql: GraphQLDoor,
  onFailure: (error: unknown, requestId: string) => void,
  readReadiness: () => Promise<Readiness>,
): RestDoor {
  const described = [...apiRoutes, ...healthRoutes(readReadiness)];
  const routes = [...described, ...documentRoutes(described)];
  const table = Map.groupBy(routes, (route) => route.path);
  const paths = [...table].map(([path, entries]) => ({
    pattern: new URLPattern({ pathname: path }),
    entries,
  }));

  async function answer(request: Request, requestId: string): Promise<Response> {
    const url = new URL(request.url);
    for (const { pattern, entries } of paths) {
      const match = pattern.exec({ pathname: url.pathname });
      if (match === null) continue;
      const allow = [...entries.map((entry) => entry.method), 'OPTIONS'].join(', ');
      if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
      const route = entries.find((entry) => entry.method === request.method);
      if (route === undefined) {
        const error = new AppError(
          'METHOD_NOT_ALLOWED',
          `${request.method} is not allowed here, only ${allow}.`,
        );
        return problemResponse(error, requestId, { allow });
      }
      const params = Object.fromEntries(
        Object.entries(match.pathname.groups).map(([name, value]) => [name, decode(value ?? '')]),
      );
      const authorization = route.public === true ? null : request.headers.get('authorization');
      const door = await graphql.authenticate(authorization);
      if (route.public !== true && authorization === null) {
        throw new AppError(
          'UNAUTHENTICATED',
          'Missing credentials: send "Authorization: Api-Key <API_KEY>".',
        );
      }
      return route.handle({
        request,
        url,
        params,
        door,
        requestId,
        onFailure: (error) => onFailure(error, requestId),
      });
    }
    throw new AppError('NOT_FOUND', `There is nothing at ${url.pathname}.`);
  }

  return {
    async handle(request, requestId) {
      try {
        return await answer(request, requestId);
      } catch (error) {
        onFailure(error, requestId);
        return problemResponse(error, requestId);
      }
    },
  };
}

/** A path segment that is not valid percent-encoding names nothing. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new AppError('NOT_FOUND', 'There is nothing at this path.');
  }
}
