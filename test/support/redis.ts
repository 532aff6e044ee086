import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Redis } from 'ioredis';

/** The Redis of the tests; without it, what needs it is skipped. */
export const redisUrl = process.env['TEST_REDIS_URL'] ?? '';

/** Keys that no other test has; all of them expire. */
export const newPrefix = (): string => `inlay-test-${randomUUID()}`;

/** A way to Redis that a test can cut. */
export interface RedisWay extends AsyncDisposable {
  readonly url: string;
  /** Ends all connections and takes no new ones. */
  cut(): void;
  mend(): void;
}

export async function openWay(): Promise<RedisWay> {
  const target = new URL(redisUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((inner) => {
    if (isCut) {
      inner.destroy();
      return;
    }
    const outer = connect(Number(target.port || 6379), target.hostname);
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.setNoDelay(true).on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        inner.destroy();
        outer.destroy();
      });
    }
    inner.pipe(outer).pipe(inner);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = new URL(redisUrl);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.href,
    cut,
    mend() {
      isCut = false;
    },
    async [Symbol.asyncDispose]() {
      cut();
      server.close();
      await once(server, 'close');
    },
  };
}

/** What an operator does to Redis, with a connection of its own. */
export class RedisOperator implements AsyncDisposable {
  readonly #client = new Redis(redisUrl);
  readonly #prefix: string;

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  async keys(): Promise<string[]> {
    const keys: string[] = [];
    for await (const found of this.#client.scanStream({ match: `${this.#prefix}:*`, count: 1_000 })) {
      keys.push(...(found as string[]));
    }
    return keys;
  }

  /** Milliseconds that each key has left; -1 for one that does not expire. */
  async lives(): Promise<number[]> {
    return Promise.all((await this.keys()).map((key) => this.#client.pttl(key)));
  }

  /** Loses everything, as a restart without persistence does. */
  async forget(): Promise<void> {
    const keys = await this.keys();
    if (keys.length > 0) await this.#client.del(...keys);
  }

  async connections(): Promise<string[]> {
    const list = String(await this.#client.client('LIST'));
    return list.split('\n').filter((line) => line.includes(` name=${this.#prefix}`));
  }

  /** Kills every connection of the logs, and returns how many there were. */
  async killConnections(): Promise<number> {
    const connections = await this.connections();
    for (const line of connections) {
      const id = /^id=(\d+)/.exec(line)?.[1] ?? '';
      await this.#client.client('KILL', 'ID', id).catch(() => {
        // Gone already.
      });
    }
    return connections.length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.forget();
    await this.#client.quit();
  }
}
