import { setImmediate } from 'node:timers/promises';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { AppError } from '../errors.ts';
import { maxAnonymousBodyBytes, maxBodyBytes, parseJson, readText } from '../http/body.ts';
import type { GraphQLContext } from '../schema/context.ts';
import type { AppContext } from '../services/create-services.ts';
import { refusal } from './masked-error.ts';
import type { OperationLimits } from './operation-limits.ts';
import { countOperations, openContext, type RequestScope } from './request-scope.ts';

export interface RequestParamsOptions {
  readonly services: AppContext;
  readonly limits: Pick<OperationLimits, 'batch' | 'length'>;
  /** The current request. */
  readonly scope: () => RequestScope;
}

/**
 * Reads a request in steps of increasing cost: the caller is authenticated and counted, then the body is read, then parsed.
 * Bodies must be JSON. A page of another origin can send other types without a preflight, and could otherwise make a browser
 * change something here.
 */
export function useRequestParams(options: RequestParamsOptions) {
  const { services, limits, scope } = options;
  const contexts = new WeakMap<Request, GraphQLContext>();
  /** For each batch, the turn of its latest operation. */
  const turns = new WeakMap<Request, Promise<unknown>>();

  async function readOperations(request: Request): Promise<GraphQLParams | GraphQLParams[]> {
    const context = contextOf(request);
    const params = request.method === 'GET' ? readUrl(request.url) : await readBody(request, context);
    for (const { query } of [params].flat()) {
      if (typeof query === 'string' && query.length > limits.length) throw tooLong(limits.length);
    }
    if (!Array.isArray(params)) return params;
    if (context.caller === null) throw new AppError('UNAUTHENTICATED', 'Batched requests need credentials.');
    // The first operation was counted as the request.
    if (params.length <= limits.batch) await countOperations(services, scope(), context, params.length - 1);
    turns.set(request, Promise.resolve());
    return params;
  }

  function contextOf(request: Request): GraphQLContext {
    const context = contexts.get(request);
    if (context === undefined)
      throw new Error('The body of a request was read before its caller was authenticated.');
    return context;
  }

  const plugin: Plugin = {
    async onRequestParse({ request, setRequestParser }) {
      const { method, headers, signal } = request;
      if (method !== 'GET' && method !== 'POST') return;
      const context = await openContext(services, scope(), headers.get('authorization'));
      contexts.set(request, { ...(method === 'GET' ? readingOnly(context) : context), signal });
      if (method === 'POST') requireJson(headers.get('content-type'));
      setRequestParser((parsed) =>
        readOperations(parsed).catch((error: unknown) => {
          throw error instanceof AppError ? refusal(error) : error;
        }),
      );
    },
    // Other requests may run between the operations of a batch.
    async onParams({ request }) {
      const turn = turns.get(request);
      if (turn === undefined) return;
      const mine = turn.then(() => setImmediate());
      turns.set(request, mine);
      await mine;
    },
  };
  return { plugin, contextOf, isBatch: (request: Request) => turns.has(request) };
}

/** GET is safe (RFC 9110 §9.2.1), so even a query must not write anything. */
function readingOnly(context: GraphQLContext): GraphQLContext {
  const { caller } = context;
  return caller?.kind === 'apiKey' ? { ...context, caller: { ...caller, readsOnly: true } } : context;
}

function requireJson(contentType: string | null): void {
  const [type] = (contentType ?? '').split(';');
  if (type?.trim() === 'application/json') return;
  const message = 'The body must be JSON: send "Content-Type: application/json".';
  throw refusal(new AppError('UNSUPPORTED_MEDIA_TYPE', message));
}

async function readBody(
  request: Request,
  { caller }: GraphQLContext,
): Promise<GraphQLParams | GraphQLParams[]> {
  const body = parseJson(await readText(request, caller === null ? maxAnonymousBodyBytes : maxBodyBytes));
  // An entry that is nothing is refused as one without a document, and the others are answered.
  if (Array.isArray(body)) return body.map((entry) => entry ?? {});
  if (typeof body === 'object' && body !== null) return body;
  throw new AppError(
    'BAD_REQUEST',
    'The body must be a JSON object with a `query`, or a list of such objects.',
  );
}

function readUrl(url: string): GraphQLParams {
  const given = [...new URL(url).searchParams].filter(([, value]) => value !== '');
  const { query, operationName, variables, extensions } = Object.fromEntries(given);
  return {
    ...(query !== undefined && { query }),
    ...(operationName !== undefined && { operationName }),
    ...(variables !== undefined && { variables: readJson('variables', variables) }),
    ...(extensions !== undefined && { extensions: readJson('extensions', extensions) }),
  };
}

function readJson(name: string, text: string): Record<string, unknown> {
  // The server checks that it is an object, as it does for bodies.
  return parseJson(text, `\`${name}\``) as Record<string, unknown>;
}

function tooLong(maxChars: number): AppError {
  const message = `The document is longer than ${maxChars} characters. Send values as variables.`;
  return new AppError('BAD_REQUEST', message);
}
