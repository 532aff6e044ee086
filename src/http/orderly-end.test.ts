import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { closeServer, endConnectionsAfterResponses } from './orderly-end.ts';

let server: Server;
let port: number;
let answer: RequestListener;
beforeEach(async () => {
  answer = (_, response) => response.end('fine');
  server = createServer({ keepAliveTimeout: 600_000 }, (request, response) => answer(request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const get = 'GET / HTTP/1.1\r\nhost: localhost\r\n\r\n';

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

it('closing the server answers requests on connections that are not yet accepted', async () => {
  const count = 50;
  const connected = new Int32Array(new SharedArrayBuffer(4));
  const clients = new Worker(
    `const { workerData: { port, count, connected }, parentPort } = require('node:worker_threads');
    const answers = Array.from({ length: count }, () => new Promise((resolve) => {
      let said = '';
      const socket = require('node:net').connect(port, '127.0.0.1', () => {
        socket.write(${JSON.stringify(get.replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'))});
        Atomics.add(connected, 0, 1);
        Atomics.notify(connected, 0);
      });
      socket.on('data', (chunk) => { said += chunk; });
      socket.on('error', (error) => resolve(error.code)).on('close', () => resolve(said.slice(-4)));
    }));
    Promise.all(answers).then((all) => parentPort.postMessage(all));`,
    { eval: true, workerData: { port, count, connected } },
  );
  const answers = once(clients, 'message');
  // The event loop stands still until all are there.
  for (let there = 0; there < count; there = Atomics.load(connected, 0)) Atomics.wait(connected, 0, there);
  await closeServer(server);
  expect((await answers)[0]).toEqual(Array(count).fill('fine'));
});

it('closing the server ends idle connections at once, and others after their response', async () => {
  const [idle, busy] = [await open(), await open()];
  idle.write(get);
  await once(idle, 'data');
  const asked = Promise.withResolvers<() => void>();
  answer = (_, response) => asked.resolve(() => response.end('late'));
  busy.write(get);
  const finish = await asked.promise;
  const closed = closeServer(server);
  expect(await text(idle)).toBe('');
  await expect(open()).rejects.toThrow('ECONNREFUSED');
  finish();
  // Its client would keep it.
  expect(await text(busy)).toContain('late');
  await closed;
});

it('a response can end its connection', async () => {
  const socket = await open();
  endConnectionsAfterResponses(server);
  socket.write(get);
  expect((await text(socket)).toLowerCase()).toContain('connection: close');
});
