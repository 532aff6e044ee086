import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway, type GatewayOptions } from '../../src/gateway.ts';
import type { StoredFile } from '../../src/http/answer-file.ts';
import { createMemoryRateLimiter } from '../../src/limits/memory-rate-limiter.ts';
import type { BuiltPages } from '../../src/pages/built-pages.ts';
import { createLimits } from '../../src/services/limits/limits.ts';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';

/** What every answer says of itself, of each kind that any door gives, over sockets. */
const text = Buffer.from('text');
const asset: StoredFile = {
  contentType: 'text/javascript; charset=utf-8',
  hash: 'x',
  identity: text,
  gzip: gzipSync(text),
};
const pages: BuiltPages = {
  html: { chat: 'chat', dashboard: 'dashboard', admin: 'admin' },
  assets: new Map([['/assets/a.js', asset]]),
  hostFiles: new Map([['/embed.js', asset]]),
};

let service: ChatService;
const servers: Server[] = [];
/** Where each kind of service listens. */
const urls: Record<'usual' | 'unbuilt' | 'down' | 'counting' | 'broken', string> = {
  usual: '',
  unbuilt: '',
  down: '',
  counting: '',
  broken: '',
};
beforeAll(async () => {
  service = await openChatService({
    runTurn: async ({ emit }) => {
      await emit({ type: 'answer', id: 'answer', content: 'ok' });
      return { status: 'completed', usage: { inputTokens: 0, outputTokens: 0, steps: 1 } };
    },
  });
  const { services } = service;
  const down = { name: 'database', essential: true, ping: () => Promise.reject(new Error('down')) };
  const limits = createLimits({ rates: createMemoryRateLimiter(), anonymousRequestsPerSecond: 1 });
  const gateways: Record<keyof typeof urls, Partial<GatewayOptions>> = {
    usual: { pages, graphiql: true },
    unbuilt: { pages: null },
    down: { checks: [down] },
    counting: { services: { ...services, limits } },
    broken: { services: { ...services, prisma: Object.create(null) as never } },
  };
  for (const [kind, options] of Object.entries(gateways)) {
    const logger = services.logger.child({}, { level: 'silent' });
    const gateway = createGateway({ services, checks: [], logger, graphiql: false, ...options });
    const server = createServer(gateway.listener).listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
    urls[kind as keyof typeof urls] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await service[Symbol.asyncDispose]();
});

interface Asked {
  readonly at?: keyof typeof urls;
  readonly method?: string;
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

function ask(path: string, { at = 'usual', method, key, headers, body }: Asked = {}): Promise<Response> {
  return fetch(urls[at] + path, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      accept: 'application/json',
      ...(key === undefined ? {} : { authorization: `Api-Key ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
}

const admin = { key: keys.admin };
const html = { headers: { accept: 'text/html' } };
const events = { headers: { accept: 'text/event-stream' } };
const graphql = (query: string, more: Asked = {}): [string, Asked] => [
  '/graphql',
  { ...more, body: { query } },
];
const onGet = (query: string) => `/graphql?query=${encodeURIComponent(query)}`;
const mint = '/api/v1/embed/generate-session';
const token = '/api/v1/embed/session/token';
const sql = '/api/v1/deployments/1/sql';
const chat = '/api/v1/public/acme/agents/1/chat/stream-chat-state';
const tenant = '/api/v1/embed-tenants/none';
const select = {
  query: 'SELECT item FROM sales',
  sessionSettings: { externalId: 'reader', groups: ['analysts'] },
};
const subscription = () =>
  `subscription { chatStream(input: {agentId: 1, input: "Hi", sessionSettings: {externalId: "${newUser().externalId}"}}) { __typename } }`;

/** By what they are; `no-store` unless another cache control is named. */
const answers: [
  name: string,
  status: number,
  type: string | null,
  asked: () => [path: string, asked?: Asked],
  cache?: string,
][] = [
  ['a query', 200, 'application/json', () => graphql('{ viewer { kind } }', admin)],
  ['a query on GET', 200, 'application/json', () => [onGet('{ viewer { kind } }'), admin]],
  ['a query as events', 200, 'text/event-stream', () => graphql('{ __typename }', events)],
  [
    'a query for another type of JSON',
    200,
    'application/graphql-response+json',
    () => graphql('{ __typename }', { headers: { accept: 'application/graphql-response+json' } }),
  ],
  [
    'a mutation that mints',
    200,
    'application/json',
    () =>
      graphql(
        'mutation { generateSession(input: {deploymentId: 1, externalId: "emma"}) { sessionId } }',
        admin,
      ),
  ],
  ['a batch', 200, 'application/json', () => ['/graphql', { ...admin, body: [{ query: '{ __typename }' }] }]],
  ['a subscription', 200, 'text/event-stream', () => graphql(subscription(), { ...admin, ...events })],
  [
    'a subscription that is refused',
    200,
    'text/event-stream',
    () => graphql('subscription { chatEvents(chatId: "x") { __typename } }', { ...admin, ...events }),
  ],
  ['a subscription that may not be answered', 406, 'application/json', () => graphql(subscription(), admin)],
  ['an unknown field', 200, 'application/json', () => graphql('{ nothing }', admin)],
  ['a query of nobody', 401, 'application/json', () => graphql('{ viewer { kind } }')],
  [
    'a query with a wrong key',
    401,
    'application/json',
    () => graphql('{ __typename }', { key: 'nobody-s-key' }),
  ],
  ['no JSON', 400, 'application/json', () => ['/graphql', { body: '{' }]],
  ['a mutation on GET', 405, 'application/json', () => [onGet('mutation { __typename }')]],
  ['another method of GraphQL', 405, 'application/json', () => ['/graphql', { method: 'PUT' }]],
  [
    'a type that GraphQL is not',
    406,
    'application/json',
    () => graphql('{ __typename }', { headers: { accept: 'image/png' } }),
  ],
  ['a body that is too large', 413, 'application/json', () => ['/graphql', { body: 'x'.repeat(20_000) }]],
  [
    'a body of another type',
    415,
    'application/json',
    () => ['/graphql', { body: 'x', headers: { 'content-type': 'text/plain' } }],
  ],
  ['a preflight of GraphQL', 204, null, () => ['/graphql', { method: 'OPTIONS' }]],
  ['GraphiQL', 200, 'text/html', () => ['/graphql', html], 'no-cache'],
  [
    'a fault in a query',
    200,
    'application/json',
    () => graphql('mutation { exchangeSession(input: {sessionId: "x"}) { token } }', { at: 'broken' }),
  ],
  ['a query too many', 429, 'application/json', () => graphql('{ __typename }', { at: 'counting' })],

  [
    'a session',
    200,
    'application/json',
    () => [mint, { ...admin, body: { deploymentId: 1, externalId: 'emma' } }],
  ],
  [
    'a session that is revoked',
    204,
    null,
    () => ['/api/v1/embed/session/revoke', { ...admin, body: { sessionId: 'x' } }],
  ],
  ['bad input', 400, 'application/problem+json', () => [mint, { ...admin, body: {} }]],
  ['a route without credentials', 401, 'application/problem+json', () => [mint, { body: {} }]],
  ['an unknown session', 401, 'application/problem+json', () => [token, { body: { sessionId: 'x' } }]],
  [
    'a key without the right',
    403,
    'application/problem+json',
    () => [mint, { key: keys.chat, body: { deploymentId: 1, externalId: 'emma' } }],
  ],
  ['an unknown tenant', 404, 'application/problem+json', () => [`${tenant}/groups`, admin]],
  ['an unknown path', 404, 'application/problem+json', () => ['/nothing']],
  ['another method', 405, 'application/problem+json', () => [mint, { ...admin, method: 'DELETE' }]],
  [
    'a body over the limit',
    413,
    'application/problem+json',
    () => [token, { body: { sessionId: 'x'.repeat(20_000) } }],
  ],
  [
    'a body of another type over REST',
    415,
    'application/problem+json',
    () => [mint, { ...admin, body: 'x', headers: { 'content-type': 'text/plain' } }],
  ],
  ['a request too many', 429, 'application/problem+json', () => [mint, { at: 'counting', body: {} }]],
  ['a fault', 500, 'application/problem+json', () => [token, { at: 'broken', body: { sessionId: 'x' } }]],
  ['rows as lines', 200, 'application/x-ndjson', () => [sql, { ...admin, body: select }]],
  ['rows as JSON', 200, 'application/json', () => [sql, { ...admin, body: { ...select, format: 'json' } }]],
  ['rows as CSV', 200, 'text/csv', () => [sql, { ...admin, body: { ...select, format: 'csv' } }]],
  [
    'SQL that is none',
    400,
    'application/problem+json',
    () => [sql, { ...admin, body: { ...select, query: 'x' } }],
  ],
  [
    'a turn',
    200,
    'application/x-ndjson',
    () => [chat, { ...admin, body: { input: 'Hi', sessionSettings: newUser() } }],
  ],
  [
    'an unknown thread',
    404,
    'application/problem+json',
    () => [chat, { ...admin, body: { chatId: 'x', sessionSettings: newUser() } }],
  ],
  ['a preflight of REST', 204, null, () => [mint, { method: 'OPTIONS' }]],
  ['the head of an answer', 401, 'application/problem+json', () => [`${tenant}/groups`, { method: 'HEAD' }]],
  ['/health', 200, 'application/json', () => ['/health']],
  ['/ready', 200, 'application/json', () => ['/ready']],
  ['/ready of a service that is down', 503, 'application/json', () => ['/ready', { at: 'down' }]],
  ['/openapi.json', 200, 'application/json', () => ['/openapi.json'], 'no-cache'],
  ['/docs', 200, 'text/html', () => ['/docs'], 'no-cache'],

  ['the chat', 200, 'text/html', () => ['/embed/chat', html]],
  ['a dashboard', 200, 'text/html', () => ['/embed/dashboard/sales', html]],
  ['the console', 200, 'text/html', () => ['/admin', html]],
  ['the head of a page', 200, 'text/html', () => ['/admin', { method: 'HEAD' }]],
  ['another method of a page', 405, 'text/plain', () => ['/admin', { method: 'POST', body: {} }]],
  ['a preflight of a page', 204, null, () => ['/admin', { method: 'OPTIONS' }]],
  ['pages that are not built', 503, 'text/html', () => ['/admin', { at: 'unbuilt' }]],
  ['an asset', 200, 'text/javascript', () => ['/assets/a.js'], 'public, max-age=31536000, immutable'],
  [
    'an asset that is known',
    304,
    'text/javascript',
    () => ['/assets/a.js', { headers: { 'if-none-match': '"x-gzip"', 'accept-encoding': 'gzip' } }],
    'public, max-age=31536000, immutable',
  ],
  ['an asset that is not there', 404, 'application/problem+json', () => ['/assets/none.js']],
  ['the script of host pages', 200, 'text/javascript', () => ['/embed.js'], 'public, max-age=300'],
];

describe('an answer says that its type is its type, and that nobody keeps it', () => {
  it.each(answers)('%s: %i', async (_, status, type, asked, cache = 'no-store') => {
    const [path, how] = asked();
    // The fifth of a second and the one before it are let in.
    if (status === 429) for (let count = 0; count < 5; count += 1) await (await ask(path, how)).text();
    const response = await ask(path, how);
    const body = await response.text();
    expect([response.status, response.headers.get('content-type')?.split(';')[0] ?? null], body).toEqual([
      status,
      type,
    ]);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('cache-control')).toBe(cache);
    expect(response.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  });

  it.each([
    ['a host that is none', 'host: a/b'],
    ['two hosts', 'host: a\r\nhost: b'],
    ['two hosts that are the same', 'host: a\r\nHOST: a'],
    ['two hosts beside a whole address', 'host: a\r\nhost: b', 'http://a/health'],
  ])('%s: 400', async (_, headers, path = '/health') => {
    const socket = connect(Number(new URL(urls.usual).port), '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\n${headers}\r\nconnection: close\r\n\r\n`);
    const parts: Buffer[] = [];
    for await (const part of socket) parts.push(part as Buffer);
    const answer = Buffer.concat(parts).toString();
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/x-content-type-options: nosniff\r\n/i);
    expect(answer).toMatch(/cache-control: no-store\r\n/i);
  });

  it('GraphiQL is compressed for a browser, and not sent again to one that has it', async () => {
    const headers = { accept: 'text/html', 'accept-encoding': 'br, gzip' };
    const response = await ask('/graphql', { headers });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(Number(response.headers.get('content-length'))).toBeLessThan(3_000_000);
    expect((await response.text()).length).toBeGreaterThan(8_000_000);
    const etag = response.headers.get('etag') ?? '';
    const known = await ask('/graphql', { headers: { ...headers, 'if-none-match': etag } });
    expect([known.status, await known.text()]).toEqual([304, '']);
    for (const coding of ['identity', 'gzip;q=0', '']) {
      const plain = await ask('/graphql', { headers: { ...headers, 'accept-encoding': coding } });
      expect(plain.headers.get('content-encoding'), coding).toBeNull();
      expect((await plain.text()).startsWith('\n  <!doctype html>'), coding).toBe(true);
    }
  });
});

describe('/ready', () => {
  const ping = async () => {};
  const fails = () => Promise.reject(new Error('down'));
  const deployment = (account: string, number: number, up: boolean) => ({
    name: `deployment ${account}/${number}`,
    of: { account, kind: 'deployments' },
    essential: false,
    ping: up ? ping : fails,
  });
  const ready = async (authorization: string | null, state = true) => {
    const { services } = service;
    const gateway = createGateway({
      services: state ? services : { ...services, prisma: Object.create(null) as never },
      checks: [
        { name: 'database', essential: true, ping: state ? ping : fails },
        deployment('acme', 1, true),
        deployment('acme', 2, true),
        deployment('rival', 1, false),
      ],
      logger: services.logger,
      graphiql: false,
    });
    const headers = authorization === null ? {} : { authorization };
    const response = await gateway.fetch(new Request('http://inlay.test/ready', { headers }));
    return [response.status, await response.json()];
  };
  const database = 'up';

  it.each([
    ['nobody', null],
    ['a wrong key', 'Api-Key of-nobody-at-all'],
    ['a header that is none', 'x'],
    ['a chat key', `Api-Key ${keys.chat}`],
  ])('names no account and no deployment to %s', async (_, authorization) => {
    expect(await ready(authorization)).toEqual([
      200,
      { status: 'degraded', checks: { database, deployments: 'down' } },
    ]);
  });

  it('names those of its account to an admin key', async () => {
    const mine = { database, 'deployment acme/1': 'up', 'deployment acme/2': 'up', deployments: 'down' };
    expect(await ready(`Api-Key ${keys.admin}`)).toEqual([200, { status: 'degraded', checks: mine }]);
    const theirs = { database, deployments: 'up', 'deployment rival/1': 'down' };
    expect(await ready(`Bearer ${keys.rival}`)).toEqual([200, { status: 'degraded', checks: theirs }]);
  });

  it('answers an admin key as anybody where the state is down, so that nobody can be known', async () => {
    const checks = { database: 'down', deployments: 'down' };
    expect(await ready(`Api-Key ${keys.admin}`, false)).toEqual([503, { status: 'unavailable', checks }]);
  });
});
