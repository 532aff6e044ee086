import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache, Observable } from '@apollo/client';
import { PersistedQueryLink } from '@apollo/client/link/persisted-queries';
import { fetchExchange, subscriptionExchange, Client as UrqlClient } from '@urql/core';
import { type Cache, cacheExchange } from '@urql/exchange-graphcache';
import { introspectionFromSchema, parse, print, validate } from 'graphql';
import { createClient } from 'graphql-sse';
import relay from 'relay-runtime';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createEnvironment } from '../../examples/recipes/relay/environment.ts';
import askSubscription, {
  type chatAskSubscription,
} from '../../examples/recipes/relay/generated/chatAskSubscription.graphql.ts';
import pageQuery, {
  type chatPageQuery,
} from '../../examples/recipes/relay/generated/chatPageQuery.graphql.ts';
import { schema } from '../../src/schema/index.ts';
import { possibleTypes, unkeyedTypes } from '../../web/src/shared/generated/cache-shape.ts';
import { type ChatService, keys, newUser, openChatService } from '../support/chat-service.ts';
import { chatEventsDocument, sseClient, subscribe } from '../support/chat-subscription.ts';
import { ScriptedAgent } from '../support/scripted-agent.ts';
import { startTurn } from '../support/start-turn.ts';

/** What stays of an answer of which a part is refused, and what normalised caches keep of two threads. */

const agent = new ScriptedAgent();
const user = newUser();
const chatIds: string[] = [];
let service: ChatService;
let authorization: string;
beforeAll(async () => {
  service = await openChatService({ runTurn: agent.runTurn });
  const settings = { ...user, isEphemeral: false };
  for (const answer of ['One.', 'Two.']) {
    const started = await startTurn(service, agent, { input: 'How many?', sessionSettings: settings });
    await started.turn.sayText('t', answer);
    await started.turn.complete(answer);
    await started.stream.rest();
    chatIds.push(started.chatId);
  }
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Api-Key ${keys.admin}` };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(`${service.url}${path}`, init)).json()) as Record<string, string>;
  };
  const { sessionId } = await post('/api/v1/embed/generate-session', { deploymentId: 1, ...user });
  const { token } = await post('/api/v1/embed/session/token', { sessionId });
  authorization = `Bearer ${token}`;
});
afterAll(async () => {
  expect(service.faults).toEqual([]);
  await service[Symbol.asyncDispose]();
});

const page = `query Page {
  viewer { id kind user { id identifier embedTenant { name } usage { turns } isManaged } }
  account { id name }
  chatThreads(first: 1) { edges { node { id title agent { id name model } } } }
}`;
/** The same in each client, whatever else it adds. */
const allowed = {
  viewer: { kind: 'USER', user: { identifier: user.externalId, usage: { turns: 2 }, isManaged: null } },
  account: null,
  chatThreads: { edges: [{ node: { title: 'How many?', agent: { name: 'Analyst', model: null } } }] },
};
const refused = [
  ['account'],
  ['chatThreads', 'edges', 0, 'node', 'agent', 'model'],
  ['viewer', 'user', 'isManaged'],
];
const pathsOf = (errors: readonly { readonly path?: readonly (string | number)[] | undefined }[] = []) =>
  errors.map(({ path }) => path).toSorted((a, b) => String(a).localeCompare(String(b)));

function apolloClient(link: ApolloLink = httpLink()) {
  return new ApolloClient({ link, cache: new InMemoryCache({ possibleTypes }) });
}

/** Its subscriptions are multipart. */
function httpLink(send: typeof fetch = fetch) {
  return new HttpLink({ uri: `${service.url}/graphql`, headers: { authorization }, fetch: send });
}

function sseLink() {
  const url = `${service.url}/graphql`;
  const events = createClient({ url, headers: { authorization }, retryAttempts: 0 });
  return new ApolloLink(
    ({ query, variables }) =>
      new Observable((sink) => events.subscribe({ query: print(query), variables }, sink as never)),
  );
}

function urqlClient(onEvent: (cache: Cache) => void = () => {}) {
  const url = `${service.url}/graphql`;
  const events = createClient({ url, headers: { authorization }, retryAttempts: 0 });
  const heard = (_data: unknown, _args: unknown, cache: Cache) => onEvent(cache);
  return new UrqlClient({
    url,
    preferGetMethod: false,
    fetchOptions: { headers: { authorization } },
    exchanges: [
      cacheExchange({
        schema: introspectionFromSchema(schema),
        keys: Object.fromEntries(unkeyedTypes.map((name) => [name, () => null])),
        updates: { Subscription: { chatEvents: heard } },
      }),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: events.subscribe({ query, ...(variables && { variables }) }, sink),
          }),
        }),
      }),
    ],
  });
}

it('an end user whose page asks for something forbidden gets the rest of it', async () => {
  const headers = { 'content-type': 'application/json', authorization };
  const init = { method: 'POST', headers, body: JSON.stringify({ query: page }) };
  const answer = (await (await fetch(`${service.url}/graphql`, init)).json()) as {
    data: unknown;
    errors: { path: (string | number)[]; extensions: { code: string } }[];
  };
  expect(answer.data).toMatchObject(allowed);
  expect(pathsOf(answer.errors)).toEqual(refused);
  expect(answer.errors.map(({ extensions }) => extensions.code)).toEqual(refused.map(() => 'FORBIDDEN'));
});

it('an end user whose page asks for something forbidden gets the rest of it with Apollo Client', async () => {
  const { data, error } = await apolloClient().query({ query: gql(page), errorPolicy: 'all' });
  expect(data).toMatchObject(allowed);
  expect(error).toBeDefined();
});

it('Apollo Client with automatic persisted queries sends the whole document once it is told that there are none', async () => {
  interface Sent {
    readonly query?: string;
    readonly extensions?: object;
  }
  const sent: Sent[] = [];
  const http = httpLink((url, init) => {
    sent.push(JSON.parse(String(init?.body)));
    return fetch(url, init);
  });
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const client = apolloClient(new PersistedQueryLink({ sha256 }).concat(http));
  const { data } = await client.query({ query: gql(page), errorPolicy: 'all' });
  expect(data).toMatchObject(allowed);
  const { data: own } = await client.query({ query: gql('{ viewer { id accountName } }') });
  expect(own).toMatchObject({ viewer: { accountName: 'acme' } });
  const parts = ({ query, extensions }: Sent) => [
    query !== undefined,
    'persistedQuery' in (extensions ?? {}),
  ];
  expect(sent.map(parts)).toEqual([
    [false, true],
    [true, false],
    [true, false],
  ]);
});

it('an end user whose page asks for something forbidden gets the rest of it with Relay', async () => {
  const environment = createEnvironment(`${service.url}/graphql`, { authorization });
  const data = await relay.fetchQuery<chatPageQuery>(environment, pageQuery, { first: 1 }).toPromise();
  expect(data).toMatchObject({
    viewer: { kind: 'USER', user: { identifier: user.externalId, isManaged: null } },
    account: { ok: false, errors: [{ extensions: { code: 'FORBIDDEN' } }] },
    agents: { edges: [{ node: { name: 'Analyst', model: null } }] },
  });
});

it("the recipe's documents for Relay are compiled from what it says, and fit the schema", async () => {
  const source = await readFile('examples/recipes/relay/chat.ts', 'utf8');
  const written = [...source.matchAll(/graphql`([^`]*)`/g)].map(([, text = '']) => print(parse(text)).trim());
  const hashes = written.map((text) => createHash('md5').update(text).digest('hex'));
  const compiled = [pageQuery, askSubscription] as readonly { readonly hash?: string }[];
  expect(compiled.map(({ hash }) => hash)).toEqual(hashes);
  for (const { params } of [pageQuery, askSubscription]) {
    expect(validate(schema, parse(params.text ?? ''))).toEqual([]);
  }
});

it('an end user whose page asks for something forbidden gets the rest of it with urql and its normalised cache', async () => {
  const warnings = vi.spyOn(console, 'warn');
  const { data, error } = await urqlClient().query(page, {}).toPromise();
  // That every object has a key, unless it is a value.
  expect(warnings.mock.calls).toEqual([]);
  warnings.mockRestore();
  expect(data).toMatchObject(allowed);
  expect(pathsOf(error?.graphQLErrors)).toEqual(refused);
});

it('a mutation that was done is answered beside one that failed', async () => {
  const query = `mutation { a: createGroup(input: {name: "twice"}) { group { name } } b: createGroup(input: {name: "twice"}) { group { name } } }`;
  const headers = { 'content-type': 'application/json', authorization: `Api-Key ${keys.admin}` };
  const init = { method: 'POST', headers, body: JSON.stringify({ query }) };
  const { data } = (await (await fetch(`${service.url}/graphql`, init)).json()) as { data: unknown };
  expect(data).toEqual({ a: { group: { name: 'twice' } }, b: null });
});

/** The global ids of all messages of both threads, as REST tells them. */
async function messageIds(): Promise<string[]> {
  const ids: string[] = [];
  for (const chatId of chatIds) {
    const client = sseClient(service, authorization);
    for await (const { id, role } of subscribe(client, chatEventsDocument, { chatId })) {
      if (role !== undefined && !id.startsWith('__')) ids.push(btoa(`ChatMessage:${id}`));
    }
    client.dispose();
  }
  expect(new Set(ids).size).toBe(6);
  return ids;
}

it.each([
  ['multipart', httpLink],
  ['server-sent events', sseLink],
])('the cache of Apollo Client holds the messages of two threads, over %s', async (_, linkOf) => {
  const client = apolloClient(linkOf());
  for (const chatId of chatIds) {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    client
      .subscribe({ query: gql(chatEventsDocument), variables: { chatId } })
      .subscribe({ complete: resolve, error: reject });
    await promise;
  }
  const known = Object.keys(client.cache.extract() as object).filter((key) => key.startsWith('ChatMessage:'));
  expect(known.toSorted()).toEqual((await messageIds()).map((id) => `ChatMessage:${id}`).toSorted());
});

it('the store of Relay holds the messages of two threads', async () => {
  const environment = createEnvironment(`${service.url}/graphql`, { authorization });
  for (const chatId of chatIds) {
    await new Promise<void>((onCompleted, onError) => {
      relay.requestSubscription<chatAskSubscription>(environment, {
        ...{ subscription: askSubscription, variables: { input: { agentId: 1, chatId } } },
        ...{ onCompleted, onError },
      });
    });
  }
  const store = environment.getStore().getSource();
  const contents = (await messageIds()).map((id) => store.get(id)?.['content']);
  expect(contents).toEqual(['How many?', 'One.', 'One.', 'How many?', 'Two.', 'Two.']);
});

it('the normalised cache of urql holds the messages of two threads', async () => {
  let seen: Cache | undefined;
  const client = urqlClient((cache) => {
    seen = cache;
    contents = ids.map((id) => cache.resolve({ __typename: 'ChatMessage', id }, 'content'));
  });
  const ids = await messageIds();
  let contents: unknown[] = [];
  for (const chatId of chatIds) {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { unsubscribe } = client.subscription(chatEventsDocument, { chatId }).subscribe(({ data }) => {
      if (JSON.stringify(data).includes('ChatEnded')) resolve();
    });
    await promise;
    unsubscribe();
  }
  expect(seen).toBeDefined();
  expect(contents).toEqual(['How many?', 'One.', 'One.', 'How many?', 'Two.', 'Two.']);
});
