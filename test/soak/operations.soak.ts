import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { startTraffic } from '../support/mixed-traffic.ts';
import { PostgresServer, postgresPrograms } from '../support/postgres-server.ts';
import { RedisServer } from '../support/redis-server.ts';
import { createServiceFolder, ServiceProcess } from '../support/service-process.ts';

const { SOAK_RATE = '50', SOAK_NGINX = 'nginx' } = process.env;
const hasServers = postgresPrograms !== undefined && spawnSync('redis-server', ['--version']).status === 0;
const hasNginx = spawnSync(SOAK_NGINX, ['-v']).status === 0;
if (!hasNginx) process.stdout.write('nginx is missing: apt-get install nginx-light, or SOAK_NGINX=/path\n');

/** Longer than nginx leaves out a server that has failed, each of its workers by itself. */
const comeBackMs = 12_000;

/** Where things are, and no setting besides. */
const asItComes = (ports: readonly number[], port: number) => `
  upstream inlay { ${ports.map((each) => `server 127.0.0.1:${each};`).join(' ')} }
  server { listen 127.0.0.1:${port}; location / { proxy_pass http://inlay; } }`;

/** The configuration that the repository recommends. */
async function recommended(ports: readonly number[], port: number): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8');
  return text
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace(/inlay-(\d):4000/g, (_, number) => `127.0.0.1:${ports[Number(number) - 1]}`);
}

async function openNginx(
  ports: readonly number[],
  configure: (ports: readonly number[], port: number) => string | Promise<string>,
): Promise<AsyncDisposable & { readonly url: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'inlay-nginx-'));
  const port = await freePort();
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; worker_processes auto; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};
    events {}
    http { access_log off; ${paths.join(' ')} ${await configure(ports, port)} }`,
  );
  const nginx: ChildProcess = spawn(SOAK_NGINX, [
    '-c',
    join(folder, 'nginx.conf'),
    '-e',
    join(folder, 'error.log'),
  ]);
  const exited = once(nginx, 'exit');
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/health`).catch(() => null))) {
    if (nginx.exitCode !== null) throw new Error(await readFile(join(folder, 'error.log'), 'utf8'));
    await sleep(50);
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      nginx.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Stage {
  readonly postgres: PostgresServer;
  readonly redis: RedisServer;
  /** Ends a process in order, and starts another on its port. */
  restart(index: number): Promise<void>;
}

interface Event {
  readonly name: string;
  readonly happens: (stage: Stage) => Promise<void>;
  /** What may fail; nothing if absent. */
  readonly mayFail?: RegExp;
}

const events: readonly Event[] = [
  {
    name: 'both processes restarted, one after the other',
    async happens({ restart }) {
      await restart(0);
      await sleep(comeBackMs);
      await restart(1);
    },
  },
  {
    name: 'Redis gone for 4 s',
    // Live turns are shared over Redis.
    mayFail: /^chat: 503 .*"UNAVAILABLE"/,
    async happens({ redis }) {
      await redis.kill();
      await sleep(4_000);
      await redis.start();
    },
  },
  { name: 'PostgreSQL restarted', happens: ({ postgres }) => postgres.restart() },
];

describe.skipIf(!hasServers || !hasNginx).each([
  ['as Debian brings it', asItComes],
  ['with deploy/nginx.conf', recommended],
])('two processes behind nginx %s', (proxied, configure) => {
  it.each(events)('fail no request that need not fail: $name', async ({ name, happens, mayFail }) => {
    await using postgres = await PostgresServer.open();
    await using redis = await RedisServer.open();
    await using folder = await createServiceFolder();
    const ports = await Promise.all([freePort(), freePort()]);
    const start = (port: number) =>
      ServiceProcess.start(folder, {
        PORT: String(port),
        DATABASE_URL: postgres.url,
        REDIS_URL: redis.url,
        EXCHANGES_PER_SECOND: '0',
      });
    await using nodes = new AsyncDisposableStack();
    const running = await Promise.all(ports.map(start));
    for (const node of running) nodes.use(node);
    await using nginx = await openNginx(ports, configure);
    const startedMs = performance.now();
    const traffic = startTraffic(nginx.url, { perSecond: Number(SOAK_RATE), atOnce: 100 });
    await sleep(comeBackMs);
    await happens({
      postgres,
      redis,
      async restart(index) {
        expect(await running[index]?.terminate()).toBe(0);
        nodes.use(await start(ports[index] ?? 0));
      },
    });
    await sleep(comeBackMs);
    const { sent, failures } = await traffic.stop();
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    process.stdout.write(
      `nginx ${proxied}, ${name}: ${sent} requests in ${seconds} s, ${failures.length} failed\n`,
    );
    expect(failures.filter((failure) => mayFail?.test(failure) !== true)).toEqual([]);
    expect(sent).toBeGreaterThan(500);
  });
});
