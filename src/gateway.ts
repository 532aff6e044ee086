import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { defaultOperationLimits } from './config.ts';
import { type AppError, type ErrorCode, errorCodes, isAbortError } from './errors.ts';
import { describeFault } from './faults.ts';
import { appErrorOf } from './graphql/masked-error.ts';
import type { OperationLimits } from './graphql/operation-limits.ts';
import { adminAccountOf, type RequestScope, rateHeaders } from './graphql/request-scope.ts';
import { createOperationRunners } from './graphql/run-operations.ts';
import type { TrustedDocuments } from './graphql/trusted-documents.ts';
import { createYogaServer } from './graphql/yoga.ts';
import { createClientAddress } from './http/client-address.ts';
import { applyCors, type CorsPolicy } from './http/cors.ts';
import { createNodeListener } from './http/node-listener.ts';
import { onResponseEnd, type ResponseEnd } from './http/response-end.ts';
import { streamOf } from './http/streamed-response.ts';
import { createMcpDoor } from './mcp/mcp-door.ts';
import type { BuiltPages } from './pages/built-pages.ts';
import { createWebDoor } from './pages/web-door.ts';
import { type ReadinessCheck, readReadiness } from './rest/readiness.ts';
import { createRestDoor } from './rest/rest-door.ts';
import { schema } from './schema/index.ts';
import type { AppContext } from './services/create-services.ts';
import type { PageEmbedding } from './services/embedding/embed-origins.ts';
import { metrics } from './telemetry/metrics.ts';
import { inTraceOf, type OpenSpan, openSpan } from './telemetry/span.ts';

/** Which origins may read responses, and which may show the embedded pages in frames. */
interface EmbeddingPolicy extends CorsPolicy {
  embeddingOf(url: URL): Promise<PageEmbedding>;
}

export interface GatewayOptions {
  readonly services: AppContext;
  readonly checks: readonly ReadinessCheck[];
  readonly logger: Logger;
  /** The pages for browsers, or null if they are not built. @default null */
  readonly pages?: BuiltPages | null;
  /** @default only this service's own origin */
  readonly embedding?: EmbeddingPolicy;
  /** GraphiQL on GET /graphql. */
  readonly graphiql: boolean;
  /** Whether GraphQL introspection is allowed. @default true */
  readonly introspection?: boolean;
  /** Overrides of the defaults. */
  readonly limits?: Partial<OperationLimits>;
  /** Documents that GraphQL clients refer to by ID. @default those of the pages, and any other document is allowed */
  readonly trustedDocuments?: TrustedDocuments;
  /** Addresses or networks whose `X-Forwarded-For` is trusted. @default none */
  readonly trustedProxies?: readonly string[];
  /** The path of the public address, without a trailing slash. @default none */
  readonly basePath?: string;
  /** Interval at which silent streams are written to, so that proxies keep them open. @default 12_000 */
  readonly keepAliveMs?: number;
}

/** All doors behind one `fetch`. It does not own the services. Disposing it ends its measurements. */
export interface Gateway extends Disposable {
  /** @param remoteAddress the peer of the connection */
  readonly fetch: (request: Request, remoteAddress?: string) => Promise<Response>;
  /** The same for node:http. */
  readonly listener: RequestListener;
  /** Makes `/ready` fail from now on, so that load balancers send no more requests. */
  drain(): void;
}

const noDocuments: TrustedDocuments = { documents: new Map(), only: false };

/** Composes the doors. */
export function createGateway(options: GatewayOptions): Gateway {
  const { services, logger, pages = null, embedding, trustedProxies = [], basePath = '' } = options;
  const { graphiql, introspection = true, limits = {}, trustedDocuments = noDocuments } = options;
  const requests = new AsyncLocalStorage<RequestScope>();
  const scope = (): RequestScope => requests.getStore() ?? { id: '', clientAddress: undefined };
  const clientAddress = createClientAddress(trustedProxies);
  let draining = false;
  let openStreams = 0;
  const observed = metrics.streams.observe(() => [[openStreams, {}]]);

  function logFailure(thrown: unknown, id = scope().id): AppError | undefined {
    const known = appErrorOf(thrown);
    const level = known === undefined ? 'error' : errorCodes[known.code].logLevel;
    // Messages repeat what a client has sent, and those of a database rows.
    logger[level]({ error: describeFault(thrown), requestId: id }, known?.code ?? 'unexpected failure');
    return known;
  }

  function onFailure(thrown: unknown, id?: string): void {
    if (isAbortError(thrown)) return;
    const known = logFailure(thrown, id);
    metrics.failure.record(1, { code: known?.code ?? 'INTERNAL' });
  }

  const operations = createOperationRunners(schema, services, scope);
  const rest = createRestDoor({
    graphql: operations,
    onFailure,
    readReadiness: (authorization) =>
      readReadiness(options.checks, draining, adminAccountOf(services, authorization)),
    onRoute: (path) => {
      scope().route = path;
    },
    basePath,
  });
  const mcp = createMcpDoor({
    graphql: operations,
    allowsOrigin: (origin) => embedding?.allows(origin, scope().accountName) === true,
    onFailure,
  });
  const yoga = createYogaServer({
    schema,
    services,
    graphiql,
    introspection,
    limits: { ...defaultOperationLimits, ...limits },
    trustedDocuments,
    scope,
    onFault: (fault) => void (isAbortError(fault) || logFailure(fault)),
    onTold,
  });
  const web = createWebDoor({
    pages,
    basePath,
    graphiql,
    ...(embedding && { embeddingOf: embedding.embeddingOf }),
  });

  /** A masked fault is logged on its own. */
  function onTold(code: ErrorCode): void {
    metrics.failure.record(1, { code });
    if (code !== 'INTERNAL') logger.debug({ requestId: scope().id, operation: scope().operation }, code);
  }

  async function answer(request: Request, url: URL, current: RequestScope): Promise<Response> {
    const page = web.handle(request, url);
    if (page !== undefined) {
      current.route = 'page';
      return page;
    }
    const response = await handle(request, url, current);
    if (embedding !== undefined) applyCors(request, response.headers, embedding, current.accountName);
    return response;
  }

  function handle(request: Request, url: URL, current: RequestScope): Response | Promise<Response> {
    if (url.pathname === '/graphql' || url.pathname === '/mcp') current.route = url.pathname;
    if (url.pathname === '/graphql') return yoga.fetch(request);
    if (url.pathname === '/mcp') return mcp.handle(request, current.id);
    return rest.handle(request, url, current.id);
  }

  /** The response, and what to call when it has ended. */
  async function respond(request: Request, remoteAddress?: string) {
    const id = acceptedRequestId(request.headers.get('x-request-id')) ?? randomUUID();
    const url = new URL(request.url);
    const forwardedFor = request.headers.get('x-forwarded-for');
    const current: RequestScope = { id, clientAddress: clientAddress(remoteAddress, forwardedFor) };
    const method = knownMethods.has(request.method) ? request.method : 'OTHER';
    const span = inTraceOf(request.headers, () =>
      openSpan(method, { kind: 'server', attributes: { 'http.request.method': method } }),
    );
    const startedMs = performance.now();
    const response = await requests.run(current, () => span.run(() => answer(request, url, current)));
    const { headers, status } = response;
    headers.set('x-request-id', id);
    headers.set('x-content-type-options', 'nosniff');
    // Responses hold secrets or the rows of one user. What may be cached has the header already.
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    for (const [name, value] of rateHeaders(current.rate)) headers.set(name, value);
    const isStream = streamOf(response) !== undefined;
    if (isStream) openStreams += 1;
    const answered = { method, path: url.pathname, status, isStream, startedMs, headMs: performance.now() };
    return { response, onEnd: (end?: ResponseEnd) => onEnd(current, answered, span, end) };
  }

  function onEnd(scope: RequestScope, answered: AnsweredRequest, span: OpenSpan, end?: ResponseEnd): void {
    const { method, path, isStream, startedMs, headMs } = answered;
    const status = end?.isBegun === false ? clientGone : answered.status;
    const { id: requestId, route = 'unknown', accountName: account, caller, operation, turn } = scope;
    metrics.httpRequest.record((headMs - startedMs) / 1_000, { method, route, status: String(status) });
    const line = { requestId, method, path, status, ms: rounded(headMs - startedMs) };
    const asked = { account, caller, operation, turn };
    // Probes come every few seconds.
    const level = route === '/health' || route === '/ready' ? 'debug' : 'info';
    if (end === undefined) logger[level]({ ...line, ...asked }, 'request');
    else {
      const { bytes, isComplete } = end;
      metrics.httpBytes.record(bytes, { route });
      const streamMs = performance.now() - headMs;
      const stream = isStream ? { streamMs: rounded(streamMs) } : {};
      logger[level](
        { ...line, ...asked, bytes, ...stream, ...(!isComplete && { isCutOff: true }) },
        'request',
      );
      if (isStream) {
        metrics.stream.record(streamMs / 1_000, { route, outcome: isComplete ? 'ok' : 'aborted' });
      }
    }
    if (isStream) openStreams -= 1;
    span.span.updateName(`${method} ${route}`);
    span.span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
    span.end();
  }

  return {
    async fetch(request, remoteAddress) {
      const { response, onEnd: ended } = await respond(request, remoteAddress);
      ended();
      return response;
    },
    listener: createNodeListener({
      async fetch(request, remoteAddress) {
        const { response, onEnd: ended } = await respond(request, remoteAddress);
        onResponseEnd(response, ended);
        return response;
      },
      basePath,
      onFault: onFailure,
      keepAliveMs: options.keepAliveMs,
    }),
    drain() {
      draining = true;
    },
    [Symbol.dispose]: () => observed[Symbol.dispose](),
  };
}

interface AnsweredRequest {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly isStream: boolean;
  readonly startedMs: number;
  readonly headMs: number;
}

/** What logs and metrics say of a request that was not answered, since its client left or was too slow; nginx's number. */
const clientGone = 499;

const knownMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
]);

function rounded(ms: number): number {
  return Math.round(ms * 10) / 10;
}

/** Only ids that are safe in headers and logs are accepted. */
function acceptedRequestId(id: string | null): string | undefined {
  return id !== null && /^[\w.:-]{1,128}$/.test(id) ? id : undefined;
}
