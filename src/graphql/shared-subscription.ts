import {
  type ASTNode,
  BREAK,
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  executeSubscriptionEvent,
  type GraphQLError,
  Kind,
  mapSourceToResponseEvent,
  type ValidatedSubscriptionArgs,
  validateSubscriptionArgs,
  visit,
} from 'graphql';
import type { GraphQLContext } from '../schema/context.ts';
import { ChatReader } from '../services/chat/stream/chat-reader.ts';
import { QueryReader } from '../services/data/query-reader.ts';
import type { ResultSource } from './result-stream.ts';

type SubscriptionResult = AsyncGenerator<ExecutionResult, void, void> | ExecutionResult;

/**
 * `subscribe` that executes an event once for all readers who selected the same: the result of a document depends on
 * nothing but the event, since the fields of an event are the event's own. Documents whose selection reads a variable are
 * executed for each reader.
 */
export async function subscribeShared(args: ExecutionArgs): Promise<SubscriptionResult> {
  const validated = validateSubscriptionArgs(args);
  if (!('schema' in validated)) return { errors: validated };
  const source = await createSourceEventStream(validated);
  if (!(Symbol.asyncIterator in source)) return source;
  if (source instanceof QueryReader) {
    const { request } = args.contextValue as { readonly request: Request };
    meters.set(request, (bytes) => source.countBytes(bytes));
  }
  if (!isShareable(args.document)) return mapSourceToResponseEvent(validated, source) as SubscriptionResult;
  const results = mapSourceToResponseEvent(validated, source, (event) =>
    executeOnce(event, event.rootValue),
  ) as SubscriptionResult;
  if (source instanceof ChatReader) {
    // The server's context also holds the request, which an open stream is not to keep.
    const { request, services, caller } = args.contextValue as GraphQLContext & { readonly request: Request };
    const contextValue: GraphQLContext = { services, caller };
    readings.set(request, { reader: source, args: { ...validated, contextValue } });
  }
  return results;
}

const meters = new WeakMap<Request, (bytes: number) => void>();

/** Who counts what is written of a request's subscription; it throws when that is too much. Undefined when nobody does. */
export function meterOf(request: Request): ((bytes: number) => void) | undefined {
  return meters.get(request);
}

interface Reading {
  readonly reader: ChatReader;
  readonly args: ValidatedSubscriptionArgs;
}

const readings = new WeakMap<Request, Reading>();

/**
 * The results of a request's chat subscription batch by batch, past the layers that hand on one at a time; whoever
 * reads them does not read what `subscribeShared` returned. Undefined for any other request.
 * @param mask what a client is told of an error
 */
export function resultsOfChat(
  request: Request,
  mask: (error: GraphQLError) => GraphQLError,
): ResultSource | undefined {
  const reading = readings.get(request);
  return reading && new ChatResults(reading, mask);
}

class ChatResults implements ResultSource {
  readonly #reader: ChatReader;
  readonly #args: ValidatedSubscriptionArgs;
  readonly #mask: (error: GraphQLError) => GraphQLError;

  constructor({ reader, args }: Reading, mask: (error: GraphQLError) => GraphQLError) {
    this.#reader = reader;
    this.#args = args;
    this.#mask = mask;
  }

  async nextResults(): Promise<readonly ExecutionResult[] | null> {
    const batch = await this.#reader.nextBatch();
    if (batch === null) return null;
    const results: ExecutionResult[] = [];
    for (const event of batch.events) {
      const executed = executeOnce(this.#args, event);
      const result = executed instanceof Promise ? await executed : executed;
      const { errors } = result;
      results.push(errors === undefined ? result : { ...result, errors: errors.map(this.#mask) });
    }
    return results;
  }

  return(): unknown {
    return this.#reader.return();
  }
}

/** Executes an event, unless another reader of the same document did. */
function executeOnce(args: ValidatedSubscriptionArgs, event: unknown): EventResult {
  if (typeof event !== 'object' || event === null)
    return executeSubscriptionEvent({ ...args, rootValue: event });
  const results = resultsOf(event);
  const known = results.get(args.operation);
  if (known !== undefined) return known;
  const result = executeSubscriptionEvent({ ...args, rootValue: event });
  results.set(args.operation, result);
  return result;
}

type EventResult = ReturnType<typeof executeSubscriptionEvent>;

const sharedResults = new WeakMap<object, WeakMap<object, EventResult>>();

function resultsOf(event: object): WeakMap<object, EventResult> {
  const known = sharedResults.get(event);
  if (known !== undefined) return known;
  const results = new WeakMap<object, EventResult>();
  sharedResults.set(event, results);
  return results;
}

const shareable = new WeakMap<DocumentNode, boolean>();

/** Whether variables appear only as arguments of the root field, where they choose the events but not their shape. */
function isShareable(document: DocumentNode): boolean {
  const known = shareable.get(document);
  if (known !== undefined) return known;
  const free = !document.definitions.some((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION
      ? definition.selectionSet.selections.some((selection) =>
          // Of the root field itself only the arguments are left out.
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
