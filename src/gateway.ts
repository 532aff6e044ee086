import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { errorCodes, isAbortError } from './errors.ts';
import { createGraphQLDoor } from './graphql/graphql-door.ts';
import { appErrorOf } from './graphql/masked-error.ts';
import { defaultLimits, type OperationLimits } from './graphql/operation-limits.ts';
import { createYogaServer } from './graphql/yoga.ts';
import { createNodeListener } from './http/node-listener.ts';
import { maxBodyBytes } from './rest/body.ts';
import type { Readiness } from './rest/health-routes.ts';
import { createRestDoor } from './rest/rest-door.ts';
import type { Services } from './schema/context.ts';
import { schema } from './schema/index.ts';

/** Something that the service needs to answer; `essential` when it can do nothing without. */
export interface ReadinessCheck {
  readonly name: string;
  readonly essential: boolean;
  readonly ping: () => Promise<void>;
}

export interface GatewayOptions {
  readonly services: Services;
  readonly checks: readonly ReadinessCheck[];
  readonly logger: Logger;
  /** GraphiQL on GET /graphql. */
  readonly graphiql: boolean;
  /** Whether clients of GraphQL may ask for the schema. @default true */
  readonly introspection?: boolean;
  /** What differs from the defaults. */
  readonly limits?: Partial<OperationLimits>;
}

/** Both doors behind one `fetch`. It owns nothing: whoever made the services disposes of them. */
export interface Gateway {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The same for a server of node:http. */
  readonly listener: RequestListener;
  /** From now on `/ready` says no, so that a load balancer sends no more. */
  drain(): void;
}

/** Composes the doors (architecture §1). */
export function createGateway(options: GatewayOptions): Gateway {
  const { services, checks, logger, graphiql, introspection = true, limits = {} } = options;
  const requests = new AsyncLocalStorage<string>();
  const requestId = () => requests.getStore() ?? '';
  let draining = false;

  function onFailure(thrown: unknown, id = requestId()): void {
    if (isAbortError(thrown)) return;
    const known = appErrorOf(thrown);
    const level = known === undefined ? 'error' : errorCodes[known.code].logLevel;
    logger[level]({ err: thrown, requestId: id }, known?.message ?? 'unexpected failure');
  }

  const rest = createRestDoor(createGraphQLDoor(schema, services), onFailure, () =>
    readReadiness(checks, draining),
  );
  const yoga = createYogaServer({
    schema,
    services,
    graphiql,
    introspection,
    limits: { ...defaultLimits, ...limits },
    maxBodyBytes,
    requestId,
    onFault: onFailure,
  });

  async function answer(request: Request, id: string): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/graphql') return yoga.fetch(request);
    return rest.handle(request, id);
  }

  async function fetch(request: Request): Promise<Response> {
    const id = acceptedRequestId(request.headers.get('x-request-id')) ?? randomUUID();
    const startedMs = performance.now();
    const response = await requests.run(id, () => answer(request, id));
    const answered = withHeader(response, 'x-request-id', id);
    const ms = Math.round((performance.now() - startedMs) * 10) / 10;
    const { pathname } = new URL(request.url);
    logger.info(
      { requestId: id, method: request.method, path: pathname, status: answered.status, ms },
      'request',
    );
    return answered;
  }

  return {
    fetch,
    listener: createNodeListener({ fetch, maxBodyBytes, onFault: onFailure }),
    drain() {
      draining = true;
    },
  };
}

/** A caller's own id is kept when it is one: it goes into headers and logs. */
function acceptedRequestId(id: string | null): string | undefined {
  return id !== null && /^[\w.:-]{1,128}$/.test(id) ? id : undefined;
}

function withHeader(response: Response, name: string, value: string): Response {
  try {
    response.headers.set(name, value);
    return response;
  } catch {
    // Headers of some responses are immutable.
    const headers = new Headers(response.headers);
    headers.set(name, value);
    return new Response(response.body, { status: response.status, headers });
  }
}

/** How long a check may take before it counts as failed. */
const checkTimeoutMs = 3_000;

/** Ready unless something essential is down; what else is down is named, since only its own users notice (contract §4). */
async function readReadiness(checks: readonly ReadinessCheck[], draining: boolean): Promise<Readiness> {
  const results = await Promise.all(
    checks.map(async ({ name, essential, ping }) => {
      const timeout = AbortSignal.timeout(checkTimeoutMs);
      const timedOut = new Promise<never>((_, reject) => {
        timeout.addEventListener('abort', () => reject(new Error('no answer in time')), { once: true });
      });
      const up = await Promise.race([ping(), timedOut]).then(
        () => true,
        () => false,
      );
      return { name, essential, up };
    }),
  );
  const down = results.filter((result) => !result.up);
  const unavailable = draining || down.some((result) => result.essential);
  const status = unavailable ? 'unavailable' : down.length > 0 ? 'degraded' : 'ready';
  const named = results.map(({ name, up }) => [name, up ? 'up' : 'down'] as const);
  return { status: draining ? 'stopping' : status, checks: Object.fromEntries(named) };
}
