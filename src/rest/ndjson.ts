import { type ErrorCode, knownFailure } from '../errors.ts';
import { type ByteSource, streamedResponse } from '../http/streamed-response.ts';

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
  readonly failureLine?: (failure: Failure) => object;
  /** Told of a failure before it is masked, to log it. */
  readonly onFailure?: (error: unknown) => void;
}

/** A failure as a client is told of it. */
export interface Failure {
  readonly error: string;
  readonly code: ErrorCode;
}

/**
 * A 200 response of newline-delimited JSON, pulled from `source` at the speed of the client: one chunk per batch.
 * The status is sent by the time of a failure, so it becomes a last line; what is not an {@link AppError} is masked.
 */
export function ndjsonResponse(source: LineSource, options: NdjsonOptions): Response {
  const { failureLine = errorLine, onFailure, request } = options;
  return streamedResponse(new LineChunks(source, options), {
    request,
    headers: { ...options.headers, 'content-type': 'application/x-ndjson; charset=utf-8' },
    failure: (error) => encodeLines([failureLine(failureOf(error))]),
    signOfLife,
    onFailure,
  });
}

/** Belongs to the line that comes next: white space may stand before JSON, and a line of its own would be none. */
const signOfLife = Buffer.from(' ');

/** The source's batches, between the first and the last lines. */
class LineChunks implements ByteSource {
  readonly #source: LineSource;
  #first: readonly object[];
  #last: () => readonly object[];

  constructor(source: LineSource, { first = [], last = noLines }: NdjsonOptions) {
    this.#source = source;
    this.#first = first;
    this.#last = last;
  }

  async next(): Promise<Uint8Array | null> {
    if (this.#first.length > 0) {
      const first = this.#first;
      this.#first = [];
      return encodeLines(first);
    }
    const batch = await this.#source.nextBatch();
    if (batch !== null) return batch.lines;
    const last = this.#last();
    this.#last = noLines;
    return last.length > 0 ? encodeLines(last) : null;
  }

  return(): unknown {
    return this.#source.return();
  }
}

function noLines(): readonly object[] {
  return [];
}

function encodeLines(lines: readonly object[]): Uint8Array {
  return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

function errorLine(failure: Failure): object {
  return { id: '__error__', ...failure };
}

/** What a client is told of whatever was thrown: what is no known failure is masked. */
export function failureOf(error: unknown): Failure {
  const known = knownFailure(error);
  if (known !== undefined) return { error: known.message, code: known.code };
  return { error: 'Internal Server Error', code: 'INTERNAL' };
}
