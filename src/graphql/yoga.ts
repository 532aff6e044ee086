import type { ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { GraphQLContext, Services } from '../schema/context.ts';
import { unguarded } from './compile-operation.ts';
import { useCompiledQueries } from './compiled-queries.ts';
import { graphiqlOptions, renderGraphiql, usePagePolicy } from './graphiql.ts';
import { useJsonBody } from './json-body.ts';
import { maskError } from './masked-error.ts';
import { type OperationLimits, useOperationLimits } from './operation-limits.ts';
import { openContext, type RequestScope } from './request-scope.ts';
import { resultsOfChat, subscribeShared } from './shared-subscription.ts';
import { IteratedResults, sseResponse } from './sse-response.ts';
import { type TrustedDocuments, useTrustedDocuments } from './trusted-documents.ts';

export interface YogaOptions {
  readonly schema: GraphQLSchema;
  readonly services: Services;
  /** GraphiQL on GET. */
  readonly graphiql: boolean;
  /** Whether clients may ask for the schema. */
  readonly introspection: boolean;
  readonly limits: OperationLimits;
  /** Null when there are none. */
  readonly trustedDocuments: TrustedDocuments | null;
  /** The request at work. */
  readonly scope: () => RequestScope;
  /** Told of what is masked. */
  readonly onFault: (fault: unknown) => void;
}

/** The GraphQL API over HTTP: `POST /graphql`, subscriptions as server-sent events (contract §6). */
export function createYogaServer(options: YogaOptions) {
  const { schema, services, graphiql, introspection, limits, trustedDocuments } = options;
  const { scope, onFault } = options;
  const mask = (error: unknown) => maskError(error, scope().id, onFault);
  return createYoga<object, GraphQLContext>({
    schema,
    graphqlEndpoint: '/graphql',
    graphiql: graphiql && graphiqlOptions,
    renderGraphiQL: renderGraphiql,
    landingPage: false,
    logging: false,
    cors: false,
    multipart: false,
    // Bodies are read by useJsonBody, which has a limit of its own.
    maxRequestBodySize: false,
    batching: { limit: limits.batch },
    context: async ({ request }) => ({
      ...(await openContext(services, scope(), request.headers.get('authorization'))),
      signal: request.signal,
    }),
    maskedErrors: { maskError: mask },
    // The limits come first: what is too long is not even parsed, and what costs too much not run.
    plugins: [
      useJsonBody(),
      ...(trustedDocuments === null ? [] : [useTrustedDocuments(trustedDocuments, limits.tokens)]),
      useOperationLimits(limits, introspection, mask),
      useMaskedValidation(mask),
      useCompiledQueries(unguarded),
      useSharedSubscriptions(),
      useServerSentEvents(mask),
      usePagePolicy(),
      useOptions(),
    ],
  });
}

/** The server masks what execution throws; what validation finds goes the same way here. */
function useMaskedValidation(mask: (error: unknown) => GraphQLError): Plugin {
  return {
    onValidate:
      () =>
      ({ valid, result, setResult }) => {
        if (!valid) setResult(result.map(mask));
      },
  };
}

/** A thousand readers of one run cost one execution for each event. */
function useSharedSubscriptions(): Plugin {
  return { onSubscribe: ({ setSubscribeFn }) => setSubscribeFn(subscribeShared) };
}

/** What is allowed here; whether pages of another origin may ask is the gateway's to say. */
function useOptions(): Plugin {
  return {
    onRequest({ request, fetchAPI, endResponse }) {
      if (request.method !== 'OPTIONS') return;
      endResponse(new fetchAPI.Response(null, { status: 204, headers: { allow: 'GET, POST, OPTIONS' } }));
    },
  };
}

/** Our own writer of server-sent events: what is said in one tick leaves in one piece. */
function useServerSentEvents(mask: (error: unknown) => GraphQLError): Plugin {
  const type = 'text/event-stream';
  return {
    onResultProcess({ request, result, acceptableMediaTypes, setResultProcessor }) {
      if (!acceptableMediaTypes.includes(type) || !(Symbol.asyncIterator in result)) return;
      setResultProcessor((results) => {
        const source =
          resultsOfChat(request, mask) ?? new IteratedResults(results as AsyncIterable<ExecutionResult>);
        return sseResponse(source, { request, mask });
      }, type);
    },
  };
}
