import { createHash, randomUUID } from 'node:crypto';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { Response } from '@whatwg-node/fetch';
import type { OperationRunners } from '../contract/operation-runner.ts';
import { AppError } from '../errors.ts';
import { parseJson, readText } from '../http/body.ts';
import { type ByteSource, streamedResponse } from '../http/streamed-response.ts';
import { Cancellations } from './cancellations.ts';
import { cancelledRequest, errorResponse, isInitialize } from './json-rpc.ts';
import { readTarget } from './target.ts';
import { createToolServer } from './tool-server.ts';

export interface McpDoor {
  /** Handles any request at `/mcp`. Errors become JSON-RPC errors. */
  handle(request: Request, requestId: string): Promise<Response>;
}

export interface McpDoorOptions {
  readonly graphql: OperationRunners;
  /** Whether pages of this origin may send requests. Called after the caller was authenticated. */
  readonly allowsOrigin: (origin: string) => boolean;
  /** Receives every error before it is masked. */
  readonly onFailure: (error: unknown, requestId: string) => void;
}

const allow = 'POST, OPTIONS';

/** Maximum number of values in a message. Ours have a handful, and the library checks each value several times. */
const maxMessageValues = 1_000;

/**
 * The Model Context Protocol over streamable HTTP: the current revision, in which every request stands alone, and earlier
 * ones, whose sessions only tell clients apart.
 */
export function createMcpDoor({ graphql, allowsOrigin, onFailure }: McpDoorOptions): McpDoor {
  const cancellations = new Cancellations();

  async function answer(request: Request, requestId: string): Promise<Response> {
    const { headers } = request;
    if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: { allow } });
    if (request.method !== 'POST') {
      throw new AppError('METHOD_NOT_ALLOWED', `${request.method} is not allowed here. Use POST.`);
    }
    const authorization = headers.get('authorization');
    const operations = await graphql.authenticate(authorization, true);
    if (authorization === null) {
      throw new AppError(
        'UNAUTHENTICATED',
        'Missing credentials: send "Authorization: Bearer <session token>", or "Authorization: Api-Key <API_KEY>" with "Inlay-External-Id: <user>".',
      );
    }
    requireAllowedOrigin(headers.get('origin'));
    const target = readTarget(headers, operations);
    const message = parseJson(await readText(request), 'The message', maxMessageValues);
    if (Array.isArray(message)) {
      throw new AppError('VALIDATION_FAILED', 'Batches are not supported. Send one message per request.');
    }

    const client = clientOf(headers, target.sessionSettings?.externalId);
    const cancelled = cancelledRequest(message);
    if (cancelled !== undefined) cancellations.cancel(callOf(client, cancelled));
    let fault: Error | undefined;
    const handler = createMcpHandler(
      () =>
        createToolServer({
          operations,
          target,
          run: (id, signal, work) => cancellations.run(callOf(client, id), signal, work),
          onFailure: (error) => onFailure(error, requestId),
        }),
      {
        // Unlike a single JSON body, a silent stream can be kept open.
        responseMode: 'sse',
        keepAliveMs: 0,
        onerror(error) {
          fault = error;
        },
      },
    );
    const response = await handler.fetch(request, { parsedBody: message });
    if (response.status === 500) onFailure(fault, requestId);
    if (isInitialize(message)) response.headers.set('mcp-session-id', randomUUID());
    return streamed(response, request);
  }

  function requireAllowedOrigin(origin: string | null): void {
    if (origin === null || allowsOrigin(origin)) return;
    throw new AppError(
      'FORBIDDEN',
      `Pages of ${origin} may not use this. Add it to embedOrigins of the account.`,
    );
  }

  return {
    async handle(request, requestId) {
      try {
        return await answer(request, requestId);
      } catch (error) {
        onFailure(error, requestId);
        return errorResponse(error, requestId, request.method === 'POST' ? {} : { allow });
      }
    },
  };
}

/** Tells clients apart, without keeping their credentials. Only one with a session can cancel a call by a message. */
function clientOf(headers: Headers, externalId = ''): string {
  const session = headers.get('mcp-session-id') ?? randomUUID();
  const parts = [headers.get('authorization'), externalId, session];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function callOf(client: string, id: string | number): string {
  return `${client} ${JSON.stringify(id)}`;
}

/** A stream of events is written at the speed of the client; closing it cancels the call. Other responses stay as they are. */
function streamed(response: globalThis.Response, request: Request): Response {
  const { body, headers } = response;
  const contentType = headers.get('content-type') ?? '';
  if (body === null || !contentType.startsWith('text/event-stream')) return response;
  const reader = body.getReader();
  const source: ByteSource = {
    next: async () => (await reader.read()).value ?? null,
    return: () => reader.cancel(),
  };
  const session = headers.get('mcp-session-id');
  return streamedResponse(source, {
    request,
    headers: { 'content-type': contentType, ...(session === null ? {} : { 'mcp-session-id': session }) },
    keepAliveBytes: Buffer.from(':\n\n'),
  });
}
