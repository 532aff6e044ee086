import { execute, type GraphQLError, type GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { GraphQLContext, Services } from '../schema/context.ts';
import { DocumentCache, useDocuments } from './documents.ts';
import { useGraphiql } from './graphiql.ts';
import { maskError } from './masked-error.ts';
import { type OperationLimits, useOperationLimits } from './operation-limits.ts';
import { useRequestParams } from './request-params.ts';
import type { RequestScope } from './request-scope.ts';
import { useResponses } from './responses.ts';
import { subscribeShared } from './shared-subscription.ts';
import {
  type TrustedDocuments,
  usePersistedQueryFallback,
  useTrustedDocuments,
} from './trusted-documents.ts';

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

/** The GraphQL API over HTTP: `POST /graphql`, subscriptions as server-sent events or in parts (contract §6). */
export function createYogaServer(options: YogaOptions) {
  const { schema, services, graphiql, introspection, limits, trustedDocuments } = options;
  const { scope, onFault } = options;
  const mask = (error: unknown) => maskError(error, scope().id, onFault);
  const requestParams = useRequestParams({ services, limits, scope });
  return createYoga<object, GraphQLContext>({
    schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    logging: false,
    cors: false,
    multipart: false,
    // Bodies are read by useRequestParams, which has a limit of its own.
    maxRequestBodySize: false,
    batching: { limit: limits.batch },
    parserAndValidationCache: { documentCache: new DocumentCache(), errorCache: nothingKept },
    context: ({ request }) => requestParams.contextOf(request),
    maskedErrors: { maskError: mask },
    // In the order of what they cost: who asks is known before anything is read, and what costs too much is not run.
    plugins: [
      useResponses({ mask, isBatch: requestParams.isBatch }),
      requestParams.plugin,
      trustedDocuments === null
        ? usePersistedQueryFallback()
        : useTrustedDocuments(trustedDocuments, limits.tokens),
      useDocuments(limits, !introspection),
      useOperationLimits(limits, introspection, mask),
      useMaskedValidation(mask),
      useExecution(),
      ...(graphiql ? [useGraphiql()] : []),
      useOptions(),
    ],
  });
}

/** A document that does not parse is read again when it comes again. */
const nothingKept = { get: () => undefined, set: () => {} };

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

/** The one executor of all doors is that of `graphql`. A thousand readers of one run cost one execution for each event. */
function useExecution(): Plugin {
  return {
    onExecute: ({ setExecuteFn }) => setExecuteFn(execute),
    onSubscribe: ({ setSubscribeFn }) => setSubscribeFn(subscribeShared),
  };
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
