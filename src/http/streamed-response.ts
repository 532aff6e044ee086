// The server adapter's own kind of response: most of the platform's is never used when node:http writes the body.
import { Response as LightResponse } from '@whatwg-node/fetch';
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
  /** Written from time to time to a client that waits, so that proxies keep a silent connection open. */
  readonly signOfLife?: Uint8Array;
}

/**
 * A 200 response whose body is pulled from `source` at the speed of the client. It lets go of the source when the
 * client goes, whichever way that shows.
 */
export function streamedResponse(source: ByteSource, options: StreamedResponseOptions): Response {
  const { request } = options;
  const stream = new PulledStream(source, options);
  const init = {
    headers: {
      ...options.headers,
      'cache-control': 'no-store',
      // Nginx would hold the body back until its buffer is full.
      'x-accel-buffering': 'no',
    },
  };
  if (request instanceof Request) return new Response(webStream(stream), init);
  // Not the platform's request: it came through node:http, whose listener takes the stream and needs no body.
  return new PipedResponse(stream, init);
}

/** A response whose stream is written to node:http as it is; a body is made only when somebody asks for one. */
class PipedResponse extends LightResponse {
  readonly stream: PulledStream;
  #body: Response['body'] | undefined;

  constructor(stream: PulledStream, init: ResponseInit) {
    super(null, init);
    this.stream = stream;
  }

  override get body(): Response['body'] {
    this.#body ??= new Response(webStream(this.stream)).body;
    return this.#body;
  }

  override text(): Promise<string> {
    return new Response(this.body).text();
  }
}

/** What is behind a streamed response, for whoever writes it without its body. */
export function streamOf(response: Response): PulledStream | undefined {
  return response instanceof PipedResponse ? response.stream : undefined;
}

/** The chunks of a body, and when to let go of their source. */
export class PulledStream {
  readonly signOfLife: Uint8Array | undefined;
  readonly #source: ByteSource;
  readonly #failure: StreamedResponseOptions['failure'];
  readonly #onFailure: StreamedResponseOptions['onFailure'];
  /** Held for its signal, which the platform lets go of together with the request. */
  #request: Request | null;
  /** The source is at its end, failed, or was let go of. */
  #ended = false;

  constructor(source: ByteSource, { failure, onFailure, request, signOfLife }: StreamedResponseOptions) {
    this.signOfLife = signOfLife;
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

function webStream(stream: PulledStream): ReadableStream<Uint8Array> {
  let cancelled = false;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await stream.next();
        if (cancelled) return;
        if (chunk === null) controller.close();
        else controller.enqueue(chunk);
      },
      cancel() {
        cancelled = true;
        stream.release();
      },
    },
    { highWaterMark: 0 },
  );
}
