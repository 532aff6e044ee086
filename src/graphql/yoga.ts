import { execute, type GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { GraphQLContext } from '../schema/context.ts';
import type { AppContext } from '../services/create-services.ts';
import { DocumentCache, useDocuments } from './documents.ts';
import { useGraphiql } from './graphiql.ts';
import { type Mask, maskError } from './masked-error.ts';
import { type OperationLimits, useOperationLimits } from './operation-limits.ts';
import { useRequestParams } from './request-params.ts';
import type { RequestScope } from './request-scope.ts';
import { useResponses } from './responses.ts';
import { type TrustedDocuments, useTrustedDocuments } from './trusted-documents.ts';

export interface YogaOptions {
  readonly schema: GraphQLSchema;
  readonly services: AppContext;
  /** Whether GET serves GraphiQL. */
  readonly graphiql: boolean;
  /** Whether introspection is allowed. */
  readonly introspection: boolean;
  readonly limits: OperationLimits;
  readonly trustedDocuments: TrustedDocuments;
  /** The current request. */
  readonly scope: () => RequestScope;
  /** Receives what is masked. */
  readonly onFault: (fault: unknown) => void;
}

/** The GraphQL API over HTTP: `POST /graphql`, subscriptions as server-sent events or in parts. */
export function createYogaServer(options: YogaOptions) {
  const { schema, services, graphiql, introspection, limits, trustedDocuments } = options;
  const { scope, onFault } = options;
  const mask: Mask = (error) => maskError(error, scope().id, onFault);
  const requestParams = useRequestParams({ services, limits, scope });
  return createYoga<object, GraphQLContext>({
    schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    logging: false,
    cors: false,
    multipart: false,
    // useRequestParams reads bodies, with its own limit.
    maxRequestBodySize: false,
    batching: { limit: limits.batch },
    parserAndValidationCache: { documentCache: new DocumentCache(), errorCache: nothingKept },
    context: ({ request }) => requestParams.contextOf(request),
    maskedErrors: { maskError: mask },
    // In order of cost: the caller is authenticated before anything is read, and nothing expensive runs unless allowed.
    plugins: [
      useResponses({ mask, isBatch: requestParams.isBatch }),
      requestParams.plugin,
      useTrustedDocuments(trustedDocuments),
      useDocuments(limits, !introspection),
      useOperationLimits(limits, introspection, mask),
      useMaskedValidation(mask),
      useExecution(),
      ...(graphiql ? [useGraphiql()] : []),
      useOptions(),
    ],
  });
}

/** Documents that do not parse are not cached. */
const nothingKept = { get: () => undefined, set: () => {} };

/** The server masks only errors of execution. This masks those of validation too. */
function useMaskedValidation(mask: Mask): Plugin {
  return {
    onValidate:
      () =>
      ({ valid, result, setResult }) => {
        if (!valid) setResult(result.map(mask));
      },
  };
}

/** Both doors use the executor of `graphql`. */
function useExecution(): Plugin {
  return { onExecute: ({ setExecuteFn }) => setExecuteFn(execute) };
}

/** Answers OPTIONS. The gateway adds the headers of CORS. */
function useOptions(): Plugin {
  return {
    onRequest({ request, fetchAPI, endResponse }) {
      if (request.method !== 'OPTIONS') return;
      endResponse(new fetchAPI.Response(null, { status: 204, headers: { allow: 'GET, POST, OPTIONS' } }));
    },
  };
}
