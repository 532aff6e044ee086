import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import { errorCodes, isAbortError } from './errors.ts';
import { createGraphQLDoor } from './graphql/graphql-door.ts';
import { appErrorOf } from './graphql/masked-error.ts';
import { defaultLimits, type OperationLimits } from './graphql/operation-limits.ts';
import { adminAccountOf, type RequestScope, rateHeaders } from './graphql/request-scope.ts';
import type { TrustedDocuments } from './graphql/trusted-documents.ts';
import { createYogaServer } from './graphql/yoga.ts';
import { createClientAddress } from './http/client-address.ts';
import { applyCors, type CorsPolicy } from './http/cors.ts';
import { createNodeListener } from './http/node-listener.ts';
import type { BuiltPages } from './pages/built-pages.ts';
import { createWebDoor } from './pages/web-door.ts';
import type { Readiness } from './rest/health-routes.ts';
import { createRestDoor } from './rest/rest-door.ts';
import type { Services } from './schema/context.ts';
import { schema } from './schema/index.ts';

/** Something that the service needs to answer; `essential` when it can do nothing without. */
export interface ReadinessCheck {
  readonly name: string;
  /** Whose it is: only its admin keys read the name, and others that something of the kind is down. @default nobody's */
  readonly of?: { readonly account: string; readonly kind: string };
  readonly essential: boolean;
  readonly ping: () => Promise<void>;
  /** What is known to be wrong although it answers, in words for its operator: read after `ping`. @default nothing */
  readonly problems?: () => { readonly mistakes: readonly string[]; readonly warnings: readonly string[] };
}

/** Whose pages may read answers, and whose may show the embedded pages in frames. */
export interface EmbeddingPolicy extends CorsPolicy {
  /** As sources of a content security policy. */
  frameAncestors(url: URL): Promise<readonly string[]>;
}

export interface GatewayOptions {
  readonly services: Services;
  readonly checks: readonly ReadinessCheck[];
  readonly logger: Logger;
  /** The pages for browsers; null when they are not built. @default null */
  readonly pages?: BuiltPages | null;
  /** @default nobody's but this service's own */
  readonly embedding?: EmbeddingPolicy;
  /** GraphiQL on GET /graphql. */
  readonly graphiql: boolean;
  /** Whether clients of GraphQL may ask for the schema. @default true */
  readonly introspection?: boolean;
  /** What differs from the defaults. */
  readonly limits?: Partial<OperationLimits>;
  /** Documents that clients of GraphQL name by an id. @default null */
  readonly trustedDocuments?: TrustedDocuments | null;
  /** Addresses or networks whose `X-Forwarded-For` is believed. @default none */
  readonly trustedProxies?: readonly string[];
  /** The path of the public address, without a trailing slash. @default none */
  readonly basePath?: string;
  /** How often a silent stream is written to, so that proxies keep it open. @default 12_000 */
  readonly signOfLifeMs?: number;
}

/** All doors behind one `fetch`. It owns nothing: whoever made the services disposes of them. */
export interface Gateway {
  /** @param remoteAddress of the other end of the connection */
  readonly fetch: (request: Request, remoteAddress?: string) => Promise<Response>;
  /** The same for a server of node:http. */
  readonly listener: RequestListener;
  /** From now on `/ready` says no, so that a load balancer sends no more. */
  drain(): void;
}

/** Composes the doors (architecture §1). */
export function createGateway(options: GatewayOptions): Gateway {
  const { services, checks, logger, pages = null, embedding, trustedProxies = [], basePath = '' } = options;
  const { graphiql, introspection = true, limits = {}, trustedDocuments = null } = options;
  const requests = new AsyncLocalStorage<RequestScope>();
  const scope = (): RequestScope => requests.getStore() ?? { id: '', clientAddress: undefined };
  const clientAddress = createClientAddress(trustedProxies);
  let draining = false;

  function onFailure(thrown: unknown, id = scope().id): void {
    if (isAbortError(thrown)) return;
    const known = appErrorOf(thrown);
    const level = known === undefined ? 'error' : errorCodes[known.code].logLevel;
    logger[level]({ err: thrown, requestId: id }, known?.message ?? 'unexpected failure');
  }

  const rest = createRestDoor({
    graphql: createGraphQLDoor(schema, services, scope),
    onFailure,
    readReadiness: (authorization) =>
      readReadiness(checks, draining, adminAccountOf(services, authorization)),
    basePath,
  });
  const yoga = createYogaServer({
    schema,
    services,
    graphiql,
    introspection,
    limits: { ...defaultLimits, ...limits },
    trustedDocuments,
    scope,
    onFault: onFailure,
  });
  const web = createWebDoor({
    pages,
    basePath,
    graphiql,
    ...(embedding && { frameAncestors: embedding.frameAncestors }),
  });

  async function answer(request: Request, url: URL, current: RequestScope): Promise<Response> {
    const page = web.handle(request, url);
    if (page !== undefined) return page;
    const response = await (url.pathname === '/graphql'
      ? yoga.fetch(request)
      : rest.handle(request, url, current.id));
    if (embedding === undefined) return response;
    return withHeaders(response, (headers) => applyCors(request, headers, embedding, current.accountName));
  }

  async function fetch(request: Request, remoteAddress?: string): Promise<Response> {
    const id = acceptedRequestId(request.headers.get('x-request-id')) ?? randomUUID();
    const url = new URL(request.url);
    const startedMs = performance.now();
    const forwardedFor = request.headers.get('x-forwarded-for');
    const current: RequestScope = { id, clientAddress: clientAddress(remoteAddress, forwardedFor) };
    const response = await requests.run(current, () => answer(request, url, current));
    const answered = withHeaders(response, (headers) => {
      headers.set('x-request-id', id);
      headers.set('x-content-type-options', 'nosniff');
      // Answers hold secrets, or rows that are one user's; what may be kept says so itself.
      if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
      for (const [name, value] of rateHeaders(current.rate)) headers.set(name, value);
    });
    const ms = Math.round((performance.now() - startedMs) * 10) / 10;
    const { method } = request;
    logger.info({ requestId: id, method, path: url.pathname, status: answered.status, ms }, 'request');
    return answered;
  }

  return {
    fetch,
    listener: createNodeListener({
      fetch,
      basePath,
      onFault: onFailure,
      signOfLifeMs: options.signOfLifeMs,
    }),
    drain() {
      draining = true;
    },
  };
}

/** A caller's own id is kept when it is one: it goes into headers and logs. */
function acceptedRequestId(id: string | null): string | undefined {
  return id !== null && /^[\w.:-]{1,128}$/.test(id) ? id : undefined;
}

function withHeaders(response: Response, change: (headers: Headers) => void): Response {
  try {
    change(response.headers);
    return response;
  } catch {
    // Headers of some responses are immutable.
    const headers = new Headers(response.headers);
    change(headers);
    return new Response(response.body, { status: response.status, headers });
  }
}

/** How long a check may take before it counts as failed. */
const checkTimeoutMs = 3_000;

/**
 * Ready unless something essential is down; what else is down is told too, since only its own users notice (contract §4).
 * What is an account's goes by its name for that account's admin keys only.
 */
async function readReadiness(
  checks: readonly ReadinessCheck[],
  draining: boolean,
  asking: Promise<string | null>,
): Promise<Readiness> {
  const timeout = AbortSignal.timeout(checkTimeoutMs);
  const timedOut = new Promise<never>((_, reject) => {
    timeout.addEventListener('abort', () => reject(new Error('no answer in time')), { once: true });
  });
  const inTime = <Value>(work: Promise<Value>) => Promise.race([work, timedOut]);
  const [account, ...isUp] = await Promise.all([
    // Whoever cannot be known now is told what anybody is.
    inTime(asking).catch(() => null),
    ...checks.map(({ ping }) => inTime(ping()).then(isTrue, isFalse)),
  ]);
  const named = new Map<string, 'up' | 'down'>();
  for (const [index, { name, of }] of checks.entries()) {
    const shown = of === undefined || of.account === account ? name : of.kind;
    if (isUp[index] === false) named.set(shown, 'down');
    else if (!named.has(shown)) named.set(shown, 'up');
  }
  const isDown = checks.filter((_, index) => isUp[index] === false);
  const problems = checks.map(({ of, problems: read }) => ({ of, ...(read?.() ?? noProblems) }));
  const hasMistakes = problems.some(({ mistakes }) => mistakes.length > 0);
  const unavailable = draining || isDown.some(({ essential }) => essential);
  const status = unavailable ? 'unavailable' : isDown.length > 0 || hasMistakes ? 'degraded' : 'ready';
  const shown = problems
    .filter(({ of }) => account !== null && of?.account === account)
    .flatMap(({ mistakes, warnings }) => [...mistakes, ...warnings]);
  return {
    status: draining ? 'stopping' : status,
    checks: Object.fromEntries(named),
    ...(shown.length > 0 && { problems: [...new Set(shown)] }),
  };
}

const noProblems = { mistakes: [], warnings: [] };
const isTrue = () => true;
const isFalse = () => false;
