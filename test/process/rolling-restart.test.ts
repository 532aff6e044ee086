import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createPostgresDatabase, fillDataDirectory } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { LineClient } from '../support/line-client.ts';
import { startTraffic } from '../support/mixed-traffic.ts';
import { PassiveProxy } from '../support/passive-proxy.ts';
import { redisUrl } from '../support/redis.ts';
import { adminKey, createServiceFolder, ServiceProcess } from '../support/service-process.ts';

const { TEST_DATABASE_URL: databaseUrl } = process.env;

/** Few at once, so that a busy machine answers what has begun in the time that a process takes to drain. */
const pace = { perSecond: 50, atOnce: 3 };
const mintPath = '/api/v1/embed/generate-session';
/** Turns that have begun get as long to end, which take seconds on a busy machine. */
const environment = { DRAIN_SECONDS: '8', EXCHANGES_PER_SECOND: '0' };

/** Whether something takes a connection. */
function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).once('error', () => resolve(false));
  });
}

describe('a process', () => {
  it('a process refuses connections until it answers, and answers on those that it took before it refuses them again', async () => {
    await using folder = await createServiceFolder();
    await fillDataDirectory(folder.dataDir);
    const port = await freePort();
    const starting = ServiceProcess.start(folder, { PORT: String(port), DRAIN_SECONDS: '0' });
    while (!(await accepts(port))) await sleep(1);
    const body = { deploymentId: 1, externalId: 'the-first' };
    const headers = { authorization: `Api-Key ${adminKey}` };
    const answer = await LineClient.open(`http://127.0.0.1:${port}${mintPath}`, {
      body,
      headers,
    });
    await using service = await starting;
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('sessionId')]);

    const last = JSON.stringify({ ...body, externalId: 'the-last' });
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST ${mintPath} HTTP/1.1\r\nhost: localhost\r\nauthorization: Api-Key ${adminKey}\r\n`);
    // What came before is read before this is answered.
    await service.readiness();
    const ended = service.terminate();
    while (await accepts(port)) await sleep(1);
    socket.write(`content-type: application/json\r\ncontent-length: ${last.length}\r\n\r\n${last}`);
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await ended).toBe(0);
  });

  it('a process answers every request whose connection it took, until it refuses connections', async () => {
    await using folder = await createServiceFolder();
    await fillDataDirectory(folder.dataDir);
    await using service = await ServiceProcess.start(folder, environment);
    await using proxy = await PassiveProxy.open([service.url], 0);
    const traffic = startTraffic(proxy.url, pace);
    await sleep(500);
    expect(await service.terminate()).toBe(0);
    const { sent, failures } = await traffic.stop();
    const wrong = failures.filter((failure) => !failure.endsWith('502 refused'));
    expect({ wrong, logged: service.logged }).toEqual({ wrong: [], logged: [] });
    expect(sent - failures.length).toBeGreaterThan(10);
  });
});

it.skipIf(!databaseUrl || !redisUrl)(
  'two processes behind a proxy that asks nobody whether they are ready lose no request when they are restarted in turn',
  async () => {
    await using database = await createPostgresDatabase();
    await using folder = await createServiceFolder();
    const ports = await Promise.all([freePort(), freePort()]);
    const start = (port: number) =>
      ServiceProcess.start(folder, {
        ...environment,
        PORT: String(port),
        DATABASE_URL: database.url,
        REDIS_URL: redisUrl,
      });
    await using nodes = new AsyncDisposableStack();
    const running = await Promise.all(ports.map(start));
    const processes = running.map((node) => nodes.use(node));
    const urls = running.map(({ url }) => url);
    const failTimeoutMs = 300;
    await using proxy = await PassiveProxy.open(urls, failTimeoutMs);
    const traffic = startTraffic(proxy.url, pace);
    for (const [index, port] of ports.entries()) {
      // Time in which the proxy finds out who is there.
      await sleep(2 * failTimeoutMs);
      expect(await running[index]?.terminate()).toBe(0);
      processes.push(nodes.use(await start(port)));
    }
    const { sent, failures } = await traffic.stop();
    const logged = processes.flatMap((node) => node.logged);
    expect({ failures, logged }).toEqual({ failures: [], logged: [] });
    expect(sent).toBeGreaterThan(20);
  },
);
