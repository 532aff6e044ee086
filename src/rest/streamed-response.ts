import type { ServerResponse } from 'node:http';
import { isAbortError } from '../errors.ts';

/** Where the bytes of a body come from. */
export interface ByteSource {
  /** The next bytes; waits when there are none, null at the end. */
  next(): Promise<Uint8Array | null>;
  /** Lets go of what is behind it at once; a pending `next` settles. Called once at most, not after the end. */
  return(): unknown;
}

export interface StreamedResponseOptions {
  /** What is answered. Its signal tells of a lost client, whose body the server adapter does not cancel. */
  readonly request: Request;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The last bytes after a failure. Left out, a failure breaks the connection: with the status sent, nothing else tells
   * a client that the body is not whole.
   */
  readonly failure?: (error: unknown) => Uint8Array;
  /** Told of a failure, to log it. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
  /** Written every 12 seconds to a client that waits, so that proxies keep a silent connection open. */
  readonly signOfLife?: Uint8Array;
}

/**
 * A 200 response whose body is pulled from `source` at the speed of the client. It lets go of the source when the
 * client goes, whichever way that shows.
 */
export function streamedResponse(source: ByteSource, options: StreamedResponseOptions): Response {
  const { request, signOfLife } = options;
  const chunks = new Chunks(source, options);
  const init = {
    headers: {
      ...options.headers,
      'cache-control': 'no-store',
      // Nginx would hold the body back until its buffer is full.
      'x-accel-buffering': 'no',
    },
  };
  if (request instanceof Request) return new Response(webStream(chunks), init);
  // The server adapter brings requests of its own kind; it pipes the bodies of their responses where it can.
  const body = new PipedBody(chunks, signOfLife);
  return Object.defineProperties(new Response(null, init), {
    body: { value: body },
    text: { value: () => new Response(webStream(chunks)).text() },
  });
}

/** The body's chunks, and when to let go of the source. */
class Chunks {
  readonly #source: ByteSource;
  readonly #failure: StreamedResponseOptions['failure'];
  readonly #onFailure: StreamedResponseOptions['onFailure'];
  /** Held for its signal, which the platform lets go of together with the request. */
  #request: Request | null;
  /** The source is at its end, failed, or was let go of. */
  #ended = false;

  constructor(source: ByteSource, { failure, onFailure, request }: StreamedResponseOptions) {
    this.#source = source;
    this.#failure = failure;
    this.#onFailure = onFailure;
    this.#request = request;
    if (request.signal.aborted) this.release();
    else request.signal.addEventListener('abort', this.release, { once: true });
  }

  /** The next bytes to send; null at the end, at once when released. */
  async next(): Promise<Uint8Array | null> {
    if (this.#ended) return null;
    try {
      const chunk = await this.#source.next();
      if (chunk === null) this.#end();
      return chunk;
    } catch (error) {
      if (this.#ended) return null;
      this.release();
      if (isAbortError(error) && this.#failure !== undefined) return null;
      this.#onFailure?.(error);
      if (this.#failure === undefined) throw error;
      return this.#failure(error);
    }
  }

  /** Somebody else tells from now on when the client goes: an open stream need not hold its request. */
  forgetRequest(): void {
    this.#request?.signal.removeEventListener('abort', this.release);
    this.#request = null;
  }

  readonly release = (): void => {
    if (this.#ended) return;
    this.#end();
    void this.#source.return();
  };

  #end(): void {
    this.#ended = true;
    this.forgetRequest();
  }
}

function webStream(chunks: Chunks): ReadableStream<Uint8Array> {
  let cancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await chunks.next();
        if (cancelled) return;
        if (chunk === null) controller.close();
        else controller.enqueue(chunk);
      },
      cancel() {
        cancelled = true;
        chunks.release();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * As much of Node's own kind of stream as the server adapter uses: it pipes such a body and destroys it when the client
 * goes. Pulled as a web stream, a response of one batch took about 1.6 times the CPU, and the adapter kept a promise for
 * each chunk until the end of the response.
 */
class PipedBody {
  readonly #chunks: Chunks;
  readonly #signOfLife: Uint8Array | undefined;
  #onError: (error: unknown) => void = () => {};

  constructor(chunks: Chunks, signOfLife: Uint8Array | undefined) {
    this.#chunks = chunks;
    this.#signOfLife = signOfLife;
  }

  /** What the adapter knows such a stream by; it is piped instead. */
  read(): never {
    throw new TypeError('This body can be piped, or read through getReader');
  }

  pipe(response: ServerResponse): void {
    this.#chunks.forgetRequest();
    if (this.#signOfLife !== undefined) keepAlive(response, this.#signOfLife);
    pump(this.#chunks, response).catch(this.#onError);
  }

  once(event: string, listener: (error: unknown) => void): void {
    if (event === 'error') this.#onError = listener;
  }

  destroy(): void {
    this.#chunks.release();
  }

  getReader(): ReadableStreamDefaultReader<Uint8Array> {
    return webStream(this.#chunks).getReader();
  }

  async cancel(): Promise<void> {
    this.#chunks.release();
  }

  [Symbol.asyncIterator](): AsyncIterator<Uint8Array> {
    return webStream(this.#chunks)[Symbol.asyncIterator]();
  }
}

async function pump(chunks: Chunks, response: ServerResponse): Promise<void> {
  for (let chunk = await chunks.next(); chunk !== null; chunk = await chunks.next()) {
    if (!response.write(chunk)) await drained(response);
  }
  if (!response.destroyed) response.end();
}

/** Resolves once the client has taken what was written, or is gone. */
function drained(response: ServerResponse): Promise<void> {
  if (response.closed || response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    function done(): void {
      response.off('drain', done);
      response.off('close', done);
      resolve();
    }
    response.on('drain', done);
    response.on('close', done);
  });
}

const signOfLifeMs = 12_000;
const keptAlive = new Map<ServerResponse, Uint8Array>();
let timer: NodeJS.Timeout | undefined;

/** One timer for all streams. */
function keepAlive(response: ServerResponse, signOfLife: Uint8Array): void {
  keptAlive.set(response, signOfLife);
  response.once('close', () => {
    keptAlive.delete(response);
    if (keptAlive.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  });
  timer ??= setInterval(() => {
    for (const [open, bytes] of keptAlive) {
      // A client that does not read needs none, and none may pile up.
      if (!open.writableEnded && open.writableLength === 0) open.write(bytes);
    }
  }, signOfLifeMs).unref();
}
