import { setImmediate } from 'node:timers/promises';
import type { ExecutionResult, GraphQLError } from 'graphql';
import { type ByteSource, streamedResponse } from '../http/streamed-response.ts';
import type { StreamFormat } from './stream-formats.ts';

/** Results of a subscription as a client is told them, as many at a time as there are. */
export interface ResultSource {
  /** Waits when there are none; null at the end. */
  nextResults(): Promise<readonly ExecutionResult[] | null>;
  /** Leaves at once; a pending `nextResults` settles. */
  return(): unknown;
}

export interface ResultStreamOptions {
  readonly request: Request;
  readonly format: StreamFormat;
  /** What a client is told of a failure of the source. */
  readonly mask: (error: unknown) => GraphQLError;
  /** Told of the bytes of results that are about to be written; what it throws is a failure of the source. */
  readonly meter?: ((bytes: number) => void) | undefined;
}

/** A response of results as they come, pulled at the speed of the client. A failure of the source is told in it. */
export function streamResults(results: ResultSource, options: ResultStreamOptions): Response {
  const { request, format, mask, meter } = options;
  return streamedResponse(new Frames(results, format, meter), {
    request,
    headers: { 'content-type': format.contentType },
    signOfLife: Buffer.from(format.signOfLife),
    failure: (error) => Buffer.from(format.failure({ errors: [mask(error)] }) + format.closing),
  });
}

class Frames implements ByteSource {
  readonly #results: ResultSource;
  readonly #format: StreamFormat;
  readonly #meter: ResultStreamOptions['meter'];
  #state: 'new' | 'open' | 'complete' = 'new';

  constructor(results: ResultSource, format: StreamFormat, meter: ResultStreamOptions['meter']) {
    this.#results = results;
    this.#format = format;
    this.#meter = meter;
  }

  async next(): Promise<Uint8Array | null> {
    if (this.#state === 'new') {
      this.#state = 'open';
      return Buffer.from(this.#format.opening);
    }
    if (this.#state === 'complete') return null;
    const results = await this.#results.nextResults();
    if (results === null) {
      this.#state = 'complete';
      return Buffer.from(this.#format.closing);
    }
    const frames = results.map((result) => frameOf(result, this.#format));
    const [first] = frames;
    const bytes = first !== undefined && frames.length === 1 ? first : Buffer.concat(frames);
    this.#meter?.(bytes.byteLength);
    return bytes;
  }

  return(): unknown {
    return this.#results.return();
  }
}

/** Encoded once in each format, whoever reads it: readers of the same run share their results. */
const framesByFormat = new WeakMap<StreamFormat, WeakMap<ExecutionResult, Buffer>>();

function frameOf(result: ExecutionResult, format: StreamFormat): Buffer {
  let frames = framesByFormat.get(format);
  if (frames === undefined) {
    frames = new WeakMap();
    framesByFormat.set(format, frames);
  }
  let frame = frames.get(result);
  if (frame === undefined) {
    frame = Buffer.from(format.result(result));
    frames.set(result, frame);
  }
  return frame;
}

/** The results that are there by the end of a turn of the event loop, at least one. */
export class IteratedResults implements ResultSource {
  readonly #iterator: AsyncIterator<ExecutionResult>;
  /** Asked for, but not handed out yet; at most one. */
  #asked: Promise<IteratorResult<ExecutionResult>> | null = null;

  constructor(results: AsyncIterable<ExecutionResult>) {
    this.#iterator = results[Symbol.asyncIterator]();
  }

  async nextResults(): Promise<readonly ExecutionResult[] | null> {
    const results: ExecutionResult[] = [];
    let next: IteratorResult<ExecutionResult> | null = await (this.#asked ?? this.#iterator.next());
    while (next !== null && next.done !== true) {
      results.push(next.value);
      this.#asked = this.#iterator.next();
      // A failure is the next call's, behind the results that came before it.
      next = await Promise.race([this.#asked.catch(() => null), setImmediate(null)]);
    }
    return results.length > 0 ? results : null;
  }

  return(): unknown {
    // Its failure has nobody to tell; it lets go all the same.
    return this.#iterator.return?.().catch(() => {});
  }
}
