import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
// Requests whose parts are made when somebody looks at them, and whose text is not copied into a stream first.
import { Request as LazyRequest } from '@whatwg-node/fetch';
import { sendNodeResponse } from '@whatwg-node/server';
import { isAbortError } from '../errors.ts';
import { pipeStream } from './pipe-stream.ts';
import { defaultSignOfLifeMs, SignsOfLife } from './signs-of-life.ts';
import { streamOf } from './streamed-response.ts';

export interface NodeListenerOptions {
  /** @param remoteAddress of the other end of the connection */
  readonly fetch: (request: Request, remoteAddress?: string) => Promise<Response>;
  /** Bytes of a body that are read at most; what is longer is cut behind the first byte too many. */
  readonly maxBodyBytes: number;
  /** The path of the public address, without a trailing slash: proxies may take it away or pass it on. @default none */
  readonly basePath?: string;
  /** Told of what `fetch` should not have thrown; the client gets 500. */
  readonly onFault: (fault: unknown) => void;
  /** How often a silent stream gets its sign of life. @default defaultSignOfLifeMs */
  readonly signOfLifeMs?: number | undefined;
}

/**
 * node:http in front of a fetch handler. The request's signal aborts when the client goes before there is a response;
 * from then on a streamed response is let go of.
 */
export function createNodeListener(options: NodeListenerOptions): RequestListener {
  const signs = new SignsOfLife(options.signOfLifeMs ?? defaultSignOfLifeMs);
  return (incoming, outgoing) => {
    exchange(options, signs, incoming, outgoing).catch((error: unknown) => {
      const gone = outgoing.destroyed;
      if (!gone || !isAbortError(error)) options.onFault(error);
      if (gone || outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(500, { 'content-type': 'text/plain' }).end('Internal Server Error\n');
    });
  };
}

async function exchange(
  { fetch, maxBodyBytes, basePath = '' }: NodeListenerOptions,
  signs: SignsOfLife,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const client = new AbortController();
  // Every response closes; only one that closes early has lost its client.
  const onGone = () => void (outgoing.writableFinished || client.abort());
  outgoing.once('close', onGone);
  const body = await readBody(incoming, maxBodyBytes);
  if (body === 'cut') return;
  const url = urlOf(incoming, basePath);
  if (!URL.canParse(url)) {
    outgoing.writeHead(400, { 'content-type': 'text/plain' }).end('Bad Request\n');
    return;
  }
  const { method = 'GET', headers } = incoming;
  const init = { method, headers: headers as Record<string, string>, signal: client.signal };
  const request = new LazyRequest(url, body === null ? init : { ...init, body });
  const response = await fetch(request, incoming.socket.remoteAddress);
  // What is left of a body that was too long must not block the connection.
  incoming.resume();
  const stream = streamOf(response);
  if (stream === undefined) {
    if (jsonType.test(response.headers.get('content-type') ?? '')) return sendJson(response, outgoing);
    return void (await sendNodeResponse(response, outgoing, incoming, true));
  }
  if (outgoing.destroyed) return stream.release();
  outgoing.off('close', onGone);
  stream.forgetRequest();
  incoming.socket.setKeepAlive(true);
  outgoing.writeHead(response.status, headOf(response));
  pipeStream(stream, outgoing, signs);
}

/** JSON is text that is there already: its head and body leave in one piece. */
async function sendJson(response: Response, outgoing: ServerResponse): Promise<void> {
  const text = await response.text();
  if (outgoing.destroyed) return;
  outgoing.writeHead(response.status, headOf(response)).end(text);
}

/** Names and values in turn, which is what node:http takes without looking at them one by one. */
function headOf({ headers }: Response): string[] {
  const head: string[] = [];
  headers.forEach((value, name) => void head.push(name, value));
  return head;
}

const jsonType = /^application\/([\w.-]+\+)?json/;

/** The address of a request; one that no URL can be when its host is none, so that a host never decides the path. */
function urlOf({ headers, url = '/', socket }: IncomingMessage, basePath: string): string {
  if (!url.startsWith('/')) return url;
  const scheme = 'encrypted' in socket && socket.encrypted === true ? 'https' : 'http';
  const host = headers.host || 'localhost';
  const path = basePath !== '' && url.startsWith(`${basePath}/`) ? url.slice(basePath.length) : url;
  return /[/?#@\\]/.test(host) ? '' : `${scheme}://${host}${path}`;
}

/** The whole body, or its first bytes when it is too long; null without one, `cut` when the client went meanwhile. */
function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Buffer<ArrayBuffer> | null | 'cut'> {
  const { method, headers } = incoming;
  const length = headers['content-length'];
  const hasBody = headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
  if (!hasBody || method === 'GET' || method === 'HEAD') return Promise.resolve(null);
  // The length that was stated says enough.
  if (Number(length ?? 0) > maxBytes) return Promise.resolve(Buffer.alloc(0));
  return new Promise((resolve) => {
    const chunks: Buffer<ArrayBuffer>[] = [];
    let read = 0;
    function settle(body: Buffer<ArrayBuffer> | 'cut'): void {
      incoming.off('data', take).off('end', end).off('close', cut).off('error', cut);
      resolve(body);
    }
    const cut = () => settle('cut');
    const end = () => settle(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    function take(chunk: Buffer<ArrayBuffer>): void {
      chunks.push(chunk);
      read += chunk.length;
      if (read > maxBytes) settle(Buffer.concat(chunks));
    }
    incoming.on('data', take).on('end', end).on('close', cut).on('error', cut);
  });
}
