import {
  cacheExchange,
  type KeyingConfig,
  type ResolverConfig,
  type UpdatesConfig,
} from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { createClient as createEventClient } from 'graphql-sse';
import { Client, type CombinedError, fetchExchange, mapExchange, subscriptionExchange } from 'urql';
import { basePath } from './base-path.ts';
import { failureOf } from './failure.ts';
import { connectionFields, unkeyedTypes } from './generated/cache-shape.ts';

export interface GraphQLClientOptions {
  /** The `Authorization` header of each request, asked for when it is sent; undefined for none. */
  readonly authorization: () => string | undefined;
  /** Told whenever the service does not accept, or no longer accepts, the credentials; the operation fails as well. */
  readonly onUnauthenticated: () => void;
  /** Whether what is read is kept, normalised. @default true */
  readonly cache?: boolean;
  /** How requests but subscriptions are sent. @default the browser's */
  readonly fetch?: typeof fetch | undefined;
  /** @default the service that the page comes from */
  readonly url?: string;
  /** Whether the pages of a connection are one list that grows, or are shown one at a time. @default true */
  readonly mergesPages?: boolean;
  /** What mutations change in the cache besides the objects that they return. */
  readonly updates?: UpdatesConfig;
}

/**
 * The GraphQL API with a normalised cache: objects with an id are stored once, and the pages of a connection that were
 * read with the same arguments are one list unless told otherwise. Subscriptions are server-sent events that end with the connection: whoever
 * subscribes knows where to go on from. One client per credential: what one was told is not for the next.
 */
export function createGraphQLClient(options: GraphQLClientOptions): Client {
  const { authorization, onUnauthenticated, url = `${basePath}/graphql`, updates = {} } = options;
  const { cache = true, mergesPages = true } = options;
  function headers(): Record<string, string> {
    const value = authorization();
    return value === undefined ? {} : { authorization: value };
  }
  const events = createEventClient({ url, headers, retryAttempts: 0 });
  return new Client({
    url,
    preferGetMethod: false,
    fetchOptions: () => ({ headers: headers() }),
    ...(options.fetch && { fetch: options.fetch }),
    exchanges: [
      mapExchange({
        onError(error) {
          if (isUnauthenticated(error)) onUnauthenticated();
        },
        // Null stands for a failure; no data is the same to all who ask.
        onResult: (result) => (result.data === null ? { ...result, data: undefined } : result),
      }),
      ...(cache ? [cacheExchange({ keys, updates, resolvers: mergesPages ? resolvers : {} })] : []),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: events.subscribe(variables === undefined ? { query } : { query, variables }, sink),
          }),
        }),
      }),
    ],
  });
}

/** Whether an operation failed because the credentials are missing, wrong, expired or revoked. */
export function isUnauthenticated(error: CombinedError): boolean {
  return failureOf(error).code === 'UNAUTHENTICATED';
}

/** What is no Node is part of the object that it was read from. */
const keys: KeyingConfig = Object.fromEntries(unkeyedTypes.map((name) => [name, () => null]));

const resolvers: ResolverConfig = Object.fromEntries(
  Object.entries(connectionFields).map(([type, fields]) => [
    type,
    Object.fromEntries(fields.map((field) => [field, relayPagination()])),
  ]),
);
