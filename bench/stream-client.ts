import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Command } from './measured-server.ts';

/** A server in a process of its own; ends with this process. */
export interface StreamServer extends AsyncDisposable {
  readonly port: number;
  /** One more frame for the followers: the server's own, or this text. */
  say(text?: string): void;
  /** Gives the server the bytes that it answers with from now on. */
  ready(text: string): Promise<void>;
  /** CPU time used so far, by all threads. */
  cpuMicroseconds(): Promise<number>;
  /** Resident memory after a garbage collection. */
  rssBytes(): Promise<number>;
}

/** Such as `--cpu-prof`, for the servers only. */
const profiling = process.env['BENCH_NODE_OPTIONS']?.split(' ') ?? [];

/**
 * @param file in this folder; it calls `serveParent`
 * @param kind its argument
 */
export async function startServer(
  file: string,
  kind: string,
  env: Readonly<Record<string, string>> = {},
): Promise<StreamServer> {
  const child: ChildProcess = fork(fileURLToPath(new URL(file, import.meta.url)), [kind], {
    // As `npm start` runs it.
    execArgv: ['--expose-gc', '--max-semi-space-size=16', ...profiling],
    env: { ...process.env, ...env },
  });
  const exited = once(child, 'exit').then(() => {
    throw new Error(`${file} ${kind} ended`);
  });
  exited.catch(() => {});
  const answer = async () => ((await Promise.race([once(child, 'message'), exited])) as [number])[0];
  const send = (command: Command) => void child.send(command);
  async function ask(command: Command): Promise<number> {
    const answered = answer();
    send(command);
    return answered;
  }
  return {
    port: await answer(),
    say: (text) => send(text === undefined ? { kind: 'say' } : { kind: 'say', text }),
    ready: async (text) => void (await ask({ kind: 'ready', text })),
    cpuMicroseconds: () => ask({ kind: 'cpuMicroseconds' }),
    rssBytes: () => ask({ kind: 'rssBytes' }),
    async [Symbol.asyncDispose]() {
      const exit = once(child, 'exit');
      child.disconnect();
      await exit;
    },
  };
}

export function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: bench\r\n\r\n`;
}

export function post(path: string, headers: Readonly<Record<string, string>>, body: object): string {
  const text = JSON.stringify(body);
  const all = { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST ${path} HTTP/1.1\r\nhost: bench\r\n${lines.join('')}\r\n${text}`;
}

/** A keep-alive connection that speaks just enough HTTP/1.1 to read chunked bodies at full speed. */
export class StreamClient {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #onData: () => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (data) => {
      this.#received = this.#received.length === 0 ? data : Buffer.concat([this.#received, data]);
      this.#dropPings();
      this.#onData();
    });
  }

  static async connect(port: number): Promise<StreamClient> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new StreamClient(socket);
  }

  /** Sends the request and reads up to the first line, of a body that stays open. */
  async follow(request: string): Promise<Buffer> {
    this.#socket.write(request);
    return this.readUntil('}\n\r\n');
  }

  /** The next bytes of an open body, raw, up to a chunk that ends with `end`. */
  async readUntil(end: string): Promise<Buffer> {
    await this.#until(() => this.#received.subarray(-end.length).toString('latin1') === end);
    return this.#take();
  }

  /** Sends the request and reads the whole response, raw. */
  async fetch(request: string): Promise<Buffer> {
    this.#socket.write(request);
    return this.rest();
  }

  /** What is left of the response, raw. */
  async rest(): Promise<Buffer> {
    await this.#until(() => this.#received.subarray(-5).equals(lastChunk) || this.#hasStatedLength());
    return this.#take();
  }

  /** Sends the request and waits until the response, so far, contains `text`. */
  async fetchUntil(request: string, text: string): Promise<void> {
    this.#socket.write(request);
    await this.#until(() => this.#received.includes(text));
  }

  close(): void {
    this.#socket.destroy();
  }

  /** Keep-alive lines come at any time, and are no part of what is compared. */
  #dropPings(): void {
    while (this.#received.subarray(0, ping.length).equals(ping)) {
      this.#received = this.#received.subarray(ping.length);
    }
    while (this.#received.subarray(-ping.length).equals(ping)) {
      this.#received = this.#received.subarray(0, -ping.length);
    }
  }

  /** Whether it is whole by a length in its head: a refusal rather than a stream. */
  #hasStatedLength(): boolean {
    const headEnd = this.#received.indexOf('\r\n\r\n');
    const head = this.#received.subarray(0, Math.max(headEnd, 0)).toString('latin1');
    const length = /^content-length: *(\d+)/im.exec(head)?.[1];
    return length !== undefined && this.#received.length >= headEnd + 4 + Number(length);
  }

  #take(): Buffer {
    const received = this.#received;
    this.#received = Buffer.alloc(0);
    return received;
  }

  #until(condition: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error('The connection has ended.'));
      if (this.#socket.destroyed) return ended();
      this.#socket.once('close', ended);
      this.#onData = () => {
        if (!condition()) return;
        this.#socket.off('close', ended);
        resolve();
      };
      this.#onData();
    });
  }
}

/** A comment of server-sent events, as a chunk. */
const ping = Buffer.from('3\r\n:\n\n\r\n');
const lastChunk = Buffer.from('0\r\n\r\n');

/** The body of a response as it was before chunked transfer coding. @param raw whole, or from a chunk's start */
export function bodyOf(raw: Buffer): string {
  const headEnd = raw.indexOf('\r\n\r\n');
  let rest = raw.toString('latin1').startsWith('HTTP/') ? raw.subarray(headEnd + 4) : raw;
  const parts: Buffer[] = [];
  while (rest.length > 0) {
    const end = rest.indexOf('\r\n');
    const size = Number.parseInt(rest.subarray(0, end).toString('latin1'), 16);
    parts.push(rest.subarray(end + 2, end + 2 + size));
    rest = rest.subarray(end + 2 + size + 2);
  }
  return Buffer.concat(parts).toString();
}
