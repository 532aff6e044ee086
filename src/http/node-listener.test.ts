import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request as send } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { maxBodyBytes, readText } from './body.ts';
import { createNodeListener } from './node-listener.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

/** Serves `fetch` on a port of its own; `ask` keeps one connection. */
async function serve(fetch: (request: Request) => Promise<Response>, basePath = '') {
  const faults: unknown[] = [];
  const onFault = (fault: unknown) => void faults.push(fault);
  const server = createServer(createNodeListener({ fetch, onFault, basePath })).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  cleanups.push(() => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });

  async function ask(method: string, body?: string, headers: Record<string, string> = {}, path = '/a?b=c') {
    const outgoing = send({ port, host: '127.0.0.1', method, path, headers, agent });
    outgoing.end(body);
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    return {
      status: incoming.statusCode,
      text: Buffer.concat(parts).toString(),
      port: outgoing.socket?.localPort,
    };
  }
  return { port, faults, ask };
}

const echo = async (request: Request) =>
  Response.json({ method: request.method, url: request.url, body: await request.text() });

test.each([
  ['/a?b=c', '/a?b=c'],
  ['/inlay/a?b=c', '/a?b=c'],
  ['/inlay', '/'],
  ['/inlay?b=c', '/?b=c'],
  ['/inlay/', '/'],
  ['/inlays/a', '/inlays/a'],
])('below the path /inlay, %s is asked for as %s', async (path, url) => {
  const { ask, port } = await serve(echo, '/inlay');
  const { text } = await ask('GET', undefined, {}, path);
  expect(JSON.parse(text)).toMatchObject({ url: `http://127.0.0.1:${port}${url}` });
});

test('passes on the method, the URL and the body, with or without a content length', async () => {
  const { ask, port } = await serve(echo);
  const url = `http://127.0.0.1:${port}/a?b=c`;
  const stated = await ask('POST', 'täxt', { 'content-length': '5' });
  const chunked = await ask('POST', 'täxt', { 'transfer-encoding': 'chunked' });
  const none = await ask('GET');
  expect(JSON.parse(stated.text)).toEqual({ method: 'POST', url, body: 'täxt' });
  expect(JSON.parse(chunked.text)).toEqual({ method: 'POST', url, body: 'täxt' });
  expect(JSON.parse(none.text)).toEqual({ method: 'GET', url, body: '' });
});

test('an unread body is drained slowly after the response', async () => {
  const fetch = async () => Response.json({}, { status: 413 });
  const server = createServer(createNodeListener({ fetch, onFault: () => undefined })).listen(0, '127.0.0.1');
  cleanups.push(() => server.closeAllConnections());
  cleanups.push(() => server.close());
  await once(server, 'listening');
  const body = Buffer.alloc(64 * 1024 * 1024);
  const { port } = server.address() as AddressInfo;
  const outgoing = send({
    port,
    host: '127.0.0.1',
    method: 'POST',
    headers: { 'content-length': body.length },
  });
  outgoing.on('error', () => undefined).end(body);
  const [[socket], [incoming]] = await Promise.all([once(server, 'connection'), once(outgoing, 'response')]);
  expect(incoming.statusCode).toBe(413);
  for (let turn = 0; turn < 2_000; turn += 1) await setImmediate();
  // Read as fast as it comes, it would all be there by now.
  expect((socket as Socket).bytesRead).toBeLessThan(body.length / 4);
});

test('many small unread bodies are drained as soon as they arrive', async () => {
  const fetch = async () => Response.json({}, { status: 429 });
  let open = 0;
  const listener = createNodeListener({ fetch, onFault: () => undefined });
  const server = createServer((incoming, outgoing) => {
    open += 1;
    incoming.once('end', () => (open -= 1));
    listener(incoming, outgoing);
  }).listen(0, '127.0.0.1');
  cleanups.push(() => server.closeAllConnections());
  cleanups.push(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  cleanups.push(() => agent.destroy());
  const body = Buffer.alloc(5_000);
  let sent = 0;
  async function sendAll(): Promise<void> {
    while (sent < 4_000) {
      sent += 1;
      const options = { port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': body.length } };
      const outgoing = send({ ...options, agent });
      outgoing.end(body);
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
      incoming.resume();
      await once(incoming, 'end');
    }
  }
  await Promise.all([sendAll(), sendAll(), sendAll(), sendAll()]);
  // One by one they would take eight seconds.
  await expect.poll(() => open, { timeout: 2_000 }).toBe(0);
});

test('a body that is too long is refused before it is complete, and the connection stays open', async () => {
  const refusals: unknown[] = [];
  const { ask } = await serve(async (request) => {
    await readText(request, 100).catch((error: unknown) => refusals.push(error));
    return new Response(request.headers.get('content-length'), { status: 413 });
  });
  const long = 'x'.repeat(1_000_000);
  const stated = await ask('POST', long, { 'content-length': String(long.length) });
  const chunked = await ask('POST', long, { 'transfer-encoding': 'chunked' });
  expect([stated.status, chunked.status]).toEqual([413, 413]);
  expect(stated.text).toBe('1000000');
  expect(refusals).toMatchObject([{ code: 'PAYLOAD_TOO_LARGE' }, { code: 'PAYLOAD_TOO_LARGE' }]);
  expect(chunked.port).toBe(stated.port);
});

test('a request is handled as soon as its head has arrived', async () => {
  const { port } = await serve(async () => new Response('early'));
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 1000000\r\n\r\n');
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('early');
  socket.destroy();
});

test('a body can be read late', async () => {
  const { ask } = await serve(async (request) => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return new Response(await readText(request));
  });
  for (const text of ['täxt', 'x'.repeat(maxBodyBytes)]) {
    const length = String(Buffer.byteLength(text));
    expect((await ask('POST', text, { 'content-length': length })).text).toBe(text);
    expect((await ask('POST', text, { 'transfer-encoding': 'chunked' })).text).toBe(text);
  }
});

test('an error of the handler is reported, and the client learns nothing of it', async () => {
  const error = new Error('secret');
  const { ask, faults } = await serve(async () => {
    throw error;
  });
  const answer = await ask('GET');
  expect(answer.status).toBe(500);
  expect(answer.text).toBe('Internal Server Error\n');
  expect(faults).toEqual([error]);
});

/** What a request line and a host are answered. */
async function askRaw(port: number, line: string, host: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${line} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

test.each(['a b', 'a/b', 'a/../b?', 'a?', 'a#', 'a@b', 'a\\b', 'a:99999', '[::1'])(
  'the host %j makes no address, which is the client’s fault',
  async (host) => {
    const { port, faults } = await serve(echo);
    expect(await askRaw(port, 'GET /a', host)).toMatch(/^HTTP\/1\.1 400 /);
    expect(faults).toEqual([]);
  },
);

test.each([
  ['GET /a', 'inlay.test', 'http://inlay.test/a'],
  ['GET /a', 'inlay.test:8080', 'http://inlay.test:8080/a'],
  ['GET /a', '[::1]:8080', 'http://[::1]:8080/a'],
  ['GET /a', '', 'http://localhost/a'],
  ['GET //elsewhere/a', 'inlay.test', 'http://inlay.test//elsewhere/a'],
  ['GET http://inlay.test/a', 'other.test', 'http://inlay.test/a'],
])('%s with the host %j is a request for %s', async (line, host, url) => {
  const { port } = await serve(echo);
  expect(await askRaw(port, line, host)).toContain(`"url":"${url}"`);
});

test('the signal of a request aborts if its client disconnects before the response', async () => {
  const arrived = Promise.withResolvers<AbortSignal>();
  const { port, faults } = await serve(async ({ signal }) => {
    arrived.resolve(signal);
    await once(signal, 'abort');
    throw signal.reason;
  });
  const socket = connect(port, '127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  const signal = await arrived.promise;
  expect(signal.aborted).toBe(false);
  socket.destroy();
  await expect.poll(() => signal.aborted).toBe(true);
  expect(faults).toEqual([]);
});

test('reading a body is aborted if the client disconnects before it is complete', async () => {
  const ends: unknown[] = [];
  const { port, faults } = await serve(async (request) => {
    await readText(request).catch((error: unknown) => ends.push(error));
    throw ends.at(-1);
  });
  const socket = connect(port, '127.0.0.1');
  socket.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nhalf');
  socket.end();
  await once(socket.resume(), 'close');
  await expect.poll(() => ends).toMatchObject([{ name: 'AbortError' }]);
  expect(faults).toEqual([]);
});
