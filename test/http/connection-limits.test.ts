import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillDataDirectory } from '../support/database.ts';
import {
  adminKey,
  createServiceFolder,
  type ServiceFolder,
  ServiceProcess,
} from '../support/service-process.ts';

/** What a process takes of connections that say little, slowly or not at all (README, Configuration). */
const maxConnections = 3;
let folder: ServiceFolder;
let service: ServiceProcess;
beforeAll(async () => {
  folder = await createServiceFolder();
  await fillDataDirectory(folder.dataDir);
  const environment = { MAX_CONNECTIONS: String(maxConnections), REQUEST_SECONDS: '1', LOG_LEVEL: 'info' };
  service = await ServiceProcess.start(folder, environment);
});
afterAll(async () => {
  expect(service.faults).toEqual([]);
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

async function readAll(socket: Socket): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

const health = 'GET /health HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n';

it('a connection over the limit is closed, until another one ends', async () => {
  const others = [await open(), await open()];
  const last = await open();
  // All were taken once the last of them is answered.
  last.write(health.replace('connection: close\r\n', ''));
  await once(last, 'data');
  const tooMany = await open();
  tooMany.write(health);
  expect(await readAll(tooMany).catch(() => '')).toBe('');
  for (const socket of others) socket.write(health);
  for (const socket of others) expect(await readAll(socket)).toContain('"status":"ok"');
  const next = await open();
  next.write(health);
  expect(await readAll(next)).toContain('"status":"ok"');
  last.destroy();
});

it.each([
  ['a head that does not end', 'POST /graphql HTTP/1.1\r\nhost: a\r\nx: '],
  ['nothing at all', ''],
])('%s times out, which ends the connection', async (_, bytes) => {
  const socket = await open();
  socket.write(bytes);
  expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 408 |^$/);
});

it('a body that does not arrive times out, whoever sends it', async () => {
  const key = 'authorization: Api-Key an-admin-key-for-the-tests-of-crashes\r\n';
  for (const head of [key, '']) {
    const socket = await open();
    socket.write(
      `POST /graphql HTTP/1.1\r\nhost: a\r\n${head}content-type: application/json\r\ncontent-length: 1000\r\n\r\n{"query`,
    );
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 408 |^$/);
  }
});

it.each([
  ['stops sending', (socket: Socket) => readAll(socket).catch(() => '')],
  ['leaves', (socket: Socket) => socket.destroy()],
])('a request whose client %s in the middle of its body is no failure of the service', async (_, leave) => {
  const before = service.logged.length;
  const socket = await open();
  const path = '/api/v1/embed/generate-session';
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: a\r\nauthorization: Api-Key ${adminKey}\r\ncontent-length: 100\r\ncontent-type: application/json\r\n\r\n{"de`,
  );
  // Only what has arrived can break off.
  await new Promise<void>((resolve) => socket.write('p', () => resolve()));
  await ask();
  await leave(socket);
  const said = () => service.logged.slice(before).find((line) => line['path'] === path);
  await expect.poll(said).toMatchObject({ msg: 'request', status: 499, bytes: 0, isCutOff: true });
});

/** Resolves after the service has read what was sent before. */
async function ask(): Promise<void> {
  const socket = await open();
  socket.write(health);
  await readAll(socket);
}
