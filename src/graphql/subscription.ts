import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type ASTNode,
  BREAK,
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  executeSubscriptionEvent,
  Kind,
  type ValidatedSubscriptionArgs,
  validateSubscriptionArgs,
  visit,
} from 'graphql';
import { type ByteSource, streamedResponse } from '../http/streamed-response.ts';
import type { GraphQLContext } from '../schema/context.ts';
import { ChatReader } from '../services/chat/stream/chat-reader.ts';
import { QueryReader } from '../services/data/query-reader.ts';
import type { Mask } from './masked-error.ts';
import type { StreamFormat } from './stream-formats.ts';

/**
 * Starts a subscription. {@link Subscription.respond} writes its events.
 */
export async function subscribe(
  args: ExecutionArgs,
  format: StreamFormat,
  mask: Mask,
): Promise<ExecutionResult | Subscription> {
  const validated = validateSubscriptionArgs(args);
  if (!('schema' in validated)) return { errors: validated };
  const source = await createSourceEventStream(validated);
  if (!(Symbol.asyncIterator in source)) return source;
  // The server's context also holds the request, which an open stream should not keep in memory.
  const { services, caller } = args.contextValue as GraphQLContext;
  const contextValue: GraphQLContext = { services, caller };
  const frames = isShareable(args.document)
    ? sharedFrames(validated.operation, format)
    : new WeakMap<object, Frame>();
  // A stream is written outside of its request, whose id a failure still has.
  return new Subscription(
    source,
    { ...validated, contextValue },
    format,
    frames,
    AsyncLocalStorage.bind(mask),
  );
}

/** An event as it is sent: bytes, or a result with errors, which differ by reader since they contain the request id. */
type Frame = Buffer | ExecutionResult;
type Frames = WeakMap<object, Frame>;

/**
 * A subscription as a stream in one format. It is not an async iterable but a result without data, so that the server passes it
 * on as a whole.
 */
export class Subscription implements ExecutionResult, ByteSource {
  readonly data = null;
  readonly source: AsyncIterableIterator<object>;
  readonly #args: ValidatedSubscriptionArgs;
  readonly #format: StreamFormat;
  readonly #frames: Frames;
  readonly #mask: Mask;
  #state: 'new' | 'open' | 'complete' = 'new';

  constructor(
    source: AsyncIterable<unknown>,
    args: ValidatedSubscriptionArgs,
    format: StreamFormat,
    frames: Frames,
    mask: Mask,
  ) {
    this.source = source[Symbol.asyncIterator]() as AsyncIterableIterator<object>;
    this.#args = args;
    this.#format = format;
    this.#frames = frames;
    this.#mask = mask;
  }

  /** The response, written at the speed of the client. A failure of the source is the last result. */
  respond(request: Request): Response {
    const { contentType, keepAliveBytes, failure, closing } = this.#format;
    return streamedResponse(this, {
      request,
      headers: { 'content-type': contentType },
      keepAliveBytes: Buffer.from(keepAliveBytes),
      failure: (error) => Buffer.from(failure({ errors: [this.#mask(error)] }) + closing),
    });
  }

  async next(): Promise<Uint8Array | null> {
    if (this.#state === 'complete') return null;
    if (this.#state === 'new') {
      this.#state = 'open';
      return Buffer.from(this.#format.opening);
    }
    const events = await this.#nextEvents();
    if (events === null) {
      this.#state = 'complete';
      return Buffer.from(this.#format.closing);
    }
    const pieces: Buffer[] = [];
    for (const event of events) {
      const executed = this.#frameOf(event);
      const frame = executed instanceof Promise ? await executed : executed;
      pieces.push(Buffer.isBuffer(frame) ? frame : this.#tellErrors(frame));
    }
    const [only] = pieces;
    const bytes = only !== undefined && pieces.length === 1 ? only : Buffer.concat(pieces);
    if (this.source instanceof QueryReader) this.source.countBytes(bytes.byteLength);
    return bytes;
  }

  return(): unknown {
    // There is nobody left to report a failure to.
    return this.source.return?.().catch(() => {});
  }

  /** All available events; waits if there are none. Null at the end. */
  async #nextEvents(): Promise<readonly object[] | null> {
    if (this.source instanceof ChatReader) return (await this.source.nextBatch())?.events ?? null;
    const { done, value } = await this.source.next();
    return done === true ? null : [value];
  }

  /** Executes an event unless another reader already has. */
  #frameOf(event: object): Frame | Promise<Frame> {
    const known = this.#frames.get(event);
    if (known !== undefined) return known;
    const encode = (result: ExecutionResult) =>
      result.errors === undefined ? Buffer.from(this.#format.result(result)) : result;
    const result = executeSubscriptionEvent({ ...this.#args, rootValue: event });
    // What had to be read in addition to the event may be another value for the next reader.
    if (result instanceof Promise) return result.then(encode);
    const frame = encode(result);
    this.#frames.set(event, frame);
    return frame;
  }

  #tellErrors({ errors = [], ...result }: ExecutionResult): Buffer {
    return Buffer.from(this.#format.result({ ...result, errors: errors.map(this.#mask) }));
  }
}

const framesByOperation = new WeakMap<ASTNode, Map<StreamFormat, Frames>>();

/** Frames shared by all readers with the same selection, since results depend on nothing but the event and the selection. */
function sharedFrames(operation: ASTNode, format: StreamFormat): Frames {
  const byFormat = framesByOperation.get(operation) ?? new Map<StreamFormat, Frames>();
  framesByOperation.set(operation, byFormat);
  const frames = byFormat.get(format) ?? new WeakMap();
  byFormat.set(format, frames);
  return frames;
}

const shareable = new WeakMap<DocumentNode, boolean>();

/** Whether variables appear only as arguments of the root field, where they choose the events but not their shape. */
function isShareable(document: DocumentNode): boolean {
  const known = shareable.get(document);
  if (known !== undefined) return known;
  const free = !document.definitions.some((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? definition.selectionSet.selections.some((selection) =>
          // Arguments of the root field may read variables.
          readsVariable(selection.kind === Kind.FIELD ? { ...selection, arguments: [] } : selection),
        )
      : readsVariable(definition),
  );
  shareable.set(document, free);
  return free;
}

function readsVariable(node: ASTNode): boolean {
  let found = false;
  visit(node, {
    Variable() {
      found = true;
      return BREAK;
    },
  });
  return found;
}
