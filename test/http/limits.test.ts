import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../src/db/sql.ts';
import type { RateLimiter } from '../../src/limits/rate-limiter.ts';
import { createRedisRateLimiter } from '../../src/limits/redis-rate-limiter.ts';
import { connectRedis } from '../../src/runs/redis-connection.ts';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import { openTestDatabase } from '../support/database.ts';
import { doorNames, openDoor } from '../support/doors.ts';
import { newPrefix, openWay, RedisOperator, redisUrl } from '../support/redis.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';
import { openTestService, type TestService, type TestServiceOptions } from '../support/test-service.ts';

const { TEST_DATABASE_URL: databaseUrl } = process.env;

/** Ten at once, then two a second. */
const perKey = { limits: { keyRequestsPerSecond: 2 } };

async function mintToken(service: TestService): Promise<string> {
  const minted = await service.rest('POST', '/api/v1/embed/generate-session', {
    deploymentId: 1,
    externalId: 'emma',
  });
  const { sessionId } = minted.body;
  const exchanged = await service.rest('POST', '/api/v1/embed/session/token', { sessionId }, null);
  return exchanged.body.token;
}

/** Asks `times` times for what is cheap, through REST; the status of each answer. */
async function askOften(service: TestService, times: number, key?: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let count = 0; count < times; count += 1) {
    statuses.push((await service.rest('GET', '/api/v1/embed-tenants/none/groups', undefined, key)).status);
  }
  return statuses;
}

const countOf = (statuses: readonly number[], status: number) =>
  statuses.filter((each) => each === status).length;

describe('requests of one key', () => {
  test('are limited through both doors together, and allowed again over time', async () => {
    await using service = await openTestService(perKey);
    expect(countOf(await askOften(service, 6), 429)).toBe(0);
    for (let count = 0; count < 4; count += 1) {
      expect((await service.graphql('{ viewer { __typename } }')).code).toBeUndefined();
    }
    const refused = await service.rest('GET', '/api/v1/embed-tenants/none/groups');
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'TOO_MANY_REQUESTS',
        detail: expect.stringContaining('10 in 5 seconds. Try again in 1 s'),
      },
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    const query = await service.graphql('{ viewer { __typename } }');
    expect(query).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' });
    service.clock.advance(500);
    expect((await service.graphql('{ viewer { __typename } }')).code).toBeUndefined();
    expect((await askOften(service, 1))[0]).toBe(429);
    service.clock.advance(60_000);
    expect(countOf(await askOften(service, 12), 429)).toBe(2);
    expect(service.faults).toEqual([]);
  });

  test('every response tells the state of the limit in its headers', async () => {
    await using service = await openTestService(perKey);
    const headersOf = ({ headers }: { headers: Headers }) =>
      ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`));
    const bad = await service.rest('POST', '/api/v1/embed/generate-session', { deploymentId: 'x' });
    expect([bad.status, ...headersOf(bad)]).toEqual([400, '10', '9', '1']);
    const post = (body: object) =>
      service.gateway.fetch(
        new Request('https://inlay.test/graphql', {
          method: 'POST',
          headers: {
            authorization: `Api-Key ${service.account().adminKey}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(body),
        }),
      );
    const good = await post({ query: '{ viewer { __typename } }' });
    expect([good.status, ...headersOf(good)]).toEqual([200, '10', '8', '1']);
    await askOften(service, 8);
    const refused = await post({ query: '{ viewer { __typename } }' });
    expect([refused.status, ...headersOf(refused)]).toEqual([429, '10', '0', '5']);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.json()).toMatchObject({
      errors: [{ extensions: { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 1 } }],
    });
    const nobody = await service.rest('GET', '/health', undefined, null);
    expect([nobody.status, ...headersOf(nobody)]).toEqual([200, null, null, null]);
  });

  test('are counted for each operation of a batch', async () => {
    await using service = await openTestService(perKey);
    const batch = Array.from({ length: 10 }, () => ({ query: '{ viewer { __typename } }' }));
    const send = () =>
      service.gateway.fetch(
        new Request('https://inlay.test/graphql', {
          method: 'POST',
          headers: {
            authorization: `Api-Key ${service.account().adminKey}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(batch),
        }),
      );
    expect(JSON.stringify(await (await send()).json())).not.toContain('TOO_MANY_REQUESTS');
    expect((await askOften(service, 1))[0]).toBe(429);
  });

  test('leave other keys and accounts alone', async () => {
    await using service = await openTestService({
      ...perKey,
      accounts: [{ name: 'acme' }, { name: 'rival' }],
    });
    expect(countOf(await askOften(service, 200), 429)).toBe(190);
    expect((await askOften(service, 1, service.account().chatKey))[0]).toBe(403);
    expect((await askOften(service, 1, service.account('rival').adminKey))[0]).toBe(404);
  });

  test('are limited before they take effect', async () => {
    await using service = await openTestService(perKey);
    await askOften(service, 10);
    for (const name of doorNames) {
      const outcome = await openDoor(service, name).generate({ deploymentId: 1, externalId: 'emma' });
      expect(outcome.code).toBe('TOO_MANY_REQUESTS');
    }
    expect(await service.database.prisma.session.count()).toBe(0);
  });
});

test('requests of one end user are counted by themselves', async () => {
  const limits = { keyRequestsPerSecond: 1_000, userRequestsPerSecond: 1 };
  await using service = await openTestService({ limits });
  const [first, second] = [await mintToken(service), await mintToken(service)];
  const query = '{ viewer { __typename } }';
  const codes: (string | undefined)[] = [];
  // Two sessions of one user are still one user.
  for (const token of [first, second, first, second, first, second]) {
    codes.push((await service.graphql(query, {}, token)).code);
  }
  expect(codes).toEqual([...Array.from({ length: 5 }, () => undefined), 'TOO_MANY_REQUESTS']);
  expect((await service.graphql(query)).code).toBeUndefined();
});

/** A service on a socket, for what depends on where a request comes from. */
async function serve(options: TestServiceOptions) {
  await using stack = new AsyncDisposableStack();
  const service = stack.use(await openTestService(options));
  const server = createServer(service.gateway.listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stack.defer(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
  const disposables = stack.move();
  return { service, url, port, post, [Symbol.asyncDispose]: () => disposables.disposeAsync() };
}

const from = (address: string | undefined): Record<string, string> =>
  address === undefined ? {} : { 'x-forwarded-for': address };

describe('requests without valid credentials, over sockets', () => {
  let opened: Awaited<ReturnType<typeof serve>>;
  beforeAll(async () => {
    opened = await serve({ limits: { anonymousRequestsPerSecond: 1 }, trustedProxies: ['127.0.0.1'] });
  });
  afterAll(async () => {
    expect(opened.service.faults).toEqual([]);
    await opened[Symbol.asyncDispose]();
  });

  const query = { query: '{ __typename }' };
  const wrong = { authorization: 'Api-Key of-nobody-at-all-and-never-was' };
  const key = () => ({ authorization: `Api-Key ${opened.service.account().adminKey}` });
  let addresses = 0;
  /** That nothing has come from before. */
  const newAddress = () => {
    addresses += 1;
    return from(`198.51.100.${addresses}`);
  };
  const generate = '/api/v1/embed/generate-session';
  const exchange = '/api/v1/embed/session/token';

  test.each<[string, (headers: Record<string, string>) => Promise<Response>]>([
    ['a query', (headers) => opened.post('/graphql', query, headers)],
    ['a query on GET', (headers) => fetch(`${opened.url}/graphql?query={__typename}`, { headers })],
    ['a query that does not parse', (headers) => opened.post('/graphql', { query: '{' }, headers)],
    ['a query with a wrong key', (headers) => opened.post('/graphql', query, { ...headers, ...wrong })],
    [
      'a query with a header that is none',
      (headers) => opened.post('/graphql', query, { ...headers, authorization: 'x' }),
    ],
    [
      'a query with a token that is none',
      (headers) => opened.post('/graphql', query, { ...headers, authorization: 'Bearer a.b.c' }),
    ],
    ['a route of REST', (headers) => opened.post(generate, {}, headers)],
    ['a route of REST with a wrong key', (headers) => opened.post(generate, {}, { ...headers, ...wrong })],
    ['an exchange of junk', (headers) => opened.post(exchange, ['junk'], headers)],
    ['the description of the API', (headers) => fetch(`${opened.url}/openapi.json`, { headers })],
  ])('%s is counted by its address', async (_, ask) => {
    const address = newAddress();
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await ask(address)).status);
    expect(statuses.slice(0, 5)).not.toContain(429);
    expect(statuses[5]).toBe(429);
  });

  test('requests are counted together through both doors, and other callers are not affected', async () => {
    const { post, service, url } = opened;
    const one = newAddress();
    await post('/graphql', query, one);
    await post('/graphql', query, { ...one, ...wrong });
    await post(exchange, {}, one);
    await post(generate, {}, one);
    const last = await post('/graphql', query, one);
    const limit = ['limit', 'remaining'].map((name) => last.headers.get(`ratelimit-${name}`));
    expect([last.status, ...limit]).toEqual([200, '5', '0']);
    const refused = await post('/graphql', query, one);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.json()).toMatchObject({
      errors: [
        { message: expect.stringContaining('5 in 5 seconds'), extensions: { code: 'TOO_MANY_REQUESTS' } },
      ],
    });
    expect((await post('/graphql', query, newAddress())).status).toBe(200);
    expect((await post('/graphql', query, { ...one, ...key() })).status).toBe(200);
    for (const path of ['/health', '/ready', '/admin']) {
      expect((await fetch(`${url}${path}`, { headers: one })).status, path).not.toBe(429);
    }
    service.clock.advance(1_000);
    expect((await post('/graphql', query, one)).status).toBe(200);
  });

  /** What is answered to the head of a request alone. */
  async function answerToHead(path: string, headers: Record<string, string>): Promise<string> {
    const socket = connect(opened.port, '127.0.0.1');
    const lines = Object.entries({ host: 'a', 'content-type': 'application/json', ...headers });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`POST ${path} HTTP/1.1\r\n${head}content-length: 10000\r\n\r\n`);
    const [answer] = await once(socket, 'data');
    socket.destroy();
    return String(answer).split('\r\n')[0] ?? '';
  }

  test.each([
    ['/graphql', {}],
    ['/graphql', wrong],
    [exchange, {}],
    [generate, wrong],
  ])('%s with the headers %j is refused over the limit before its body has come', async (path, headers) => {
    const address = newAddress();
    for (let count = 0; count < 5; count += 1) await opened.post('/graphql', query, address);
    expect(await answerToHead(path, { ...address, ...headers })).toContain(' 429 ');
  });

  test.each(['/graphql', generate])(
    '%s with a wrong key is refused before its body has come',
    async (path) => {
      expect(await answerToHead(path, { ...newAddress(), ...wrong })).toContain(' 401 ');
    },
  );

  test('may have only small bodies and no batches', async () => {
    const { post } = opened;
    const long = { ...query, variables: { unused: 'x'.repeat(16 * 1024) } };
    expect((await post('/graphql', long, newAddress())).status).toBe(413);
    expect((await post('/graphql', long, key())).status).toBe(200);
    const refused = await post(exchange, { sessionId: 'x'.repeat(16 * 1024) }, newAddress());
    expect(refused.status).toBe(413);
    expect(await refused.json()).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      detail: expect.stringContaining('16384'),
    });
    expect((await post('/graphql', [query], newAddress())).status).toBe(401);
    expect((await post('/graphql', [query], key())).status).toBe(200);
  });
});

describe('exchanges of sessions, over sockets', () => {
  const exchangeAt =
    ({ post }: Awaited<ReturnType<typeof serve>>) =>
    async (address?: string) => {
      const body = { sessionId: 'f'.repeat(32) };
      const response = await post('/api/v1/embed/session/token', body, from(address));
      return { status: response.status, retryAfter: response.headers.get('retry-after') };
    };
  const exchangeInGraphQLAt =
    ({ post }: Awaited<ReturnType<typeof serve>>) =>
    async () => {
      const query = `mutation { exchangeSession(input: {sessionId: "${'f'.repeat(32)}"}) { token } }`;
      const response = await post('/graphql', { query });
      const { errors } = (await response.json()) as { errors: { extensions: { code: string } }[] };
      return { status: response.status, code: errors[0]?.extensions.code };
    };

  const limits = { exchangesPerSecond: 1 };

  test('anonymous requests are counted by address through both doors, whatever their headers claim', async () => {
    await using opened = await serve({ limits });
    const { service } = opened;
    const [exchange, exchangeInGraphQL] = [exchangeAt(opened), exchangeInGraphQLAt(opened)];
    for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3', undefined]) {
      expect(await exchange(address)).toEqual({ status: 401, retryAfter: null });
    }
    expect(await exchangeInGraphQL()).toEqual({ status: 401, code: 'UNAUTHENTICATED' });
    expect(await exchange('198.51.100.4')).toEqual({ status: 429, retryAfter: '1' });
    expect(await exchangeInGraphQL()).toEqual({ status: 429, code: 'TOO_MANY_REQUESTS' });
    // What has credentials goes on.
    expect((await service.rest('GET', '/api/v1/embed-tenants/none/groups')).status).toBe(404);
    service.clock.advance(1_000);
    expect((await exchange()).status).toBe(401);
  });

  test('are counted by the address that a trusted proxy names', async () => {
    await using opened = await serve({ limits, trustedProxies: ['127.0.0.0/8'] });
    const exchange = exchangeAt(opened);
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push((await exchange('6.6.6.6, 198.51.100.1')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await exchange('198.51.100.2')).status).toBe(401);
  });
});

describe.skipIf(!databaseUrl || !redisUrl)('two processes on one Redis', () => {
  test('share the limits of a key and of a user, and count locally while Redis is unreachable', async () => {
    await using stack = new AsyncDisposableStack();
    const prefix = newPrefix();
    stack.use(new RedisOperator(prefix));
    const database = stack.use(await openTestDatabase('postgres'));
    const way = stack.use(await openWay());
    const agent = new ScriptedAgent();
    const open = async (url: string) => {
      const client = connectRedis(url, { replyMs: 1_000, name: prefix });
      const limiter = stack.use(createRedisRateLimiter({ client, prefix }));
      // So little flows in that nothing does while the test runs.
      const rates: RateLimiter = {
        take: (bucket, { quota }) => limiter.take(bucket, { quota, windowSeconds: 36_000 }),
        [Symbol.asyncDispose]: async () => {},
      };
      await expect.poll(() => client.status, { timeout: 20_000 }).toBe('ready');
      const limits = { userTurnsPerMinute: 3 };
      return stack.use(await openChatService({ database, runTurn: agent.runTurn, rates, limits }));
    };
    const [here, there] = [await open(way.url), await open(redisUrl)];
    const user = newUser();
    const ask = async (service: ChatService, sessionSettings = user) =>
      (await service.chat({ input: 'Go', sessionSettings })).status;
    const statuses: number[] = [];
    for (const service of [here, there, here]) statuses.push(await ask(service));
    expect(statuses).toEqual([200, 200, 200]);
    expect([await ask(here), await ask(there)]).toEqual([429, 429]);
    expect(await ask(there, newUser())).toBe(200);
    way.cut();
    const alone: number[] = [];
    const other = newUser();
    for (let count = 0; count < 4; count += 1) alone.push(await ask(here, other));
    expect(alone).toEqual([200, 200, 200, 429]);
    expect(await ask(there, other)).toBe(200);
    expect([...here.faults, ...there.faults]).toEqual([]);
  });
});

test('an overloaded database results in OVERLOADED through both doors', async () => {
  await using service = await openTestService();
  const { prisma } = service.database;
  const [holding, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = prisma.$transaction(async (transaction) => {
    await transaction.$queryRaw`SELECT 1`;
    holding.resolve();
    await gate.promise;
  });
  await holding.promise;
  const waiting = Array.from({ length: 1_000 }, () => sql(prisma)`SELECT 1`);
  const refused = await service.rest('GET', '/api/v1/embed-tenants/none/groups');
  expect([refused.status, refused.headers.get('retry-after'), refused.body.code]).toEqual([
    503,
    '1',
    'OVERLOADED',
  ]);
  expect(await service.graphql('{ viewer { __typename } }')).toMatchObject({
    status: 503,
    code: 'OVERLOADED',
  });
  gate.resolve();
  await Promise.all([held, ...waiting]);
  expect((await service.graphql('{ viewer { __typename } }')).code).toBeUndefined();
  expect(service.faults).toEqual([]);
});

test('as many turns a minute start for one user, whoever asks for them; the same message again is none', async () => {
  const clock = { now: new Date('2026-03-01T12:00:00Z') };
  const agent = new ScriptedAgent();
  await using service = await openChatService({
    runTurn: agent.runTurn,
    now: () => clock.now,
    limits: { userTurnsPerMinute: 2 },
  });
  const sessionSettings = newUser();
  const messageId = '1700000000000-message';
  const ask = async (body: object = {}, key: string = keys.admin) => {
    const stream = await service.chat({ input: 'Go', sessionSettings, ...body }, { key });
    if (stream.status !== 200) {
      return {
        status: stream.status,
        retryAfter: stream.headers['retry-after'],
        problem: await stream.json(),
      };
    }
    return { status: stream.status, stream };
  };
  const complete = async ({ stream }: Awaited<ReturnType<typeof ask>>) => {
    await (await agent.nextTurn()).complete('Ok.');
    return stream?.rest();
  };
  await complete(await ask({ messageId }));
  await complete(await ask({}, keys.chat));
  expect(await ask()).toMatchObject({
    status: 429,
    retryAfter: '30',
    problem: { code: 'TOO_MANY_REQUESTS' },
  });
  const again = await ask({ messageId });
  expect((await again.stream?.rest())?.at(-1)?.state).toMatchObject({ status: 'completed' });
  expect((await ask({ sessionSettings: newUser() })).status).toBe(200);
  await (await agent.nextTurn()).complete('Ok.');
  clock.now = new Date(clock.now.getTime() + 30_000);
  await complete(await ask());
  expect(agent.started).toBe(4);
  expect(service.faults).toEqual([]);
});
