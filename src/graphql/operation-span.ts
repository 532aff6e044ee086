import { type DocumentNode, type ExecutionResult, getOperationAST } from 'graphql';
import { ChatReader } from '../services/chat/stream/chat-reader.ts';
import { metrics } from '../telemetry/metrics.ts';
import { markFailed, openSpan } from '../telemetry/span.ts';
import { appErrorOf } from './masked-error.ts';
import type { RequestScope } from './request-scope.ts';
import { Subscription } from './subscription.ts';

interface OperationSpanOptions {
  /** Which operation of the document. @default its only one */
  readonly name?: string | null | undefined;
  /** Names that may be told; others come from clients. @default any, since the document is the service's own */
  readonly known?: ReadonlySet<string>;
  readonly scope: RequestScope;
}

/** Executes an operation in a span that has its name, if that is known, and notes both for the log. */
export function inOperationSpan<T>(
  document: DocumentNode,
  { name, known, scope }: OperationSpanOptions,
  run: () => T | Promise<T>,
): T | Promise<T> {
  const operation = getOperationAST(document, name);
  const type = operation?.operation ?? 'query';
  const given = operation?.name?.value;
  const told = given !== undefined && (known === undefined || known.has(given)) ? given : 'other';
  scope.operation = `${type} ${told}`;
  let failed = '';
  const {
    span,
    run: inside,
    end,
  } = openSpan(scope.operation, {
    attributes: { 'graphql.operation.type': type, 'graphql.operation.name': told },
    measure: (seconds, outcome) =>
      metrics.operation.record(seconds, { operation: told, type, outcome: failed || outcome }),
  });
  const ended = (result: T): T => {
    noteTurn(result, scope);
    failed = failureOf(result);
    if (failed !== '') markFailed(span, failed);
    end();
    return result;
  };
  try {
    const result = inside(run);
    if (!(result instanceof Promise)) return ended(result);
    return result.then(ended, (error: unknown) => {
      end(error);
      throw error;
    });
  } catch (error) {
    end(error);
    throw error;
  }
}

function noteTurn(result: unknown, scope: RequestScope): void {
  const source = result instanceof Subscription ? result.source : result;
  if (source instanceof ChatReader && source.turn !== undefined) scope.turn = source.turn;
}

/** The code of the first error of a result; empty without one. */
function failureOf(result: unknown): string {
  if (typeof result !== 'object' || result === null || !('errors' in result)) return '';
  const [first] = (result as ExecutionResult).errors ?? [];
  if (first === undefined) return '';
  const { code } = first.extensions;
  return appErrorOf(first)?.code ?? (typeof code === 'string' ? code : 'error');
}
