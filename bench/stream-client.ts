import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Command } from './stream-server.ts';

export type ServerKind = 'inlay' | 'http';

/** One server of stream-server.ts in a process of its own; ends with this process. */
export interface StreamServer extends AsyncDisposable {
  readonly port: number;
  say(): void;
  /** CPU time used so far, by all threads. */
  cpuMicroseconds(): Promise<number>;
  /** Resident memory after a garbage collection. */
  rssBytes(): Promise<number>;
}

export async function startServer(kind: ServerKind): Promise<StreamServer> {
  const child: ChildProcess = fork(fileURLToPath(new URL('./stream-server.ts', import.meta.url)), [kind], {
    execArgv: ['--expose-gc'],
  });
  const [port] = (await once(child, 'message')) as [number];
  const send = (command: Command) => void child.send(command);
  async function ask(command: Command): Promise<number> {
    const answer = once(child, 'message');
    send(command);
    const [value] = (await answer) as [number];
    return value;
  }
  return {
    port,
    say: () => send('say'),
    cpuMicroseconds: () => ask('cpuMicroseconds'),
    rssBytes: () => ask('rssBytes'),
    async [Symbol.asyncDispose]() {
      const exit = once(child, 'exit');
      child.disconnect();
      await exit;
    },
  };
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
      this.#onData();
    });
  }

  static async connect(port: number): Promise<StreamClient> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new StreamClient(socket);
  }

  /** Sends the request and reads up to the first line, of a body that stays open. */
  async follow(path: string): Promise<void> {
    this.#send(path);
    await this.readUntil('}\n');
  }

  /** The next bytes of an open body, up to a chunk that ends with `end`. */
  async readUntil(end: string): Promise<void> {
    await this.#until(() => this.#received.subarray(-end.length - 2).includes(end));
    this.#received = Buffer.alloc(0);
  }

  /** Sends the request and reads the whole response, raw. */
  async fetch(path: string): Promise<Buffer> {
    this.#send(path);
    await this.#until(() => this.#received.subarray(-5).equals(lastChunk));
    const response = this.#received;
    this.#received = Buffer.alloc(0);
    return response;
  }

  close(): void {
    this.#socket.destroy();
  }

  #send(path: string): void {
    this.#socket.write(`GET ${path} HTTP/1.1\r\nhost: bench\r\n\r\n`);
  }

  #until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#onData = () => {
        if (condition()) resolve();
      };
    });
  }
}

const lastChunk = Buffer.from('0\r\n\r\n');
