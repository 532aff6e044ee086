import { AppError, type ErrorCode, isAbortError } from '../errors.ts';

/** Where lines come from; a reader of a run log fits. */
export interface LineSource {
  /** What there is now, as whole lines in UTF-8; waits when there is nothing, null at the end. @throws AppError */
  nextBatch(): Promise<{ readonly lines: Uint8Array } | null>;
  /** Lets go of the source at once; a pending `nextBatch` resolves. Called once at most, not after the end. */
  return(): unknown;
}

export interface NdjsonOptions {
  /** The request's own signal: a server that notices a lost client may abort it without cancelling the body. */
  readonly signal: AbortSignal;
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
 * A 200 response of newline-delimited JSON, pulled from `source` at the speed of the client: one chunk per batch, and
 * one batch ahead of what the client took. It lets go of the source when the client goes, whichever way that shows.
 * The status is sent by then, so a failure becomes a last line; what is not an {@link AppError} is masked.
 *
 * The stream is the platform's own rather than the server adapter's or a Node stream: of what the adapter takes,
 * it was the fastest (bench/ndjson.ts).
 */
export function ndjsonResponse(source: LineSource, options: NdjsonOptions): Response {
  const { signal, first = [], last, headers, failureLine = errorLine, onFailure } = options;
  /** The source is at its end, failed, or was let go of. */
  let ended = false;
  let cancelled = false;

  function end(): void {
    ended = true;
    signal.removeEventListener('abort', release);
  }

  function release(): void {
    if (ended) return;
    end();
    void source.return();
  }

  async function nextChunk(): Promise<Uint8Array | null> {
    try {
      const batch = ended ? null : await source.nextBatch();
      if (batch !== null) return batch.lines;
      const tail = ended ? [] : (last?.() ?? []);
      end();
      return tail.length > 0 ? encodeLines(tail) : null;
    } catch (error) {
      if (ended) return null;
      release();
      if (isAbortError(error)) return null;
      onFailure?.(error);
      return encodeLines([failureLine(failureOf(error))]);
    }
  }

  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      if (signal.aborted) release();
      else signal.addEventListener('abort', release, { once: true });
      if (first.length > 0) controller.enqueue(encodeLines(first));
    },
    async pull(controller) {
      const chunk = await nextChunk();
      if (cancelled) return;
      if (chunk === null) controller.close();
      else controller.enqueue(chunk);
    },
    cancel() {
      cancelled = true;
      release();
    },
  });

  return new Response(body, {
    headers: {
      ...headers,
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'no-store',
      // Nginx would hold the lines back until its buffer is full.
      'x-accel-buffering': 'no',
    },
  });
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
