import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './free-port.ts';

/** A `redis-server` of a test's own, which it may kill. It keeps nothing on disk: a new start begins empty. */
export class RedisServer implements AsyncDisposable {
  readonly url: string;
  readonly #port: number;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  private constructor(port: number, folder: string) {
    this.#port = port;
    this.#folder = folder;
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async open(): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), await mkdtemp(join(tmpdir(), 'inlay-redis-')));
    await server.start();
    return server;
  }

  /** Starts it, also again once it was killed, on the same port. Resolves when it answers. */
  async start(): Promise<void> {
    if (this.#process !== undefined) return;
    const options = { port: this.#port, bind: '127.0.0.1', dir: this.#folder, appendonly: 'no', save: '' };
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
    this.#process = spawn('redis-server', args, { stdio: 'ignore' });
    await this.#withClient(async (client) => {
      await client.ping();
    });
  }

  /** Ends it without a word. */
  async kill(): Promise<void> {
    const process = this.#process;
    if (process === undefined) return;
    this.#process = undefined;
    const exited = once(process, 'exit');
    process.kill('SIGKILL');
    await exited;
  }

  /** Keeps its connections, and answers nothing any more. */
  freeze(): void {
    this.#process?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#process?.kill('SIGCONT');
  }

  /** Its clients, one line of `CLIENT LIST` each, without the one that asks. */
  async clients(): Promise<string[]> {
    const list = await this.#withClient((client) => client.client('LIST'));
    return String(list)
      .split('\n')
      .filter((line) => line !== '' && !line.includes(' cmd=client'));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #withClient<R>(work: (client: Redis) => Promise<R>): Promise<R> {
    const client = new Redis(this.url, { retryStrategy: () => 20, maxRetriesPerRequest: null });
    client.on('error', () => {});
    try {
      return await work(client);
    } finally {
      client.disconnect();
    }
  }
}
