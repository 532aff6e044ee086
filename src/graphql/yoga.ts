import { execute, type GraphQLSchema } from 'graphql';
import { createYoga, type Plugin } from 'graphql-yoga';
import { type ErrorCode, errorCodes } from '../errors.ts';
import type { GraphQLContext } from '../schema/context.ts';
import type { AppContext } from '../services/create-services.ts';
import { createDocumentCache, useDocuments } from './documents.ts';
import { useGraphiql } from './graphiql.ts';
import { type Mask, maskError } from './masked-error.ts';
import { type OperationLimits, useOperationLimits } from './operation-limits.ts';
import { inOperationSpan } from './operation-span.ts';
import { useRequestParams } from './request-params.ts';
import type { RequestScope } from './request-scope.ts';
import { useResponses } from './responses.ts';
import { knownOperations, type TrustedDocuments, useTrustedDocuments } from './trusted-documents.ts';

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
  /** Receives the code of each error that a client is told. */
  readonly onTold: (code: ErrorCode) => void;
}

/** The GraphQL API over HTTP: `POST /graphql`, subscriptions as server-sent events or in parts. */
export function createYogaServer(options: YogaOptions) {
  const { schema, services, graphiql, introspection, limits, trustedDocuments } = options;
  const { scope, onFault, onTold } = options;
  const mask: Mask = (error) => {
    const masked = maskError(error, scope().id, onFault);
    const { code } = masked.extensions;
    onTold(typeof code === 'string' && code in errorCodes ? (code as ErrorCode) : 'INTERNAL');
    return masked;
  };
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
    parserAndValidationCache: { documentCache: createDocumentCache(), errorCache: nothingKept },
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
      useExecution(knownOperations(trustedDocuments), scope),
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
function useExecution(known: ReadonlySet<string>, scope: () => RequestScope): Plugin {
  return {
    onExecute: ({ setExecuteFn }) =>
      setExecuteFn((args) =>
        inOperationSpan(args.document, { name: args.operationName, known, scope: scope() }, () =>
          execute(args),
        ),
      ),
    onSubscribe: ({ subscribeFn, setSubscribeFn }) =>
      setSubscribeFn((args) =>
        inOperationSpan(args.document, { name: args.operationName, known, scope: scope() }, () =>
          subscribeFn(args),
        ),
      ),
  };
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
