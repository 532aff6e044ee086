import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isAbortError } from '../errors.ts';
import { defaultKeepAliveMs, KeepAlive } from './keep-alive.ts';
import { LeftoverBodies } from './leftover-bodies.ts';
import { NodeRequest } from './node-request.ts';
import { pipeStream } from './pipe-stream.ts';
import { endListenerOf, type ResponseEnd } from './response-end.ts';
import { streamOf } from './streamed-response.ts';

export interface NodeListenerOptions {
  /** @param remoteAddress the peer of the connection */
  readonly fetch: (request: Request, remoteAddress?: string) => Promise<Response>;
  /** The path of the public URL, without a trailing slash. Proxies may strip it or pass it on. @default none */
  readonly basePath?: string;
  /** Receives what `fetch` should not have thrown; the client gets 500. */
  readonly onFault: (fault: unknown) => void;
  /** Interval at which silent streams are written to. @default defaultKeepAliveMs */
  readonly keepAliveMs?: number | undefined;
}

/**
 * Serves a fetch handler over node:http. If the client disconnects, the request's signal aborts until there is a response;
 * after that, a streamed response is released.
 */
export function createNodeListener(options: NodeListenerOptions): RequestListener {
  const keepAlive = new KeepAlive(options.keepAliveMs ?? defaultKeepAliveMs);
  const leftovers = new LeftoverBodies();
  return (incoming, outgoing) => {
    exchange(options, keepAlive, leftovers, incoming, outgoing).catch((error: unknown) => {
      const gone = outgoing.destroyed;
      if (!gone || !isAbortError(error)) options.onFault(error);
      if (gone || outgoing.headersSent) outgoing.destroy();
      else refuse(outgoing, 500, 'Internal Server Error');
    });
  };
}

async function exchange(
  { fetch, basePath = '' }: NodeListenerOptions,
  keepAlive: KeepAlive,
  leftovers: LeftoverBodies,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const client = new AbortController();
  // Every response closes. If it closes early, the client is gone.
  const onGone = () => void (outgoing.writableFinished || client.abort());
  outgoing.once('close', onGone);
  const url = urlOf(incoming, basePath);
  if (!URL.canParse(url)) return refuse(outgoing, 400, 'Bad Request');
  const request = new NodeRequest(url, incoming, client.signal);
  const response = await fetch(request, incoming.socket.remoteAddress);
  // An unread body would block the connection.
  leftovers.read(incoming);
  const stream = streamOf(response);
  const onEnd = endListenerOf(response);
  if (stream === undefined) return sendWhole(response, outgoing, onEnd);
  if (onEnd !== undefined) {
    whenClosed(outgoing, (end) => onEnd({ ...end, bytes: stream.bytes, isStream: true }));
  }
  if (outgoing.destroyed) return stream.release();
  outgoing.off('close', onGone);
  stream.forgetRequest();
  incoming.socket.setKeepAlive(true);
  outgoing.writeHead(response.status, headOf(response));
  pipeStream(stream, outgoing, keepAlive);
}

function refuse(outgoing: ServerResponse, status: number, text: string): void {
  const headers = {
    'content-type': 'text/plain',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  outgoing.writeHead(status, headers).end(`${text}\n`);
}

/** node:http sends a text body in one piece with its head. */
async function sendWhole(
  response: Response,
  outgoing: ServerResponse,
  onEnd: ((end: ResponseEnd) => void) | undefined,
): Promise<void> {
  const { headers } = response;
  const isText = jsonType.test(headers.get('content-type') ?? '') && !headers.has('content-encoding');
  const body = isText ? await response.text() : await response.bytes();
  if (onEnd !== undefined) {
    const bytes = Buffer.byteLength(body);
    whenClosed(outgoing, (end) => onEnd({ ...end, bytes: end.isBegun ? bytes : 0, isStream: false }));
  }
  if (outgoing.destroyed) return;
  outgoing.writeHead(response.status, headOf(response)).end(body);
}

function whenClosed(
  outgoing: ServerResponse,
  tell: (end: Pick<ResponseEnd, 'isBegun' | 'isComplete'>) => void,
): void {
  if (outgoing.closed) tell({ isBegun: false, isComplete: false });
  else {
    outgoing.once('close', () =>
      tell({ isBegun: outgoing.headersSent, isComplete: outgoing.writableFinished }),
    );
  }
}

/** Alternating names and values, which node:http does not check one by one. */
function headOf({ headers }: Response): string[] {
  const head: string[] = [];
  headers.forEach((value, name) => void head.push(name, value));
  return head;
}

const jsonType = /^application\/([\w.-]+\+)?json/;

/**
 * The URL of a request. It is not a valid URL if the host is malformed, since a host must not decide the path, or if there are
 * several, since a proxy may have used another.
 */
function urlOf({ headers, rawHeaders, url = '/', socket }: IncomingMessage, basePath: string): string {
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
  if (hosts.length > 1) return '';
  if (!url.startsWith('/')) return url;
  const scheme = 'encrypted' in socket && socket.encrypted === true ? 'https' : 'http';
  const host = headers.host || 'localhost';
  return /[/?#@\\]/.test(host) ? '' : `${scheme}://${host}${below(basePath, url)}`;
}

/** The URL without the base path, with which the path may also end. */
function below(basePath: string, url: string): string {
  const rest = url.startsWith(basePath) ? url.slice(basePath.length) : url;
  if (rest.startsWith('/')) return rest;
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url;
}
