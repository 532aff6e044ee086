import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import type { Subscription } from 'rxjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lineOf } from '../support/chat-events.ts';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import { chatStreamDocument } from '../support/chat-subscription.ts';
import type { Line } from '../support/line-client.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';
import { openTcpProxy } from '../support/tcp-proxy.ts';

/** Subscriptions as parts of one body, which is what Apollo Client asks for by itself. */
const agent = new ScriptedAgent();
const keepAliveMs = 20;
let service: ChatService;
beforeAll(async () => {
  service = await openChatService({ runTurn: agent.runTurn, keepAliveMs });
});
afterAll(async () => {
  expect(service.faults).toEqual([]);
  await service[Symbol.asyncDispose]();
});

interface Reading {
  readonly lines: Line[];
  readonly errors: unknown[];
  readonly ended: Promise<void>;
  readonly subscription: Subscription;
}

function follow(query: string, variables: object, url = service.url): Reading {
  const headers = { authorization: `Api-Key ${keys.admin}` };
  const link = new HttpLink({ uri: `${url}/graphql`, headers });
  const client = new ApolloClient({ link, cache: new InMemoryCache() });
  const ended = Promise.withResolvers<void>();
  const [lines, errors]: [Line[], unknown[]] = [[], []];
  const subscription = client
    .subscribe({ query: gql(query), variables, fetchPolicy: 'no-cache', errorPolicy: 'all' })
    .subscribe({
      next({ data, error }) {
        if (error !== undefined) errors.push(error);
        const [said] = Object.values(data ?? {}) as object[];
        if (said !== undefined) lines.push('__typename' in said ? lineOf(said) : (said as Line));
      },
      error: (error) => ended.reject(error),
      complete: () => ended.resolve(),
    });
  return { lines, errors, ended: ended.promise, subscription };
}

describe('Apollo Client, as it comes', () => {
  it('follows a turn through a proxy that cuts silent connections, event by event', async () => {
    await using proxy = await openTcpProxy(service.url, 250);
    const input = { agentId: 1, input: 'Question', sessionSettings: newUser() };
    const { lines, errors, ended } = follow(chatStreamDocument, { input }, proxy.url);
    await expect.poll(() => lines.at(-1)?.content).toBe('Question');
    const turn = await agent.nextTurn();
    const before = proxy.chunks;
    await expect.poll(() => proxy.chunks).toBeGreaterThan(before + 30);
    await turn.say({ type: 'text-delta', id: 't', delta: 'Let me\r\n--graphql--' });
    await expect.poll(() => lines.at(-1)?.content).toBe('Let me\r\n--graphql--');
    await turn.complete('Answer');
    await ended;
    expect(lines.map(({ id, content }) => content ?? id)).toEqual([
      '__cutoff__',
      'Question',
      'Let me\r\n--graphql--',
      'Let me\r\n--graphql--',
      'Answer',
      '__state__',
    ]);
    expect(lines.at(-1)?.state).toMatchObject({ status: 'completed', messages: { length: 3 } });
    expect([errors, proxy.idleCuts]).toEqual([[], 0]);
  });

  it('leaves no reader behind', async () => {
    const input = { agentId: 1, input: 'Question', sessionSettings: newUser() };
    const { lines, subscription } = follow(chatStreamDocument, { input });
    await expect.poll(() => lines.length).toBe(2);
    const turn = await agent.nextTurn();
    expect(service.services.runLog.readerCount()).toBe(1);
    subscription.unsubscribe();
    await expect.poll(() => service.services.runLog.readerCount()).toBe(0);
    await turn.complete('Alone.');
  });

  it('reads all rows of a query', async () => {
    const { lines, ended } = follow(
      'subscription($input: SqlStreamInput!) { sqlStream(input: $input) { columns { name } rows } }',
      {
        input: {
          deploymentId: 1,
          query: 'SELECT item FROM sales ORDER BY item',
          sessionSettings: { externalId: 'reader', groups: ['analysts'] },
        },
      },
    );
    await ended;
    expect(lines).toMatchObject([{ columns: [{ name: 'item' }], rows: [] }, { rows: expect.any(Array) }]);
  });

  it('is told why a subscription is refused', async () => {
    const input = { agentId: 99, input: 'Question', sessionSettings: newUser() };
    const { errors, ended } = follow(chatStreamDocument, { input });
    await ended;
    expect(errors).toMatchObject([{ errors: [{ extensions: { code: 'NOT_FOUND' } }] }]);
  });
});

describe('the transport is the one that `Accept` names', () => {
  const post = (accept: string, body: object) =>
    fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, authorization: `Api-Key ${keys.admin}` },
      body: JSON.stringify(body),
    });
  const withSpec = 'multipart/mixed;boundary="graphql";subscriptionSpec="1.0"';
  const multipart = 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0';
  const unknownThread = { query: 'subscription { chatEvents(chatId: "x") { __typename } }' };
  const part = (json: unknown) => `\r\n--graphql\r\ncontent-type: application/json\r\n\r\n${json}`;

  it.each([
    [withSpec, multipart],
    [`${withSpec}, application/json`, 'application/json; charset=utf-8'],
    [`application/json;q=0.9, text/event-stream`, 'application/json; charset=utf-8'],
    ['text/event-stream', 'text/event-stream; charset=utf-8'],
  ])('%s: a refusal is %s', async (accept, type) => {
    const response = await post(accept, unknownThread);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(await response.text()).toContain('"code":"NOT_FOUND"');
  });

  it('a query for a client that takes nothing else is a part', async () => {
    const response = await post(withSpec, { query: '{ viewer { accountName } }' });
    expect(response.headers.get('content-type')).toBe(multipart);
    const json =
      '{"payload":{"data":{"viewer":{"accountName":"acme"}},"extensions":{"cost":{"complexity":2,"limit":20000}}}}';
    expect(await response.text()).toBe(`${part(json)}\r\n--graphql--\r\n`);
  });

  it.each([
    'multipart/mixed',
    'multipart/mixed;deferSpec=20220824',
    'multipart/mixed;subscriptionSpec=2.0',
    'application/json',
    'text/html',
  ])('a client that takes %s only is refused before anything begins', async (accept) => {
    const { externalId } = newUser();
    const input = { agentId: 1, input: 'Question', sessionSettings: { externalId } };
    const response = await post(accept, { query: chatStreamDocument, variables: { input } });
    expect(response.status).toBe(406);
    expect(await response.json()).toMatchObject({
      errors: [
        {
          message: expect.stringContaining('multipart/mixed;subscriptionSpec=1.0'),
          extensions: { code: 'NOT_ACCEPTABLE' },
        },
      ],
    });
    const { prisma } = service.database;
    expect(await prisma.user.count({ where: { identifier: externalId } })).toBe(0);
  });
});
