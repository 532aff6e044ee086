import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { afterEach, expect, test, vi } from 'vitest';
import { createNodeListener } from '../http/node-listener.ts';
import { IteratedResults, type ResultSource, streamResults } from './result-stream.ts';
import { multipart, serverSentEvents } from './stream-formats.ts';

const mask = () => new GraphQLError('masked');
const request = new Request('http://inlay.test/');
const next = (result: object) => `event: next\ndata: ${JSON.stringify(result)}\n\n`;
const complete = 'event: complete\ndata:\n\n';

async function chunksOf(
  results: AsyncIterable<ExecutionResult>,
  format = serverSentEvents,
): Promise<string[]> {
  const chunks: string[] = [];
  const response = streamResults(new IteratedResults(results), { request, format, mask });
  for await (const chunk of response.body ?? []) {
    chunks.push(Buffer.from(chunk).toString());
  }
  return chunks;
}

test('writes what is there in one turn of the loop as one chunk, and says when it is complete', async () => {
  async function* results() {
    yield { data: { n: 1 } };
    yield { data: { n: 2 } };
    await new Promise((resolve) => setTimeout(resolve, 20));
    yield { data: { n: 3 } };
  }
  expect(await chunksOf(results())).toEqual([
    ':\n\n',
    next({ data: { n: 1 } }) + next({ data: { n: 2 } }),
    next({ data: { n: 3 } }),
    complete,
  ]);
});

test('a failure of the source is a last result, behind all that came before it', async () => {
  async function* results() {
    yield { data: { n: 1 } };
    throw new Error('secret');
  }
  const chunks = await chunksOf(results());
  expect(chunks.join('')).toBe(
    `:\n\n${next({ data: { n: 1 } })}${next({ errors: [{ message: 'masked' }] })}${complete}`,
  );
});

test('as parts of one body, each part ends with the line that begins the next', async () => {
  async function* results() {
    yield { data: { text: '\r\n--graphql--' } };
    throw new Error('secret');
  }
  const parts = (await chunksOf(results(), multipart)).join('').split('\r\n--graphql');
  const head = '\r\ncontent-type: application/json\r\n\r\n';
  expect(parts).toEqual([
    '',
    `${head}{"payload":{"data":{"text":"\\r\\n--graphql--"}}}`,
    `${head}{"payload":null,"errors":[{"message":"masked"}]}`,
    '--\r\n',
  ]);
});

const cleanups: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const cleanup of cleanups.splice(0)) cleanup();
});

test('a silent stream gives a sign of life, until its client goes', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const left = Promise.withResolvers<void>();
  const silent: ResultSource = { nextResults: () => new Promise(() => {}), return: () => left.resolve() };
  const listener = createNodeListener({
    fetch: async (each) => streamResults(silent, { request: each, format: serverSentEvents, mask }),
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
