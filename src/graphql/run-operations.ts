import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import {
  createSourceEventStream,
  execute,
  type GraphQLError,
  type GraphQLSchema,
  validateSubscriptionArgs,
} from 'graphql';
import type { LineSource, OperationRunner, OperationRunners } from '../contract/operation-runner.ts';
import type { GraphQLContext } from '../schema/context.ts';
import type { AppContext } from '../services/create-services.ts';
import { appErrorOf } from './masked-error.ts';
import { inOperationSpan } from './operation-span.ts';
import { openContext, type RequestScope } from './request-scope.ts';

/**
 * Runs the operations of other doors on the schema, in this process.
 * @param scope of the current request
 */
export function createOperationRunners(
  schema: GraphQLSchema,
  services: AppContext,
  scope: () => RequestScope,
): OperationRunners {
  return {
    async authenticate(authorization, isCounted) {
      const context = await openContext(services, scope(), authorization, isCounted);
      return runnerFor(schema, context, scope);
    },
  };
}

function runnerFor(
  schema: GraphQLSchema,
  context: GraphQLContext,
  scope: () => RequestScope,
): OperationRunner {
  return {
    isUser: context.caller?.kind === 'user',

    async execute<Result, Variables>(
      document: TypedDocumentNode<Result, Variables>,
      variables: Variables,
      signal: AbortSignal,
    ) {
      const contextValue: GraphQLContext = { ...context, signal };
      return inOperationSpan(document, { scope: scope() }, async () => {
        const result = await execute({ schema, document, contextValue, variableValues: variables as never });
        throwFirstError(result);
        return result.data as Result;
      });
    },

    async subscribe<Result, Variables, Source = LineSource>(
      document: TypedDocumentNode<Result, Variables>,
      variables: Variables,
      signal: AbortSignal,
    ) {
      const contextValue: GraphQLContext = { ...context, signal };
      const args = validateSubscriptionArgs({
        schema,
        document,
        contextValue,
        variableValues: variables as never,
      });
      if (!('schema' in args)) throw failure(args[0]);
      return inOperationSpan(document, { scope: scope() }, async () => {
        const source = await createSourceEventStream(args);
        if (!(Symbol.asyncIterator in source)) {
          throwFirstError(source);
          throw new Error('The subscription returned neither a source nor an error.');
        }
        return source as AsyncIterable<unknown> & Source;
      });
    },
  };
}

function throwFirstError(result: { readonly errors?: readonly GraphQLError[] | undefined }): void {
  const first = result.errors?.[0];
  if (first !== undefined) throw failure(first);
}

/** Our own failure, or else the original error. */
function failure(error: GraphQLError | undefined): unknown {
  return appErrorOf(error) ?? error?.originalError ?? error;
}
