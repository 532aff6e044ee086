import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createNodeListener } from '../../src/http/node-listener.ts';
import { ndjsonResponse } from '../../src/rest/ndjson.ts';
import { createMemoryRunLog } from '../../src/runs/memory-run-log.ts';
import type { RunLog } from '../../src/runs/run-log.ts';

interface Said {
  readonly text: string;
}

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** `POST /` streams the run `run` from its start. */
async function serve(
  log: RunLog<Said>,
  answering: (request: Request) => Request,
): Promise<{ port: number; responses: ServerResponse[] }> {
  const fetch = async (request: Request) => {
    await request.text();
    const reader = await log.read('run', 0);
    if (reader === null) return new Response(null, { status: 404 });
    return ndjsonResponse(reader, { request: answering(request) });
  };
  const onFault = (fault: unknown) => {
    throw fault;
  };
  const listener = createNodeListener({ fetch, onFault });
  const responses: ServerResponse[] = [];
  const server = createServer((request, response) => {
    responses.push(response);
    listener(request, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  cleanups.push(async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { port: (server.address() as AddressInfo).port, responses };
}

async function open(): Promise<RunLog<Said>> {
  const log = createMemoryRunLog<Said>();
  cleanups.push(async () => log[Symbol.asyncDispose]());
  return log;
}

async function request(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  cleanups.push(async () => {
    socket.destroy();
  });
  await once(socket, 'connect');
  socket.write('POST / HTTP/1.1\r\nhost: inlay\r\nconnection: close\r\ncontent-length: 2\r\n\r\n{}');
  return socket;
}

/** The chunks of a chunked HTTP body as they were written, from the raw bytes of the socket. */
async function chunksOf(socket: Socket): Promise<string[]> {
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  let rest = Buffer.concat(parts);
  rest = rest.subarray(rest.indexOf('\r\n\r\n') + 4);
  const chunks: string[] = [];
  for (;;) {
    const end = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.subarray(0, end).toString(), 16);
    if (!(size > 0)) return chunks;
    chunks.push(rest.subarray(end + 2, end + 2 + size).toString());
    rest = rest.subarray(end + 2 + size + 2);
  }
}

/** The same request as the platform would have made it. */
function ofPlatform(request: Request): Request {
  const controller = new AbortController();
  request.signal.addEventListener('abort', () => controller.abort());
  return new Request(request.url, { signal: controller.signal });
}

const say = (sort: number) => ({ sort, event: { text: `event ${sort}` } });
const turnOfTheLoop = () => new Promise<void>((resolve) => setImmediate(resolve));
const readers = (log: RunLog<Said>, count: number) =>
  expect.poll(() => log.readerCount('run'), { interval: 2 }).toBe(count);

describe.each([
  ['node:http', (request: Request) => request],
  ['the platform', ofPlatform],
])('a response to a request of %s', (_name, answering) => {
  it('writes the lines of one turn of the loop together', async () => {
    const log = await open();
    const { port } = await serve(log, answering);
    const writer = await log.open('run');
    const socket = await request(port);
    const chunks = chunksOf(socket);
    await readers(log, 1);
    const turns = [0, 1, 2].map((turn) => Array.from({ length: 50 }, (_, i) => turn * 50 + i + 1));
    for (const turn of turns) {
      await turnOfTheLoop();
      await turnOfTheLoop();
      for (const sort of turn) await writer.append([say(sort)]);
    }
    await writer.close();
    expect(await chunks).toEqual(
      turns.map((turn) => turn.map((sort) => `{"text":"event ${sort}"}\n`).join('')),
    );
  });

  it('costs no more than the log while a client does not read, and loses nothing', async () => {
    const log = await open();
    const { port, responses } = await serve(log, answering);
    const writer = await log.open('run');
    const socket = await request(port);
    socket.pause();
    await readers(log, 1);
    const padding = '.'.repeat(200);
    let buffered = 0;
    for (let sort = 1; sort <= 100_000; sort += 1) {
      await writer.append([{ sort, event: { text: `${sort}${padding}` } }]);
      if (sort % 500 === 0) {
        await turnOfTheLoop();
        const [response] = responses;
        buffered = Math.max(
          buffered,
          (response?.writableLength ?? 0) + (response?.socket?.writableLength ?? 0),
        );
      }
    }
    await writer.close();
    // One batch that the socket would not take; the log holds 22 MB.
    expect(buffered).toBeGreaterThan(0);
    expect(buffered).toBeLessThan(256 * 1024);
    const text = (await chunksOf(socket)).join('');
    expect(text).toBe(Array.from({ length: 100_000 }, (_, i) => `{"text":"${i + 1}${padding}"}\n`).join(''));
    await readers(log, 0);
  });

  it('leaves no reader behind when clients disconnect, whether they wait or do not read', async () => {
    const log = await open();
    const { port } = await serve(log, answering);
    const writer = await log.open('run');
    const waiting = await Promise.all(Array.from({ length: 20 }, () => request(port)));
    await readers(log, 20);
    const stalled = await Promise.all(Array.from({ length: 20 }, () => request(port)));
    for (const socket of stalled) socket.pause();
    for (const socket of waiting) socket.resume();
    await readers(log, 40);
    for (let sort = 1; sort <= 1_000; sort += 1) {
      await writer.append([{ sort, event: { text: 'x'.repeat(10_000) } }]);
      if (sort % 50 === 0) await turnOfTheLoop();
    }
    for (const socket of waiting) socket.destroy();
    await readers(log, 20);
    for (const socket of stalled) socket.resetAndDestroy();
    await readers(log, 0);
    expect(await log.isLive('run')).toBe(true);
  });
});
