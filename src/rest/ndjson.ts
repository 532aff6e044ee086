import { AppError, type ErrorCode, isAbortError } from '../errors.ts';

/** Where lines come from; a reader of a run log fits. */
export interface LineSource {
  /** What there is now, as whole lines in UTF-8; waits when there is nothing, null at the end. @throws AppError */
  nextBatch(): Promise<{ readonly lines: Uint8Array } | null>;
  /** Lets go of the source at once; a pending `nextBatch` resolves. Called once at most, not after the end. */
  return(): unknown;
}

export interface NdjsonOptions {
  /** What is answered. Its signal tells of a lost client, whose body the server adapter does not cancel. */
  readonly request: Request;
  /** Lines before those of the source, sent at once. */
  readonly first?: readonly object[];
  /** Lines after the source's end; not asked for after a failure. */
  readonly last?: () => readonly object[];
  /** Added to those of every NDJSON response. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The last line after a failure. @default `{"id": "__error__", error, code}` (contract §5) */
  readonly failureLine?: (failure: { readonly error: string; readonly code: ErrorCode }) => object;
  /** Told of a failure before it is masked, to log it. */
  readonly onFailure?: (error: unknown) => void;
}

/**
 * A 200 response of newline-delimited JSON, pulled from `source` at the speed of the client: one chunk per batch.
 * It lets go of the source when the client goes, whichever way that shows. The status is sent by then, so a failure
 * becomes a last line; what is not an {@link AppError} is masked.
 */
export function ndjsonResponse(source: LineSource, options: NdjsonOptions): Response {
  const chunks = new LineChunks(source, options);
  const init = {
    headers: {
      ...options.headers,
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store',
      // Nginx would hold the lines back until its buffer is full.
      'x-accel-buffering': 'no',
    },
  };
  if (options.request instanceof Request) return new Response(webStream(chunks), init);
  // The server adapter brings requests of its own kind, and of the response's body it only wants a reader.
  const body = new ChunkBody(chunks);
  return Object.defineProperties(new Response(null, init), {
    body: { value: body },
    text: { value: () => body.text() },
  });
}

/** The body's chunks, and when to let go of the source. */
class LineChunks {
  readonly #source: LineSource;
  readonly #options: NdjsonOptions;
  #first: readonly object[];
  /** The source is at its end, failed, or was let go of. */
  #ended = false;

  constructor(source: LineSource, options: NdjsonOptions) {
    this.#source = source;
    this.#options = options;
    this.#first = options.first ?? [];
    const { signal } = options.request;
    if (signal.aborted) this.release();
    else signal.addEventListener('abort', this.release, { once: true });
  }

  /** The next bytes to send; null at the end, at once when released. */
  async next(): Promise<Uint8Array | null> {
    if (this.#first.length > 0) {
      const first = this.#first;
      this.#first = [];
      return encodeLines(first);
    }
    try {
      const batch = this.#ended ? null : await this.#source.nextBatch();
      if (batch !== null) return batch.lines;
      const last = this.#ended ? [] : (this.#options.last?.() ?? []);
      this.#end();
      return last.length > 0 ? encodeLines(last) : null;
    } catch (error) {
      if (this.#ended) return null;
      this.release();
      if (isAbortError(error)) return null;
      this.#options.onFailure?.(error);
      return encodeLines([(this.#options.failureLine ?? errorLine)(failureOf(error))]);
    }
  }

  readonly release = (): void => {
    if (this.#ended) return;
    this.#end();
    void this.#source.return();
  };

  #end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#options.request.signal.removeEventListener('abort', this.release);
  }
}

function webStream(chunks: LineChunks): ReadableStream<Uint8Array> {
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
 * As much of a ReadableStream as its readers use, without its machinery. The server adapter pulls from it as from any
 * stream; a real one costs it as much CPU per response as the rest of the request (bench/ndjson.ts).
 */
class ChunkBody {
  readonly #chunks: LineChunks;
  locked = false;

  constructor(chunks: LineChunks) {
    this.#chunks = chunks;
  }

  getReader() {
    if (this.locked) throw new TypeError('The body is being read already');
    this.locked = true;
    return {
      read: () => this.#read(),
      cancel: () => this.cancel(),
      releaseLock: () => {
        this.locked = false;
      },
    };
  }

  async cancel(): Promise<void> {
    this.#chunks.release();
  }

  [Symbol.asyncIterator]() {
    const reader = this.getReader();
    return {
      next: reader.read,
      return: async () => {
        await reader.cancel();
        return { done: true as const, value: undefined };
      },
    };
  }

  async text(): Promise<string> {
    const parts = [];
    for await (const chunk of this) parts.push(chunk);
    return Buffer.concat(parts).toString();
  }

  async #read(): Promise<{ done: false; value: Uint8Array } | { done: true; value: undefined }> {
    const chunk = await this.#chunks.next();
    return chunk === null ? { done: true, value: undefined } : { done: false, value: chunk };
  }
}

function encodeLines(lines: readonly object[]): Uint8Array {
  return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

function errorLine(failure: { readonly error: string; readonly code: ErrorCode }): object {
  return { id: '__error__', ...failure };
}

function failureOf(error: unknown): { readonly error: string; readonly code: ErrorCode } {
  if (error instanceof AppError) return { error: error.message, code: error.code };
  return { error: 'Internal Server Error', code: 'INTERNAL' };
}
