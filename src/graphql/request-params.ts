import { setImmediate } from 'node:timers/promises';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { AppError } from '../errors.ts';
import { maxAnonymousBodyBytes, maxBodyBytes, parseJson, readText } from '../http/body.ts';
import type { GraphQLContext, Services } from '../schema/context.ts';
import { refusal } from './masked-error.ts';
import type { OperationLimits } from './operation-limits.ts';
import { countOperations, openContext, type RequestScope } from './request-scope.ts';

export interface RequestParamsOptions {
  readonly services: Services;
  readonly limits: Pick<OperationLimits, 'batch' | 'length'>;
  /** The request at work. */
  readonly scope: () => RequestScope;
}

/**
 * Reads what a request asks for, step by step as each may cost more: its caller is found out and counted, then its body is
 * taken in, then parsed. Bodies are JSON; other types, which a page of another origin may send without asking first, are
 * refused, so that no such page can make a browser change anything here.
 */
export function useRequestParams(options: RequestParamsOptions) {
  const { services, limits, scope } = options;
  const contexts = new WeakMap<Request, GraphQLContext>();
  /** Of each batch, when its last operation so far has had its turn. */
  const turns = new WeakMap<Request, Promise<unknown>>();

  async function readOperations(request: Request): Promise<GraphQLParams | GraphQLParams[]> {
    const context = contextOf(request);
    const params = request.method === 'GET' ? readUrl(request.url) : await readBody(request, context);
    for (const { query } of [params].flat()) {
      if (typeof query === 'string' && query.length > limits.length) throw tooLong(limits.length);
    }
    if (!Array.isArray(params)) return params;
    if (context.caller === null) throw new AppError('UNAUTHENTICATED', 'A batch needs credentials.');
    // Its first operation was counted as the request.
    if (params.length <= limits.batch) await countOperations(services, scope(), context, params.length - 1);
    turns.set(request, Promise.resolve());
    return params;
  }

  function contextOf(request: Request): GraphQLContext {
    const context = contexts.get(request);
    if (context === undefined) throw new Error('Nobody has found out who sends this request.');
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
    // Operations of a batch let others in between.
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

/** GET is safe (RFC 9110, 9.2.1): a mutation is refused with it, and so is what a query would write. */
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
  // Whether it is an object is looked at together with those of bodies.
  return parseJson(text, `\`${name}\``) as Record<string, unknown>;
}

function tooLong(maxChars: number): AppError {
  const message = `The document is longer than ${maxChars} characters. Send values as variables.`;
  return new AppError('BAD_REQUEST', message);
}
