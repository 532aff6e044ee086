// A light implementation: when node:http writes the body, most of the platform's Response is never used.
import { Response as LightResponse } from '@whatwg-node/fetch';
import { isAbortError } from '../errors.ts';

/** Where the bytes of a body come from. */
export interface ByteSource {
  /** The next bytes; waits if there are none. Null at the end. */
  next(): Promise<Uint8Array | null>;
  /** Releases the source at once; a pending `next` settles. Called at most once, and not after the end. */
  return(): unknown;
}

export interface StreamedResponseOptions {
  /** The request to respond to. Its signal aborts when the client disconnects. */
  readonly request: Request;
  readonly headers: Readonly<Record<string, string>>;
  /** The last bytes after a failure. If omitted, a failure breaks the connection, since the status has already been sent. */
  readonly failure?: (error: unknown) => Uint8Array;
  /** Receives a failure, to log it. */
  readonly onFailure?: ((error: unknown) => void) | undefined;
  /** Written at intervals while there is nothing else, so that proxies keep the connection open. */
  readonly keepAliveBytes?: Uint8Array;
}

/** A 200 response whose body is pulled from `source` at the speed of the client. It releases the source if the client disconnects. */
export function streamedResponse(source: ByteSource, options: StreamedResponseOptions): Response {
  const init = {
    headers: {
      ...options.headers,
      'cache-control': 'no-store',
      // Nginx would delay the body until its buffer is full.
      'x-accel-buffering': 'no',
    },
  };
  return new PipedResponse(new PulledStream(source, options), init);
}

/** node:http writes the stream directly; a body is created only if it is read. */
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

/** The stream of a streamed response, to be written without its body; undefined for any other response. */
export function streamOf(response: Response): PulledStream | undefined {
  return response instanceof PipedResponse ? response.stream : undefined;
}

/** The chunks of a body, and the life of their source. */
export class PulledStream {
  readonly keepAliveBytes: Uint8Array | undefined;
  /** Bytes so far. */
  bytes = 0;
  readonly #source: ByteSource;
  readonly #failure: StreamedResponseOptions['failure'];
  readonly #onFailure: StreamedResponseOptions['onFailure'];
  /** Kept because its signal is collected together with it. */
  #request: Request | null;
  /** The source has ended, failed, or been released. */
  #ended = false;

  constructor(source: ByteSource, { failure, onFailure, request, keepAliveBytes }: StreamedResponseOptions) {
    this.keepAliveBytes = keepAliveBytes;
    this.#source = source;
    this.#failure = failure;
    this.#onFailure = onFailure;
    this.#request = request;
    if (request.signal.aborted) this.release();
    else request.signal.addEventListener('abort', this.release, { once: true });
  }

  /** The next bytes to send. Null at the end, which a release brings at once. */
  async next(): Promise<Uint8Array | null> {
    if (this.#ended) return null;
    try {
      const chunk = await this.#source.next();
      if (chunk === null) this.#end();
      else this.bytes += chunk.byteLength;
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

  /** For a caller that itself calls `release` when the client disconnects: an open stream need not keep its request. */
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
