import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { AnyLine } from '../../src/contract/stream-lines.ts';

export type Line = AnyLine;

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sends the request in pieces of this many bytes. */
  readonly pieceBytes?: number;
}

/**
 * An HTTP client of its own, on a bare socket: it shares no code with the service, sees each byte as it comes, and can
 * stop reading.
 */
export class LineClient {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly #socket: Socket;
  readonly #body: BodyDecoder;

  private constructor(
    socket: Socket,
    head: { status: number; headers: Record<string, string> },
    body: BodyDecoder,
  ) {
    this.#socket = socket;
    this.status = head.status;
    this.headers = head.headers;
    this.#body = body;
  }

  /** Sends a request and resolves with its head; the body is read by `next`, `rest` and `text`. */
  static async open(url: string, request: RawRequest = {}): Promise<LineClient> {
    const socket = await sendRequest(url, request);
    return new Promise((resolve, reject) => {
      let bytes = Buffer.alloc(0);
      const onData = (chunk: Buffer) => {
        bytes = Buffer.concat([bytes, chunk]);
        const end = bytes.indexOf('\r\n\r\n');
        if (end < 0) return;
        socket.off('data', onData).off('close', onClose);
        const head = parseHead(bytes.subarray(0, end).toString('latin1'));
        const decoder = new BodyDecoder(head.headers);
        decoder.push(bytes.subarray(end + 4));
        socket.on('data', (more: Buffer) => decoder.push(more));
        socket.once('close', () => decoder.close());
        resolve(new LineClient(socket, head, decoder));
      };
      const onClose = () => reject(new Error('The connection ended without an answer.'));
      socket.on('data', onData).once('close', onClose).on('error', reject);
    });
  }

  /** The next line once it is whole; undefined at the end of the body. */
  async next(): Promise<Line | undefined> {
    const line = await this.#body.line();
    return line === undefined ? undefined : (JSON.parse(line) as Line);
  }

  /** Exactly this many lines. @throws when the body ends before */
  async take(count: number): Promise<Line[]> {
    const lines: Line[] = [];
    while (lines.length < count) {
      const line = await this.next();
      if (line === undefined) throw new Error(`The stream ended after ${lines.length} of ${count} lines.`);
      lines.push(line);
    }
    return lines;
  }

  /** All lines up to the end of the body. */
  async rest(): Promise<Line[]> {
    const lines: Line[] = [];
    for (let line = await this.next(); line !== undefined; line = await this.next()) lines.push(line);
    return lines;
  }

  /** The rest of the body as it is. */
  async text(): Promise<string> {
    await this.#body.ended;
    return this.#body.rest();
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  /** Whether the body came to its proper end, rather than being cut. */
  get complete(): boolean {
    return this.#body.complete;
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Goes away without a word. */
  destroy(): void {
    this.#socket.destroy();
  }
}

async function sendRequest(
  url: string,
  { method = 'POST', headers = {}, body, pieceBytes }: RawRequest,
): Promise<Socket> {
  const { hostname, port, pathname, search } = new URL(url);
  const payload = body === undefined ? '' : JSON.stringify(body);
  const all: Record<string, string> = {
    host: `${hostname}:${port}`,
    connection: 'close',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    'content-length': String(Buffer.byteLength(payload)),
    ...headers,
  };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const bytes = Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${head.join('')}\r\n${payload}`);
  const socket = connect(Number(port), hostname);
  socket.setNoDelay(true);
  await once(socket, 'connect');
  const size = pieceBytes ?? bytes.length;
  for (let start = 0; start < bytes.length; start += size) {
    await new Promise<void>((resolve) => {
      socket.write(bytes.subarray(start, start + size), () => resolve());
    });
  }
  return socket;
}

function parseHead(head: string): { status: number; headers: Record<string, string> } {
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
  });
  return { status: Number(statusLine.split(' ')[1]), headers: Object.fromEntries(headers) };
}

/** Undoes chunked transfer coding, however the bytes are cut, and splits what is inside into lines. */
class BodyDecoder {
  readonly ended: Promise<void>;
  complete = false;
  readonly #chunked: boolean;
  #left: number;
  #raw = Buffer.alloc(0);
  /** Consecutive parts of the body; put together only when somebody reads. */
  #parts: Buffer[] = [];
  #over = false;
  #wake = Promise.withResolvers<void>();
  readonly #end = Promise.withResolvers<void>();

  constructor(headers: Record<string, string>) {
    this.#chunked = headers['transfer-encoding'] === 'chunked';
    this.#left = this.#chunked ? 0 : Number(headers['content-length'] ?? 0);
    this.ended = this.#end.promise;
    if (!this.#chunked && this.#left === 0) this.#finish(true);
  }

  push(bytes: Buffer): void {
    this.#raw = Buffer.concat([this.#raw, bytes]);
    if (this.#chunked) this.#decodeChunks();
    else {
      this.#parts.push(this.#raw);
      this.#left -= this.#raw.length;
      this.#raw = Buffer.alloc(0);
      if (this.#left <= 0) this.#finish(true);
    }
    this.#notify();
  }

  close(): void {
    if (!this.#over) this.#finish(false);
  }

  /** @throws when the body was cut in the middle of a line */
  async line(): Promise<string | undefined> {
    for (;;) {
      const body = Buffer.concat(this.#parts);
      const end = body.indexOf(0x0a);
      this.#parts = [end < 0 ? body : body.subarray(end + 1)];
      if (end >= 0) return body.subarray(0, end).toString('utf8');
      if (this.#over) {
        if (body.length > 0) throw new Error(`Half a line: ${body.toString()}`);
        return undefined;
      }
      await this.#wake.promise;
    }
  }

  rest(): string {
    const text = Buffer.concat(this.#parts).toString('utf8');
    this.#parts = [];
    return text;
  }

  #decodeChunks(): void {
    for (;;) {
      const end = this.#raw.indexOf('\r\n');
      if (end < 0) return;
      const size = Number.parseInt(this.#raw.subarray(0, end).toString('latin1'), 16);
      if (this.#raw.length < end + 2 + size + 2) return;
      this.#parts.push(this.#raw.subarray(end + 2, end + 2 + size));
      this.#raw = this.#raw.subarray(end + 2 + size + 2);
      if (size === 0) {
        this.#finish(true);
        return;
      }
    }
  }

  #finish(complete: boolean): void {
    if (this.#over) return;
    this.#over = true;
    this.complete = complete;
    this.#end.resolve();
    this.#notify();
  }

  #notify(): void {
    this.#wake.resolve();
    this.#wake = Promise.withResolvers<void>();
  }
}
