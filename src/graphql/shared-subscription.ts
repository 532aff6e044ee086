import {
  type ASTNode,
  BREAK,
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  executeSubscriptionEvent,
  Kind,
  mapSourceToResponseEvent,
  validateSubscriptionArgs,
  visit,
} from 'graphql';

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
  const { document } = args;
  if (!isShareable(document)) return mapSourceToResponseEvent(validated, source) as SubscriptionResult;
  return mapSourceToResponseEvent(validated, source, (event) => {
    const { rootValue, operation } = event;
    if (typeof rootValue !== 'object' || rootValue === null) return executeSubscriptionEvent(event);
    const results = resultsOf(rootValue);
    const known = results.get(operation);
    if (known !== undefined) return known;
    const result = executeSubscriptionEvent(event);
    results.set(operation, result);
    return result;
  }) as SubscriptionResult;
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
