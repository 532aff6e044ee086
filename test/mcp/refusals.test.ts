import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway, type Gateway } from '../../src/gateway.ts';
import { createMemoryRateLimiter } from '../../src/limits/memory-rate-limiter.ts';
import { createLimits } from '../../src/services/limits/limits.ts';
import { onlyLimits } from '../support/limits.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

/** What the door refuses: requests that no official client sends. */
let service: TestService;
let gateway: Gateway;
let token: string;

beforeAll(async () => {
  service = await openTestService({ withData: true, accounts: [{ name: 'acme' }, { name: 'rival' }] });
  const origins: Record<string, string> = { acme: 'https://acme.example', rival: 'https://rival.example' };
  const embedding = {
    hasOrigins: true,
    allows: (origin: string, account?: string) => origins[account ?? ''] === origin,
    embeddingOf: async () => ({
      frameAncestors: [],
      isSessionUnknown: false,
      theme: undefined,
      locale: undefined,
    }),
  };
  const { services } = service;
  gateway = createGateway({ services, checks: [], logger: services.logger, graphiql: false, embedding });
  const session = { deploymentId: 1, externalId: 'emma' };
  const { body } = await service.rest('POST', '/api/v1/embed/generate-session', session);
  token = (await service.rest('POST', '/api/v1/embed/session/token', body, null)).body.token;
});
afterAll(async () => {
  expect(service.faults).toEqual([]);
  await service[Symbol.asyncDispose]();
});

const revision = '2026-07-28';
const revisionKey = 'io.modelcontextprotocol/protocolVersion';
const envelope = {
  [revisionKey]: revision,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
}

interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  readonly message: any;
}

/** Sends a message. The headers replace those of a session token. */
async function send({ method = 'POST', headers = {}, body }: Sent): Promise<Reply> {
  const all = {
    authorization: `Bearer ${token}`,
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...headers,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const init = { method, headers: given, ...(body === undefined ? {} : { body: textOf(body) }) };
  const response = await gateway.fetch(new Request('https://inlay.test/mcp', init));
  const text = await response.text();
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return {
    status: response.status,
    headers: response.headers,
    message: data === '' ? null : JSON.parse(data),
  };
}

const textOf = (body: unknown) => (typeof body === 'string' ? body : JSON.stringify(body));

/** A call of a tool in the current revision. */
function call(name: string, args: object, headers: Sent['headers'] = {}): Sent {
  const params = { name, arguments: args, _meta: envelope };
  return {
    headers: { 'mcp-protocol-version': revision, 'mcp-method': 'tools/call', 'mcp-name': name, ...headers },
    body: { jsonrpc: '2.0', id: 7, method: 'tools/call', params },
  };
}

const select = { query: 'SELECT * FROM sales' };
const withKey = (key: string, headers: Sent['headers'] = {}) => ({
  authorization: `Api-Key ${key}`,
  'inlay-external-id': 'emma',
  'inlay-deployment-id': '1',
  ...headers,
});
const acme = () => service.account().adminKey;
const legacyCall = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('the MCP door', () => {
  it('answers a call, in the current revision and in an earlier one', async () => {
    expect((await send(call('run_sql', select))).message).toMatchObject({
      id: 7,
      result: { structuredContent: { totalRows: expect.any(Number) } },
    });
    const listed = await send({ headers: { 'mcp-protocol-version': '2025-06-18' }, body: legacyCall });
    expect(listed.message.result.tools).toHaveLength(3);
    expect((await send(call('run_sql', select, withKey(acme())))).message.result.isError).toBeUndefined();
  });

  const refused: [name: string, sent: () => Sent, status: number, code: number, message: RegExp][] = [
    [
      'no credentials',
      () => call('run_sql', select, { authorization: undefined }),
      401,
      -32000,
      /Missing credentials/,
    ],
    ['a wrong key', () => call('run_sql', select, withKey('x'.repeat(32))), 401, -32000, /credentials/],
    [
      'an API key without a user',
      () => call('run_sql', select, withKey(acme(), { 'inlay-external-id': undefined })),
      400,
      -32600,
      /Inlay-External-Id/,
    ],
    [
      'a user that no header can name',
      () => call('run_sql', select, withKey(acme(), { 'inlay-external-id': 'zo\u00eb' })),
      400,
      -32600,
      /ASCII/,
    ],
    [
      'a deployment that is no number',
      () => call('run_sql', select, withKey(acme(), { 'inlay-deployment-id': '1;2' })),
      400,
      -32600,
      /Inlay-Deployment-Id/,
    ],
    [
      'a page of an unknown origin',
      () => call('run_sql', select, { origin: 'https://evil.example' }),
      403,
      -32000,
      /embedOrigins/,
    ],
    [
      'a page of another account',
      () => call('run_sql', select, { origin: 'https://rival.example' }),
      403,
      -32000,
      /embedOrigins/,
    ],
    [
      'a page without an origin',
      () => call('run_sql', select, { origin: 'null' }),
      403,
      -32000,
      /embedOrigins/,
    ],
    ['a batch', () => ({ body: [legacyCall, legacyCall] }), 400, -32600, /Batches/],
    ['no JSON', () => ({ body: '{' }), 400, -32700, /not valid JSON/],
    ['no message', () => ({ body: { hello: 1 } }), 400, -32600, /JSON-RPC/],
    [
      'another type of content',
      () => ({ ...call('run_sql', select, { 'content-type': 'text/plain' }) }),
      415,
      -32000,
      /application\/json/,
    ],
    ['huge arguments', () => call('run_sql', { query: 'x'.repeat(1_100_000) }), 413, -32000, /larger than/],
    ['deep nesting', () => ({ body: `${'['.repeat(100)}${']'.repeat(100)}` }), 400, -32700, /nests/],
    ['too many values', () => ({ body: `[${'0,'.repeat(1_000)}0]` }), 400, -32700, /more than 1000 values/],
    [
      'an unknown revision',
      () => ({ headers: { 'mcp-protocol-version': '1999-01-01' }, body: legacyCall }),
      400,
      -32000,
      /nsupported protocol version/,
    ],
    [
      'a later revision',
      () => ({
        headers: { 'mcp-protocol-version': '2999-01-01', 'mcp-method': 'tools/list' },
        body: { ...legacyCall, params: { _meta: { ...envelope, [revisionKey]: '2999-01-01' } } },
      }),
      400,
      -32022,
      /version/,
    ],
    [
      'headers that name another tool',
      () => call('run_sql', select, { 'mcp-name': 'ask' }),
      400,
      -32020,
      /./,
    ],
  ];

  it.each(refused)('refuses %s', async (_name, sent, status, code, message) => {
    const reply = await send(sent());
    expect([reply.status, reply.message.error.code]).toEqual([status, code]);
    expect(reply.message.error.message).toMatch(message);
    expect(reply.message).not.toHaveProperty('result');
  });

  const failed: [name: string, sent: () => Sent, text: RegExp][] = [
    [
      'SQL that writes',
      () => call('run_sql', { query: 'DELETE FROM sales' }),
      /^SQL_(INVALID|NOT_ALLOWED): /,
    ],
    ['SQL beyond the model', () => call('run_sql', { query: 'SELECT * FROM pg_user' }), /^SQL_INVALID: /],
    [
      'more rows than a page has',
      () => call('run_sql', { ...select, first: 5_000 }),
      /must be from 1 to 1000/,
    ],
    ['no arguments', () => call('run_sql', {}), /Invalid arguments/],
    ['a long question', () => call('ask', { question: 'x'.repeat(20_001) }), /Invalid arguments/],
    ['an empty question', () => call('ask', { question: ' ' }), /Invalid arguments/],
    [
      'a chat key that reads data',
      () => call('run_sql', select, withKey(service.account().chatKey)),
      /^FORBIDDEN: /,
    ],
    [
      "another account's deployment",
      () =>
        call('run_sql', select, withKey(service.account('rival').adminKey, { 'inlay-deployment-id': '1' })),
      /^NOT_FOUND: /,
    ],
    [
      'another deployment than that of the session',
      () => call('run_sql', select, { 'inlay-deployment-id': '2' }),
      /^FORBIDDEN: /,
    ],
    [
      'an agent of another deployment',
      () => call('ask', { question: 'Hi' }, { 'inlay-agent-id': '2' }),
      /^NOT_FOUND: /,
    ],
    [
      'an agent that does not exist',
      () => call('ask', { question: 'Hi' }, { 'inlay-agent-id': '99' }),
      /^NOT_FOUND: /,
    ],
    [
      'a user in capitals',
      () => call('run_sql', select, withKey(acme(), { 'inlay-external-id': 'Emma' })),
      /^VALIDATION_FAILED: .*lowercase/,
    ],
  ];

  it.each(failed)('a tool fails for %s', async (_name, sent, text) => {
    const { status, message } = await send(sent());
    expect(status).toBe(200);
    expect(message.result.isError).toBe(true);
    expect(message.result.content[0].text).toMatch(text);
    expect(message.result).not.toHaveProperty('structuredContent');
  });

  it('refuses an unknown tool by an error of the protocol', async () => {
    const { message } = await send(call('drop_table', {}));
    expect(message.error).toMatchObject({ code: -32602, message: expect.stringContaining('drop_table') });
  });

  it.each(['GET', 'DELETE', 'PUT'])('offers nothing for %s', async (method) => {
    const { status, headers } = await send({ method });
    expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
  });

  it('lets pages of the account call it, and browsers ask first', async () => {
    const origin = 'https://acme.example';
    const answered = await send(call('run_sql', select, { origin }));
    expect(answered.status).toBe(200);
    expect(answered.headers.get('access-control-allow-origin')).toBe(origin);
    const { status, headers } = await send({ method: 'OPTIONS', headers: { authorization: undefined } });
    expect([status, headers.get('allow')]).toEqual([204, 'POST, OPTIONS']);
  });

  it('counts each request, and says when to come back', async () => {
    const first = await send(call('run_sql', select));
    expect(first.headers.get('cache-control')).toBe('no-store');
    const { services } = service;
    const limits = createLimits({
      ...onlyLimits({ keyRequestsPerSecond: 1 }),
      rates: createMemoryRateLimiter(() => 0),
    });
    const limited = createGateway({
      services: { ...services, limits },
      checks: [],
      logger: services.logger,
      graphiql: false,
    });
    const headers = {
      authorization: `Api-Key ${acme()}`,
      'inlay-external-id': 'emma',
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    };
    const body = JSON.stringify(legacyCall);
    const ask = () => limited.fetch(new Request('https://inlay.test/mcp', { method: 'POST', headers, body }));
    const statuses = [];
    for (let asked = 0; asked < 6; asked += 1) statuses.push((await ask()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const last = await ask();
    expect(last.headers.get('retry-after')).toBe('1');
    expect(await last.json()).toMatchObject({ error: { data: { code: 'TOO_MANY_REQUESTS' } } });
  });
});
