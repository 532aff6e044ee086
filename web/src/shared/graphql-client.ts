import {
  cacheExchange,
  type KeyingConfig,
  type ResolverConfig,
  type UpdatesConfig,
} from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { Client, type CombinedError, fetchExchange, mapExchange, type OperationResult } from 'urql';
import { basePath } from './base-path.ts';
import { failureOf } from './failure.ts';
import { connectionFields, possibleTypes, unkeyedTypes } from './generated/cache-shape.ts';

export interface GraphQLClientOptions {
  /** The `Authorization` header of each request, asked for when it is sent; undefined for none. */
  readonly authorization: () => string | undefined;
  /** Called whenever the service rejects the credentials; the operation fails as well. */
  readonly onUnauthenticated?: () => void;
  /** Whether to use the normalised cache. @default true */
  readonly cache?: boolean;
  /** `fetch` for all requests. @default the browser's */
  readonly fetch?: typeof fetch | undefined;
  /** The same for queries, which may be sent again. @default `fetch` */
  readonly fetchToRead?: typeof fetch | undefined;
  /** @default the service from which the page was loaded */
  readonly url?: string;
  /** Whether the pages of a connection form one growing list. @default true */
  readonly mergesPages?: boolean;
  /** What mutations change in the cache besides the objects that they return. */
  readonly updates?: UpdatesConfig;
}

/**
 * The GraphQL API with a normalised cache: objects with an id are stored once, and the pages of a connection that were
 * read with the same arguments are one list unless told otherwise. Use one client per credential, since the cache must not be shared.
 */
export function createGraphQLClient(options: GraphQLClientOptions): Client {
  const { authorization, onUnauthenticated, url = `${basePath}/graphql`, updates = {} } = options;
  const { cache = true, mergesPages = true, fetchToRead } = options;
  function headers(): Record<string, string> {
    const value = authorization();
    return value === undefined ? {} : { authorization: value };
  }
  return new Client({
    url,
    preferGetMethod: false,
    fetchOptions: () => ({ headers: headers() }),
    ...(options.fetch && { fetch: options.fetch }),
    exchanges: [
      mapExchange({
        onOperation: (operation) =>
          fetchToRead !== undefined && operation.kind === 'query'
            ? { ...operation, context: { ...operation.context, fetch: fetchToRead } }
            : operation,
        onError(error) {
          if (isUnauthenticated(error)) onUnauthenticated?.();
        },
        // A root field that failed is null. Consumers, which show the error instead, expect no data.
        onResult: (result) => (hasFailed(result) ? { ...result, data: undefined } : result),
      }),
      ...(cache
        ? [cacheExchange({ keys, possibleTypes, updates, resolvers: mergesPages ? resolvers : {} })]
        : []),
      documentsById,
      fetchExchange,
    ],
  });
}

/** Sends a generated document by its id. What comes back belongs to the document again, by which the cache reads it. */
const documentsById = mapExchange({
  onOperation(operation) {
    const { query } = operation;
    const { __meta__ } = query as { readonly __meta__?: { readonly hash: string } };
    if (__meta__ === undefined) return operation;
    return { ...operation, query: { ...query, definitions: [], documentId: __meta__.hash, document: query } };
  },
  onResult(result) {
    const { query } = result.operation;
    const { document = query } = query as { readonly document?: typeof query };
    return { ...result, operation: { ...result.operation, query: document } };
  },
});

function hasFailed({ data, error }: OperationResult): boolean {
  return data === null || (error !== undefined && Object.values(data ?? {}).includes(null));
}

/** Whether an operation failed because the credentials are missing, wrong, expired or revoked. */
export function isUnauthenticated(error: CombinedError): boolean {
  return failureOf(error).code === 'UNAUTHENTICATED';
}

/** Objects without an id belong to the object from which they were read. */
const keys: KeyingConfig = Object.fromEntries(unkeyedTypes.map((name) => [name, () => null]));

const resolvers: ResolverConfig = Object.fromEntries(
  Object.entries(connectionFields).map(([type, fields]) => [
    type,
    Object.fromEntries(fields.map((field) => [field, relayPagination()])),
  ]),
);
