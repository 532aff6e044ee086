import { setImmediate } from 'node:timers/promises';
import type { ExecutionResult, GraphQLError } from 'graphql';
import { type ByteSource, streamedResponse } from '../http/streamed-response.ts';
import { resultText } from './result-text.ts';

/** Results of a subscription as a client is told them, as many at a time as there are. */
export interface ResultSource {
  /** Waits when there are none; null at the end. */
  nextResults(): Promise<readonly ExecutionResult[] | null>;
  /** Leaves at once; a pending `nextResults` settles. */
  return(): unknown;
}

export interface SseOptions {
  readonly request: Request;
  /** What a client is told of a failure of the source. */
  readonly mask: (error: unknown) => GraphQLError;
}

/** Opens the stream, and keeps a silent connection open through proxies. */
const comment = Buffer.from(':\n\n');
const complete = 'event: complete\ndata:\n\n';

/**
 * A response of server-sent events in the distinct-connections mode of GraphQL over SSE: each result is an event
 * `next`, the end an event `complete`; a failure of the source is a last result. Pulled at the speed of the client.
 */
export function sseResponse(results: ResultSource, { request, mask }: SseOptions): Response {
  return streamedResponse(new Frames(results), {
    request,
    headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    signOfLife: comment,
    failure: (error) => Buffer.from(eventsText([{ errors: [mask(error)] }])),
  });
}

/** The whole of a stream that has ended. */
export function eventsText(results: readonly ExecutionResult[]): string {
  return results.map(encode).join('') + complete;
}

class Frames implements ByteSource {
  readonly #results: ResultSource;
  #state: 'new' | 'open' | 'complete' = 'new';

  constructor(results: ResultSource) {
    this.#results = results;
  }

  async next(): Promise<Uint8Array | null> {
    if (this.#state === 'new') {
      this.#state = 'open';
      return comment;
    }
    if (this.#state === 'complete') return null;
    const results = await this.#results.nextResults();
    if (results === null) {
      this.#state = 'complete';
      return Buffer.from(complete);
    }
    const [first, ...others] = results.map(frameOf);
    return first !== undefined && others.length === 0 ? first : Buffer.concat([first ?? comment, ...others]);
  }

  return(): unknown {
    return this.#results.return();
  }
}

/** Encoded once, whoever reads it: readers of the same run share their results. */
const frames = new WeakMap<ExecutionResult, Buffer>();

function frameOf(result: ExecutionResult): Buffer {
  const known = frames.get(result);
  if (known !== undefined) return known;
  const frame = Buffer.from(encode(result));
  frames.set(result, frame);
  return frame;
}

function encode(result: ExecutionResult): string {
  return `event: next\ndata: ${resultText(result)}\n\n`;
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
