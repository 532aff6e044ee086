import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

/** Where the programs of PostgreSQL are; undefined when this machine has none that start a server. */
export const postgresPrograms = findPrograms();

function findPrograms(): string | undefined {
  try {
    const folder = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim();
    return existsSync(join(folder, 'initdb')) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** Runs a program of PostgreSQL, which refuses to work for root, as a user that is not. */
async function runAsPostgres(program: string, args: readonly string[]): Promise<void> {
  const command = [join(postgresPrograms ?? '', program), ...args].map((word) => `'${word}'`).join(' ');
  if (process.getuid?.() === 0) await run('su', ['postgres', '-c', command]);
  else await run('sh', ['-c', command]);
}

/** A PostgreSQL server of a test's own, which it may kill. Its data outlives that. */
export class PostgresServer implements AsyncDisposable {
  readonly url: string;
  readonly #port: number;
  readonly #folder: string;

  private constructor(port: number, folder: string) {
    this.#port = port;
    this.#folder = folder;
    this.url = `postgres://tester@127.0.0.1:${port}/postgres`;
  }

  static async open(): Promise<PostgresServer> {
    const folder = await mkdtemp(join(tmpdir(), 'inlay-postgres-'));
    await chmod(folder, 0o777);
    const server = new PostgresServer(await freePort(), folder);
    await runAsPostgres('initdb', [
      '-D',
      server.#data,
      '-U',
      'tester',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-sync',
    ]);
    await server.start();
    return server;
  }

  get #data(): string {
    return join(this.#folder, 'data');
  }

  /** Starts it, also again once it was killed, on the same port. Resolves when it answers. */
  async start(): Promise<void> {
    const options = `-p ${this.#port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${this.#folder}`;
    await runAsPostgres('pg_ctl', [
      '-D',
      this.#data,
      '-l',
      join(this.#folder, 'log'),
      '-o',
      options,
      '-w',
      'start',
    ]);
  }

  /** Ends all connections, and starts again. Resolves when it answers. */
  async restart(): Promise<void> {
    await runAsPostgres('pg_ctl', [
      '-D',
      this.#data,
      '-l',
      join(this.#folder, 'log'),
      '-m',
      'fast',
      '-w',
      'restart',
    ]);
  }

  /** Ends it, and all its connections, without a word to them. */
  async kill(): Promise<void> {
    await runAsPostgres('pg_ctl', ['-D', this.#data, '-m', 'immediate', '-w', 'stop']);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill().catch(() => {});
    await rm(this.#folder, { recursive: true, force: true });
  }
}
