import { ConnectionError, InlayError, type Issue } from './errors.ts';
import { readEvents } from './event-stream.ts';
import type { Document, ErrorCode } from './generated/graphql.ts';

/** The value of an operation's only root field. */
export type Root<Data> = NonNullable<Data[keyof Data]>;

/** Sends operations to the service. */
export interface Transport {
  /** @throws InlayError */
  request<Data extends object, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    signal?: AbortSignal,
  ): Promise<Root<Data>>;
  /** The same for a root field that may be null. */
  find<Data extends object, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    signal?: AbortSignal,
  ): Promise<Root<Data> | null>;
  /**
   * Reads at the pace of the caller. Ending the loop closes the connection. It ends without an error only if the service
   * said that the stream is complete. @param onOpen called once the service has begun the stream @throws InlayError
   */
  subscribe<Data extends object, Variables>(
    document: Document<Data, Variables>,
    variables: Variables,
    signal?: AbortSignal,
    onOpen?: () => void,
  ): AsyncGenerator<Root<Data>, void, undefined>;
}

/** Whom requests are made for. */
export interface Credentials {
  /** The `Authorization` header; undefined for none. */
  authorization(): Promise<string | undefined>;
  /** The service has refused this header. @returns whether there may be another one, to try once more */
  refuse(authorization: string | undefined): boolean;
}

export interface ServiceOptions {
  /** Where the service is, such as `https://inlay.example.com`. */
  readonly url: string;
  /** Sends all requests. @default the global `fetch` */
  readonly fetch?: typeof globalThis.fetch;
}

interface Result {
  readonly data?: object | null;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: {
      readonly code?: ErrorCode;
      readonly issues?: readonly Issue[];
      readonly requestId?: string;
      readonly retryAfterSeconds?: number;
    };
  }[];
}

/** The service writes to a silent stream every 12 s. */
const longestSilenceMs = 30_000;

export function createTransport(options: ServiceOptions, credentials: Credentials): Transport {
  const { url, fetch = (...request) => globalThis.fetch(...request) } = options;
  const endpoint = `${url.replace(/\/+$/, '')}/graphql`;

  async function send(
    accept: string,
    query: string,
    variables: unknown,
    signal: AbortSignal | undefined,
  ): Promise<Response> {
    for (let attempt = 0; ; attempt += 1) {
      const authorization = await credentials.authorization();
      signal?.throwIfAborted();
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { accept, 'content-type': 'application/json', ...(authorization && { authorization }) },
        body: JSON.stringify({ query, variables }),
        signal: signal ?? null,
      }).catch((cause: unknown) => {
        signal?.throwIfAborted();
        throw new ConnectionError('The service cannot be reached.', { cause });
      });
      if (response.status !== 401 || attempt > 0 || !credentials.refuse(authorization)) return response;
      await response.body?.cancel();
    }
  }

  return {
    async request(document, variables, signal) {
      const response = await send('application/json', document, variables, signal);
      return rootOf(await readResult(response, signal));
    },

    async find(document, variables, signal) {
      const response = await send('application/json', document, variables, signal);
      const result = await readResult(response, signal);
      const isNull = result.errors === undefined && Object.values(result.data ?? {})[0] === null;
      return isNull ? null : rootOf(result);
    },

    async *subscribe(document, variables, signal, onOpen) {
      const connection = new AbortController();
      const abort = () => connection.abort(signal?.reason);
      if (signal?.aborted) abort();
      signal?.addEventListener('abort', abort);
      try {
        const response = await send('text/event-stream', document, variables, connection.signal);
        const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
        if (!isStream || response.body === null) {
          // A refusal; anything else that is not a stream is none of the service's answers.
          rootOf(await readResult(response, signal));
          throw new ConnectionError('The answer is not a stream.');
        }
        onOpen?.();
        for await (const { type, data } of readEvents(response.body, longestSilenceMs)) {
          if (type === 'complete') return;
          if (type === 'next') yield rootOf(JSON.parse(data));
        }
        throw new ConnectionError('The connection broke before the end of the stream.');
      } catch (error) {
        signal?.throwIfAborted();
        throw error;
      } finally {
        signal?.removeEventListener('abort', abort);
        connection.abort();
      }
    },
  };
}

async function readResult(response: Response, signal: AbortSignal | undefined): Promise<Result> {
  try {
    return (await response.json()) as Result;
  } catch (cause) {
    signal?.throwIfAborted();
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    throw new ConnectionError(
      `The answer is incomplete or not from the service (status ${response.status}).`,
      {
        cause,
        requestId: response.headers.get('x-request-id') ?? undefined,
        retryAfter: retryAfter >= 0 ? retryAfter : undefined,
      },
    );
  }
}

/** @throws InlayError for the first error of the result */
function rootOf<Data extends object>({ data, errors: [error] = [] }: Result): Root<Data> {
  const root = data && Object.values(data)[0];
  if (error === undefined && root != null) return root;
  const { code = 'INTERNAL', retryAfterSeconds: retryAfter, ...details } = error?.extensions ?? {};
  throw new InlayError(code, error?.message ?? 'The answer is empty.', { ...details, retryAfter });
}
