import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorCodes } from '../../src/errors.ts';
import { type ChatService, keys, openChatService } from '../support/chat-service.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';

let service: ChatService;
beforeAll(async () => {
  service = await openChatService({ runTurn: new ScriptedAgent().runTurn });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

describe('GraphQL over HTTP, as its specification asks', () => {
  // The audits want a live address when they run; the list itself needs none.
  const audits = serverAudits({ url: () => `${service.url}/graphql`, fetchFn: fetch });

  it('has all audits', () => {
    expect(audits).toHaveLength(61);
  });

  it.each(audits.map((audit) => [`${audit.id} ${audit.name}`, audit] as const))('%s', async (_, audit) => {
    const result = await audit.fn();
    expect('reason' in result ? result.reason : 'ok').toBe('ok');
  });
});

describe('errors of GraphQL', () => {
  interface Answer {
    readonly status: number;
    /** The schemes of credentials that a 401 asks for. */
    readonly asksFor: string | null;
    readonly data?: unknown;
    readonly errors?: readonly { readonly message: string; readonly extensions?: Record<string, unknown> }[];
  }

  async function post(
    body: string | object,
    { key = keys.admin, accept = 'application/json', ...headers }: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, authorization: `Api-Key ${key}`, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const answer = text.startsWith('event:') || text.startsWith(':') ? lastEvent(text) : JSON.parse(text);
    const asksFor = response.headers.get('www-authenticate');
    return { status: response.status, asksFor, ...(answer as object) };
  }

  function lastEvent(text: string): unknown {
    return JSON.parse(/^data: (\{.*)$/m.exec(text)?.[1] ?? 'null');
  }

  const read = 'query($id: String!) { chatThread(chatId: $id) { chatId } }';
  const stream = 'subscription($input: ChatStreamInput!) { chatStream(input: $input) { __typename } }';
  /** Groups of the tenant of a group, and so on. */
  const deep = (levels: number): string =>
    levels === 0 ? '{ name }' : `{ embedTenant { groups { edges { node ${deep(levels - 1)} } } } }`;

  it.each<[string, object | string, string, number]>([
    ['no JSON', '{"query', 'BAD_REQUEST', 400],
    ['no query', { query: null }, 'BAD_REQUEST', 400],
    ['a query of another type', { query: 5 }, 'BAD_REQUEST', 400],
    ['variables of another type', { query: '{ __typename }', variables: 'x' }, 'BAD_REQUEST', 400],
    ['an unknown parameter', { query: '{ __typename }', more: 1 }, 'BAD_REQUEST', 400],
    ['a syntax error', { query: '{ chatThreads(' }, 'VALIDATION_FAILED', 200],
    ['an unknown field', { query: '{ nothing }' }, 'VALIDATION_FAILED', 200],
    ['a field without its selection', { query: '{ chatThreads }' }, 'VALIDATION_FAILED', 200],
    ['a missing argument', { query: '{ chatThread { chatId } }' }, 'VALIDATION_FAILED', 200],
    ['a missing variable', { query: read }, 'VALIDATION_FAILED', 200],
    ['a variable of another type', { query: read, variables: { id: 5 } }, 'VALIDATION_FAILED', 200],
    [
      'an operation that is not there',
      { query: 'query A { __typename } query B { __typename }', operationName: 'C' },
      'VALIDATION_FAILED',
      400,
    ],
    ['too many tokens', { query: `{ ${'__typename '.repeat(5_000)} }` }, 'VALIDATION_FAILED', 200],
    ['too much depth', { query: `{ groups { edges { node ${deep(4)} } } }` }, 'BAD_REQUEST', 200],
    ['a thread that is not there', { query: read, variables: { id: 'x' } }, 'NOT_FOUND', 200],
    [
      'a body that is too large',
      { query: `{ __typename } #${'x'.repeat(2 ** 20)}` },
      'PAYLOAD_TOO_LARGE',
      413,
    ],
  ])('%s has a code of the closed list', async (_, body, code, status) => {
    const answer = await post(body);
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code, requestId: expect.any(String) });
    expect(answer.status).toBe(status);
    for (const { extensions } of answer.errors ?? []) {
      expect(Object.keys(errorCodes)).toContain(extensions?.['code']);
      expect(extensions).not.toHaveProperty('http');
    }
    const graphql = await post(body, { accept: 'application/graphql-response+json' });
    expect(graphql.errors?.[0]?.extensions).toMatchObject({ code });
    expect(graphql.status).toBeGreaterThanOrEqual(graphql.data === undefined ? 400 : 200);
  });

  it.each<[string, string, object, string]>([
    ['a subscription that is refused', stream, { input: { agentId: 1, input: 'Hi' } }, 'VALIDATION_FAILED'],
    [
      'a subscription to an unknown agent',
      stream,
      { input: { agentId: 99, input: 'Hi', sessionSettings: { externalId: 'x' } } },
      'NOT_FOUND',
    ],
    ['a subscription to an unknown field', 'subscription { nothing }', {}, 'VALIDATION_FAILED'],
    [
      'a subscription with a variable of another type',
      stream,
      { input: { agentId: 'one' } },
      'VALIDATION_FAILED',
    ],
  ])('%s is a result of the stream', async (_, query, variables, code) => {
    const answer = await post({ query, variables }, { accept: 'text/event-stream' });
    expect(answer.errors?.[0]?.extensions).toMatchObject({ code });
    expect(answer.errors?.[0]?.extensions).not.toHaveProperty('http');
    expect(answer.data ?? null).toBeNull();
  });

  it('issues have the path within a variable', async () => {
    const input = { agentId: 1, sessionSettings: { externalId: 'x', groups: ['a', 5] } };
    const answer = await post({ query: stream, variables: { input } }, { accept: 'text/event-stream' });
    expect(answer.errors?.[0]?.extensions?.['issues']).toMatchObject([{ path: 'sessionSettings.groups.1' }]);
    const more = { agentId: 1, input: ' ', sessionSettings: {} };
    const both = await post({ query: stream, variables: { input: more } }, { accept: 'text/event-stream' });
    expect(both.errors?.[0]?.extensions?.['issues']).toMatchObject([{ path: 'input' }]);
  });

  it('missing credentials result in 401 with the schemes that are understood, for a subscription too', async () => {
    for (const accept of ['application/json', 'text/event-stream']) {
      const answer = await post(
        { query: '{ chatThreads { edges { cursor } } }' },
        { key: 'a-key-that-nobody-has-given-out', accept },
      );
      expect(answer).toMatchObject({
        status: 401,
        asksFor: 'Api-Key, Bearer',
        errors: [{ extensions: { code: 'UNAUTHENTICATED' } }],
      });
    }
  });

  it('limits a batch', async () => {
    const batch = (size: number) => post(JSON.stringify(Array(size).fill({ query: '{ __typename }' })));
    expect((await batch(10)).status).toBe(200);
    expect(await batch(11)).toMatchObject({
      status: 413,
      errors: [{ extensions: { code: 'PAYLOAD_TOO_LARGE' } }],
    });
  });
});
