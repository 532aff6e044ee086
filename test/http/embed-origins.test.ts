import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGateway, type Gateway } from '../../src/gateway.ts';
import { createEmbedOrigins } from '../../src/services/embedding/embed-origins.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const acme = 'https://app.acme.test';
const other = 'https://other.test:8443';
const nobody = 'https://elsewhere.test';

let service: TestService;
let gateway: Gateway;

beforeAll(async () => {
  service = await openTestService({ accounts: [{ name: 'acme' }, { name: 'other' }], withData: true });
  const { services } = service;
  gateway = createGateway({
    services,
    checks: [],
    logger: services.logger,
    graphiql: false,
    embedding: createEmbedOrigins(services.prisma, () => [
      { name: 'acme', embedOrigins: [acme] },
      { name: 'other', embedOrigins: [other] },
    ]),
  });
});

afterAll(() => service[Symbol.asyncDispose]());

/** Asks as a page of this origin does. */
function ask(path: string, origin: string | null, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (origin !== null) headers.set('origin', origin);
  return gateway.fetch(new Request(`https://inlay.test${path}`, { ...init, headers }));
}

function post(body: object, key?: string, accept = 'application/json'): RequestInit {
  const headers = new Headers({ 'content-type': 'application/json', accept });
  if (key !== undefined) headers.set('authorization', `${key.includes('.') ? 'Bearer' : 'Api-Key'} ${key}`);
  return { method: 'POST', headers, body: JSON.stringify(body) };
}

async function mint(account: string): Promise<string> {
  const settings = { deploymentId: 1, externalId: 'emma' };
  const { adminKey } = service.account(account);
  return (await service.rest('POST', '/api/v1/embed/generate-session', settings, adminKey)).body.sessionId;
}

async function tokenOf(sessionId: string): Promise<string> {
  return (await service.rest('POST', '/api/v1/embed/session/token', { sessionId }, null)).body.token;
}

function readable(response: Response): string | null {
  expect(response.headers.get('vary')).toContain('origin');
  expect(response.headers.has('access-control-allow-credentials')).toBe(false);
  return response.headers.get('access-control-allow-origin');
}

const preflight = { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST' } };

describe('a page of a configured origin', () => {
  test.each([
    ['/graphql', 'GET, POST, OPTIONS'],
    ['/api/v1/deployments/1/sql', 'POST, OPTIONS'],
    ['/api/v1/embed-tenants/northwind/groups/1', 'DELETE, OPTIONS'],
  ])('may call %s', async (path, methods) => {
    for (const origin of [acme, other]) {
      const answer = await ask(path, origin, preflight);
      expect(answer.status).toBe(204);
      expect(readable(answer)).toBe(origin);
      expect(answer.headers.get('access-control-allow-methods')).toBe(methods);
      expect(answer.headers.get('access-control-allow-headers')).toContain('authorization');
    }
    expect(readable(await ask(path, nobody, preflight))).toBeNull();
    expect(readable(await ask(path, null, preflight))).toBeNull();
  });

  test('may send MCP requests with each header that the README names', async () => {
    const readme = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8');
    const named = new Set(readme.match(/\bInlay-[\w-]+-Id\b/g));
    expect(named.size).toBeGreaterThan(2);
    const answer = await ask('/mcp', acme, preflight);
    const allowed = answer.headers.get('access-control-allow-headers')?.split(', ');
    expect(allowed).toEqual(expect.arrayContaining([...named].map((name) => name.toLowerCase())));
  });

  test('may read what its own account is answered, and nothing of another', async () => {
    const token = await tokenOf(await mint('acme'));
    const query = { query: '{ viewer { accountName } }' };
    const sql = { query: 'SELECT 1 AS one' };
    for (const [path, body] of [
      ['/graphql', query],
      ['/api/v1/deployments/1/sql', sql],
    ] as const) {
      const mine = await ask(path, acme, post(body, token));
      expect(mine.status, path).toBe(200);
      expect(readable(mine)).toBe(acme);
      expect(mine.headers.get('access-control-expose-headers')).toContain('x-request-id');
      // A result that nobody reads keeps the user's next query waiting.
      await mine.text();
      for (const origin of [other, nobody]) {
        const theirs = await ask(path, origin, post(body, token));
        expect(readable(theirs)).toBeNull();
        await theirs.text();
      }
    }
  });

  test('may read streams of its own account: NDJSON and server-sent events', async () => {
    const key = service.account().adminKey;
    const chat = { input: 'How many?', sessionSettings: { externalId: 'emma' } };
    const subscription = {
      query:
        'subscription { chatStream(input: {agentId: 1, input: "How many?", sessionSettings: {externalId: "emma"}}) { __typename } }',
    };
    for (const [origin, expected] of [
      [acme, acme],
      [other, null],
    ] as const) {
      const lines = await ask('/api/v1/public/acme/agents/1/chat/stream-chat-state', origin, post(chat, key));
      expect(lines.headers.get('content-type')).toContain('application/x-ndjson');
      expect(readable(lines)).toBe(expected);
      expect(await lines.text()).toContain('__state__');
      const events = await ask('/graphql', origin, post(subscription, key, 'text/event-stream'));
      expect(events.headers.get('content-type')).toContain('text/event-stream');
      expect(readable(events)).toBe(expected);
      expect(await events.text()).toContain('ChatEnded');
    }
  });

  test('may exchange its session, and read why it was refused', async () => {
    const sessionId = await mint('acme');
    for (const status of [200, 401]) {
      const answer = await ask('/api/v1/embed/session/token', acme, post({ sessionId }));
      expect(answer.status).toBe(status);
      expect(readable(answer)).toBe(acme);
    }
    const refused = await ask('/graphql', acme, post({ query: '{ viewer { kind } }' }, 'unknown'.repeat(5)));
    expect(refused.status).toBe(401);
    expect(readable(refused)).toBe(acme);
    expect(readable(await ask('/api/v1/embed/session/token', nobody, post({ sessionId })))).toBeNull();
  });
});

describe('a frame', () => {
  async function ancestors(path: string): Promise<string | undefined> {
    const policy = (await ask(path, null)).headers.get('content-security-policy') ?? '';
    return policy.split('; ').find((directive) => directive.startsWith('frame-ancestors'));
  }

  test("of an account's host may show what one of its sessions opens, before and after the exchange", async () => {
    const session = await mint('acme');
    const theirs = await mint('other');
    for (const page of ['/embed/chat', '/embed/dashboard/sales']) {
      expect(await ancestors(`${page}?session=${session}`)).toBe(`frame-ancestors 'self' ${acme}`);
      expect(await ancestors(`${page}?session=${theirs}`)).toBe(`frame-ancestors 'self' ${other}`);
    }
    expect((await tokenOf(session)).length).toBeGreaterThan(0);
    expect(await ancestors(`/embed/chat?session=${session}`)).toBe(`frame-ancestors 'self' ${acme}`);
  });

  test('may show again what an account was named for, unless a session says otherwise', async () => {
    expect(await ancestors('/embed/chat?account=acme')).toBe(`frame-ancestors 'self' ${acme}`);
    const theirs = await mint('other');
    expect(await ancestors(`/embed/chat?session=${theirs}&account=acme`)).toBe(
      `frame-ancestors 'self' ${other}`,
    );
  });

  test.each([
    '/embed/chat',
    '/embed/chat?account=none',
    '/embed/chat?account=__proto__',
    '/embed/chat?session=none&account=acme',
    '/embed/dashboard/sales?session=',
  ])('of anybody else may not: %s', async (path) => {
    expect(await ancestors(path)).toBe("frame-ancestors 'self'");
  });

  test('of anybody may show that a session is unknown, and nothing of the service', async () => {
    const path = `/embed/chat?session=none&account=acme&host=${encodeURIComponent(nobody)}`;
    expect(await ancestors(path)).toBe('frame-ancestors *');
    const html = await (await ask(path, null)).text();
    expect(html).toContain('The session is unknown.');
    expect(html).not.toContain('acme');
    const known = `/embed/chat?session=${await mint('acme')}&host=${encodeURIComponent(nobody)}`;
    expect(await ancestors(known)).toBe(`frame-ancestors 'self' ${acme}`);
  });

  test('never shows the console', async () => {
    expect(await ancestors('/admin?account=acme')).toBe("frame-ancestors 'none'");
  });
});
