import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { GraphQLError, GraphQLObjectType, GraphQLSchema, GraphQLString, parse } from 'graphql';
import { afterEach, expect, test, vi } from 'vitest';
import { createNodeListener } from '../http/node-listener.ts';
import { multipart, serverSentEvents } from './stream-formats.ts';
import { Subscription, subscribe } from './subscription.ts';

const mask = () => new GraphQLError('masked');
const request = new Request('http://inlay.test/');
const next = (result: object) => `event: next\ndata: ${JSON.stringify(result)}\n\n`;
const complete = 'event: complete\ndata:\n\n';

async function* twoEvents() {
  yield* [{ text: 'one' }, { text: 'two' }];
}

/** A schema of one event stream that counts how often a field of an event is resolved. */
function schemaOf(events: () => AsyncIterable<object>) {
  let resolved = 0;
  const Event = new GraphQLObjectType({
    name: 'Event',
    fields: {
      text: {
        type: GraphQLString,
        resolve: ({ text }: { text: string }) => {
          resolved += 1;
          if (text === 'wrong') throw new Error('secret');
          return text;
        },
      },
    },
  });
  const schema = new GraphQLSchema({
    query: new GraphQLObjectType({ name: 'Query', fields: { ok: { type: GraphQLString } } }),
    subscription: new GraphQLObjectType({
      name: 'Subscription',
      fields: {
        events: {
          type: Event,
          args: { from: { type: GraphQLString } },
          subscribe: events,
          resolve: (event: unknown) => event,
        },
      },
    }),
  });
  return { schema, resolved: () => resolved };
}

/** As the server keeps them: the same text is the same document. */
const documents = new Map<string, ReturnType<typeof parse>>();

interface Reading {
  readonly variableValues?: Record<string, unknown>;
  readonly format?: typeof serverSentEvents;
  readonly tell?: typeof mask;
}

async function read(
  schema: GraphQLSchema,
  source = 'subscription { events { text } }',
  { variableValues = {}, format = serverSentEvents, tell = mask }: Reading = {},
): Promise<string> {
  const document = documents.get(source) ?? parse(source);
  documents.set(source, document);
  const result = await subscribe({ schema, document, variableValues, contextValue: {} }, format, tell);
  if (!(result instanceof Subscription)) return JSON.stringify(result);
  return result.respond(request).text();
}

test('server-sent events carry each result and then complete', async () => {
  const { schema } = schemaOf(twoEvents);
  const texts = ['one', 'two'].map((text) => next({ data: { events: { text } } }));
  expect(await read(schema)).toBe(`:\n\n${texts.join('')}${complete}`);
});

test('a failure of the source is the last result', async () => {
  const { schema } = schemaOf(async function* () {
    yield { text: 'one' };
    throw new Error('secret');
  });
  const first = next({ data: { events: { text: 'one' } } });
  expect(await read(schema)).toBe(`:\n\n${first}${next({ errors: [{ message: 'masked' }] })}${complete}`);
});

test('every part of a multipart response ends with the next boundary', async () => {
  const { schema } = schemaOf(async function* () {
    yield { text: '\r\n--graphql--' };
    throw new Error('secret');
  });
  const parts = (await read(schema, undefined, { format: multipart })).split('\r\n--graphql');
  const head = '\r\ncontent-type: application/json\r\n\r\n';
  expect(parts).toEqual([
    '',
    `${head}{"payload":{"data":{"events":{"text":"\\r\\n--graphql--"}}}}`,
    `${head}{"payload":null,"errors":[{"message":"masked"}]}`,
    '--\r\n',
  ]);
});

const events = [{ text: 'one' }, { text: 'two' }];

async function* sameEvents() {
  yield* events;
}

test('an event is executed once for all readers of the same document, whatever their arguments', async () => {
  const { schema, resolved } = schemaOf(sameEvents);
  const source = 'subscription Q($from: String) { events(from: $from) { text } }';
  const first = await read(schema, source, { variableValues: { from: 'a' } });
  expect(await read(schema, source, { variableValues: { from: 'b' } })).toBe(first);
  expect(first).toContain('"two"');
  expect(resolved()).toBe(2);
});

test('an event with an error is executed once and masked for each reader', async () => {
  const wrong = { text: 'wrong' };
  const { schema, resolved } = schemaOf(async function* () {
    yield wrong;
  });
  const tell = (message: string) => read(schema, undefined, { tell: () => new GraphQLError(message) });
  expect(await tell('first')).toContain('"errors":[{"message":"first"}]');
  expect(await tell('second')).toContain('"errors":[{"message":"second"}]');
  expect(resolved()).toBe(1);
});

test('a document whose selection reads a variable is executed for each reader', async () => {
  const { schema, resolved } = schemaOf(sameEvents);
  const source = 'subscription Q($with: Boolean!) { events { text @include(if: $with) } }';
  expect(await read(schema, source, { variableValues: { with: true } })).toContain('{"text":"two"}');
  expect(await read(schema, source, { variableValues: { with: false } })).not.toContain('text');
  expect(resolved()).toBe(2);
});

test('another selection of the same event is executed on its own', async () => {
  const { schema } = schemaOf(sameEvents);
  await read(schema);
  expect(await read(schema, 'subscription { events { other: text } }')).toContain('{"other":"two"}');
});

test('an invalid request results in errors', async () => {
  const { schema } = schemaOf(twoEvents);
  const source = 'subscription Q($with: Boolean!) { events { text @include(if: $with) } }';
  expect(JSON.parse(await read(schema, source))).toHaveProperty('errors');
});

const cleanups: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const cleanup of cleanups.splice(0)) cleanup();
});

test('a silent stream is kept alive until its client disconnects', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const left = Promise.withResolvers<void>();
  const silent = {
    next: () => new Promise<IteratorResult<object>>(() => {}),
    return: async () => {
      left.resolve();
      return { done: true as const, value: undefined };
    },
    [Symbol.asyncIterator]: () => silent,
  };
  const { schema } = schemaOf(() => silent);
  const document = parse('subscription { events { text } }');
  const listener = createNodeListener({
    fetch: async (each) => {
      const result = await subscribe({ schema, document, contextValue: {} }, serverSentEvents, mask);
      if (!(result instanceof Subscription)) throw new Error('No subscription');
      return result.respond(each);
    },
    onFault: (fault) => {
      throw fault;
    },
  });
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  cleanups.push(() => {
    socket.destroy();
    server.closeAllConnections();
    server.close();
  });
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  let received = '';
  socket.on('data', (data) => {
    received += data.toString();
  });
  const signs = () => received.split('3\r\n:\n\n\r\n').length - 1;
  await expect.poll(signs).toBe(1);
  vi.advanceTimersByTime(12_000);
  await expect.poll(signs).toBe(2);
  vi.advanceTimersByTime(12_000);
  await expect.poll(signs).toBe(3);
  socket.destroy();
  await left.promise;
  await expect.poll(() => vi.getTimerCount()).toBe(0);
});
