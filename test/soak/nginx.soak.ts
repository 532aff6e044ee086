import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createPostgresDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { startTraffic } from '../support/mixed-traffic.ts';
import { redisUrl } from '../support/redis.ts';
import { createServiceFolder, type ServiceFolder, ServiceProcess } from '../support/service-process.ts';

const { TEST_DATABASE_URL: databaseUrl, SOAK_RATE = '50', SOAK_NGINX = 'nginx' } = process.env;
const hasNginx = spawnSync(SOAK_NGINX, ['-v']).status === 0;

/** An nginx with its own defaults before the services: what stands here is where things are, and no setting besides. */
async function openNginx(ports: readonly number[]): Promise<AsyncDisposable & { readonly url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'inlay-nginx-'));
  const port = await freePort();
  const servers = ports.map((each) => `server 127.0.0.1:${each};`).join(' ');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes auto; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};
    events {}
    http {
      access_log off; ${paths.join(' ')}
      upstream inlay { ${servers} }
      server { listen 127.0.0.1:${port}; location / { proxy_pass http://inlay; } }
    }`,
  );
  const nginx: ChildProcess = spawn(SOAK_NGINX, [
    '-c',
    join(folder, 'nginx.conf'),
    '-e',
    join(folder, 'error.log'),
  ]);
  const exited = once(nginx, 'exit');
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/health`).catch(() => null))) await sleep(50);
  return {
    url,
    async [Symbol.asyncDispose]() {
      nginx.kill('SIGTERM');
      await exited;
      process.stdout.write(await readFile(join(folder, 'error.log'), 'utf8'));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Longer than nginx leaves out who has failed, each of its workers by itself. */
const comeBackMs = 12_000;

it.skipIf(!databaseUrl || !redisUrl || !hasNginx)(
  'a rolling restart of two processes behind nginx, as it comes, fails no request',
  async () => {
    await using database = await createPostgresDatabase();
    await using folder: ServiceFolder = await createServiceFolder();
    const ports = await Promise.all([freePort(), freePort()]);
    const start = (port: number) =>
      ServiceProcess.start(folder, {
        PORT: String(port),
        DATABASE_URL: database.url,
        REDIS_URL: redisUrl,
        EXCHANGES_PER_SECOND: '0',
      });
    await using nodes = new AsyncDisposableStack();
    const running = await Promise.all(ports.map(start));
    for (const node of running) nodes.use(node);
    await using nginx = await openNginx(ports);
    const startedMs = performance.now();
    const traffic = startTraffic(nginx.url, { perSecond: Number(SOAK_RATE), atOnce: 100 });
    for (const [index, port] of ports.entries()) {
      await sleep(comeBackMs);
      expect(await running[index]?.terminate()).toBe(0);
      nodes.use(await start(port));
    }
    await sleep(comeBackMs);
    const { sent, failures } = await traffic.stop();
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    process.stdout.write(`nginx: ${sent} requests in ${seconds} s, ${failures.length} failed\n`);
    expect(failures).toEqual([]);
  },
);
